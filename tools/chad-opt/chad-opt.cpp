//===- chad-opt.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `mlir-opt` with the chad dialect and passes.

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

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  registry.insert<chad::ChadDialect>();
  chad::registerAllRules(registry);
  chad::registerChadPasses();
  // The table of the documentation, from the rules that are registered.
  if (argc == 2 && llvm::StringRef(argv[1]) == "--show-derivatives") {
    mlir::MLIRContext context(registry);
    chad::printScalarDerivatives(context, llvm::outs());
    return 0;
  }
  chad::registerChadConversionPasses();
  chad::registerChadPipelines();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "CHAD optimizer driver\n", registry));
}
