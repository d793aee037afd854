//===- Linearity.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How the dialect's own ops treat linear values.

#include "chad/IR/ChadOps.h"

using namespace mlir;
using namespace chad;

using OperandGroups = SmallVector<SmallVector<unsigned, 2>, 2>;

LogicalResult chad::propagateByOperandGroups(Operation *op, LinearityPropagator &) {
  return failure();
}

#define STUB(OP)                                                                                   \
  LogicalResult OP::propagateLinearity(LinearityPropagator &) { return failure(); }
STUB(MapOp)
STUB(BuildOp)
STUB(ReduceOp) STUB(ScanOp) STUB(FoldOp) STUB(HistOp) STUB(ZeroOp) STUB(CopowerFoldOp)
    STUB(LFunLambdaOp) STUB(LambdaOp) STUB(ApplyOp) STUB(CaseOp) STUB(JvpOp) STUB(VjpOp)
        STUB(GradOp) STUB(ValueAndGradOp) STUB(JacobianOp) STUB(LinearizeOp)

    /// The operands `first`, `first + 1`, ... up to the last, as one group.
    static OperandGroups oneGroup(Operation *op, unsigned first = 0) {
  SmallVector<unsigned, 2> group;
  for (unsigned i = first, e = op->getNumOperands(); i != e; ++i)
    group.push_back(i);
  return {group};
}

OperandGroups GatherOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups ScatterAddOp::getLinearOperandGroups() { return {{0, 1}}; }
OperandGroups AccumulateOp::getLinearOperandGroups() { return {{0, 1}}; }
OperandGroups AddOp::getLinearOperandGroups() { return {{0, 1}}; }
OperandGroups ScaleOp::getLinearOperandGroups() { return {{0}, {1}}; }
OperandGroups ToLinearOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups FromLinearOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups CopowerSingletonOp::getLinearOperandGroups() {
  return oneGroup(*this, getPrimals().size());
}
OperandGroups LFunApplyOp::getLinearOperandGroups() { return oneGroup(*this, 1); }
OperandGroups InjOp::getLinearOperandGroups() { return oneGroup(*this); }
