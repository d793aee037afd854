//===- IndexRanges.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/IndexRanges.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace chad;

/// How many values are visited to find one range.
static constexpr unsigned maxSteps = 32;

/// The build whose index `value` is, or that makes the iota of which it is an element.
static BuildOp getLoopOfIndex(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  auto build = arg ? dyn_cast_or_null<BuildOp>(arg.getOwner()->getParentOp()) : BuildOp();
  if (build)
    return build;
  Value array = getArrayOfElement(value);
  return array ? getIota(array) : BuildOp();
}

namespace {
class RangeFinder {
public:
  ConstantIntRanges find(Value value);

private:
  /// The numbers from `from` to `to` - 1.
  ConstantIntRanges upTo(ConstantIntRanges from, ConstantIntRanges to);
  std::optional<ConstantIntRanges> ofArgument(BlockArgument arg);
  std::optional<ConstantIntRanges> ofExtremum(OpResult extremum);

  unsigned steps = 0;
};
} // namespace

ConstantIntRanges RangeFinder::upTo(ConstantIntRanges from, ConstantIntRanges to) {
  unsigned width = from.smin().getBitWidth();
  if (to.smax().sle(from.smin()))
    return ConstantIntRanges::maxRange(width);
  return ConstantIntRanges::fromSigned(from.smin(), to.smax() - 1);
}

/// The value that each element of an array is, in some iteration of the loop that makes the array,
/// or of which it is a row; null if it is not known.
static Value getElementOf(Value array) {
  if (Value element = getYieldedElement(array))
    return element;
  Value rows = getArrayOfElement(array);
  Value row = rows ? getYieldedElement(rows) : Value();
  return row ? getYieldedElement(row) : Value();
}

/// The largest or smallest element of an array is one of them, or the unit.
std::optional<ConstantIntRanges> RangeFinder::ofExtremum(OpResult extremum) {
  auto reduce = dyn_cast<ReduceOp>(extremum.getOwner());
  if (!reduce)
    return std::nullopt;
  unsigned number = extremum.getResultNumber();
  Operation *op = reduce.getBody().front().getTerminator()->getOperand(number).getDefiningOp();
  if (!isa_and_nonnull<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(op) ||
      !llvm::is_contained(op->getOperands(), reduce.getLeftArgs()[number]) ||
      !llvm::is_contained(op->getOperands(), reduce.getRightArgs()[number]))
    return std::nullopt;
  Value element = getElementOf(reduce.getArrays()[number]);
  if (!element || element.getType() != extremum.getType())
    return std::nullopt;
  return find(reduce.getUnits()[number]).rangeUnion(find(element));
}

std::optional<ConstantIntRanges> RangeFinder::ofArgument(BlockArgument arg) {
  if (BuildOp build = getLoopOfIndex(arg)) {
    APInt zero(ConstantIntRanges::getStorageBitwidth(arg.getType()), 0);
    return upTo(ConstantIntRanges::constant(zero), find(build.getExtent()));
  }
  if (Value array = getArrayOfElement(arg)) {
    // An element of an array that a loop has made is one of the values that it yields.
    Value element = getElementOf(array);
    return element && element.getType() == arg.getType() ? std::optional(find(element))
                                                         : std::nullopt;
  }
  auto loop = dyn_cast_or_null<scf::ForOp>(arg.getOwner()->getParentOp());
  if (loop && arg == loop.getInductionVar() && !loop.getUnsignedCmp())
    return upTo(find(loop.getLowerBound()), find(loop.getUpperBound()));
  return std::nullopt;
}

ConstantIntRanges RangeFinder::find(Value value) {
  auto all = ConstantIntRanges::maxRange(ConstantIntRanges::getStorageBitwidth(value.getType()));
  if (++steps > maxSteps)
    return all;
  if (auto arg = dyn_cast<BlockArgument>(value))
    return ofArgument(arg).value_or(all);
  if (value.getDefiningOp<ReduceOp>())
    return ofExtremum(cast<OpResult>(value)).value_or(all);
  auto op = dyn_cast_or_null<InferIntRangeInterface>(value.getDefiningOp());
  if (!op || op->getNumRegions() != 0 || op->getNumResults() != 1)
    return all;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return all;
    operands.push_back(find(operand));
  }
  ConstantIntRanges range = all;
  op.inferResultRanges(operands, [&](Value, const ConstantIntRanges &found) { range = found; });
  return range;
}

ConstantIntRanges chad::getIndexRange(Value value) { return RangeFinder().find(value); }

std::optional<bool> chad::compareIndices(arith::CmpIPredicate predicate, Value a, Value b) {
  if (!a.getType().isIntOrIndex())
    return std::nullopt;
  auto isIndexOf = [](Value index, Value extent) {
    BuildOp loop = getLoopOfIndex(index);
    return loop && areEqual(Extent::of(getAsOpFoldResult(loop.getExtent())),
                            Extent::of(getAsOpFoldResult(extent)));
  };
  // An index i of a loop of n iterations compares with n as 0 does with 1, signed or not.
  APInt index(2, 0), extent(2, 1);
  if (isIndexOf(a, b))
    return arith::applyCmpPredicate(predicate, index, extent);
  if (isIndexOf(b, a))
    return arith::applyCmpPredicate(predicate, extent, index);
  return intrange::evaluatePred(static_cast<intrange::CmpPredicate>(predicate), getIndexRange(a),
                                getIndexRange(b));
}
