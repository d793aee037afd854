//===- chad-opt.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `mlir-opt` with the chad dialect and passes.

#include "OutputFile.h"
#include "Tool.h"
#include "chad/Frontends/Coverage/Coverage.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "chad/Rules/ScalarDerivatives.h"
#include "chad/TransformOps/TransformOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

static int fail(llvm::StringRef why) {
  llvm::errs() << "chad-opt: error: " << why << '\n';
  return EXIT_FAILURE;
}

static llvm::cl::opt<bool>
    showDerivatives("show-derivatives",
                    llvm::cl::desc("Print the table of partial derivatives, from the rules that "
                                   "are registered, instead of running passes"));

/// Prints the table of the documentation. It is about no program, and comes from the rules of
/// this tool and of the dialects that plugins add.
static llvm::cl::opt<bool>
    showCoverage("show-coverage",
                 llvm::cl::desc("Print what can be done with each op of the dialects of programs, "
                                "from what is registered, instead of running passes"));

/// Prints a table that is about no program.
static llvm::LogicalResult
printTable(mlir::DialectRegistry &registry, llvm::StringRef input, llvm::StringRef table,
           llvm::function_ref<llvm::LogicalResult(mlir::MLIRContext &)> print) {
  std::string other = input == "-" ? "" : ("'" + input + "'").str();
  for (const auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (option->getNumOccurrences() && name != table && name != "load-dialect-plugin" &&
        name != "load-pass-plugin")
      // The option without a name is the one whose values are the passes.
      other = option->ArgStr.empty() ? "the passes" : ("'--" + name + "'").str();
  if (!other.empty()) {
    llvm::errs() << "chad-opt: error: --" << table
                 << " prints a table that is about no program: leave out " << other << '\n';
    return llvm::failure();
  }
  mlir::MLIRContext context(registry);
  llvm::LogicalResult result = print(context);
  std::string why;
  if (succeeded(chad::finishStandardOutput(why)))
    return result;
  fail(why);
  return llvm::failure();
}

static int run(int argc, char **argv, llvm::StringRef input, llvm::StringRef output,
               mlir::DialectRegistry &registry) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldListPasses() || config.shouldShowDialects())
    return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
  std::string why, text;
  auto program = mlir::openInputFile(input, &why);
  if (!program)
    return fail(why);
  llvm::StringRef artifact = chad::getPortableArtifact(program->getBuffer());
  if (artifact.size() != program->getBufferSize())
    program = llvm::MemoryBuffer::getMemBufferCopy(artifact, program->getBufferIdentifier());
  chad::prepareForBytecode(program->getBuffer(), registry);
  llvm::raw_string_ostream os(text);
  llvm::LogicalResult result = mlir::MlirOptMain(os, std::move(program), registry, config);
  if (output == "-") {
    llvm::outs() << text;
    if (failed(chad::finishStandardOutput(why)))
      return fail(why);
    return mlir::asMainReturnCode(result);
  }
  // A file is replaced only where all went well.
  if (failed(result))
    return EXIT_FAILURE;
  chad::PendingFile file(output);
  if (failed(file.write(text, why)) || failed(file.moveIntoPlace(why)))
    return fail(why);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  chad::initializeTool("chad-opt");
  llvm::InitLLVM init(argc, argv);
  chad::reportWriteErrors("chad-opt");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<chad::ChadDialect>();
  chad::registerAllRules(registry);
  chad::registerPortableStableHLO(registry);
  chad::registerTransformExtension(registry);
  chad::registerAllPasses();
  chad::registerChadStableHLOPasses();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "CHAD optimizer driver\n", registry);
  if (showDerivatives)
    return mlir::asMainReturnCode(
        printTable(registry, input, "show-derivatives", [](mlir::MLIRContext &context) {
          chad::printScalarDerivatives(context, llvm::outs());
          return llvm::success();
        }));
  if (showCoverage)
    return mlir::asMainReturnCode(
        printTable(registry, input, "show-coverage", [](mlir::MLIRContext &context) {
          return chad::printCoverage(context, llvm::outs(), llvm::errs());
        }));
  return run(argc, argv, input, output, registry);
}
