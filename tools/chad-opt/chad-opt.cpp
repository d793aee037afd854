//===- chad-opt.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `mlir-opt` with the chad dialect and passes.

#include "Tool.h"
#include "chad/Conversion/Passes.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "chad/Rules/ScalarDerivatives.h"
#include "chad/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"

static llvm::cl::opt<bool>
    showDerivatives("show-derivatives",
                    llvm::cl::desc("Print the table of partial derivatives, from the rules that "
                                   "are registered, instead of running passes"));

/// Prints the table of the documentation. It is about no program, and comes from the rules of
/// this tool and of the dialects that plugins add.
static llvm::LogicalResult printDerivatives(mlir::DialectRegistry &registry,
                                            llvm::StringRef input) {
  std::string other = input == "-" ? "" : ("'" + input + "'").str();
  for (const auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (option->getNumOccurrences() && name != "show-derivatives" &&
        name != "load-dialect-plugin" && name != "load-pass-plugin")
      // All passes are values of one option.
      other = option->ArgStr.empty() ? "the passes" : ("'--" + name + "'").str();
  if (!other.empty()) {
    llvm::errs() << "chad-opt: error: --show-derivatives prints a table that is about no program: "
                    "leave out "
                 << other << '\n';
    return llvm::failure();
  }
  mlir::MLIRContext context(registry);
  chad::printScalarDerivatives(context, llvm::outs());
  return llvm::success();
}

int main(int argc, char **argv) {
  chad::initializeTool("chad-opt");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<chad::ChadDialect>();
  chad::registerAllRules(registry);
  chad::registerChadPasses();
  chad::registerChadConversionPasses();
  chad::registerChadPipelines();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "CHAD optimizer driver\n", registry);
  if (showDerivatives)
    return mlir::asMainReturnCode(printDerivatives(registry, input));
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
