//===- UNFLinearity.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How linearity propagates through the ops on contexts. A context is linear as a whole: either each
// of its components is linear or zero, or none is linear.

#include "chad/IR/ChadOps.h"
#include "chad/IR/Linearity.h"

using namespace mlir;
using namespace chad;

static void flowEach(MutableArrayRef<OpOperand> from, ValueRange to, LinearityPropagator &p) {
  for (auto [operand, value] : llvm::zip(from, to))
    p.flow(operand, value);
}

static void flowAll(MutableArrayRef<OpOperand> from, ValueRange to, LinearityPropagator &p) {
  for (OpOperand &operand : from)
    for (Value value : to)
      p.flow(operand, value);
}

static MutableArrayRef<OpOperand> yielded(Region &region) {
  return region.front().getTerminator()->getOpOperands();
}

/// The components of the context flow to the results and to `args`.
static LogicalResult flowContext(Operation *op, ValueRange args, LinearityPropagator &p) {
  flowAll(op->getOpOperands().take_front(), op->getResults(), p);
  flowAll(op->getOpOperands().take_front(), args, p);
  return success();
}

LogicalResult UNFEnterOp::propagateLinearity(LinearityPropagator &p) {
  flowAll((*this)->getOpOperands(), getResult(), p);
  return success();
}

#define CHAD_FLOW_CONTEXT(OP)                                                                      \
  LogicalResult OP::propagateLinearity(LinearityPropagator &p) { return flowContext(*this, {}, p); }

CHAD_FLOW_CONTEXT(UNFLeaveOp)
CHAD_FLOW_CONTEXT(UNFVarOp)
CHAD_FLOW_CONTEXT(UNFPairOp)
CHAD_FLOW_CONTEXT(UNFGetOp)
CHAD_FLOW_CONTEXT(UNFProjOp)
CHAD_FLOW_CONTEXT(UNFVarTOp)
CHAD_FLOW_CONTEXT(UNFPairTOp)
CHAD_FLOW_CONTEXT(UNFGetTOp)
CHAD_FLOW_CONTEXT(UNFProjTOp)

LogicalResult UNFOpOp::propagateLinearity(LinearityPropagator &p) {
  flowAll(yielded(getBody()), getResult(), p);
  return flowContext(*this, getBody().getArguments(), p);
}

LogicalResult UNFMapOp::propagateLinearity(LinearityPropagator &p) {
  flowAll(yielded(getBody()), getResult(), p);
  return flowContext(*this, getBody().getArguments(), p);
}

/// Units, and the values that the body yields, are left operands of the body; as the order of
/// association is free, also right ones.
static LogicalResult propagateAssociative(Operation *op, LinearityPropagator &p) {
  Region &body = op->getRegion(0);
  auto units = op->getOpOperands().drop_front();
  auto lefts = body.getArguments().drop_back(units.size()).take_back(units.size());
  auto rights = body.getArguments().take_back(units.size());
  for (auto from : {units, yielded(body)}) {
    flowEach(from, lefts, p);
    flowEach(from, rights, p);
    flowAll(from, op->getResults(), p);
  }
  return flowContext(op, body.getArguments(), p);
}

LogicalResult UNFReduceOp::propagateLinearity(LinearityPropagator &p) {
  return propagateAssociative(*this, p);
}
LogicalResult UNFScanOp::propagateLinearity(LinearityPropagator &p) {
  return propagateAssociative(*this, p);
}

LogicalResult UNFOpTOp::propagateLinearity(LinearityPropagator &p) {
  flowAll(yielded(getBody()), getResult(), p);
  return flowContext(*this, getBody().getArguments(), p);
}

/// `free` cotangents are handed from one iteration to the next.
static LogicalResult propagateThroughAdjoint(Operation *op, Region &adjoint, unsigned free,
                                             unsigned incoming, LinearityPropagator &p) {
  auto accumulators = adjoint.getArguments().take_front(free);
  auto cotangents = adjoint.getArguments().take_back(incoming);
  flowEach(yielded(adjoint), accumulators, p);
  flowAll(yielded(adjoint), op->getResults(), p);
  flowAll(op->getOpOperands().take_front(), accumulators, p);
  return flowContext(op, cotangents, p);
}

LogicalResult UNFMapTOp::propagateLinearity(LinearityPropagator &p) {
  unsigned m = getCotangents(), n = getArrays().size() + getKept().size();
  return propagateThroughAdjoint(*this, getBody(), getBody().getNumArguments() - n - m, m, p);
}

/// The cotangent of the accumulator goes from one step to the next.
template <typename OpTy>
static LogicalResult propagateThroughSteps(OpTy op, bool isLeft, LinearityPropagator &p) {
  Region &adjoint = op.getAdjoint();
  unsigned n = op.getArrays().size(), free = adjoint.getNumArguments() - 3 * n;
  flowEach(yielded(adjoint).drop_front(isLeft ? free : free + n),
           adjoint.getArguments().take_back(n), p);
  return propagateThroughAdjoint(op, adjoint, free, n, p);
}

LogicalResult UNFReduceTOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughSteps(*this, /*isLeft=*/true, p);
}
LogicalResult UNFScanTOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughSteps(*this, getDirection() == Direction::Left, p);
}
