//===- LinalgForward.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tangents of structured ops, at the same points as their values:
//
//   ẏ[B(i)] = Σ ∂g/∂x(x[A(i)], ...) ẋ[A(i)]
//
// An op that is linear in an operand is its own tangent there.

#include "LinalgDerivatives.h"
#include "Singularities.h"
#include "TensorDerivatives.h"
#include "chad/Analysis/Accumulators.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

LogicalResult chad::detail::checkOperands(linalg::LinalgOp op, StringRef mode) {
  if (!op.hasPureTensorSemantics())
    return op.emitError("chad: no ")
           << mode << " rule for '" << op->getName() << "' on memory; let it work on tensors";
  return success();
}

/// The tangent of an op that adds products of its two inputs: it is linear in each of them.
static void forwardContraction(linalg::LinalgOp op, ForwardSweep &sweep) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  OpOperand &init = *op.getDpsInitOperand(0);
  Value sum = sweep.tangent(init.get());
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value tangent = sweep.isActive(getInputElement(op, input->getOperandNumber()))
                        ? sweep.tangent(input->get())
                        : Value();
    if (!tangent)
      continue;
    if (!sum)
      sum = sweep.zero(init.get());
    bool isMasked = sweep.isMasked(sum) || sweep.isMasked(tangent);
    Value plain = fromLinear(sweep, loc, tangent), start = fromLinear(sweep, loc, sum);
    Operation *copy = builder.clone(*op);
    copy->setOperand(input->getOperandNumber(), plain);
    copy->setOperand(init.getOperandNumber(), start);
    sum = toLinear(sweep, loc, copy->getResult(0), {sum, tangent});
    if (isMasked)
      sweep.setMasked(sum);
  }
  sweep.setTangent(op->getResult(0), sum);
}

/// Makes the accumulator the first operand of an extremum, `max(acc, x)` rather than `max(x, acc)`:
/// of equal elements the first one then gets the derivative.
static void putAccumulatorsFirst(linalg::LinalgOp op) {
  for (auto [i, kind] : llvm::enumerate(getAccumulatorKinds(op))) {
    if (kind != AccumulatorKind::Maximum && kind != AccumulatorKind::Minimum)
      continue;
    Operation *def = getYieldedElement(op, i).getDefiningOp();
    BlockArgument acc = getAccumulator(op, i);
    if (def->getOperand(0) != acc)
      def->setOperands({acc, def->getOperand(0)});
  }
}

LogicalResult chad::detail::forwardOf(linalg::LinalgOp op, ForwardSweep &sweep) {
  if (failed(checkOperands(op, "forward")))
    return failure();
  auto isMasked = [&](Value operand) {
    Value tangent = sweep.tangent(operand);
    return tangent && sweep.isMasked(tangent);
  };
  if (isPlainContraction(op) &&
      (llvm::none_of(op->getOperands(), isMasked) || !mayHaveInfinitePartials(op))) {
    forwardContraction(op, sweep);
    return success();
  }
  putAccumulatorsFirst(op);
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  Block *body = op.getBlock();
  unsigned numInputs = op.getNumDpsInputs(), numInits = op.getNumDpsInits();
  SmallVector<Value> inputs(op.getDpsInputs()), inits(op.getDpsInits());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray(),
                         initMaps(ArrayRef(maps).take_back(numInits));
  maps.resize(numInputs);
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<BlockArgument> accumulators;
  for (unsigned i = 0; i < numInits; ++i)
    accumulators.push_back(getAccumulator(op, i));
  for (unsigned i = 0; i < numInits; ++i)
    if (!accumulators[i])
      accumulators[i] =
          body->addArgument(getElementTypeOrSelf(inits[i].getType()), inits[i].getLoc());

  // The tangent of an element, from the next argument of the region.
  OpBuilder inBody = OpBuilder::atBlockBegin(body);
  auto addElement = [&](unsigned position, BlockArgument primal, bool isMasked) {
    BlockArgument arg = body->insertArgument(position, primal.getType(), loc);
    Value element = ToLinearOp::create(inBody, loc, arg);
    sweep.setTangent(primal, element);
    if (isMasked)
      sweep.setMasked(element);
  };
  SmallVector<Value> parts;
  for (unsigned i = 0; i < numInputs; ++i) {
    BlockArgument arg = body->getArgument(i);
    Value tangent = sweep.isActive(arg) ? sweep.tangent(inputs[i]) : Value();
    if (!tangent)
      continue;
    addElement(inputs.size(), arg, sweep.isMasked(tangent));
    inputs.push_back(fromLinear(sweep, loc, tangent));
    maps.push_back(maps[i]);
  }
  SmallVector<unsigned> active;
  for (unsigned i = 0; i < numInits; ++i) {
    bool isRead = sweep.isActive(accumulators[i]);
    if (!isRead && !sweep.isActive(op->getResult(i)))
      continue;
    active.push_back(i);
    // If the region reads no element of the init, only its shape is used, and it has no tangent.
    Value tangent = isRead ? sweep.tangentOrZero(inits[i]) : Value();
    if (isRead)
      addElement(body->getNumArguments(), accumulators[i], sweep.isMasked(tangent));
    else
      body->addArgument(accumulators[i].getType(), loc);
    inits.push_back(isRead ? fromLinear(sweep, loc, tangent) : inits[i]);
    initMaps.push_back(initMaps[i]);
  }
  llvm::append_range(maps, initMaps);

  OpBuilder::InsertPoint after = builder.saveInsertionPoint();
  if (failed(sweep.differentiate(*body)))
    return failure();
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  SmallVector<Value> yields(yield->getOperands());
  SmallVector<bool> masked;
  for (unsigned i : active) {
    Value tangent = sweep.tangentOrZero(yields[i]);
    masked.push_back(sweep.isMasked(tangent));
    yields.push_back(FromLinearOp::create(builder, loc, tangent));
  }
  yield->setOperands(yields);

  builder.restoreInsertionPoint(after);
  auto dual = linalg::GenericOp::create(builder, loc, ValueRange(inits).getTypes(), inputs, inits,
                                        maps, iterators);
  dual.getRegion().takeBody(op->getRegion(0));
  SmallVector<Value> tangents(numInits);
  for (auto [k, i] : llvm::enumerate(active)) {
    Value tangent = ToLinearOp::create(builder, loc, dual.getResult(numInits + k));
    if (masked[k])
      sweep.setMasked(tangent);
    tangents[i] = tangent;
  }
  sweep.replace(op, dual.getResults().take_front(numInits), tangents);
  return success();
}
