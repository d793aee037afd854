//===- ReverseSweep.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/ReverseSweep.h"
#include "Recompute.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;

Value ReverseSweep::primal(Value value) { return scope->primal(value); }
Value ReverseSweep::dim(Value value, int64_t dim) { return scope->dim(value, dim); }
Value ReverseSweep::zero(Value value) { return scope->zero(value); }
Value ReverseSweep::cotangent(Value value) { return scope->cotangent(value); }
Value ReverseSweep::cotangentOrZero(Value value) { return scope->cotangentOrZero(value); }

void ReverseSweep::accumulate(Value value, Value cotangent) {
  if (cotangent && isActive(value))
    scope->setCotangent(value, add(scope->cotangent(value), cotangent));
}

void ReverseSweep::setCotangent(Value value, Value cotangent) {
  if (isActive(value))
    scope->setCotangent(value, cotangent);
}

LogicalResult ReverseSweep::reverse(ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops)) {
    if (llvm::none_of(op->getResults(),
                      [&](Value result) { return isActive(result) && cotangent(result); }))
      continue;
    auto rule = dyn_cast<DifferentiableOpInterface>(op);
    if (!rule)
      return reportMissingRule(op, "reverse", *this);
    // As `tensor.empty` in place of a slice that has no elements.
    if (rule.hasZeroDerivative())
      continue;
    builder.setInsertionPointToEnd(&scope->block);
    if (failed(rule.reverse(*this)))
      return failure();
  }
  return success();
}

LogicalResult ReverseSweep::reverse(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    if (!op.hasTrait<mlir::OpTrait::IsTerminator>())
      ops.push_back(&op);
  return reverse(ops);
}

/// Copies `op` to the code that runs backwards.
static Operation *copy(ReverseSweep &sweep, Operation *op, IRMapping &mapping) {
  for (Value value : chad::detail::getDependencies(op))
    if (!mapping.contains(value))
      mapping.map(value, sweep.primal(value));
  sweep.builder.setInsertionPointToEnd(&sweep.getScope().block);
  Operation *result = sweep.builder.clone(*op, mapping);
  sweep.getActivity().copy(op, mapping);
  return result;
}

SmallVector<Operation *> ReverseSweep::recompute(Block &block, IRMapping &mapping) {
  SmallVector<Operation *> copies;
  for (Operation &op : block)
    if (!op.hasTrait<mlir::OpTrait::IsTerminator>())
      copies.push_back(copy(*this, &op, mapping));
  return copies;
}

Operation *ReverseSweep::recompute(Operation *op) {
  IRMapping mapping;
  Operation *result = copy(*this, op, mapping);
  for (auto [old, value] : llvm::zip(op->getResults(), result->getResults()))
    if (Value known = cotangent(old))
      scope->setCotangent(value, known);
  return result;
}

//===----------------------------------------------------------------------===//
// Keeping values of loops
//===----------------------------------------------------------------------===//

Value ReverseSweep::keep(Operation *loop, Value value, Type type) {
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  Value placeholder =
      UnrealizedConversionCastOp::create(builder, value.getLoc(), TypeRange{type}, ValueRange{})
          .getResult(0);
  kept[loop].push_back({value, placeholder});
  return placeholder;
}

void ReverseSweep::finish() {
  // All values are returned first: what an outer loop returns may be a result of a
  // loop that is made anew.
  for (auto &[loop, values] : kept) {
    Operation *terminator = loop->getRegion(0).front().getTerminator();
    SmallVector<Value> operands = terminator->getOperands();
    for (const Kept &entry : values)
      operands.push_back(entry.value);
    terminator->setOperands(operands);
  }
  for (auto &[loop, values] : kept) {
    OpBuilder builder(loop);
    OperationState state(loop->getLoc(), loop->getName());
    state.addOperands(loop->getOperands());
    state.addTypes(loop->getResultTypes());
    for (const Kept &entry : values)
      state.addTypes(entry.placeholder.getType());
    state.addAttributes(loop->getAttrs());
    state.propertiesAttr = loop->getPropertiesAsAttribute();
    state.addRegion()->takeBody(loop->getRegion(0));
    Operation *larger = builder.create(state);
    unsigned numOld = loop->getNumResults();
    loop->replaceAllUsesWith(larger->getResults().take_front(numOld));
    for (auto [entry, result] : llvm::zip(values, larger->getResults().drop_front(numOld))) {
      Operation *placeholder = entry.placeholder.getDefiningOp();
      entry.placeholder.replaceAllUsesWith(result);
      placeholder->erase();
    }
    loop->erase();
  }
  kept.clear();
}
