//===- Casts.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// arith: conversions. A float that does not fit an integer gives the nearest
// integer that does, and NaN gives zero, where arith leaves poison.

#include "Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static APFloat toFloat(double value, Type type, APFloat::roundingMode mode) {
  APFloat result(value);
  bool losesInfo;
  result.convert(cast<FloatType>(type).getFloatSemantics(), mode, &losesInfo);
  return result;
}

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

static APInt floatToInteger(const Lane &lane, bool isSigned) {
  APSInt result(lane.resultWidth(), /*isUnsigned=*/!isSigned);
  bool isExact;
  APFloat(lane.f(0)).convertToInteger(result, APFloat::rmTowardZero, &isExact);
  return result;
}

static double integerToFloat(const Lane &lane, bool isSigned) {
  APFloat result(cast<FloatType>(lane.resultType()).getFloatSemantics());
  result.convertFromAPInt(lane.i(0), isSigned, APFloat::rmNearestTiesToEven);
  return toDouble(result);
}

static APFloat::roundingMode roundingMode(std::optional<arith::RoundingMode> mode) {
  switch (mode.value_or(arith::RoundingMode::to_nearest_even)) {
  case arith::RoundingMode::to_nearest_even:
    return APFloat::rmNearestTiesToEven;
  case arith::RoundingMode::downward:
    return APFloat::rmTowardNegative;
  case arith::RoundingMode::upward:
    return APFloat::rmTowardPositive;
  case arith::RoundingMode::toward_zero:
    return APFloat::rmTowardZero;
  case arith::RoundingMode::to_nearest_away:
    return APFloat::rmNearestTiesToAway;
  }
  return APFloat::rmNearestTiesToEven;
}

static double truncateFloat(const Lane &lane) {
  if (lane.eval.interpreter.isWidened())
    return lane.f(0);
  auto mode = roundingMode(cast<arith::TruncFOp>(lane.eval.op).getRoundingmode());
  return toDouble(toFloat(lane.f(0), lane.resultType(), mode));
}

Number chad::detail::bitcastNumber(const Number &number, Type from, Type to) {
  APInt bits =
      isa<FloatType>(from)
          ? toFloat(std::get<double>(number), from, APFloat::rmNearestTiesToEven).bitcastToAPInt()
          : std::get<APInt>(number);
  if (auto type = dyn_cast<FloatType>(to))
    return toDouble(APFloat(type.getFloatSemantics(), bits));
  return bits;
}

void chad::registerCastHandlers(OpHandlers &handlers) {
  addElementwise<arith::ExtUIOp>(
      handlers, [](const Lane &lane) { return lane.i(0).zext(lane.resultWidth()); });
  addElementwise<arith::ExtSIOp>(
      handlers, [](const Lane &lane) { return lane.i(0).sext(lane.resultWidth()); });
  addElementwise<arith::TruncIOp>(
      handlers, [](const Lane &lane) { return lane.i(0).trunc(lane.resultWidth()); });
  addElementwise<arith::IndexCastOp>(
      handlers, [](const Lane &lane) { return lane.i(0).sextOrTrunc(lane.resultWidth()); });
  addElementwise<arith::IndexCastUIOp>(
      handlers, [](const Lane &lane) { return lane.i(0).zextOrTrunc(lane.resultWidth()); });
  addElementwise<arith::ExtFOp>(handlers, [](const Lane &lane) { return lane.f(0); });
  addElementwise<arith::TruncFOp>(handlers, truncateFloat);
  addElementwise<arith::SIToFPOp>(
      handlers, [](const Lane &lane) { return integerToFloat(lane, /*isSigned=*/true); });
  addElementwise<arith::UIToFPOp>(
      handlers, [](const Lane &lane) { return integerToFloat(lane, /*isSigned=*/false); });
  addElementwise<arith::FPToSIOp>(
      handlers, [](const Lane &lane) { return floatToInteger(lane, /*isSigned=*/true); });
  addElementwise<arith::FPToUIOp>(
      handlers, [](const Lane &lane) { return floatToInteger(lane, /*isSigned=*/false); });
  addElementwise<arith::BitcastOp>(handlers, [](const Lane &lane) {
    return bitcastNumber(lane.numbers[0], lane.operandType(0), lane.resultType());
  });
}
