//===- consumer-opt.cpp - A tool built on the installed package -----------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/ChadDialect.h"
#include "chad/Rules/AllRules.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect, chad::ChadDialect>();
  chad::registerAllRules(registry);
  mlir::registerTransformsPasses();
  chad::registerChadPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "consumer\n", registry));
}
