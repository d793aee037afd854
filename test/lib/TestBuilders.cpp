//===- TestBuilders.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Builds one of each combinator through the C++ builders, whose result types
// follow from the body, and prints the module.

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace chad;

static void yieldSum(OpBuilder &b, Location loc, ValueRange args) {
  YieldOp::create(b, loc, ValueRange{arith::AddFOp::create(b, loc, args[0], args[1])});
}

int main() {
  MLIRContext context;
  context.loadDialect<ChadDialect, arith::ArithDialect, func::FuncDialect, tensor::TensorDialect>();
  ImplicitLocOpBuilder b(UnknownLoc::get(&context), &context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(b.getLoc());
  b.setInsertionPointToEnd(module->getBody());

  Type f64 = b.getF64Type();
  auto dynamic = RankedTensorType::get({ShapedType::kDynamic}, f64);
  auto fixed = RankedTensorType::get({4}, f64);
  auto type = b.getFunctionType({dynamic, fixed, b.getIndexType(), f64}, {});
  auto function = func::FuncOp::create(b, "builders", type);
  b.setInsertionPointToEnd(function.addEntryBlock());
  Value xs = function.getArgument(0), ys = function.getArgument(1);
  Value n = function.getArgument(2), zero = function.getArgument(3);

  MapOp::create(b, ValueRange{xs, ys}, yieldSum);
  BuildOp::create(b, n, [&](OpBuilder &b, Location loc, ValueRange args) {
    YieldOp::create(b, loc, ValueRange{args[0], ys});
  });
  BuildOp::create(b, arith::ConstantIndexOp::create(b, 3),
                  [&](OpBuilder &b, Location loc, ValueRange args) {
                    YieldOp::create(b, loc, ValueRange{args[0]});
                  });
  ReduceOp::create(b, xs, zero, yieldSum);
  ScanOp::create(b, Direction::Right, ScanKind::Exclusive, xs, zero, yieldSum);
  FoldOp::create(b, Direction::Left, ValueRange{ys}, ValueRange{zero},
                 [](OpBuilder &b, Location loc, ValueRange args) {
                   Value sum = arith::AddFOp::create(b, loc, args[0], args[1]);
                   YieldOp::create(b, loc, ValueRange{sum, args[1]});
                 });
  func::ReturnOp::create(b);
  if (failed(verify(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
