//===- ErrorAndInverse.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// atan, atan2, asin, acos, cbrt, erf and erfc of scalars, where there is no library: on GPUs. Those
// of f32 are computed as those of f64. Coefficients are of polynomials through Chebyshev's nodes,
// rounded.

#include "Emitter.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad::detail;

// atan(r) = r + r z p(z) with z = r^2, for |r| <= tan(pi/8); relative error 2^-58.2.
static constexpr double atanTail[] = {
    -0x1.5555555555555p-2, 0x1.9999999999953p-3, -0x1.249249248d7e6p-3, 0x1.c71c71c3045bap-4,
    -0x1.745d165de250bp-4, 0x1.3b1392d7e8f74p-4, -0x1.110e87e6a8722p-4, 0x1.e19a10824a50bp-5,
    -0x1.ac7a7bd8f05c0p-5, 0x1.74dd67f0d3109p-5, -0x1.1b32a3266af2ep-5, 0x1.0ad10221730d6p-6};

// erf(x) = x p(x^2) for |x| <= 1; relative error 2^-55.8.
static constexpr double erfQuotient[] = {
    0x1.20dd750429b6dp+0,  -0x1.812746b0379e6p-2,  0x1.ce2f21a042b30p-4,  -0x1.b82ce31284e00p-6,
    0x1.565bcd0dbaa38p-8,  -0x1.c02db3dac435fp-11, 0x1.f9a321d5b8e1ep-14, -0x1.f4d1e3183f7aep-17,
    0x1.b9df224ca4b97p-20, -0x1.5f1ecb6f0764cp-23, 0x1.f7b4bf3b13964p-27, -0x1.389d4f2641625p-30,
    0x1.05ffd737fb32ep-34};

// (1 + 2x) exp(x^2) erfc(x) = p(t) with t = (x - 3) / (x + 3), for 0.47 <= x <= 28; relative error
// 2^-54.0.
static constexpr double erfcTail[] = {
    0x1.40c522d7e4987p+0,  -0x1.15c084bb9e8d9p-3,  -0x1.85a15c58a9be8p-5,  0x1.098366a5b3a91p-3,
    -0x1.e88b803a5c71dp-4, 0x1.17ca28782836bp-4,   -0x1.8574c4048d50ep-6,  0x1.4b884dcf78e89p-9,
    0x1.ef1bd7b65afb8p-10, -0x1.98db3fd28f8c3p-11, -0x1.b90ffc90ea360p-14, 0x1.0658a79762f78p-13,
    0x1.4b7866e720c98p-18, -0x1.510d3fbac0445p-16, -0x1.797e865b126c6p-21, 0x1.ce9fd31685180p-19,
    0x1.49b7d48c52ac8p-22, -0x1.3687677d40529p-21, -0x1.7cf4796d6b592p-24, 0x1.27c9b50f9af50p-24,
    0x1.6e4bd76f2c044p-27};

using arith::CmpFPredicate;

static Value evaluate(Emitter &e, ArrayRef<double> coefficients, Value x) {
  return e.evaluate({coefficients, coefficients}, x);
}

/// The constant `high + low`, less `x`.
static Value subtractFrom(Emitter &e, double high, double low, Value x) {
  return e.add(e.real(high), e.sub(e.real(low), x));
}

// pi/4, pi/2 and pi as sums of two numbers.
static constexpr double quarterPi = 0x1.921fb54442d18p-1, quarterPiLow = 0x1.1a62633145c07p-55;

/// atan(t) for 0 <= t <= 1: from tan(pi/8) on, pi/4 - atan((1 - t) / (1 + t)).
static Value emitAtanOfFraction(Emitter &e, Value t) {
  Value isLarge = e.compare(CmpFPredicate::OGT, t, e.real(0x1.a827999fcef32p-2));
  Value other = e.div(e.sub(e.real(1), t), e.add(e.real(1), t));
  Value r = e.select(isLarge, other, t);
  Value z = e.mul(r, r);
  Value angle = e.fma(e.mul(r, z), evaluate(e, atanTail, z), r);
  return e.select(isLarge, subtractFrom(e, quarterPi, quarterPiLow, angle), angle);
}

/// The angle of (x, y), of all four quadrants, with the sign of y.
static Value emitAngle(Emitter &e, Value y, Value x) {
  Value magnitudeX = e.abs(x), magnitudeY = e.abs(y);
  Value isSteep = e.compare(CmpFPredicate::OGT, magnitudeY, magnitudeX);
  Value larger = e.select(isSteep, magnitudeY, magnitudeX);
  Value smaller = e.select(isSteep, magnitudeX, magnitudeY);
  // Of 0 / 0 it is 0, of two infinities 1.
  Value isZero = e.compare(CmpFPredicate::OEQ, larger, e.real(0));
  Value areInfinite = e.compare(CmpFPredicate::OEQ, smaller, e.infinity());
  Value t = e.div(smaller, e.select(isZero, e.real(1), larger));
  t = e.select(areInfinite, e.real(1), t);
  Value angle = emitAtanOfFraction(e, t);
  angle = e.select(isSteep, subtractFrom(e, 2 * quarterPi, 2 * quarterPiLow, angle), angle);
  Value isLeft = e.compare(CmpFPredicate::OLT, e.copySign(e.real(1), x), e.real(0));
  angle = e.select(isLeft, subtractFrom(e, 4 * quarterPi, 4 * quarterPiLow, angle), angle);
  Value isNumber = e.compare(CmpFPredicate::ORD, x, y);
  return e.select(isNumber, e.copySign(angle, y), e.nan());
}

/// sqrt(1 - x^2), exactly where x is near 1 or -1.
static Value emitCofactor(Emitter &e, Value x) {
  Value square = e.mul(e.sub(e.real(1), x), e.add(e.real(1), x));
  return math::SqrtOp::create(e.getBuilder(), e.getLoc(), square);
}

/// `exp(log(|x|) / 3)`, and a step of Newton's: y - (y - |x| / y^2) / 3.
static Value emitCbrt(Emitter &e, Value x) {
  Value magnitude = e.abs(x);
  Value y = emitExp(e, e.mul(emitLog(e, magnitude), e.real(0x1.5555555555555p-2)));
  Value rest = e.sub(y, e.div(magnitude, e.mul(y, y)));
  y = e.fma(rest, e.real(-0x1.5555555555555p-2), y);
  Value isZero = e.compare(CmpFPredicate::OEQ, x, e.real(0));
  Value isFinite = e.compare(CmpFPredicate::OLT, magnitude, e.infinity());
  y = e.select(isFinite, e.copySign(y, x), x);
  return e.select(isZero, x, y);
}

/// erf(x) for |x| <= 1.
static Value emitSmallErf(Emitter &e, Value x) {
  Value bounded = e.atMost(e.atLeast(x, e.real(-1)), e.real(1));
  return e.mul(bounded, evaluate(e, erfQuotient, e.mul(bounded, bounded)));
}

/// erfc(|x|) for 0.47 <= |x|.
static Value emitLargeErfc(Emitter &e, Value x) {
  // Beyond 27.3 it is zero.
  Value a = e.atMost(e.abs(x), e.real(28));
  Value t = e.div(e.sub(a, e.real(3)), e.add(a, e.real(3)));
  Value scaled = e.div(evaluate(e, erfcTail, t), e.fma(a, e.real(2), e.real(1)));
  // exp(-a^2), whose argument must be exact.
  Value square = e.mul(a, a), minus = e.sub(e.real(0), square);
  Value rest = e.fma(a, a, minus);
  Value power = emitExp(e, minus);
  power = e.sub(power, e.mul(power, rest));
  return e.mul(power, scaled);
}

static Value emitErf(Emitter &e, Value x) {
  Value isSmall = e.compare(CmpFPredicate::OLT, e.abs(x), e.real(1));
  Value large = e.copySign(e.sub(e.real(1), emitLargeErfc(e, x)), x);
  return e.select(isSmall, emitSmallErf(e, x), large);
}

static Value emitErfc(Emitter &e, Value x) {
  Value magnitude = e.abs(x), isLess = e.compare(CmpFPredicate::OLT, x, e.real(0.5));
  Value large = emitLargeErfc(e, x);
  Value isVeryNegative = e.compare(CmpFPredicate::OLT, x, e.real(-1));
  Value small =
      e.select(isVeryNegative, e.sub(e.real(2), large), e.sub(e.real(1), emitSmallErf(e, x)));
  Value result = e.select(isLess, small, large);
  return e.select(e.compare(CmpFPredicate::ORD, magnitude, magnitude), result, x);
}

/// The value of `op` by formulas of f64; null where there is none.
static Value emitDouble(Emitter &e, Operation *op, ValueRange args) {
  Value x = args.front();
  if (isa<math::AtanOp>(op))
    return emitAngle(e, x, e.real(1));
  if (isa<math::Atan2Op>(op))
    return emitAngle(e, x, args[1]);
  if (isa<math::AsinOp>(op))
    return emitAngle(e, x, emitCofactor(e, x));
  if (isa<math::AcosOp>(op))
    return emitAngle(e, emitCofactor(e, x), x);
  if (isa<math::CbrtOp>(op))
    return emitCbrt(e, x);
  if (isa<math::ErfOp>(op))
    return emitErf(e, x);
  if (isa<math::ErfcOp>(op))
    return emitErfc(e, x);
  return {};
}

Value chad::detail::emitAlone(OpBuilder &builder, Operation *op, bool useFMA) {
  if (!isa<math::AtanOp, math::Atan2Op, math::AsinOp, math::AcosOp, math::CbrtOp, math::ErfOp,
           math::ErfcOp>(op))
    return {};
  Type type = op->getResult(0).getType(), wide = builder.getF64Type();
  Location loc = op->getLoc();
  Emitter emitter(builder, loc, wide, useFMA);
  SmallVector<Value> args(op->getOperands());
  if (type == wide)
    return emitDouble(emitter, op, args);
  for (Value &arg : args)
    arg = arith::ExtFOp::create(builder, loc, wide, arg);
  return arith::TruncFOp::create(builder, loc, type, emitDouble(emitter, op, args));
}
