//===- example-opt.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A compiler of someone else's that embeds the project: its dialect, its rules, its passes.

#include "Example.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect, mlir::tosa::TosaDialect,
                  chad::ChadDialect, example::ExampleDialect>();
  chad::registerAllRules(registry);
  example::registerTosaRules(registry);
  mlir::registerTransformsPasses();
  chad::registerChadPasses();
  chad::registerChadPipelines();
  example::registerPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "example\n", registry));
}
