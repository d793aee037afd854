//===- ArrayAccessOps.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Verifiers of the indexed reads and updates, and the region terminator.

#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace chad;

/// Whether two types are equal, except for extents that are dynamic in one of them.
static bool compatible(Type a, Type b) {
  if (isa<LinType>(a) != isa<LinType>(b))
    return false;
  if (!isArrayType(a) || !isArrayType(b))
    return a == b;
  RankedTensorType ta = getArrayTensor(a), tb = getArrayTensor(b);
  return ta.getElementType() == tb.getElementType() &&
         succeeded(verifyCompatibleShape(ta.getShape(), tb.getShape()));
}

/// The type of the elements of `array` at an array of indices of the given shape.
static Type selected(Type array, ArrayRef<int64_t> indices) {
  Type type = getArrayElement(array);
  for (int64_t extent : llvm::reverse(indices))
    type = getArrayOf(type, extent);
  return type;
}

LogicalResult GatherOp::verify() {
  Type expected = selected(getSource().getType(), getIndices().getType().getShape());
  if (!compatible(getResult().getType(), expected))
    return emitOpError("expects a result compatible with ")
           << expected << ", got " << getResult().getType();
  return success();
}

/// Whether elements of an array can be added: not if they are boxes or sums.
static LogicalResult verifyAdditive(Operation *op, Type array) {
  Type element = getArrayTensor(array).getElementType();
  if (isa<LinType>(array) || !isa<BoxType, SumType>(element))
    return success();
  return op->emitOpError("adds elements of type ") << element << ", which have no sum";
}

LogicalResult ScatterAddOp::verify() {
  if (failed(verifyAdditive(*this, getAcc().getType())))
    return failure();
  Type expected = selected(getAcc().getType(), getIndices().getType().getShape());
  if (!compatible(getValues().getType(), expected))
    return emitOpError("expects values compatible with ")
           << expected << ", got " << getValues().getType();
  return success();
}

LogicalResult AccumulateOp::verify() {
  if (failed(verifyAdditive(*this, getAcc().getType())))
    return failure();
  RankedTensorType acc = getArrayTensor(getAcc().getType());
  int64_t count = getIndices().size();
  if (count == 0 || count > acc.getRank())
    return emitOpError("expects 1 to ")
           << acc.getRank() << " indices into " << getAcc().getType() << ", got " << count;
  Type expected = getAcc().getType();
  for (int64_t i = 0; i < count; ++i)
    expected = getArrayElement(expected);
  if (!compatible(getValue().getType(), expected))
    return emitOpError("expects a value compatible with ")
           << expected << ", got " << getValue().getType();
  return success();
}

/// The operands that are forwarded to the parent's results or to its next iteration. Only
/// `chad.fold` and `chad.case` forward values unchanged.
MutableOperandRange YieldOp::getMutableSuccessorOperands(RegionSuccessor successor) {
  if (auto fold = dyn_cast<FoldOp>((*this)->getParentOp()))
    return MutableOperandRange(*this, 0, fold.getNumStates());
  if (isa<CaseOp>((*this)->getParentOp()))
    return getOperandsMutable();
  return MutableOperandRange(*this, 0, 0);
}
