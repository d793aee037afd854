//===- Emitter.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad::detail;

Emitter::Emitter(OpBuilder &builder, Location loc, Type type, bool useFMA)
    : builder(builder), loc(loc), type(type), useFMA(useFMA) {
  Type element = getElementTypeOrSelf(type);
  mantissaBits = cast<FloatType>(element).getFPMantissaWidth() - 1;
  bitsType = builder.getIntegerType(element.getIntOrFloatBitWidth());
  if (auto vector = dyn_cast<VectorType>(type))
    bitsType = vector.clone(bitsType);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Value createConstant(OpBuilder &builder, Location loc, Type type, TypedAttr element) {
  if (auto vector = dyn_cast<VectorType>(type))
    element = DenseElementsAttr::get(vector, element);
  return arith::ConstantOp::create(builder, loc, element);
}

Value Emitter::real(Coefficient value) {
  return createConstant(
      builder, loc, type,
      FloatAttr::get(getElementTypeOrSelf(type), isDouble() ? value.f64 : value.f32));
}

Value Emitter::infinity(bool isNegative) {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  return createConstant(
      builder, loc, type,
      FloatAttr::get(element, APFloat::getInf(element.getFloatSemantics(), isNegative)));
}

Value Emitter::nan() {
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  return createConstant(builder, loc, type,
                        FloatAttr::get(element, APFloat::getNaN(element.getFloatSemantics())));
}

Value Emitter::integer(uint64_t value) {
  Type element = getElementTypeOrSelf(bitsType);
  APInt bits(element.getIntOrFloatBitWidth(), value, /*isSigned=*/false, /*implicitTrunc=*/true);
  return createConstant(builder, loc, bitsType, IntegerAttr::get(element, bits));
}

Value Emitter::power(int exponent) { return real(std::ldexp(1.0, exponent)); }

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Value Emitter::add(Value a, Value b) { return arith::AddFOp::create(builder, loc, a, b); }
Value Emitter::sub(Value a, Value b) { return arith::SubFOp::create(builder, loc, a, b); }
Value Emitter::mul(Value a, Value b) { return arith::MulFOp::create(builder, loc, a, b); }
Value Emitter::div(Value a, Value b) { return arith::DivFOp::create(builder, loc, a, b); }

Value Emitter::fma(Value a, Value b, Value c) {
  if (useFMA)
    return math::FmaOp::create(builder, loc, a, b, c);
  return add(mul(a, b), c);
}

Value Emitter::abs(Value a) { return math::AbsFOp::create(builder, loc, a); }

Value Emitter::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(builder, loc, magnitude, sign);
}

// A comparison and a choice in these forms are one instruction on x86.
Value Emitter::atLeast(Value a, Value low) {
  return select(compare(arith::CmpFPredicate::OGT, low, a), low, a);
}

Value Emitter::atMost(Value a, Value high) {
  return select(compare(arith::CmpFPredicate::OLT, high, a), high, a);
}

/// Horner's rule for the coefficients of one parity, in `square`.
static Value evaluateEachOther(Emitter &e, ArrayRef<double> coefficients, size_t first,
                               Value square) {
  Value sum = e.real(coefficients[first]);
  for (; first >= 2; first -= 2)
    sum = e.fma(sum, square, e.real(coefficients[first - 2]));
  return sum;
}

Value Emitter::evaluate(const Polynomial &p, Value x) {
  ArrayRef<double> coefficients = isDouble() ? p.f64 : p.f32;
  size_t degree = coefficients.size() - 1;
  constexpr size_t leastDegreeOfChains = 7;
  if (degree >= leastDegreeOfChains) {
    Value square = mul(x, x);
    Value sum = evaluateEachOther(*this, coefficients, degree, square);
    Value other = evaluateEachOther(*this, coefficients, degree - 1, square);
    bool isOdd = degree % 2 == 1;
    return fma(isOdd ? sum : other, x, isOdd ? other : sum);
  }
  Value sum = real(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, real(coefficient));
  return sum;
}

Value Emitter::compare(arith::CmpFPredicate predicate, Value a, Value b) {
  return arith::CmpFOp::create(builder, loc, predicate, a, b);
}

Value Emitter::select(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, condition, a, b);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value Emitter::bitsOf(Value a) { return arith::BitcastOp::create(builder, loc, bitsType, a); }
Value Emitter::realOf(Value bits) { return arith::BitcastOp::create(builder, loc, type, bits); }
Value Emitter::addBits(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
Value Emitter::subBits(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }
Value Emitter::andBits(Value a, Value b) { return arith::AndIOp::create(builder, loc, a, b); }
Value Emitter::orBits(Value a, Value b) { return arith::OrIOp::create(builder, loc, a, b); }
Value Emitter::xorBits(Value a, Value b) { return arith::XOrIOp::create(builder, loc, a, b); }

Value Emitter::isOdd(Value a) {
  Value last = andBits(a, integer(1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, last, integer(0));
}

Value Emitter::shiftLeft(Value a, unsigned count) {
  return arith::ShLIOp::create(builder, loc, a, integer(count));
}

Value Emitter::shiftRight(Value a, unsigned count) {
  return arith::ShRUIOp::create(builder, loc, a, integer(count));
}
