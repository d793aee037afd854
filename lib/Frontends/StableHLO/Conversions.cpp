//===- Conversions.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Changes of the type of elements.

#include "Elementwise.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

static Type withElement(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(element)) : element;
}

/// Converts a float to an integer by rounding towards zero. As in XLA, a float out of range becomes
/// the nearest integer of the type, and NaN becomes 0.
static Value floatToInteger(Importer &importer, Value x, IntegerType element, bool toUnsigned) {
  Type type = withElement(x.getType(), element), floats = x.getType();
  auto &semantics = cast<FloatType>(getElementTypeOrSelf(floats)).getFloatSemantics();
  unsigned width = element.getWidth();
  APInt most = toUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt least = toUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  // The largest float that is at most the largest integer of the type.
  auto inside = [&](const APInt &value) {
    APFloat bound(semantics);
    bound.convertFromAPInt(value, !toUnsigned, APFloat::rmTowardZero);
    return importer.floatConstant(floats, bound, x);
  };
  Value low = inside(least), high = inside(most);
  Value isNumber = importer.fold<arith::CmpFOp>(arith::CmpFPredicate::ORD, x, x);
  Value number = importer.fold<arith::SelectOp>(isNumber, x, importer.constant(floats, 0, x));
  Value clamped =
      importer.fold<arith::MinNumFOp>(importer.fold<arith::MaxNumFOp>(number, low), high);
  Value result = toUnsigned ? importer.fold<arith::FPToUIOp>(type, clamped)
                            : importer.fold<arith::FPToSIOp>(type, clamped);
  auto correct = [&](arith::CmpFPredicate predicate, Value bound, const APInt &extreme) {
    Value isOutside = importer.fold<arith::CmpFOp>(predicate, number, bound);
    Value constant = importer.integerConstant(type, extreme, x);
    result = importer.fold<arith::SelectOp>(isOutside, constant, result);
  };
  correct(arith::CmpFPredicate::OGT, high, most);
  correct(arith::CmpFPredicate::OLT, low, least);
  return result;
}

static Value integerToInteger(Importer &importer, Value x, Type element, bool isUnsigned) {
  Type type = withElement(x.getType(), element), source = getElementTypeOrSelf(x.getType());
  if (source.isIndex() || element.isIndex()) {
    if (isUnsigned)
      return importer.fold<arith::IndexCastUIOp>(type, x);
    return importer.fold<arith::IndexCastOp>(type, x);
  }
  unsigned from = source.getIntOrFloatBitWidth(), to = element.getIntOrFloatBitWidth();
  if (from == to)
    return x;
  if (from > to)
    return importer.fold<arith::TruncIOp>(type, x);
  if (isUnsigned)
    return importer.fold<arith::ExtUIOp>(type, x);
  return importer.fold<arith::ExtSIOp>(type, x);
}

Value Importer::convert(Value x, Type element, bool isUnsigned, bool toUnsigned) {
  Type source = getElementTypeOrSelf(x.getType()), type = withElement(x.getType(), element);
  if (source == element)
    return x;
  auto from = dyn_cast<FloatType>(source), to = dyn_cast<FloatType>(element);
  if (from && to) {
    if (from.getWidth() == to.getWidth())
      return convert(convert(x, builder.getF32Type(), false, false), element, false, false);
    if (from.getWidth() < to.getWidth())
      return fold<arith::ExtFOp>(type, x);
    return fold<arith::TruncFOp>(type, x);
  }
  if (to) {
    if (source.isIndex())
      x = fold<arith::IndexCastOp>(withElement(x.getType(), builder.getI64Type()), x);
    if (isUnsigned)
      return fold<arith::UIToFPOp>(type, x);
    return fold<arith::SIToFPOp>(type, x);
  }
  if (element.isInteger(1)) {
    Value zero = constant(x.getType(), 0, x);
    if (from)
      return fold<arith::CmpFOp>(arith::CmpFPredicate::UNE, x, zero);
    return fold<arith::CmpIOp>(arith::CmpIPredicate::ne, x, zero);
  }
  if (from && element.isIndex())
    return convert(floatToInteger(*this, x, builder.getI64Type(), false), element, false, false);
  if (from)
    return floatToInteger(*this, x, cast<IntegerType>(element), toUnsigned);
  return integerToInteger(*this, x, element, isUnsigned);
}

static LogicalResult importConvert(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  Type target = getElementTypeOrSelf(op->getResult(0).getType());
  Value result = importer.convert(x, getElementTypeOrSelf(importer.resultType(op)),
                                  importer.isUnsigned(op, 0), target.isUnsignedInteger());
  // The facts about a counter hold for the result only if it has enough bits for the counter.
  if (const Importer::Counter *known = importer.getCounter(x)) {
    Importer::Counter counter = *known;
    if (result.getType().isSignlessInteger() &&
        result.getType().getIntOrFloatBitWidth() >= counter.width)
      importer.setCounter(result, counter);
  }
  return importer.set(op, result);
}

/// Reinterprets the bits of numbers as numbers of another type. The derivative is zero, as in JAX.
static LogicalResult importBitcast(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  Type element = getElementTypeOrSelf(importer.resultType(op));
  Type source = getElementTypeOrSelf(x.getType());
  if (source.isIndex() || element.isIndex() ||
      source.getIntOrFloatBitWidth() != element.getIntOrFloatBitWidth())
    return importer.error(op, "is imported between types of one width");
  if (source == element)
    return importer.set(op, x);
  if (isa<FloatType>(source))
    x = importer.create<StopGradientOp>(x);
  return importer.set(op, importer.create<arith::BitcastOp>(withElement(x.getType(), element), x));
}

/// Rounds a float to the precision of a narrower type; the type of the float stays.
static LogicalResult importReducePrecision(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  FailureOr<int64_t> exponent = importer.integer(op, "exponent_bits");
  FailureOr<int64_t> mantissa = importer.integer(op, "mantissa_bits");
  if (failed(x) || failed(exponent) || failed(mantissa))
    return failure();
  OpBuilder &builder = importer.builder;
  auto element = cast<FloatType>(getElementTypeOrSelf(x->getType()));
  for (FloatType type : {FloatType(builder.getBF16Type()), FloatType(builder.getF16Type()),
                         FloatType(builder.getF32Type()), FloatType(builder.getF64Type())}) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    int64_t bits = APFloat::semanticsPrecision(semantics) - 1;
    if (bits != *mantissa || type.getWidth() - bits - 1 != *exponent)
      continue;
    if (type.getWidth() >= element.getWidth() && type != element)
      break;
    Value rounded = importer.convert(*x, type, false, false);
    return importer.set(op, importer.convert(rounded, element, false, false));
  }
  return importer.error(op, "is imported to the precision of bf16, f16, f32 and f64, from types "
                            "that are wider");
}

void chad::stablehlo::addConversionRules(RuleTable &rules) {
  rules["stablehlo.convert"] = importConvert;
  rules["stablehlo.bitcast_convert"] = importBitcast;
  rules["stablehlo.reduce_precision"] = importReducePrecision;
}
