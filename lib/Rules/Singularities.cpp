//===- Singularities.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Singularities.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/DiscardableAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Whether the op computes sums, products or choices of its operands, or moves elements.
bool isPlain(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp, arith::SelectOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::ExtFOp, arith::TruncFOp, math::FmaOp, ToLinearOp, FromLinearOp, AddOp, ScaleOp,
             GatherOp, ScatterAddOp>(op) ||
         (isa_and_nonnull<tensor::TensorDialect>(op->getDialect()) && !op->getNumRegions());
}

/// Whether the op is a function that is finite, with finite partial derivatives, at finite numbers.
bool isSmooth(Operation *op) {
  return isa<math::TanhOp, math::SinOp, math::CosOp, math::ErfOp, math::ErfcOp, math::AtanOp,
             math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp, math::RoundOp,
             math::RoundEvenOp, math::TruncOp>(op);
}

/// Whether each element of a constant satisfies `test`.
bool isConstantOf(Value value, function_ref<bool(const APFloat &)> test) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return test(scalar.getValue());
  DenseFPElementsAttr elements;
  constexpr int64_t maxElements = 4096;
  return matchPattern(value, m_Constant(&elements)) &&
         (elements.isSplat() || elements.getNumElements() <= maxElements) &&
         llvm::all_of(elements.getValues<APFloat>(), test);
}

/// The double next to `x`, which may be of a wider type.
double toDouble(APFloat x) {
  bool losesInfo;
  x.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return x.convertToDouble();
}

/// Walks from values to the values that they are computed from.
class Origins {
public:
  explicit Origins(bool followsValues = false) : followsValues(followsValues) {}
  void add(Value value) {
    Type type = value.getType();
    if (auto lin = dyn_cast<LinType>(type))
      type = lin.getPrimal();
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      values.insert(value);
  }
  /// Adds the values that `values[i]` is computed from. Returns false if a partial derivative may
  /// be singular, or if the op is not known.
  bool follow(size_t i) {
    Value value = values[i];
    auto result = dyn_cast<OpResult>(value);
    return result ? followResult(result) : followArgument(cast<BlockArgument>(value));
  }
  size_t size() const { return values.size(); }

private:
  bool followResult(OpResult result);
  bool followArgument(BlockArgument arg);
  /// Whether the result, though not all partial derivatives, is finite at finite operands.
  bool isFiniteFunction(Operation *op);

  bool followsValues; ///< Rather than partial derivatives.
  unsigned numCalls = 0;
  llvm::SetVector<Value> values;
};

/// Finds bounds of elements by looking at a few ops.
class Bounds {
public:
  bool isNonNegative(Value value) { return has(value, /*sign=*/1, /*isStrict=*/false); }
  bool isNonPositive(Value value) { return has(value, /*sign=*/-1, /*isStrict=*/false); }
  /// Whether a positive number is a lower bound of all elements.
  bool isPositive(Value value) { return has(value, /*sign=*/1, /*isStrict=*/true); }
  bool isNegative(Value value) { return has(value, /*sign=*/-1, /*isStrict=*/true); }
  /// Whether `bound`, a positive number, is a lower bound of all elements.
  bool isAtLeast(Value value, double bound);

private:
  bool has(Value value, int sign, bool isStrict);
  bool resultHas(Operation *op, int sign, bool isStrict);

  static constexpr unsigned maxDepth = 12;
  unsigned depth = 0;
};
} // namespace

/// The array of which `value` is an element in a loop, if any. An operand of an associative body,
/// as of a reduction, may be what other elements have been combined to.
static Value getArrayInLoop(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  bool isInLoop = arg && isa_and_nonnull<ArrayLoopOpInterface>(arg.getOwner()->getParentOp());
  return isInLoop ? getArrayOfElement(arg) : Value();
}

/// The array that has the elements of `value`, or the scalar that is each element, or the scalar
/// that `value` is.
static Value skipMoves(Value value) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<tensor::ExtractOp, tensor::ExtractSliceOp, tensor::CollapseShapeOp,
                        tensor::ExpandShapeOp, tensor::CastOp, arith::ExtFOp>(op)) {
      value = op->getOperand(0);
    } else if (isa_and_nonnull<linalg::BroadcastOp, linalg::TransposeOp, linalg::FillOp>(op)) {
      value = op->getOperand(0);
    } else if (Value array = getArrayInLoop(value)) {
      value = array;
    } else if (auto map = dyn_cast_or_null<MapOp>(op)) {
      value = map.getYield()->getOperand(cast<OpResult>(value).getResultNumber());
    } else {
      return value;
    }
  }
}

/// Whether `a` and `b` are one value, or the same element of one array in a loop over it.
static bool isSame(Value a, Value b) {
  Value array = getArrayInLoop(a);
  return a == b ||
         (array && array == getArrayInLoop(b) && a.getParentBlock() == b.getParentBlock());
}

bool Bounds::has(Value value, int sign, bool isStrict) {
  value = skipMoves(value);
  if (isConstantOf(value, [&](const APFloat &x) {
        return x.isZero() ? !isStrict : !x.isNaN() && x.isNegative() == (sign < 0);
      }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth == maxDepth)
    return false;
  ++depth;
  bool result;
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    // A sum, from zero or more.
    unsigned number = cast<OpResult>(value).getResultNumber();
    auto add =
        reduce.getBody().front().getTerminator()->getOperand(number).getDefiningOp<arith::AddFOp>();
    auto isArgOf = [&](Value operand) {
      auto arg = dyn_cast<BlockArgument>(operand);
      return arg && arg.getOwner() == &reduce.getBody().front() &&
             arg.getArgNumber() % reduce.getArrays().size() == number;
    };
    result = add && !isStrict && isArgOf(add.getLhs()) && isArgOf(add.getRhs()) &&
             has(reduce.getUnits()[number], sign, false) &&
             has(reduce.getArrays()[number], sign, false);
  } else {
    result = resultHas(op, sign, isStrict);
  }
  --depth;
  return result;
}

bool Bounds::resultHas(Operation *op, int sign, bool isStrict) {
  auto operandHas = [&](unsigned i, int sign, bool isStrict) {
    return has(op->getOperand(i), sign, isStrict);
  };
  if (isa<arith::NegFOp>(op))
    return operandHas(0, -sign, isStrict);
  if (isa<arith::AddFOp>(op))
    return operandHas(0, sign, false) && operandHas(1, sign, false) &&
           (!isStrict || operandHas(0, sign, true) || operandHas(1, sign, true));
  // One large operand is a lower bound of a maximum; one small operand is an upper bound of a
  // minimum.
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op) && sign > 0)
    return operandHas(0, sign, isStrict) || operandHas(1, sign, isStrict);
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op) && sign < 0)
    return operandHas(0, sign, isStrict) || operandHas(1, sign, isStrict);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    Value a = select.getTrueValue(), b = select.getFalseValue();
    if (has(a, sign, isStrict) && has(b, sign, isStrict))
      return true;
    // x ≥ 0 ? -x : x, which is -|x| with the derivative of a function of |x| that is smooth at 0.
    auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
    auto negation = a.getDefiningOp<arith::NegFOp>();
    using Predicate = arith::CmpFPredicate;
    return compare && negation && !isStrict && sign < 0 && negation.getOperand() == b &&
           compare.getLhs() == b && isConstantOf(compare.getRhs(), std::mem_fn(&APFloat::isZero)) &&
           llvm::is_contained({Predicate::OGE, Predicate::OGT, Predicate::UGE, Predicate::UGT},
                              compare.getPredicate());
  }
  if (sign < 0)
    return false;
  if (isa<arith::MulFOp>(op) && isSame(op->getOperand(0), op->getOperand(1)))
    return !isStrict;
  if (isa<arith::MulFOp, arith::DivFOp>(op))
    return !isStrict && operandHas(0, 1, false) && operandHas(1, 1, false);
  if (isa<math::SqrtOp>(op))
    return !isStrict || operandHas(0, 1, true);
  return !isStrict && isa<math::AbsFOp, math::ExpOp, math::Exp2Op>(op);
}

bool Bounds::isAtLeast(Value value, double bound) {
  value = skipMoves(value);
  if (isConstantOf(value, [&](const APFloat &x) { return toDouble(x) >= bound; }))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth == maxDepth)
    return false;
  ++depth;
  bool result = false;
  if (isa<arith::AddFOp>(op)) {
    Value a = op->getOperand(0), b = op->getOperand(1);
    result = (isAtLeast(a, bound) && isNonNegative(b)) || (isAtLeast(b, bound) && isNonNegative(a));
  } else if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op)) {
    result = isAtLeast(op->getOperand(0), bound) || isAtLeast(op->getOperand(1), bound);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    result = isAtLeast(select.getTrueValue(), bound) && isAtLeast(select.getFalseValue(), bound);
  } else if (isa<math::SqrtOp>(op)) {
    result = isAtLeast(op->getOperand(0), bound * bound);
  }
  --depth;
  return result;
}

bool Origins::isFiniteFunction(Operation *op) {
  Bounds bounds;
  auto isAwayFromZero = [&](Value value) {
    auto isOther = [](const APFloat &x) { return x.isFiniteNonZero(); };
    return isConstantOf(skipMoves(value), isOther) || bounds.isPositive(value) ||
           bounds.isNegative(value);
  };
  if (isa<arith::DivFOp>(op))
    return isAwayFromZero(op->getOperand(1));
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return bounds.isNonPositive(op->getOperand(0));
  if (isa<math::SqrtOp>(op))
    return bounds.isNonNegative(op->getOperand(0));
  if (isa<math::RsqrtOp>(op))
    return bounds.isPositive(op->getOperand(0));
  return isa<arith::SIToFPOp, arith::UIToFPOp>(op);
}

bool Origins::followResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (op->hasTrait<mlir::OpTrait::ConstantLike>())
    return !followsValues || isConstantOf(result, std::mem_fn(&APFloat::isFinite));
  if (auto loop = dyn_cast<ArrayLoopOpInterface>(op)) {
    add(loop.getYield()->getOperand(number));
    if (number < loop.getNumStates())
      add(loop.getInitialStates()[number]);
    return true;
  }
  if (auto reduce = dyn_cast<ReduceOp>(op)) {
    add(reduce.getBody().front().getTerminator()->getOperand(number));
    add(reduce.getUnits()[number]);
    return true;
  }
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    add(structured.getBlock()->getTerminator()->getOperand(number));
    return true;
  }
  // The results of a called function are analysed by its body, with its arguments as the operands.
  if (auto call = dyn_cast<func::CallOp>(op)) {
    // To look for a function takes as long as the module is large.
    constexpr unsigned maxCalls = 32;
    if (++numCalls > maxCalls)
      return false;
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
    if (!callee || !callee.getBody().hasOneBlock() ||
        number >= callee.front().getTerminator()->getNumOperands())
      return false;
    add(callee.front().getTerminator()->getOperand(number));
    llvm::for_each(op->getOperands(), [&](Value operand) { add(operand); });
    return true;
  }
  if (!isPlain(op) && !isSmooth(op) && !(followsValues && isFiniteFunction(op)))
    return false;
  for (Value operand : op->getOperands())
    add(operand);
  return true;
}

bool Origins::followArgument(BlockArgument arg) {
  Operation *op = arg.getOwner()->getParentOp();
  // The code of a branch that was not taken may call a function with infinite arguments.
  if (isa_and_nonnull<func::FuncOp>(op))
    return !followsValues || !op->hasAttr(backwardAttr);
  if (auto loop = dyn_cast_or_null<ArrayLoopOpInterface>(op)) {
    if (Value array = getArrayOfElement(arg)) {
      add(array);
      return true;
    }
    for (auto [i, state] : llvm::enumerate(loop.getStateArgs()))
      if (state == arg) {
        add(loop.getInitialStates()[i]);
        add(loop.getYieldedStates()[i]);
      }
    return true;
  }
  if (auto reduce = dyn_cast_or_null<ReduceOp>(op)) {
    unsigned number = arg.getArgNumber() % reduce.getArrays().size();
    add(reduce.getArrays()[number]);
    return true;
  }
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  unsigned number = arg.getArgNumber();
  // The initial value of an extremum is -∞ or ∞.
  bool isExtremum =
      followsValues && number >= structured.getNumDpsInputs() &&
      isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
          structured.getBlock()
              ->getTerminator()
              ->getOperand(number - structured.getNumDpsInputs())
              .getDefiningOp());
  if (!isExtremum)
    add(op->getOperand(number));
  if (number >= structured.getNumDpsInputs())
    add(structured.getBlock()->getTerminator()->getOperand(number - structured.getNumDpsInputs()));
  return true;
}

/// Whether `origins` lead from `value` only to arguments of the function.
static bool leadsToArguments(Origins origins, Value value) {
  constexpr size_t maxValues = 256;
  origins.add(value);
  for (size_t i = 0; i < origins.size(); ++i)
    if (i == maxValues || !origins.follow(i))
      return false;
  return true;
}

bool chad::detail::mayComeFromSingularPartials(Value value) {
  return !leadsToArguments(Origins(), value);
}

bool chad::detail::mayBeInfinite(Value value) {
  return !leadsToArguments(Origins(/*followsValues=*/true), value);
}

bool chad::detail::hasBoundedPartials(Operation *op) {
  Value divisor;
  if (isa<arith::DivFOp>(op))
    divisor = op->getOperand(1);
  else if (isa<math::LogOp, math::Log2Op, math::Log10Op, math::SqrtOp, math::RsqrtOp, math::CbrtOp>(
               op))
    divisor = op->getOperand(0);
  Bounds bounds;
  if (!divisor)
    return isa<math::Log1pOp>(op) && bounds.isNonNegative(op->getOperand(0));
  // A bound so large that the square of its inverse is far from the largest number.
  auto type = cast<FloatType>(getElementTypeOrSelf(divisor.getType()));
  int exponent = std::min(APFloat::semanticsMaxExponent(type.getFloatSemantics()), 1023) / 4;
  return bounds.isAtLeast(divisor, std::ldexp(1.0, -exponent));
}

bool chad::detail::mayHaveInfinitePartials(linalg::LinalgOp op) {
  auto isFloat = [](Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); };
  for (Operation &nested : op.getBlock()->without_terminator()) {
    if (llvm::none_of(nested.getResults(), isFloat) ||
        nested.hasTrait<mlir::OpTrait::ConstantLike>())
      continue;
    if (!isPlain(&nested) && !isSmooth(&nested))
      return true;
    // All other ops have finite factors.
    if (!isa<arith::MulFOp, math::FmaOp, ScaleOp>(nested) && !isSmooth(&nested))
      continue;
    for (Value operand : nested.getOperands())
      if (isFloat(operand) && mayBeInfinite(operand))
        return true;
  }
  return false;
}
