//===- Math.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// math: each function is computed in f64 and rounded to its type.

#include "mlir/Dialect/Math/IR/Math.h"
#include "Elementwise.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

template <typename OpTy> static void addUnary(OpHandlers &handlers, double (*fn)(double)) {
  addElementwise<OpTy>(handlers, [fn](const Lane &lane) { return fn(lane.f(0)); });
}
template <typename OpTy> static void addBinary(OpHandlers &handlers, double (*fn)(double, double)) {
  addElementwise<OpTy>(handlers, [fn](const Lane &lane) { return fn(lane.f(0), lane.f(1)); });
}
/// Registers a predicate of a float in its own type.
template <typename OpTy> static void addTest(OpHandlers &handlers, bool (APFloat::*test)() const) {
  addElementwise<OpTy>(handlers, [test](const Lane &lane) {
    APFloat value(lane.f(0));
    bool losesInfo;
    value.convert(cast<FloatType>(lane.operandType(0)).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &losesInfo);
    return boolean((value.*test)());
  });
}

static double multiplyAdd(const Lane &lane) {
  // The result is rounded once, to f32: a fused operation in f64 would be rounded twice.
  if (lane.resultType().isF32() && !lane.eval.interpreter.isWidened())
    return std::fma(static_cast<float>(lane.f(0)), static_cast<float>(lane.f(1)),
                    static_cast<float>(lane.f(2)));
  return std::fma(lane.f(0), lane.f(1), lane.f(2));
}

static double clamp(const Lane &lane) {
  double value = lane.f(0), low = lane.f(1), high = lane.f(2);
  return std::isnan(value) ? value : value < low ? low : value > high ? high : value;
}

/// Repeated squaring; a negative exponent gives the inverse, rounded to zero.
static FailureOr<Number> integerPower(const Lane &lane) {
  APInt base = lane.i(0), exponent = lane.i(1);
  APInt result(base.getBitWidth(), 1);
  if (exponent.isNegative()) {
    if (base.isZero())
      return lane.eval.error() << "zero to the power of " << exponent.getSExtValue();
    if (base == result || (base.isAllOnes() && !exponent[0]))
      return Number(result);
    return Number(base.isAllOnes() ? base : APInt(base.getBitWidth(), 0));
  }
  for (; !exponent.isZero(); exponent.lshrInPlace(1), base *= base)
    if (exponent[0])
      result *= base;
  return Number(result);
}

static void registerInteger(OpHandlers &handlers) {
  addElementwise<math::AbsIOp>(handlers, [](const Lane &lane) { return lane.i(0).abs(); });
  addElementwise<math::CountLeadingZerosOp>(handlers, [](const Lane &lane) {
    return APInt(lane.resultWidth(), lane.i(0).countl_zero(), false, /*implicitTrunc=*/true);
  });
  addElementwise<math::CountTrailingZerosOp>(handlers, [](const Lane &lane) {
    return APInt(lane.resultWidth(), lane.i(0).countr_zero(), false, /*implicitTrunc=*/true);
  });
  addElementwise<math::CtPopOp>(handlers, [](const Lane &lane) {
    return APInt(lane.resultWidth(), lane.i(0).popcount(), false, /*implicitTrunc=*/true);
  });
  addElementwise<math::IPowIOp>(handlers, integerPower);
}

void chad::registerMathHandlers(OpHandlers &handlers) {
  addUnary<math::AbsFOp>(handlers, std::fabs);
  addUnary<math::AcosOp>(handlers, std::acos);
  addUnary<math::AcoshOp>(handlers, std::acosh);
  addUnary<math::AsinOp>(handlers, std::asin);
  addUnary<math::AsinhOp>(handlers, std::asinh);
  addUnary<math::AtanOp>(handlers, std::atan);
  addUnary<math::AtanhOp>(handlers, std::atanh);
  addUnary<math::CbrtOp>(handlers, std::cbrt);
  addUnary<math::CeilOp>(handlers, std::ceil);
  addUnary<math::CosOp>(handlers, std::cos);
  addUnary<math::CoshOp>(handlers, std::cosh);
  addUnary<math::ErfOp>(handlers, std::erf);
  addUnary<math::ErfcOp>(handlers, std::erfc);
  addUnary<math::ExpOp>(handlers, std::exp);
  addUnary<math::Exp2Op>(handlers, std::exp2);
  addUnary<math::ExpM1Op>(handlers, std::expm1);
  addUnary<math::FloorOp>(handlers, std::floor);
  addUnary<math::LogOp>(handlers, std::log);
  addUnary<math::Log10Op>(handlers, std::log10);
  addUnary<math::Log1pOp>(handlers, std::log1p);
  addUnary<math::Log2Op>(handlers, std::log2);
  addUnary<math::RoundOp>(handlers, std::round);
  addUnary<math::RoundEvenOp>(handlers, std::nearbyint);
  addUnary<math::RsqrtOp>(handlers, [](double x) { return 1 / std::sqrt(x); });
  addUnary<math::SinOp>(handlers, std::sin);
  addUnary<math::SinhOp>(handlers, std::sinh);
  addUnary<math::SqrtOp>(handlers, std::sqrt);
  addUnary<math::TanOp>(handlers, std::tan);
  addUnary<math::TanhOp>(handlers, std::tanh);
  addUnary<math::TruncOp>(handlers, std::trunc);
  addBinary<math::Atan2Op>(handlers, std::atan2);
  addBinary<math::CopySignOp>(handlers, std::copysign);
  addBinary<math::PowFOp>(handlers, std::pow);
  addElementwise<math::FmaOp>(handlers, multiplyAdd);
  addElementwise<math::ClampFOp>(handlers, clamp);
  addElementwise<math::FPowIOp>(handlers, [](const Lane &lane) {
    return std::pow(lane.f(0), lane.i(1).signedRoundToDouble());
  });
  addElementwise<math::SincosOp>(handlers, [](const Lane &lane) -> LaneResults {
    return SmallVector<Number, 2>{std::sin(lane.f(0)), std::cos(lane.f(0))};
  });
  addTest<math::IsFiniteOp>(handlers, &APFloat::isFinite);
  addTest<math::IsInfOp>(handlers, &APFloat::isInfinity);
  addTest<math::IsNaNOp>(handlers, &APFloat::isNaN);
  addTest<math::IsNormalOp>(handlers, &APFloat::isNormal);
  registerInteger(handlers);
}
