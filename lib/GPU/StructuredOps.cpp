//===- StructuredOps.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

Value chad::detail::getWhole(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

Operation *chad::detail::findNextUse(Operation *op, memref::AllocOp alloc) {
  Operation *first = nullptr;
  SmallVector<Value> worklist = {alloc};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      if (isa<ViewLikeOpInterface>(user)) {
        llvm::append_range(worklist, user->getResults());
        continue;
      }
      Operation *around = op->getBlock()->findAncestorOpInBlock(*user);
      bool isBehind = around && op->isBeforeInBlock(around) && !isPure(user);
      if (isBehind && (!first || around->isBeforeInBlock(first)))
        first = around;
    }
  return first;
}

linalg::LinalgOp chad::detail::findUser(linalg::FillOp fill) {
  Value result = fill.getOutputs().front();
  auto alloc = getWhole(result).getDefiningOp<memref::AllocOp>();
  auto op =
      alloc ? dyn_cast_or_null<linalg::LinalgOp>(findNextUse(fill, alloc)) : linalg::LinalgOp();
  bool takesOver = op && llvm::is_contained(op.getDpsInits(), result) &&
                   llvm::none_of(op.getDpsInputs(),
                                 [&](Value input) { return getWhole(input) == alloc.getResult(); });
  return takesOver ? op : linalg::LinalgOp();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> chad::detail::measureLoops(RewriterBase &rewriter, linalg::LinalgOp op) {
  SmallVector<Value> extents(op.getNumLoops());
  auto measure = [&](OpOperand &operand) {
    for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      Value &extent = extents[cast<AffineDimExpr>(expr).getPosition()];
      if (!extent)
        extent = rewriter.createOrFold<memref::DimOp>(op.getLoc(), operand.get(), dim);
    }
  };
  for (OpOperand &result : op.getDpsInitsMutable())
    measure(result);
  for (OpOperand *input : op.getDpsInputOperands())
    measure(*input);
  return extents;
}

bool chad::detail::hasElementLoops(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1)
    return false;
  // Each position in the parallel loops is that of one element.
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!map.isProjectedPermutation() || map.getNumResults() != op.getNumParallelLoops())
    return false;
  return llvm::all_of(map.getResults(), [&](AffineExpr expr) {
    return op.getIteratorTypesArray()[cast<AffineDimExpr>(expr).getPosition()] ==
           utils::IteratorType::parallel;
  });
}

bool chad::detail::createElementLoops(RewriterBase &rewriter, linalg::LinalgOp op, Value start,
                                      bool isSequential) {
  if (!hasElementLoops(op))
    return false;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Range> ranges = op.createLoopRanges(rewriter, loc);
  SmallVector<Value> at(ranges.size());
  OpOperand *result = op.getDpsInitOperand(0);
  for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(result).getResults()))
    ranges[cast<AffineDimExpr>(expr).getPosition()].size =
        getAsOpFoldResult(rewriter.createOrFold<memref::DimOp>(loc, result->get(), dim));
  auto placeIn = [&](OpBuilder &builder, OpOperand *operand) {
    return llvm::map_to_vector(
        op.getMatchingIndexingMap(operand).getResults(), [&](AffineExpr expr) -> Value {
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            return at[dim.getPosition()];
          AffineMap map = AffineMap::get(static_cast<unsigned>(at.size()), 0, expr);
          return affine::makeComposedAffineApply(builder, loc, map, getAsOpFoldResult(at));
        });
  };
  // The value of an element after an iteration.
  auto compute = [&](OpBuilder &builder, Value before) -> Value {
    IRMapping mapping;
    Block *body = op.getBlock();
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value value = input->get();
      BlockArgument arg = op.getMatchingBlockArgument(input);
      if (isa<MemRefType>(value.getType()) && !arg.use_empty())
        value = memref::LoadOp::create(builder, loc, value, placeIn(builder, input));
      mapping.map(arg, value);
    }
    mapping.map(op.getMatchingBlockArgument(result), before);
    for (Operation &each : body->without_terminator())
      if (auto position = dyn_cast<linalg::IndexOp>(each))
        mapping.map(position.getResult(), at[position.getDim()]);
      else
        builder.clone(each, mapping);
    return mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
  };
  SmallVector<unsigned> parallel, summed;
  op.getParallelDims(parallel);
  for (unsigned dim = 0; dim < ranges.size(); ++dim)
    if (!llvm::is_contained(parallel, dim))
      summed.push_back(dim);
  auto bounds = [&](ArrayRef<unsigned> dims) {
    std::array<SmallVector<Value>, 3> all;
    for (unsigned dim : dims)
      for (auto [values, bound] : llvm::zip_equal(
               all, std::array{ranges[dim].offset, ranges[dim].size, ranges[dim].stride}))
        values.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, bound));
    return all;
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  };
  auto outer = bounds(parallel), inner = bounds(summed);
  auto computeElement = [&](OpBuilder &builder, Location, ValueRange position) {
    for (auto [dim, index] : llvm::zip_equal(parallel, position))
      at[dim] = index;
    SmallVector<Value> place = placeIn(builder, result);
    bool isRead = !op.getMatchingBlockArgument(result).use_empty();
    Value before = start;
    if (!before && (isRead || !summed.empty()))
      before = memref::LoadOp::create(builder, loc, result->get(), place);
    Value after;
    if (summed.empty()) {
      after = compute(builder, before);
    } else {
      auto sums = scf::buildLoopNest(
          builder, loc, inner[0], inner[1], inner[2], before,
          [&](OpBuilder &nested, Location, ValueRange index, ValueRange sum) -> scf::ValueVector {
            for (auto [dim, each] : llvm::zip_equal(summed, index))
              at[dim] = each;
            return {compute(nested, sum.front())};
          });
      after = sums.results.front();
    }
    memref::StoreOp::create(builder, loc, after, result->get(), place);
  };
  if (isSequential && parallel.empty())
    computeElement(rewriter, loc, {});
  else if (isSequential)
    scf::buildLoopNest(rewriter, loc, outer[0], outer[1], outer[2], computeElement);
  else if (parallel.empty())
    scf::ParallelOp::create(
        rewriter, loc, constant(0), constant(1), constant(1),
        [&](OpBuilder &builder, Location at, ValueRange) { computeElement(builder, at, {}); });
  else
    scf::ParallelOp::create(rewriter, loc, outer[0], outer[1], outer[2], computeElement);
  rewriter.eraseOp(op);
  return true;
}
