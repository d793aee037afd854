//===- Arith.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// arith: arithmetic and comparisons. Where the result is poison, the interpreter
// chooses a value: a shift by the width or more gives the bits that remain.

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "Elementwise.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Constants and choice
//===----------------------------------------------------------------------===//

static double toDouble(APFloat value) {
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

/// Poison may be any value: here zero, in the smallest shape.
static EvalResult evalPoison(ub::PoisonOp op, Evaluation &eval) {
  Type type = op.getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    if (isScalarType(tensor.getElementType())) {
      SmallVector<int64_t> dynamic(tensor.getNumDynamicDims(), 0);
      return eval.splat(eval.fillShape(tensor, dynamic), zeroNumber(tensor.getElementType()));
    }
  if (!isScalarType(type))
    return eval.error() << "poison of type " << type << " is not supported";
  return one(zeroNumber(type));
}

static EvalResult evalConstant(arith::ConstantOp op, Evaluation &eval) {
  TypedAttr attr = op.getValue();
  if (auto value = dyn_cast<FloatAttr>(attr))
    return one(toDouble(value.getValue()));
  if (auto value = dyn_cast<IntegerAttr>(attr))
    return one(value.getValue());
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (!dense)
    return eval.error() << "constants like " << attr << " are not supported";
  ArrayRef<int64_t> shape = dense.getType().getShape();
  if (failed(eval.checkShape(shape)))
    return failure();
  std::vector<Number> elements;
  elements.reserve(dense.getNumElements());
  if (isa<FloatType>(dense.getElementType()))
    for (const APFloat &value : dense.getValues<APFloat>())
      elements.emplace_back(toDouble(value));
  else
    for (const APInt &value : dense.getValues<APInt>())
      elements.emplace_back(value);
  return one(Tensor(shape, std::move(elements)));
}

static EvalResult evalSelect(arith::SelectOp op, Evaluation &eval) {
  if (eval.get(op.getCondition()).is<Tensor>())
    return elementwise(eval, [](const Lane &lane) -> LaneResults {
      return SmallVector<Number, 2>{lane.numbers[lane.i(0).isZero() ? 2 : 1]};
    });
  bool condition = !eval.get(op.getCondition()).asInt().isZero();
  return one(eval.get(condition ? op.getTrueValue() : op.getFalseValue()));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <typename OpTy> static void addInteger(OpHandlers &handlers, APInt (*fn)(APInt, APInt)) {
  addElementwise<OpTy>(handlers, [fn](const Lane &lane) { return fn(lane.i(0), lane.i(1)); });
}

/// Division, which is undefined at zero and, signed, where the quotient overflows.
template <typename OpTy>
static void addDivision(OpHandlers &handlers, bool isSigned, APInt (*fn)(APInt, APInt)) {
  addElementwise<OpTy>(handlers, [=](const Lane &lane) -> FailureOr<Number> {
    if (lane.i(1).isZero())
      return lane.eval.error() << "division by zero";
    if (isSigned && lane.i(0).isMinSignedValue() && lane.i(1).isAllOnes() &&
        lane.i(0).getBitWidth() > 1)
      return lane.eval.error() << "signed division overflows";
    return Number(fn(lane.i(0), lane.i(1)));
  });
}

static APInt ceilDivU(APInt a, APInt b) {
  APInt quotient = a.udiv(b);
  return a.urem(b).isZero() ? quotient : quotient + 1;
}

static APInt divS(const APInt &a, const APInt &b, bool up) {
  APInt quotient = a.sdiv(b);
  bool isPositive = a.isNegative() == b.isNegative();
  if (a.srem(b).isZero() || isPositive != up)
    return quotient;
  return up ? quotient + 1 : quotient - 1;
}

/// The low and the high half of a product of twice the width.
static LaneResults extendedProduct(APInt a, APInt b, bool isSigned) {
  unsigned width = a.getBitWidth();
  APInt product =
      isSigned ? a.sext(2 * width) * b.sext(2 * width) : a.zext(2 * width) * b.zext(2 * width);
  return SmallVector<Number, 2>{product.trunc(width), product.lshr(width).trunc(width)};
}

static bool compareIntegers(arith::CmpIPredicate predicate, const APInt &a, const APInt &b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a.slt(b);
  case arith::CmpIPredicate::sle:
    return a.sle(b);
  case arith::CmpIPredicate::sgt:
    return a.sgt(b);
  case arith::CmpIPredicate::sge:
    return a.sge(b);
  case arith::CmpIPredicate::ult:
    return a.ult(b);
  case arith::CmpIPredicate::ule:
    return a.ule(b);
  case arith::CmpIPredicate::ugt:
    return a.ugt(b);
  case arith::CmpIPredicate::uge:
    return a.uge(b);
  }
  return false;
}

static void registerIntegers(OpHandlers &handlers) {
  addInteger<arith::AddIOp>(handlers, [](APInt a, APInt b) { return a + b; });
  addInteger<arith::SubIOp>(handlers, [](APInt a, APInt b) { return a - b; });
  addInteger<arith::MulIOp>(handlers, [](APInt a, APInt b) { return a * b; });
  addInteger<arith::AndIOp>(handlers, [](APInt a, APInt b) { return a & b; });
  addInteger<arith::OrIOp>(handlers, [](APInt a, APInt b) { return a | b; });
  addInteger<arith::XOrIOp>(handlers, [](APInt a, APInt b) { return a ^ b; });
  addInteger<arith::ShLIOp>(handlers, [](APInt a, APInt b) { return a.shl(b); });
  addInteger<arith::ShRUIOp>(handlers, [](APInt a, APInt b) { return a.lshr(b); });
  addInteger<arith::ShRSIOp>(handlers, [](APInt a, APInt b) { return a.ashr(b); });
  addInteger<arith::MaxSIOp>(handlers, [](APInt a, APInt b) { return a.sgt(b) ? a : b; });
  addInteger<arith::MaxUIOp>(handlers, [](APInt a, APInt b) { return a.ugt(b) ? a : b; });
  addInteger<arith::MinSIOp>(handlers, [](APInt a, APInt b) { return a.slt(b) ? a : b; });
  addInteger<arith::MinUIOp>(handlers, [](APInt a, APInt b) { return a.ult(b) ? a : b; });
  addDivision<arith::DivSIOp>(handlers, true, [](APInt a, APInt b) { return a.sdiv(b); });
  addDivision<arith::DivUIOp>(handlers, false, [](APInt a, APInt b) { return a.udiv(b); });
  addDivision<arith::RemSIOp>(handlers, false, [](APInt a, APInt b) { return a.srem(b); });
  addDivision<arith::RemUIOp>(handlers, false, [](APInt a, APInt b) { return a.urem(b); });
  addDivision<arith::CeilDivUIOp>(handlers, false, ceilDivU);
  addDivision<arith::CeilDivSIOp>(handlers, true,
                                  [](APInt a, APInt b) { return divS(a, b, /*up=*/true); });
  addDivision<arith::FloorDivSIOp>(handlers, true,
                                   [](APInt a, APInt b) { return divS(a, b, /*up=*/false); });
  addElementwise<arith::AddUIExtendedOp>(handlers, [](const Lane &lane) -> LaneResults {
    bool overflow;
    APInt sum = lane.i(0).uadd_ov(lane.i(1), overflow);
    return SmallVector<Number, 2>{sum, boolean(overflow)};
  });
  addElementwise<arith::MulSIExtendedOp>(handlers, [](const Lane &lane) {
    return extendedProduct(lane.i(0), lane.i(1), /*isSigned=*/true);
  });
  addElementwise<arith::MulUIExtendedOp>(handlers, [](const Lane &lane) {
    return extendedProduct(lane.i(0), lane.i(1), /*isSigned=*/false);
  });
  addElementwise<arith::CmpIOp>(handlers, [](const Lane &lane) {
    auto predicate = cast<arith::CmpIOp>(lane.eval.op).getPredicate();
    return boolean(compareIntegers(predicate, lane.i(0), lane.i(1)));
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// Orders the zeros: -0 < +0.
static bool isLess(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}
static double maximum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : isLess(a, b) ? b : a;
}
static double minimum(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? a + b : isLess(b, a) ? b : a;
}
static double maxNum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
}
static double minNum(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
}

static bool compareFloats(arith::CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return a != b;
  }
  return false;
}

template <typename OpTy> static void addFloat(OpHandlers &handlers, double (*fn)(double, double)) {
  addElementwise<OpTy>(handlers, [fn](const Lane &lane) { return fn(lane.f(0), lane.f(1)); });
}

static void registerFloats(OpHandlers &handlers) {
  addFloat<arith::AddFOp>(handlers, [](double a, double b) { return a + b; });
  addFloat<arith::SubFOp>(handlers, [](double a, double b) { return a - b; });
  addFloat<arith::MulFOp>(handlers, [](double a, double b) { return a * b; });
  addFloat<arith::DivFOp>(handlers, [](double a, double b) { return a / b; });
  addFloat<arith::RemFOp>(handlers, [](double a, double b) { return std::fmod(a, b); });
  addFloat<arith::MaximumFOp>(handlers, maximum);
  addFloat<arith::MinimumFOp>(handlers, minimum);
  addFloat<arith::MaxNumFOp>(handlers, maxNum);
  addFloat<arith::MinNumFOp>(handlers, minNum);
  addElementwise<arith::NegFOp>(handlers, [](const Lane &lane) { return -lane.f(0); });
  addElementwise<arith::CmpFOp>(handlers, [](const Lane &lane) {
    auto predicate = cast<arith::CmpFOp>(lane.eval.op).getPredicate();
    return boolean(compareFloats(predicate, lane.f(0), lane.f(1)));
  });
}

void chad::registerArithHandlers(OpHandlers &handlers) {
  handlers.add<ub::PoisonOp>(evalPoison);
  handlers.add<arith::ConstantOp>(evalConstant);
  handlers.add<arith::SelectOp>(evalSelect);
  registerIntegers(handlers);
  registerFloats(handlers);
}
