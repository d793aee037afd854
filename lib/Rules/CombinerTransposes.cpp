//===- CombinerTransposes.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The transposes of the derivatives of sums and products, made of array operations that run in
// parallel.

#include "chad/Rules/Combiners.h"
#include "chad/Rules/Sweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static void addBody(OpBuilder &builder, Location loc, ValueRange args) {
  YieldOp::create(builder, loc, AddOp::create(builder, loc, args[0], args[1]).getResult());
}

static void multiplyBody(OpBuilder &builder, Location loc, ValueRange args) {
  YieldOp::create(builder, loc, arith::MulFOp::create(builder, loc, args[0], args[1]).getResult());
}

Value chad::castLinear(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  Value tensor = FromLinearOp::create(builder, loc, value);
  Type primal = cast<LinType>(type).getPrimal();
  return ToLinearOp::create(builder, loc, tensor::CastOp::create(builder, loc, primal, tensor));
}

Value chad::transposeSum(OpBuilder &builder, Location loc, Value cotangent, Value extent,
                         Type array) {
  auto build = BuildOp::create(builder, loc, extent, [&](OpBuilder &inner, Location, ValueRange) {
    YieldOp::create(inner, loc, cotangent);
  });
  return castLinear(builder, loc, build.getResult(0), getTangentType(array));
}

static Value makeOne(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<FloatType>(getArrayElement(array.getType()));
  return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 1.0));
}

Value chad::transposeProduct(OpBuilder &builder, Location loc, Value array, Value unit,
                             Value cotangent, bool zeroAbsorbing) {
  Value one = makeOne(builder, loc, array);
  auto before =
      ScanOp::create(builder, loc, Direction::Left, ScanKind::Exclusive, array, unit, multiplyBody);
  auto after =
      ScanOp::create(builder, loc, Direction::Right, ScanKind::Exclusive, array, one, multiplyBody);
  auto map = MapOp::create(
      builder, loc, ValueRange{before.getResult(0), after.getResult(0)},
      [&](OpBuilder &inner, Location, ValueRange args) {
        Value others = arith::MulFOp::create(inner, loc, args[0], args[1]);
        YieldOp::create(inner, loc,
                        ScaleOp::create(inner, loc, others, cotangent, zeroAbsorbing).getResult());
      });
  return castLinear(builder, loc, map.getResult(0), getTangentType(array.getType()));
}

Value chad::makeProduct(OpBuilder &builder, Location loc, Value array) {
  return ReduceOp::create(builder, loc, array, makeOne(builder, loc, array), multiplyBody)
      .getResult(0);
}

Value chad::transposeScanSum(OpBuilder &builder, Location loc, Direction direction, ScanKind kind,
                             Value cotangent, Value zero) {
  Direction opposite = direction == Direction::Left ? Direction::Right : Direction::Left;
  return ScanOp::create(builder, loc, opposite, kind, cotangent, zero, addBody).getResult(0);
}
