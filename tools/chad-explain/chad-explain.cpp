//===- chad-explain.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shows how the derivative of a function comes about. Nothing is written before
// all of it is known.

#include "Derivation.h"
#include "Drawing.h"
#include "Names.h"
#include "Output.h"
#include "OutputFile.h"
#include "Tool.h"
#include "chad/Frontends/Raise/Raise.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Rules/AllRules.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace chad;
using namespace chad::explain;
namespace cl = llvm::cl;

static cl::OptionCategory category("chad-explain options");
static cl::list<std::string> positional(cl::Positional,
                                        cl::desc("<program.mlir, or - for stdin> [@function]"),
                                        cl::cat(category));
static cl::opt<std::string> functionName("function", cl::value_desc("name"),
                                         cl::desc("The function; as a second argument: @name"),
                                         cl::cat(category));
static cl::list<int64_t> wrt("wrt", cl::CommaSeparated, cl::value_desc("positions"),
                             cl::desc("Arguments to differentiate by; all that hold floats"),
                             cl::cat(category));
static cl::list<int64_t> of("of", cl::CommaSeparated, cl::value_desc("positions"),
                            cl::desc("Results to differentiate; all that hold floats"),
                            cl::cat(category));
enum class Format { Text, HTML, JSON, Dot, MLIR };
static cl::opt<Format>
    format("format", cl::desc("What to write"),
           cl::values(clEnumValN(Format::Text, "text", "headings, code and costs"),
                      clEnumValN(Format::HTML, "html", "a page, drawn by Graphviz's dot"),
                      clEnumValN(Format::JSON, "json", "the same as text, for other programs"),
                      clEnumValN(Format::Dot, "dot", "the graph of one --stage"),
                      clEnumValN(Format::MLIR, "mlir", "the program at one --stage")),
           cl::init(Format::Text), cl::cat(category));
static cl::list<std::string> stageNames("stage", cl::CommaSeparated, cl::value_desc("names"),
                                        cl::desc("Only these stages, by name or number"),
                                        cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::value_desc("path"), cl::desc("Where to write"),
                                       cl::init("-"), cl::cat(category));
static cl::opt<unsigned> maxNodes("max-nodes", cl::init(300), cl::value_desc("n"),
                                  cl::desc("Draw no graph of more ops (300)"), cl::cat(category));

static const char overview[] = R"(derives the derivative of a function, stage by stage

  chad-explain program.mlir @f
  chad-explain program.mlir @f --wrt=0 --format=html -o f.html

Prints the function, its unary normal form, the full Jacobian as a linear function,
forward and reverse derivatives, the transposed Jacobian, and what is left of them after
simplification, with the laws that lead from one to the next and what each stage costs.

--format=html writes one page with all of it, where each stage is also drawn as a graph
of its data flow, if Graphviz's 'dot' is on the PATH. --format=dot --stage=NAME writes the
graph of a stage, --format=mlir --stage=NAME its program, to be run or transformed further.)";

/// Reports an error that has no place in the program.
static LogicalResult error(const Twine &message) {
  llvm::errs() << "chad-explain: error: " << message << '\n';
  return failure();
}

//===----------------------------------------------------------------------===//
// What is asked for
//===----------------------------------------------------------------------===//

static LogicalResult readCommandLine(std::string &input, std::string &function) {
  function = functionName;
  input = "-";
  bool hasInput = false;
  for (const std::string &argument : positional) {
    if (StringRef(argument).starts_with("@")) {
      if (!function.empty())
        return error("the function is named twice: '" + function + "' and '" + argument + "'");
      function = argument;
    } else if (hasInput) {
      return error("there is one program, got '" + input + "' and '" + argument +
                   "'; a function is named with @");
    } else {
      input = argument;
      hasInput = true;
    }
  }
  if (StringRef(function).starts_with("@"))
    function.erase(0, 1);
  if ((format == Format::Dot || format == Format::MLIR) && stageNames.size() != 1)
    return error("--format=dot and --format=mlir take one --stage");
  return success();
}

/// The function to explain: that of the name, or the only one.
static FailureOr<func::FuncOp> findFunction(ModuleOp module, StringRef name) {
  std::string names;
  SmallVector<func::FuncOp> candidates;
  for (auto function : module.getOps<func::FuncOp>()) {
    names += (names.empty() ? "@" : ", @") + function.getName().str();
    if (!function.isDeclaration())
      candidates.push_back(function);
  }
  if (names.empty())
    return error("the program has no functions");
  if (name.empty()) {
    if (candidates.size() == 1)
      return candidates.front();
    return error("choose a function of the program: " + names);
  }
  auto function = dyn_cast_or_null<func::FuncOp>(module.lookupSymbol(name));
  if (!function)
    return error("there is no function '@" + name + "'; the functions of the program: " + names);
  if (function.isDeclaration()) {
    function.emitError("chad: '@") << name << "' has no body here: there is nothing to explain";
    return failure();
  }
  return function;
}

static FailureOr<SmallVector<const Stage *>> chooseStages(const Derivation &derivation) {
  SmallVector<const Stage *> chosen;
  for (const Stage &stage : derivation.stages)
    if (stageNames.empty())
      chosen.push_back(&stage);
  for (const std::string &name : stageNames) {
    const Stage *found = nullptr;
    for (auto [i, stage] : llvm::enumerate(derivation.stages))
      if (name == stage.text.id || name == std::to_string(i + 1))
        found = &stage;
    if (!found) {
      std::string names;
      for (const Stage &stage : derivation.stages)
        names += (names.empty() ? "" : ", ") + std::string(stage.text.id);
      return error("there is no stage '" + name + "'; the stages: " + names);
    }
    if (!found->module && (format == Format::Dot || format == Format::MLIR))
      return error("stage '" + name + "' of '@" + derivation.function +
                   "' cannot be had: " + found->remark);
    chosen.push_back(found);
  }
  return chosen;
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static LogicalResult writeOutput(StringRef text) {
  std::string why;
  if (outputFile == "-") {
    llvm::outs() << text;
    return failed(finishStandardOutput(why)) ? error(why) : success();
  }
  PendingFile file(outputFile);
  if (failed(file.write(text, why)) || failed(file.moveIntoPlace(why)))
    return error(why);
  return success();
}

static LogicalResult run() {
  std::string inputFile, name, message;
  if (failed(readCommandLine(inputFile, name)))
    return failure();
  auto input = openInputFile(inputFile, &message);
  if (!input)
    return error(message);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<ChadDialect>();
  registerAllRules(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.loadDialect<func::FuncDialect>(); // convertMLPrograms makes functions
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  Block parsed;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, &parsed, ParserConfig(&context), &state)))
    return failure();
  Names names(state);
  OwningOpRef<ModuleOp> module;
  if (llvm::hasSingleElement(parsed) && isa<ModuleOp>(parsed.front())) {
    module = cast<ModuleOp>(parsed.front());
    module->getOperation()->remove();
  } else {
    module = ModuleOp::create(FileLineColLoc::get(&context, inputFile, 1, 1));
    module->getBody()->getOperations().splice(module->getBody()->end(), parsed.getOperations());
    if (failed(verify(*module)))
      return failure();
  }
  if (failed(convertMLPrograms(*module)))
    return failure();
  FailureOr<func::FuncOp> function = findFunction(*module, name);
  if (failed(function))
    return failure();
  FailureOr<Derivation> derivation = derive(*function, wrt, of, names);
  if (failed(derivation))
    return failure();
  FailureOr<SmallVector<const Stage *>> stages = chooseStages(*derivation);
  if (failed(stages))
    return failure();

  std::string text;
  llvm::raw_string_ostream os(text);
  switch (format) {
  case Format::Text:
    writeText(os, *derivation, *stages);
    break;
  case Format::HTML:
    writeHtml(os, *derivation, *stages, maxNodes);
    break;
  case Format::JSON:
    writeJson(os, *derivation, *stages);
    break;
  case Format::Dot:
    os << writeGraph(stages->front()->function);
    break;
  case Format::MLIR:
    stages->front()->program().print(os, printingFlags());
    os << '\n';
    break;
  }
  return writeOutput(text);
}

int main(int argc, char **argv) {
  chad::initializeTool("chad-explain");
  llvm::InitLLVM init(argc, argv);
  reportWriteErrors("chad-explain");
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  return failed(run());
}
