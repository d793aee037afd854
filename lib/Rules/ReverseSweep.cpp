//===- ReverseSweep.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/ReverseSweep.h"
#include "LinalgDerivatives.h"
#include "Recompute.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
    // For example `tensor.empty`, which canonicalization puts in place of a slice without elements.
    if (rule.hasZeroDerivative())
      continue;
    builder.setInsertionPointToEnd(&scope->block);
    At at(*this, op);
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

Operation *ReverseSweep::recompute(Operation *op) {
  IRMapping mapping;
  for (Value value : chad::detail::getDependencies(op))
    mapping.map(value, primal(value));
  builder.setInsertionPointToEnd(&scope->block);
  Operation *result = builder.clone(*op, mapping);
  activity.copy(op, mapping);
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

//===----------------------------------------------------------------------===//
// Keeping values of branches
//===----------------------------------------------------------------------===//

bool ReverseSweep::canKeepInBranch(Type type) {
  if (auto lin = dyn_cast<LinType>(type))
    type = lin.getPrimal();
  Type element = getElementTypeOrSelf(type);
  return (element.isIntOrIndexOrFloat() || isa<BoxType>(element)) &&
         (!isa<ShapedType>(type) || isa<RankedTensorType>(type));
}

Value ReverseSweep::keepInBranch(Operation *branch, Value value) {
  OpBuilder builder(branch->getContext());
  builder.setInsertionPointAfter(branch);
  Value placeholder = UnrealizedConversionCastOp::create(builder, value.getLoc(),
                                                         TypeRange{value.getType()}, ValueRange{})
                          .getResult(0);
  keptInBranches[branch].push_back({value, placeholder});
  return placeholder;
}

/// The value that a branch returns in the place of a residual of another branch. Nothing reads it;
/// if the type allows, it has no elements.
static Value makeFiller(OpBuilder &builder, Location loc, Type type) {
  auto lin = dyn_cast<LinType>(type);
  SmallVector<Value> sizes;
  if (auto tensor = dyn_cast<RankedTensorType>(lin ? lin.getPrimal() : type))
    if (int64_t count = tensor.getNumDynamicDims())
      sizes.assign(count, arith::ConstantIndexOp::create(builder, loc, 0));
  if (lin)
    return ZeroOp::create(builder, loc, type, sizes);
  if (isa<BoxType>(getElementTypeOrSelf(type)))
    return EmptyBoxOp::create(builder, loc, type, sizes);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::EmptyOp::create(builder, loc, tensor, sizes);
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

void ReverseSweep::returnFromBranch(Operation *branch, ArrayRef<Kept> values,
                                    DenseMap<Value, Value> &replaced) {
  OperationState state(branch->getLoc(), branch->getName());
  state.addOperands(branch->getOperands());
  state.addTypes(branch->getResultTypes());
  for (const Kept &entry : values)
    state.addTypes(entry.placeholder.getType());
  state.addAttributes(llvm::to_vector(branch->getDiscardableAttrs()));
  state.propertiesAttr = branch->getPropertiesAsAttribute();
  for (Region &region : branch->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(branch);
  Operation *larger = builder.create(state);
  unsigned numOld = branch->getNumResults();
  branch->replaceAllUsesWith(larger->getResults().take_front(numOld));
  for (auto [old, result] : llvm::zip(branch->getResults(), larger->getResults()))
    replaced[old] = result;
  for (auto [entry, result] : llvm::zip(values, larger->getResults().drop_front(numOld))) {
    Value placeholder = entry.placeholder;
    replaced[placeholder] = result;
    placeholder.replaceAllUsesWith(result);
    placeholder.getDefiningOp()->erase();
  }
  branch->erase();
}

/// Replaces a placeholder by `result`.
static void fulfil(Value placeholder, Value result) {
  placeholder.replaceAllUsesWith(result);
  placeholder.getDefiningOp()->erase();
}

void ReverseSweep::finish(SmallVectorImpl<Operation *> &removed) {
  for (auto &[branch, values] : keptInBranches)
    for (Region &region : branch->getRegions()) {
      Operation *terminator = region.front().getTerminator();
      OpBuilder builder(terminator);
      SmallVector<Value> operands = terminator->getOperands();
      for (const Kept &entry : values) {
        Value value = entry.value;
        bool isHere = value.getParentRegion() == &region;
        operands.push_back(isHere ? value : makeFiller(builder, value.getLoc(), value.getType()));
      }
      terminator->setOperands(operands);
    }
  // A loop around a branch may keep values that the branch returns: branches come first.
  DenseMap<Value, Value> replaced;
  for (auto &[branch, values] : keptInBranches)
    returnFromBranch(branch, values, replaced);
  keptInBranches.clear();
  for (auto &[loop, values] : kept)
    for (Kept &entry : values)
      if (Value result = replaced.lookup(entry.value))
        entry.value = result;
  SmallVector<SmallVector<Value>> lengths;
  for (auto &[loop, states] : keptStates)
    lengths.push_back(sumLengths(cast<FoldOp>(loop), states));
  DenseMap<Operation *, SmallVector<Carried>> carried;
  for (auto [entry, sums] : llvm::zip(keptStates, lengths))
    carried[entry.first] = fillRagged(cast<FoldOp>(entry.first), entry.second, sums);
  keptStates.clear();
  // All loops get their new results before placeholders are replaced, since a residual that an
  // outer loop returns may be a result of an inner loop that is made anew.
  for (auto &[loop, values] : kept) {
    Operation *terminator = loop->getRegion(0).front().getTerminator();
    SmallVector<Value> operands = terminator->getOperands();
    for (const Kept &entry : values)
      operands.push_back(entry.value);
    terminator->setOperands(operands);
  }
  for (auto &[loop, values] : kept) {
    auto op = dyn_cast<linalg::LinalgOp>(loop);
    if (!op) {
      remake(loop, values, carried.lookup(loop));
      continue;
    }
    auto points = llvm::map_to_vector(values, [](const Kept &entry) { return entry.value; });
    linalg::GenericOp larger = chad::detail::addResults(op, points);
    for (auto [entry, result] : llvm::zip(values, larger.getResults().take_back(values.size())))
      fulfil(entry.placeholder, result);
    loop->erase();
  }
  kept.clear();
  for (auto &[op, values] : replacements) {
    op->replaceAllUsesWith(values);
    op->remove();
    removed.push_back(op);
  }
  replacements.clear();
}

void ReverseSweep::remake(Operation *loop, ArrayRef<Kept> values, ArrayRef<Carried> carried) {
  auto smaller = cast<ArrayLoopOpInterface>(loop);
  unsigned numStates = smaller.getNumStates(), numCarried = carried.size();
  SmallVector<Value> states(smaller.getInitialStates()), next;
  for (const Carried &entry : carried) {
    states.push_back(entry.init);
    next.push_back(entry.next);
  }
  SmallVector<Type> collected(smaller.getCollected().getTypes());
  for (const Kept &entry : values)
    collected.push_back(entry.placeholder.getType());
  smaller.getYield()->insertOperands(numStates, next);
  IRRewriter rewriter(loop->getContext());
  rewriter.setInsertionPoint(loop);
  ArrayLoopOpInterface larger =
      rebuildLoop(rewriter, smaller, smaller.getArrays(), states, collected);
  auto results = larger->getResults();
  for (auto [i, old] : llvm::enumerate(loop->getResults()))
    old.replaceAllUsesWith(results[i < numStates ? i : i + numCarried]);
  for (auto [entry, result] : llvm::zip(carried, results.drop_front(numStates)))
    if (entry.placeholder)
      fulfil(entry.placeholder, result);
  for (auto [entry, result] : llvm::zip(values, results.take_back(values.size())))
    fulfil(entry.placeholder, result);
  loop->erase();
}
