//===- Elementwise.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops that act on each element: ops of arith and math on scalars or whole tensors.

#include "Elementwise.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

FailureOr<Value> chad::stablehlo::spreadTo(Importer &importer, Operation *op, Value value,
                                           Value like) {
  auto target = dyn_cast<RankedTensorType>(like.getType());
  auto source = dyn_cast<RankedTensorType>(value.getType());
  if (target && !source) {
    Value all = importer.splat(value, importer.sizes(like));
    return importer.fold<tensor::CastOp>(target.clone(value.getType()), all);
  }
  if (!target && !source)
    return value;
  Type type = source && target ? Type(target.clone(source.getElementType())) : Type();
  if (!type || !tensor::CastOp::areCastCompatible(source, type)) {
    importer.error(op, "has operands of types ")
        << value.getType() << " and " << like.getType() << ", whose shapes differ";
    return failure();
  }
  return source == type ? value : importer.create<tensor::CastOp>(type, value).getResult();
}

FailureOr<SmallVector<Value>>
chad::stablehlo::elementwiseOperands(Importer &importer, Operation *op, unsigned numOperands) {
  if (failed(importer.expect(op, numOperands)))
    return failure();
  SmallVector<Value> values = importer.operands(op);
  for (unsigned i = 1; i < numOperands; ++i) {
    if (isa<RankedTensorType>(values[i].getType()) != isa<RankedTensorType>(values[0].getType()))
      return importer.error(op, "has operands of different shapes");
    FailureOr<Value> value = spreadTo(importer, op, values[i], values[0]);
    if (failed(value))
      return failure();
    values[i] = *value;
  }
  return values;
}

/// Returns the operands, which must have one type; the result has that type, too.
static FailureOr<SmallVector<Value>> sameOperands(Importer &importer, Operation *op,
                                                  unsigned numOperands) {
  auto values = elementwiseOperands(importer, op, numOperands);
  if (failed(values))
    return failure();
  for (Value value : *values)
    if (value.getType() != values->front().getType())
      return importer.error(op, "has operands of types ")
             << values->front().getType() << " and " << value.getType() << ", which differ";
  return values;
}

static bool isFloat(Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); }
static bool isBool(Value value) { return getElementTypeOrSelf(value.getType()).isInteger(1); }

FailureOr<Value> chad::stablehlo::floatOperand(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  if (!isFloat(values->front()))
    return importer.error(op, "is imported on floats, and has an operand of type ")
           << op->getOperand(0).getType();
  return values->front();
}

static LogicalResult refuseType(Importer &importer, Operation *op) {
  return importer.error(op, "has no meaning for ") << op->getOperand(0).getType();
}

//===----------------------------------------------------------------------===//
// Binary ops
//===----------------------------------------------------------------------===//

/// Imports a binary op by one of four ops: on floats, signed integers, unsigned integers, or truth
/// values.
template <typename FloatOp, typename SignedOp, typename UnsignedOp, typename BoolOp>
static LogicalResult importBinary(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value a = (*values)[0], b = (*values)[1], result;
  if (isFloat(a))
    result = importer.fold<FloatOp>(a, b);
  else if (isBool(a))
    result = importer.fold<BoolOp>(a, b);
  else if (importer.isUnsigned(op, 0))
    result = importer.fold<UnsignedOp>(a, b);
  else
    result = importer.fold<SignedOp>(a, b);
  return importer.set(op, result);
}

/// Records the range of `result`, which is a counter of iterations plus or minus a constant, or a
/// constant minus a counter.
static void trackCounter(Importer &importer, Value a, Value b, Value result, bool isSum) {
  const Importer::Counter *left = importer.getCounter(a), *right = importer.getCounter(b);
  if (isSum && right) {
    std::swap(a, b);
    std::swap(left, right);
  }
  APInt number;
  if ((left && right) || (!left && !right) || !matchPattern(left ? b : a, m_ConstantInt(&number)) ||
      number.getBitWidth() > 64)
    return;
  Importer::Counter counter = left ? *left : *right;
  std::optional<int64_t> extent;
  if (counter.extent)
    extent = getConstantIntValue(counter.extent);
  constexpr int64_t most = 1 << 30;
  int64_t by = number.getSExtValue();
  if (!extent || *extent < 1 || *extent > most || by < -most || by > most)
    return;
  int64_t scale = left ? 1 : -1, offset = left && !isSum ? -by : by;
  int64_t low = (left ? counter.low : 1 - *extent) + offset;
  int64_t high = (left ? *extent - 1 : -counter.low) + offset;
  if (low < 0 || high > most || result.getType().getIntOrFloatBitWidth() < 32)
    return;
  counter.width = 32;
  counter.extent = importer.builder.getIndexAttr(high + 1);
  counter.low = low;
  counter.scale *= scale;
  counter.offset = scale * counter.offset + offset;
  // In a loop, the result is a linear function of the number of the iteration.
  Value base = counter.base ? counter.base : counter.index;
  Value constant = importer.index(counter.base ? counter.offset : offset);
  bool isBackwards = counter.base ? counter.scale < 0 : scale < 0;
  counter.index = isBackwards ? importer.fold<arith::SubIOp>(constant, base)
                              : importer.fold<arith::AddIOp>(base, constant);
  importer.setCounter(result, counter);
}

/// Sums and differences, also of counters of iterations.
template <typename FloatOp, typename IntegerOp, typename BoolOp>
static LogicalResult importSum(Importer &importer, Operation *op) {
  if (failed(importBinary<FloatOp, IntegerOp, IntegerOp, BoolOp>(importer, op)))
    return failure();
  Value result = importer.lookup(op->getResult(0));
  if (isa<IntegerType>(result.getType()) && !result.getDefiningOp<arith::ConstantOp>())
    trackCounter(importer, importer.operand(op, 0), importer.operand(op, 1), result,
                 std::is_same_v<FloatOp, arith::AddFOp>);
  return success();
}

template <typename OpTy> static LogicalResult importBitwise(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  if (isFloat((*values)[0]))
    return refuseType(importer, op);
  return importer.set(op, importer.fold<OpTy>((*values)[0], (*values)[1]));
}

template <typename OpTy> static LogicalResult importFloatBinary(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  if (!isFloat((*values)[0]))
    return importer.error(op, "is imported on floats, and has an operand of type ")
           << op->getOperand(0).getType();
  return importer.set(op, importer.fold<OpTy>((*values)[0], (*values)[1]));
}

static LogicalResult importPower(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value a = (*values)[0], b = (*values)[1];
  if (isFloat(a))
    return importer.set(op, importer.create<math::PowFOp>(a, b));
  if (importer.isUnsigned(op, 0))
    return importer.error(op, "is imported on floats and signed integers");
  return importer.set(op, importer.create<math::IPowIOp>(a, b));
}

/// Returns the op that defines `value` if it has this name and this number of operands; null
/// otherwise.
static Operation *madeBy(Value value, StringRef name, unsigned numOperands) {
  Operation *op = value.getDefiningOp();
  bool isIt = op && op->getName().getStringRef() == name && op->getNumOperands() == numOperands;
  return isIt ? op : nullptr;
}

/// Whether all elements of a value of the source are 1.
static bool isOne(Value value) {
  if (Operation *spread = madeBy(value, "stablehlo.broadcast_in_dim", 1))
    value = spread->getOperand(0);
  Operation *constant = madeBy(value, "stablehlo.constant", 0);
  auto elements = constant ? constant->getAttrOfType<DenseFPElementsAttr>("value") : nullptr;
  return elements && elements.isSplat() && elements.getSplatValue<APFloat>().isExactlyValue(1);
}

/// Returns x if the division is 1/(1 + exp(-x)), the form in which JAX exports its function
/// `logistic`. The derivative of this formula is NaN where exp(-x) is infinite; that of the
/// logistic function is not.
static Value matchLogistic(Operation *op) {
  Operation *sum = madeBy(op->getOperand(1), "stablehlo.add", 2);
  if (!sum || !isOne(op->getOperand(0)))
    return nullptr;
  for (unsigned i : {0, 1}) {
    Operation *exp = madeBy(sum->getOperand(i), "stablehlo.exponential", 1);
    Operation *negation = exp ? madeBy(exp->getOperand(0), "stablehlo.negate", 1) : nullptr;
    if (negation && isOne(sum->getOperand(1 - i)) &&
        isa<FloatType>(getElementTypeOrSelf(negation->getOperand(0).getType())))
      return negation->getOperand(0);
  }
  return nullptr;
}

/// Integer division is total, as in XLA. The quotient by 0 is -1, and the remainder is the
/// dividend. The least integer divided by -1 is itself, and the remainder is 0.
template <bool isRemainder> static LogicalResult importDivision(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value a = (*values)[0], b = (*values)[1];
  if (Value x = isRemainder ? Value() : matchLogistic(op))
    return importer.set(op, logistic(importer, importer.lookup(x)));
  if (isFloat(a))
    return importer.set(op, isRemainder ? importer.fold<arith::RemFOp>(a, b)
                                        : importer.fold<arith::DivFOp>(a, b));
  if (isBool(a))
    return refuseType(importer, op);
  Type type = a.getType();
  auto divide = [&](Value by) -> Value {
    if (importer.isUnsigned(op, 0))
      return isRemainder ? importer.fold<arith::RemUIOp>(a, by)
                         : importer.fold<arith::DivUIOp>(a, by);
    return isRemainder ? importer.fold<arith::RemSIOp>(a, by)
                       : importer.fold<arith::DivSIOp>(a, by);
  };
  APInt known;
  if (matchPattern(b, m_ConstantInt(&known)) && !known.isZero() && !known.isAllOnes())
    return importer.set(op, divide(b));
  Value zero = importer.constant(type, 0, a), one = importer.constant(type, 1, a);
  Value minusOne = importer.constant(type, -1, a);
  Value isZero = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::eq, b, zero);
  Value by = importer.fold<arith::SelectOp>(isZero, one, b);
  Value byZero = isRemainder ? a : minusOne;
  if (importer.isUnsigned(op, 0))
    return importer.set(op, importer.fold<arith::SelectOp>(isZero, byZero, divide(by)));
  Value isMinusOne = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::eq, b, minusOne);
  by = importer.fold<arith::SelectOp>(isMinusOne, one, by);
  Value negated = isRemainder ? zero : importer.fold<arith::SubIOp>(zero, a);
  Value result = importer.fold<arith::SelectOp>(isMinusOne, negated, divide(by));
  return importer.set(op, importer.fold<arith::SelectOp>(isZero, byZero, result));
}

/// A shift by at least the width of the type gives 0, or, for an arithmetic shift to the right,
/// copies of the sign bit.
template <typename OpTy> static LogicalResult importShift(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value a = (*values)[0], by = (*values)[1];
  if (isFloat(a))
    return refuseType(importer, op);
  Type type = a.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  Value last = importer.constant(type, width - 1, a);
  if (std::is_same_v<OpTy, arith::ShRSIOp>) {
    Value most = importer.fold<arith::MinUIOp>(by, last);
    return importer.set(op, importer.fold<OpTy>(a, most));
  }
  Value isInside = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::ule, by, last);
  Value most = importer.fold<arith::MinUIOp>(by, last);
  Value shifted = importer.fold<OpTy>(a, most);
  Value zero = importer.constant(type, 0, a);
  return importer.set(op, importer.fold<arith::SelectOp>(isInside, shifted, zero));
}

/// The upper half of a product of integers of 2h bits, from products of their halves: (x₁ 2ʰ +
/// x₀)(y₁ 2ʰ + y₀). A negative signed integer x is represented by x + 2^2ʰ, which adds y to the
/// upper half of the product x·y; so y is subtracted again.
static LogicalResult importMultiplyHigh(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value x = (*values)[0], y = (*values)[1];
  Type type = x.getType();
  if (!getElementTypeOrSelf(type).isInteger() || getElementTypeOrSelf(type).isInteger(1))
    return refuseType(importer, op);
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth(), half = width / 2;
  Value mask = importer.integerConstant(type, APInt::getLowBitsSet(width, half), x);
  Value count = importer.constant(type, half, x), zero = importer.constant(type, 0, x);
  auto low = [&](Value v) { return importer.fold<arith::AndIOp>(v, mask); };
  auto high = [&](Value v) { return importer.fold<arith::ShRUIOp>(v, count); };
  auto add = [&](Value a, Value b) { return importer.fold<arith::AddIOp>(a, b); };
  auto multiply = [&](Value a, Value b) { return importer.fold<arith::MulIOp>(a, b); };
  Value first = add(multiply(high(x), low(y)), high(multiply(low(x), low(y))));
  Value second = add(multiply(low(x), high(y)), low(first));
  Value result = add(add(multiply(high(x), high(y)), high(first)), high(second));
  if (!importer.isUnsigned(op, 0))
    for (auto [factor, other] : {std::pair(x, y), std::pair(y, x)}) {
      Value isNegative = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::slt, factor, zero);
      Value less = importer.fold<arith::SelectOp>(isNegative, other, zero);
      result = importer.fold<arith::SubIOp>(result, less);
    }
  return importer.set(op, result);
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

template <typename OpTy> static LogicalResult importUnary(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  return importer.set(op, importer.fold<OpTy>(*x));
}

template <typename OpTy>
static LogicalResult importIntegerUnary(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  if (isFloat(values->front()))
    return refuseType(importer, op);
  return importer.set(op, importer.fold<OpTy>(values->front()));
}

static LogicalResult importAbs(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  if (isFloat(x))
    return importer.set(op, importer.fold<math::AbsFOp>(x));
  return importer.set(op, importer.isUnsigned(op, 0) ? x : importer.fold<math::AbsIOp>(x));
}

static LogicalResult importNegate(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  if (isFloat(x))
    return importer.set(op, importer.fold<arith::NegFOp>(x));
  Value zero = importer.constant(x.getType(), 0, x);
  return importer.set(op, importer.fold<arith::SubIOp>(zero, x));
}

static LogicalResult importNot(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  if (isFloat(x))
    return refuseType(importer, op);
  Value ones = importer.constant(x.getType(), -1, x);
  return importer.set(op, importer.fold<arith::XOrIOp>(x, ones));
}

/// The sign: 1 or -1; a zero or NaN is returned as it is. The derivative is zero.
static LogicalResult importSign(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Value x = values->front();
  Type type = x.getType();
  Value zero = importer.constant(type, 0, x), one = importer.constant(type, 1, x);
  if (!isFloat(x) && importer.isUnsigned(op, 0))
    return importer.set(op, isBool(x) ? x : importer.fold<arith::MinUIOp>(x, one));
  Value minusOne = importer.constant(type, -1, x), isPositive, isNegative;
  if (isFloat(x)) {
    x = importer.create<StopGradientOp>(x);
    isPositive = importer.create<arith::CmpFOp>(arith::CmpFPredicate::OGT, x, zero);
    isNegative = importer.create<arith::CmpFOp>(arith::CmpFPredicate::OLT, x, zero);
  } else {
    isPositive = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::sgt, x, zero);
    isNegative = importer.fold<arith::CmpIOp>(arith::CmpIPredicate::slt, x, zero);
  }
  Value rest = importer.fold<arith::SelectOp>(isNegative, minusOne, x);
  return importer.set(op, importer.fold<arith::SelectOp>(isPositive, one, rest));
}

static LogicalResult importIsFinite(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  Value size = importer.fold<math::AbsFOp>(*x);
  Value infinity = importer.constant(x->getType(), std::numeric_limits<double>::infinity(), *x);
  return importer.set(op, importer.fold<arith::CmpFOp>(arith::CmpFPredicate::OLT, size, infinity));
}

static LogicalResult importIdentity(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  return importer.set(op, values->front());
}

static LogicalResult importImaginaryPart(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  return importer.set(op, importer.constant(x->getType(), 0, *x));
}

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

/// Maps a float to an integer so that signed comparison of integers is the total order of floats:
/// -NaN < -inf < ... < -0 < +0 < ... < inf < NaN. An integer has no derivative.
static Value totalOrderKey(Importer &importer, Value x) {
  Type element = getElementTypeOrSelf(x.getType());
  unsigned width = element.getIntOrFloatBitWidth();
  Type integer = importer.builder.getIntegerType(width);
  auto tensor = dyn_cast<RankedTensorType>(x.getType());
  Type type = tensor ? Type(tensor.clone(integer)) : integer;
  Value fixed = importer.create<StopGradientOp>(x);
  Value bits = importer.create<arith::BitcastOp>(type, fixed);
  Value zero = importer.constant(type, 0, bits);
  Value rest = importer.integerConstant(type, APInt::getSignedMaxValue(width), bits);
  Value flipped = importer.create<arith::XOrIOp>(bits, rest);
  Value isNegative = importer.create<arith::CmpIOp>(arith::CmpIPredicate::slt, bits, zero);
  return importer.create<arith::SelectOp>(isNegative, flipped, bits);
}

/// The next float after `a` in the direction of `b`. The distance between `a` and the result is
/// piecewise constant, so that the derivative by `a` is 1, and that by `b` is 0.
static LogicalResult importNextAfter(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  if (failed(values))
    return failure();
  Value a = (*values)[0], b = (*values)[1];
  if (!isFloat(a))
    return refuseType(importer, op);
  unsigned width = getElementTypeOrSelf(a.getType()).getIntOrFloatBitWidth();
  Type integer = importer.builder.getIntegerType(width);
  auto tensor = dyn_cast<RankedTensorType>(a.getType());
  Type type = tensor ? Type(tensor.clone(integer)) : integer;
  Value from = importer.create<StopGradientOp>(a), to = importer.create<StopGradientOp>(b);
  auto compare = [&](arith::CmpFPredicate predicate, Value x, Value y) -> Value {
    return importer.create<arith::CmpFOp>(predicate, x, y);
  };
  auto select = [&](Value which, Value x, Value y) -> Value {
    return importer.create<arith::SelectOp>(which, x, y);
  };
  // A step away from zero adds 1 to the bits as an integer; a step towards zero subtracts 1. The
  // float next to zero is the least one.
  Value bits = importer.create<arith::BitcastOp>(type, from);
  Value one = importer.constant(type, 1, bits), minusOne = importer.constant(type, -1, bits);
  Value sign = importer.create<arith::AndIOp>(
      importer.create<arith::BitcastOp>(type, to),
      importer.integerConstant(type, APInt::getSignMask(width), bits));
  Value zero = importer.constant(a.getType(), 0, a);
  Value isUpwards = compare(arith::CmpFPredicate::OLT, from, to);
  Value isPositive = compare(arith::CmpFPredicate::OGT, from, zero);
  Value isAway = importer.create<arith::CmpIOp>(arith::CmpIPredicate::eq, isUpwards, isPositive);
  Value next = importer.create<arith::AddIOp>(bits, select(isAway, one, minusOne));
  next = select(compare(arith::CmpFPredicate::OEQ, from, zero),
                importer.create<arith::OrIOp>(sign, one), next);
  next = importer.create<arith::BitcastOp>(a.getType(), next);
  next = select(compare(arith::CmpFPredicate::OEQ, from, to), to, next);
  next = select(compare(arith::CmpFPredicate::UNO, from, to),
                importer.create<arith::AddFOp>(from, to), next);
  // The result is a + stop_gradient(next - a), which is exact if both are finite.
  Value step = importer.create<StopGradientOp>(importer.create<arith::SubFOp>(next, from));
  Value sum = importer.create<arith::AddFOp>(a, step);
  Value infinity = importer.constant(a.getType(), std::numeric_limits<double>::infinity(), a);
  Value isFinite = importer.create<arith::AndIOp>(
      compare(arith::CmpFPredicate::OLT, importer.create<math::AbsFOp>(from), infinity),
      compare(arith::CmpFPredicate::OLT, importer.create<math::AbsFOp>(next), infinity));
  return importer.set(op, select(isFinite, sum, next));
}

namespace {
struct Predicates {
  arith::CmpFPredicate ofFloats;
  arith::CmpIPredicate ofSigned, ofUnsigned;
};
} // namespace

static std::optional<Predicates> getPredicates(StringRef direction) {
  using F = arith::CmpFPredicate;
  using I = arith::CmpIPredicate;
  return llvm::StringSwitch<std::optional<Predicates>>(direction)
      .Case("EQ", Predicates{F::OEQ, I::eq, I::eq})
      .Case("NE", Predicates{F::UNE, I::ne, I::ne})
      .Case("GE", Predicates{F::OGE, I::sge, I::uge})
      .Case("GT", Predicates{F::OGT, I::sgt, I::ugt})
      .Case("LE", Predicates{F::OLE, I::sle, I::ule})
      .Case("LT", Predicates{F::OLT, I::slt, I::ult})
      .Default(std::nullopt);
}

Value chad::stablehlo::compareTotalOrder(Importer &importer, Value a, Value b,
                                         arith::CmpIPredicate predicate) {
  return importer.create<arith::CmpIOp>(predicate, totalOrderKey(importer, a),
                                        totalOrderKey(importer, b));
}

static LogicalResult importCompare(Importer &importer, Operation *op) {
  auto values = sameOperands(importer, op, 2);
  auto direction = importer.enumeration(op, "comparison_direction", "comparison_direction");
  auto kind = importer.enumeration(op, "compare_type", "comparison_type", "NOTYPE");
  if (failed(values) || failed(direction) || failed(kind))
    return failure();
  std::optional<Predicates> predicates = getPredicates(*direction);
  if (!predicates)
    return importer.error(op, "has a comparison direction that is not known: " + *direction);
  Value a = (*values)[0], b = (*values)[1];
  if (isFloat(a)) {
    if (*kind == "TOTALORDER")
      return importer.set(op, compareTotalOrder(importer, a, b, predicates->ofSigned));
    return importer.set(op, importer.fold<arith::CmpFOp>(predicates->ofFloats, a, b));
  }
  // JAX compares each index with 0. For a counter of iterations, which is not negative, the result
  // is known.
  APInt bound;
  if (importer.getCounter(a) && matchPattern(b, m_ConstantInt(&bound)) &&
      !bound.isStrictlyPositive()) {
    if (*direction == "LT")
      return importer.set(op, importer.constant(importer.builder.getI1Type(), 0));
    if (*direction == "GE")
      return importer.set(op, importer.constant(importer.builder.getI1Type(), 1));
  }
  auto predicate = importer.isUnsigned(op, 0) ? predicates->ofUnsigned : predicates->ofSigned;
  return importer.set(op, importer.fold<arith::CmpIOp>(predicate, a, b));
}

static LogicalResult importSelect(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 3)))
    return failure();
  Value which = importer.operand(op, 0), a = importer.operand(op, 1), b = importer.operand(op, 2);
  if (!isBool(which))
    return importer.error(op, "chooses by a value of type ") << op->getOperand(0).getType();
  FailureOr<Value> other = spreadTo(importer, op, b, a);
  if (failed(other))
    return failure();
  if (other->getType() != a.getType())
    return importer.error(op, "chooses between values of types ")
           << a.getType() << " and " << other->getType();
  if (isa<RankedTensorType>(which.getType())) {
    FailureOr<Value> spread = spreadTo(importer, op, which, a);
    if (failed(spread))
      return failure();
    which = *spread;
  }
  return importer.set(op, importer.fold<arith::SelectOp>(which, a, *other));
}

static LogicalResult importClamp(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 3)))
    return failure();
  Value x = importer.operand(op, 1);
  FailureOr<Value> low = spreadTo(importer, op, importer.operand(op, 0), x);
  FailureOr<Value> high = spreadTo(importer, op, importer.operand(op, 2), x);
  if (failed(low) || failed(high))
    return failure();
  if (low->getType() != x.getType() || high->getType() != x.getType())
    return importer.error(op, "has operands of different types of elements");
  Value result;
  if (isFloat(x))
    result = importer.fold<arith::MinimumFOp>(importer.fold<arith::MaximumFOp>(x, *low), *high);
  else if (importer.isUnsigned(op, 1))
    result = importer.fold<arith::MinUIOp>(importer.fold<arith::MaxUIOp>(x, *low), *high);
  else
    result = importer.fold<arith::MinSIOp>(importer.fold<arith::MaxSIOp>(x, *low), *high);
  return importer.set(op, result);
}

void chad::stablehlo::addElementwiseRules(RuleTable &rules) {
  rules["stablehlo.add"] = importSum<arith::AddFOp, arith::AddIOp, arith::OrIOp>;
  rules["stablehlo.subtract"] = importSum<arith::SubFOp, arith::SubIOp, arith::SubIOp>;
  rules["stablehlo.multiply"] =
      importBinary<arith::MulFOp, arith::MulIOp, arith::MulIOp, arith::AndIOp>;
  rules["stablehlo.maximum"] =
      importBinary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp>;
  rules["stablehlo.minimum"] =
      importBinary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp, arith::AndIOp>;
  rules["stablehlo.divide"] = importDivision<false>;
  rules["stablehlo.remainder"] = importDivision<true>;
  rules["stablehlo.power"] = importPower;
  rules["stablehlo.atan2"] = importFloatBinary<math::Atan2Op>;
  rules["stablehlo.and"] = importBitwise<arith::AndIOp>;
  rules["stablehlo.or"] = importBitwise<arith::OrIOp>;
  rules["stablehlo.xor"] = importBitwise<arith::XOrIOp>;
  rules["stablehlo.shift_left"] = importShift<arith::ShLIOp>;
  rules["stablehlo.shift_right_arithmetic"] = importShift<arith::ShRSIOp>;
  rules["stablehlo.shift_right_logical"] = importShift<arith::ShRUIOp>;

  rules["stablehlo.abs"] = importAbs;
  rules["stablehlo.negate"] = importNegate;
  rules["stablehlo.not"] = importNot;
  rules["stablehlo.sign"] = importSign;
  rules["stablehlo.is_finite"] = importIsFinite;
  rules["stablehlo.popcnt"] = importIntegerUnary<math::CtPopOp>;
  rules["stablehlo.count_leading_zeros"] = importIntegerUnary<math::CountLeadingZerosOp>;
  rules["stablehlo.cbrt"] = importUnary<math::CbrtOp>;
  rules["stablehlo.ceil"] = importUnary<math::CeilOp>;
  rules["stablehlo.cosine"] = importUnary<math::CosOp>;
  rules["stablehlo.exponential"] = importUnary<math::ExpOp>;
  rules["stablehlo.exponential_minus_one"] = importUnary<math::ExpM1Op>;
  rules["stablehlo.floor"] = importUnary<math::FloorOp>;
  rules["stablehlo.log"] = importUnary<math::LogOp>;
  rules["stablehlo.log_plus_one"] = importUnary<math::Log1pOp>;
  rules["stablehlo.round_nearest_afz"] = importUnary<math::RoundOp>;
  rules["stablehlo.round_nearest_even"] = importUnary<math::RoundEvenOp>;
  rules["stablehlo.rsqrt"] = importUnary<math::RsqrtOp>;
  rules["stablehlo.sine"] = importUnary<math::SinOp>;
  rules["stablehlo.sqrt"] = importUnary<math::SqrtOp>;
  rules["stablehlo.tan"] = importUnary<math::TanOp>;
  rules["stablehlo.tanh"] = importUnary<math::TanhOp>;
  rules["stablehlo.real"] = importIdentity;
  rules["stablehlo.imag"] = importImaginaryPart;
  rules["chlo.conj"] = importIdentity;
  rules["chlo.acos"] = importUnary<math::AcosOp>;
  rules["chlo.acosh"] = importUnary<math::AcoshOp>;
  rules["chlo.asin"] = importUnary<math::AsinOp>;
  rules["chlo.asinh"] = importUnary<math::AsinhOp>;
  rules["chlo.atan"] = importUnary<math::AtanOp>;
  rules["chlo.atanh"] = importUnary<math::AtanhOp>;
  rules["chlo.cosh"] = importUnary<math::CoshOp>;
  rules["chlo.sinh"] = importUnary<math::SinhOp>;
  rules["chlo.tan"] = importUnary<math::TanOp>;
  rules["chlo.erf"] = importUnary<math::ErfOp>;
  rules["chlo.erfc"] = importUnary<math::ErfcOp>;

  rules["chlo.mulhi"] = importMultiplyHigh;
  rules["chlo.next_after"] = importNextAfter;
  rules["stablehlo.compare"] = importCompare;
  rules["stablehlo.select"] = importSelect;
  rules["stablehlo.clamp"] = importClamp;
}
