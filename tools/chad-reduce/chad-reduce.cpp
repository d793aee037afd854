//===- chad-reduce.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reduces programs, by tests that are runs of chad-run; MLIR's reducer with the dialect where a
// user brings a test. MLIR's removes what is not used, and needs patterns for the rest; this one
// replaces operations by operands and zeros, too.

#include "OutputFile.h"
#include "Tool.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Rules/AllRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

using namespace mlir;
using namespace chad;

static const char help[] = R"(OVERVIEW: makes a program smaller as long as it shows an error

  chad-reduce --wrong-gradient program.mlir -o small.mlir -- --entry=f --arg='[1, 2]'
  chad-reduce --crash program.mlir -o small.mlir -- --arg=2
  chad-reduce --message='no reverse rule' program.mlir -- --grad --arg=2

Removes functions and operations, and simplifies, as long as chad-run still shows the error, with
the arguments after --. Without one of the three options this is mlir-reduce with the
dialect, which takes a test of one's own: --reduction-tree='test=PROGRAM'. The exit code of the
test is 0 where a program is of no interest.
USAGE: chad-reduce [options] <program.mlir> [-- <arguments of chad-run>]

OPTIONS:

chad-reduce options:

  --help                 - Display available options
  --version              - Display the version of this program
  --crash                - The error: chad-run crashes
  --message=<text>       - The error: chad-run prints the text on its standard error
  --wrong-gradient       - The error: chad-run --grad-check finds derivatives that differ
  -o <file>              - Where to write the program (- is standard output)
)";

static ExitCode fail(const llvm::Twine &message) {
  llvm::errs() << "chad-reduce: error: " << message << '\n';
  return ExitCode::Failed;
}

/// Quotes a word for a shell.
static std::string quote(StringRef word) {
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

namespace {
/// The property that the reduced program must keep.
struct Property {
  bool isCrash = false, isWrongGradient = false;
  std::string message;

  bool isGiven() const { return isCrash || isWrongGradient || !message.empty(); }
};

/// A file that is removed at the end.
struct TemporaryFile {
  llvm::SmallString<128> path;
  ~TemporaryFile() {
    if (!path.empty())
      llvm::sys::fs::remove(path);
  }
};
} // namespace

/// Writes the test: a script whose exit code is 1 where the program that it is given shows the
/// property.
static std::error_code writeTest(const Property &property, StringRef chadRun,
                                 llvm::ArrayRef<std::string> arguments, TemporaryFile &script) {
  int descriptor;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("chad-reduce", "sh", descriptor, script.path))
    return code;
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << "#!/bin/sh\nerror=$(timeout 60 " << quote(chadRun) << " \"$1\"";
  if (property.isWrongGradient)
    os << " --grad-check";
  for (const std::string &argument : arguments)
    os << ' ' << quote(argument);
  os << " 2>&1 >/dev/null)\ncode=$?\n";
  if (property.isWrongGradient)
    os << "[ $code -eq 2 ] && exit 1\n";
  else if (property.isCrash)
    os << "[ $code -ge 128 ] && exit 1\n";
  else
    os << "case $error in *" << quote(property.message) << "*) exit 1 ;; esac\n";
  os << "exit 0\n";
  os.close();
  return llvm::sys::fs::setPermissions(script.path, llvm::sys::fs::perms(llvm::sys::fs::owner_all));
}

//===----------------------------------------------------------------------===//
// The reduction
//===----------------------------------------------------------------------===//

/// The ways to remove an op, in the order in which they are tried.
enum class Change { Erase, UseOperand, UseZero, Last = UseZero };

/// Removes `op` in this way; fails where that is not possible.
static LogicalResult apply(Change change, Operation *op) {
  if (isa<ModuleOp>(op) || op->hasTrait<mlir::OpTrait::IsTerminator>())
    return failure();
  if (change == Change::Erase) {
    if (!op->use_empty())
      return failure();
    op->erase();
    return success();
  }
  if (op->getNumResults() == 0 || op->use_empty())
    return failure();
  OpBuilder builder(op);
  SmallVector<Value> values;
  for (Type type : op->getResultTypes()) {
    if (change == Change::UseZero) {
      TypedAttr zero = builder.getZeroAttr(type);
      if (!zero || matchPattern(op, m_Constant()))
        return failure();
      values.push_back(arith::ConstantOp::create(builder, op->getLoc(), zero));
      continue;
    }
    auto found =
        llvm::find_if(op->getOperands(), [&](Value operand) { return operand.getType() == type; });
    if (found == op->operand_end())
      return failure();
    values.push_back(*found);
  }
  op->replaceAllUsesWith(values);
  op->erase();
  return success();
}

/// A test of a program, as a script.
static FailureOr<bool> isInteresting(ModuleOp module, StringRef script) {
  TemporaryFile file;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("chad-reduce", "mlir", descriptor, file.path))
    return failure();
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << module << '\n';
  os.close();
  int status = llvm::sys::ExecuteAndWait(script, {script, file.path});
  if (status < 0)
    return failure();
  return status == 1;
}

/// The program without an op that is not needed for what it is to show, or null where all are
/// needed. `next` is the number of the op to look at first, from the last one on.
static FailureOr<OwningOpRef<ModuleOp>> reduceOnce(ModuleOp module, StringRef script,
                                                   size_t &next) {
  for (; next > 0; --next) {
    for (int change = 0; change <= int(Change::Last); ++change) {
      OwningOpRef<ModuleOp> copy = module.clone();
      SmallVector<Operation *> ops;
      copy->walk([&](Operation *op) { ops.push_back(op); });
      if (next > ops.size() || failed(apply(Change(change), ops[next - 1])) ||
          failed(verify(*copy)))
        continue;
      FailureOr<bool> interesting = isInteresting(*copy, script);
      if (failed(interesting))
        return failure();
      if (*interesting)
        return copy;
    }
  }
  return OwningOpRef<ModuleOp>();
}

/// Reduces the program in the file `input` until nothing can be left out.
static ExitCode reduceProgram(StringRef input, StringRef output, StringRef script,
                              MLIRContext &context) {
  std::string why;
  auto buffer = openInputFile(input, &why);
  if (!buffer)
    return fail(why);
  OwningOpRef<ModuleOp> module;
  {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    SourceMgrDiagnosticHandler diagnostics(sources, &context);
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return ExitCode::Failed;
  // Programs that do not verify are attempts like others.
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) { return success(); });
  FailureOr<bool> interesting = isInteresting(*module, script);
  if (failed(interesting))
    return fail("the test cannot be run");
  if (!*interesting)
    return fail("the program does not show the error when chad-run runs it with the arguments "
                "after --");
  auto count = [&] {
    size_t number = 0;
    module->walk([&](Operation *) { ++number; });
    return number;
  };
  size_t before = count();
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (size_t next = count(); next > 0;) {
      FailureOr<OwningOpRef<ModuleOp>> smaller = reduceOnce(*module, script, next);
      if (failed(smaller))
        return fail("the test cannot be run");
      if (*smaller) {
        module = std::move(*smaller);
        hasChanged = true;
      }
    }
  }
  std::string text;
  llvm::raw_string_ostream(text) << *module << '\n';
  llvm::errs() << "chad-reduce: " << before << " operations before, " << count() << " now\n";
  if (output == "-") {
    llvm::outs() << text;
    return failed(finishStandardOutput(why)) ? fail(why) : ExitCode::Succeeded;
  }
  PendingFile file(output);
  if (failed(file.write(text, why)) || failed(file.moveIntoPlace(why)))
    return fail(why);
  return ExitCode::Succeeded;
}

int main(int argc, char **argv) {
  initializeTool("chad-reduce");
  llvm::InitLLVM init(argc, argv);
  reportWriteErrors("chad-reduce");
  Property property;
  std::vector<std::string> own = {argv[0]}, forRun;
  std::string input = "-", output = "-", unknown;
  bool isForRun = false;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (isForRun)
      forRun.push_back(word.str());
    else if (word == "--")
      isForRun = true;
    else if (word == "--help" || word == "-h")
      return llvm::outs() << help, ExitCode::Succeeded;
    else if (word == "--crash")
      property.isCrash = true;
    else if (word == "--wrong-gradient")
      property.isWrongGradient = true;
    else if (word.consume_front("--message="))
      property.message = word.str();
    else {
      if (own.back() == "-o")
        output = word.str();
      else if (!word.starts_with("-"))
        input = word.str();
      else if (word != "-" && word != "-o")
        unknown = word.str();
      own.push_back(word.str());
    }
  }
  if (property.isCrash + property.isWrongGradient + !property.message.empty() > 1)
    return fail("--crash, --message and --wrong-gradient are three tests: pass one of them");
  if (isForRun && !property.isGiven())
    return fail("arguments after -- are for chad-run: pass --crash, --message or --wrong-gradient");
  if (own.size() == 1 && !property.isGiven())
    return fail("there is no program; --help says more");
  if (property.isGiven() && !unknown.empty())
    return fail("there is no option '" + unknown + "'; arguments of chad-run come after --");
  TemporaryFile script;
  if (property.isGiven()) {
    std::string self = llvm::sys::fs::getMainExecutable(
        argv[0], reinterpret_cast<void *>(reinterpret_cast<intptr_t>(&main)));
    auto chadRun = llvm::sys::findProgramByName("chad-run", {llvm::sys::path::parent_path(self)});
    if (!chadRun)
      chadRun = llvm::sys::findProgramByName("chad-run");
    if (!chadRun)
      return fail("there is no chad-run beside this program, or on the PATH");
    if (std::error_code code = writeTest(property, *chadRun, forRun, script))
      return fail("cannot write a test: " + code.message());
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  registry.insert<ChadDialect>();
  registerAllRules(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  if (property.isGiven())
    return reduceProgram(input, output, script.path, context);
  std::vector<char *> words;
  for (std::string &word : own)
    words.push_back(word.data());
  words.push_back(nullptr);
  return failed(mlirReduceMain(words.size() - 1, words.data(), context)) ? ExitCode::Failed
                                                                         : ExitCode::Succeeded;
}
