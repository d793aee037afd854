//===- FlattenNests.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlattenNests.h"
#include "../Schedule/Schedule.h"
#include "../Threads/Distribution.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::mayRunAtOnce(Operation *loop) {
  return isMemoryEffectFree(loop) && mayRunInThreads(loop) && !hasLinearArrays(loop);
}

bool chad::detail::containsLoops(Operation *loop) {
  return loop
      ->walk([&](Operation *inner) {
        bool isLoop = inner != loop && isa<CombinatorOpInterface>(inner) && !makesOnlyIota(inner);
        return isLoop ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The loop in `outer` that is all that it does but for a few cheap ops; null if there is none.
static ArrayLoopOpInterface findInner(ArrayLoopOpInterface outer) {
  constexpr unsigned mostCost = 16;
  ArrayLoopOpInterface inner;
  unsigned cost = 0;
  for (Operation &op : outer.getBodyBlock().without_terminator()) {
    if (makesOnlyIota(&op))
      continue;
    if (auto loop = dyn_cast<ArrayLoopOpInterface>(op)) {
      if (inner)
        return {};
      inner = loop;
      continue;
    }
    OpKind kind = getOpKind(&op);
    bool makesArray = llvm::any_of(op.getResultTypes(), llvm::IsaPred<ShapedType>);
    if (op.getNumRegions() != 0 || !isPure(&op) || kind == OpKind::Function ||
        kind == OpKind::LibraryFunction || (makesArray && !isa<tensor::ExtractSliceOp>(op)))
      return {};
    cost += getCost(&op);
  }
  if (!inner || cost > mostCost || inner.getDirection() != outer.getDirection())
    return {};
  // What the outer loop yields is what the inner one makes, and the states are handed through.
  size_t numStates = outer.getNumStates();
  if (inner.getNumStates() != numStates ||
      inner.getCollected().size() != outer.getCollected().size())
    return {};
  for (auto [arg, start] : llvm::zip_equal(outer.getStateArgs(), inner.getInitialStates()))
    if (arg != start || !arg.hasOneUse())
      return {};
  Operation *yield = outer.getBodyBlock().getTerminator();
  for (auto [yielded, result] : llvm::zip_equal(yield->getOperands(), inner->getResults()))
    if (yielded != result || !result.hasOneUse())
      return {};
  return inner;
}

/// Asserts that the arrays of both loops of a nest have one extent each; those of the inner one
/// only if the outer one, with `height` iterations, has any. Returns false if it is not known
/// before.
static bool checkArrays(RewriterBase &rewriter, ArrayLoopOpInterface outer,
                        ArrayLoopOpInterface inner, Value height, Value width) {
  Location loc = inner.getLoc();
  SmallVector<Value> extents;
  for (Value array : inner.getArrays()) {
    extents.push_back(createExtentBefore(rewriter, loc, Extent::of(array, 0), outer));
    if (!extents.back())
      return false;
  }
  assertOneExtent(rewriter, outer, outer.getArrays());
  for (Value extent : extents) {
    if (isEqualConstantIntOrValue(extent, width))
      continue;
    Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, extent, width);
    Value hasNone = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, height,
                                          createIndex(rewriter, loc, 0));
    assertExtents(rewriter, inner, arith::OrIOp::create(rewriter, loc, isSame, hasNone));
  }
  return true;
}

ArrayLoopOpInterface chad::detail::flattenNest(RewriterBase &rewriter, ArrayLoopOpInterface outer,
                                               ArrayLoopOpInterface inner, bool checkExtents) {
  Location loc = outer.getLoc();
  rewriter.setInsertionPoint(outer);
  // A loop without iterations has no element that gives the other extents of what it makes.
  for (Value array : outer.getCollected())
    if (llvm::any_of(cast<RankedTensorType>(array.getType()).getShape().drop_front(2),
                     ShapedType::isDynamic) &&
        getStaticExtent(outer) == 0)
      return {};
  Extent own = isa<BuildOp>(*inner)
                   ? Extent::of(getAsOpFoldResult(cast<BuildOp>(*inner).getExtent()))
                   : Extent::of(inner.getArrays().front(), 0);
  Value width = createExtentBefore(rewriter, loc, own, outer);
  Value height = width ? getNumIterations(rewriter, outer) : Value();
  if (!height || (checkExtents && !checkArrays(rewriter, outer, inner, height, width)))
    return {};
  remarkDone(outer, {"chad-distribute-kernels", "flattened"},
             "one loop with the loop inside, at " + describePlace(inner->getLoc()));
  Value extent = rewriter.createOrFold<arith::MulIOp>(loc, height, width);
  SmallVector<Type> types;
  for (Value array : outer.getCollected()) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<int64_t> shape(type.getShape().drop_front());
    shape.front() = ShapedType::isStatic(type.getDimSize(0)) && ShapedType::isStatic(shape.front())
                        ? type.getDimSize(0) * shape.front()
                        : ShapedType::kDynamic;
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  Value iota = createIota(rewriter, loc, extent);
  ArrayLoopOpInterface loop =
      createLoop(rewriter, loc, iota, outer.getInitialStates(), types, outer.getDirection());
  rewriter.setInsertionPointToEnd(createBody(rewriter, loop));
  Value position = loop.getElementArgs().front();
  Value row = arith::DivUIOp::create(rewriter, loc, position, width);
  Value column = arith::RemUIOp::create(rewriter, loc, position, width);
  IRMapping mapping;
  mapping.map(outer.getStateArgs(), loop.getStateArgs());
  auto mapElements = [&](ArrayLoopOpInterface of, Value at) {
    for (auto [arg, array] : llvm::zip_equal(of.getElementArgs(), of.getArrays()))
      mapping.map(
          arg, getIota(array) ? at : readArray(rewriter, loc, mapping.lookupOrDefault(array), at));
    if (Value index = of.getIndexArg())
      mapping.map(index, at);
  };
  mapElements(outer, row);
  for (Operation &op : outer.getBodyBlock().without_terminator())
    if (&op != inner)
      rewriter.clone(op, mapping);
  mapElements(inner, column);
  for (auto [arg, start] : llvm::zip_equal(inner.getStateArgs(), inner.getInitialStates()))
    mapping.map(arg, mapping.lookup(start));
  YieldOp::create(rewriter, loc, cloneBody(rewriter, inner.getBodyBlock(), mapping));

  rewriter.setInsertionPointAfter(loop);
  SmallVector<Value> results(loop.getFinalStates());
  for (auto [old, made] : llvm::zip_equal(outer.getCollected(), loop.getCollected())) {
    auto type = cast<RankedTensorType>(old.getType());
    SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(height), getAsOpFoldResult(width)};
    SmallVector<ReassociationIndices> groups = {{0, 1}};
    for (int64_t dim = 2; dim < type.getRank(); ++dim) {
      groups.push_back({dim});
      sizes.push_back(tensor::getMixedSize(rewriter, loc, made, dim - 1));
    }
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!type.isDynamicDim(dim))
        sizes[dim] = rewriter.getIndexAttr(type.getDimSize(dim));
      else if (getConstantIntValue(sizes[dim]))
        sizes[dim] = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]);
    results.push_back(tensor::ExpandShapeOp::create(rewriter, loc, type, made, groups, sizes));
  }
  rewriter.replaceOp(outer, results);
  return loop;
}

/// Moves what loops compute from numbers that do not change out of them: it is computed once, and
/// no longer lies between two loops.
static void hoistNumbers(Operation *root) {
  auto isNumber = [](Type type) { return type.isIntOrIndexOrFloat(); };
  root->walk([&](LoopLikeOpInterface loop) {
    if (!isa<ArrayLoopOpInterface>(*loop))
      return;
    moveLoopInvariantCode(
        loop.getLoopRegions(),
        [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
        [&](Operation *op, Region *) {
          return op->getNumRegions() == 0 && isMemoryEffectFree(op) && isSpeculatable(op) &&
                 llvm::all_of(op->getOperandTypes(), isNumber) &&
                 llvm::all_of(op->getResultTypes(), isNumber);
        },
        [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  });
}

void chad::detail::flattenNests(RewriterBase &rewriter, Operation *root, bool checkExtents) {
  hoistNumbers(root);
  SmallVector<ArrayLoopOpInterface> loops;
  root->walk<WalkOrder::PreOrder>([&](ArrayLoopOpInterface loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  while (!loops.empty()) {
    ArrayLoopOpInterface loop = loops.pop_back_val();
    if (!mayRunAtOnce(loop))
      continue;
    ArrayLoopOpInterface inner = findInner(loop);
    if (inner && mayRunAtOnce(inner) && containsLoops(inner))
      if (ArrayLoopOpInterface flat = flattenNest(rewriter, loop, inner, checkExtents))
        loops.push_back(flat);
  }
}
