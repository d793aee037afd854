//===- Monoids.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The instances of `Monoid`.

#include "chad/Transforms/Monoid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

Type SetMonoid::getCarrier(Type scalar) const { return IntegerType::get(scalar.getContext(), 64); }

Value SetMonoid::zero(OpBuilder &builder, Location loc, Type) const {
  return arith::ConstantIntOp::create(builder, loc, 0, 64);
}

/// a ∪ b
Value SetMonoid::add(OpBuilder &builder, Location loc, Value a, Value b) const {
  return arith::OrIOp::create(builder, loc, a, b);
}

Value SetMonoid::scale(OpBuilder &, Location, Value, Value a) const { return a; }

Value SetMonoid::choose(OpBuilder &builder, Location loc, Value, Value a, Value b) const {
  return add(builder, loc, a, b);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

Type BoundMonoid::getCarrier(Type scalar) const { return Float64Type::get(scalar.getContext()); }

Value BoundMonoid::zero(OpBuilder &builder, Location loc, Type) const {
  return arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(0));
}

Value BoundMonoid::add(OpBuilder &builder, Location loc, Value a, Value b) const {
  return arith::AddFOp::create(builder, loc, a, b);
}

/// |k| · a, and 0 if a is 0, also for an infinite k.
Value BoundMonoid::scale(OpBuilder &builder, Location loc, Value factor, Value a) const {
  if (factor.getType() != a.getType())
    factor = arith::ExtFOp::create(builder, loc, a.getType(), factor);
  Value size = math::AbsFOp::create(builder, loc, factor);
  Value product = arith::MulFOp::create(builder, loc, size, a);
  Value none = zero(builder, loc, a.getType());
  Value isZero = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, a, none);
  return arith::SelectOp::create(builder, loc, isZero, none, product);
}

Value BoundMonoid::choose(OpBuilder &builder, Location loc, Value condition, Value a,
                          Value b) const {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}
