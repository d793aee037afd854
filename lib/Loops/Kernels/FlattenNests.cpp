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
#include "Workers.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
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

/// The numbers of iterations of both loops of a nest, computed before, and the assertions on their
/// arrays; nothing if that is not possible.
static std::optional<std::pair<Value, Value>> measureNest(RewriterBase &rewriter,
                                                          ArrayLoopOpInterface outer,
                                                          ArrayLoopOpInterface inner,
                                                          bool checkExtents) {
  Location loc = outer.getLoc();
  Extent own = isa<BuildOp>(*inner)
                   ? Extent::of(getAsOpFoldResult(cast<BuildOp>(*inner).getExtent()))
                   : Extent::of(inner.getArrays().front(), 0);
  Value width = createExtentBefore(rewriter, loc, own, outer);
  Value height = width ? getNumIterations(rewriter, outer) : Value();
  if (!height || (checkExtents && !checkArrays(rewriter, outer, inner, height, width)))
    return std::nullopt;
  return std::pair(height, width);
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
  auto extents = measureNest(rewriter, outer, inner, checkExtents);
  if (!extents)
    return {};
  auto [height, width] = *extents;
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

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

namespace {
/// The rows and columns of a thread.
struct Share {
  OpFoldResult firstRow, rows, rowStep, firstColumn, columns, columnStep;
};
} // namespace

/// The slice of an array, from its dimension `dim` on, that has the rows, the columns, or both.
static Value takeShare(OpBuilder &builder, Location loc, Value array, const Share &share,
                       bool hasRows, bool hasColumns) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, array),
                            offsets(sizes.size(), builder.getIndexAttr(0)),
                            strides(sizes.size(), builder.getIndexAttr(1));
  unsigned dim = 0;
  auto take = [&](OpFoldResult first, OpFoldResult count, OpFoldResult step) {
    offsets[dim] = first;
    sizes[dim] = count;
    strides[dim++] = step;
  };
  if (hasRows)
    take(share.firstRow, share.rows, share.rowStep);
  if (hasColumns)
    take(share.firstColumn, share.columns, share.columnStep);
  return tensor::ExtractSliceOp::create(builder, loc, array, offsets, sizes, strides);
}

/// The position in a whole array of element `number` of those from `first` on, `step` apart.
static Value toWhole(OpBuilder &builder, Location loc, OpFoldResult first, OpFoldResult step,
                     Value number) {
  auto value = [&](OpFoldResult each) {
    return getValueOrCreateConstantIndexOp(builder, loc, each);
  };
  Value distance = builder.createOrFold<arith::MulIOp>(loc, number, value(step));
  return builder.createOrFold<arith::AddIOp>(loc, value(first), distance);
}

/// A state whose elements `outer` reads last, row by row and then by `inner`, and of which `result`
/// is the next value; null if there is none.
static Value findTakenOver(ArrayLoopOpInterface outer, ArrayLoopOpInterface inner,
                           OpResult result) {
  for (auto [array, element] : llvm::zip_equal(outer.getArrays(), outer.getElementArgs())) {
    auto state = dyn_cast<BlockArgument>(array);
    if (state && state.getType() == result.getType() && haveEqualShapes(state, result) &&
        isNextValueOf(state, result) && isLastUse(state, outer) &&
        llvm::all_of(element.getUsers(), [&](Operation *user) { return user == inner; }))
      return state;
  }
  return {};
}

bool chad::detail::shareRows(RewriterBase &rewriter, ArrayLoopOpInterface outer,
                             ArrayLoopOpInterface inner, int64_t threads, bool checkExtents) {
  Location loc = outer.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(outer);
  if (outer.hasStates() || inner.hasStates() ||
      llvm::any_of(outer->getResultTypes(),
                   [](Type type) { return cast<RankedTensorType>(type).getRank() != 2; }))
    return false;
  auto extents = measureNest(rewriter, outer, inner, checkExtents);
  if (!extents)
    return false;
  Value height = extents->first, width = extents->second;
  // No slice can be inserted into an array that is known to be empty.
  if (isKnownZero(Extent::of(getAsOpFoldResult(height))) ||
      isKnownZero(Extent::of(getAsOpFoldResult(width))))
    return false;
  remarkDone(outer, {"chad-distribute-kernels", "shared-rows"},
             "iterations divided among the threads of each block, with those of the loop inside, "
             "at " +
                 describePlace(inner->getLoc()));
  auto index = [&](int64_t value) { return createIndex(rewriter, loc, value); };
  Value apart = rewriter.createOrFold<arith::MinUIOp>(loc, width, index(threads));
  apart = rewriter.createOrFold<arith::MaxUIOp>(loc, apart, index(1));
  Value atOnce = rewriter.createOrFold<arith::DivUIOp>(loc, index(threads), apart);
  SmallVector<Value> outputs;
  llvm::SmallDenseMap<Value, unsigned> takenOver;
  for (OpResult result : outer->getResults()) {
    Value state = findTakenOver(outer, inner, result);
    if (state && takenOver.try_emplace(state, result.getResultNumber()).second) {
      outputs.push_back(state);
      continue;
    }
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<OpFoldResult> sizes = {height, width};
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!type.isDynamicDim(dim))
        size = rewriter.getIndexAttr(type.getDimSize(dim));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType()));
  }

  scf::ForallOp workers =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(threads), outputs);
  rewriter.setInsertionPointToStart(workers.getBody());
  Value thread = workers.getInductionVar(0);
  Value row = arith::DivUIOp::create(rewriter, loc, thread, apart);
  Value column = arith::RemUIOp::create(rewriter, loc, thread, apart);
  auto count = [&](Value &first, Value extent, Value step) -> Value {
    first = arith::MinUIOp::create(rewriter, loc, first, extent);
    Value left = arith::SubIOp::create(rewriter, loc, extent, first);
    return arith::CeilDivUIOp::create(rewriter, loc, left, step);
  };
  Value hasRows = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, row, atOnce);
  Value rows = count(row, height, atOnce), columns = count(column, width, apart);
  rows = arith::SelectOp::create(rewriter, loc, hasRows, rows, index(0));
  Share share = {row, rows, getAsOpFoldResult(atOnce), column, columns, getAsOpFoldResult(apart)};

  // An array of two dimensions that only the inner loop reads is one of the thread's elements.
  SmallVector<Value> arrays;
  llvm::SmallDenseSet<Value> shared;
  for (auto [array, element] : llvm::zip_equal(outer.getArrays(), outer.getElementArgs())) {
    if (getIota(array)) {
      arrays.push_back(createIota(rewriter, loc, rows));
      continue;
    }
    auto place = takenOver.find(array);
    Value from = place == takenOver.end() ? array : workers.getRegionIterArgs()[place->second];
    bool isShared = isa<RankedTensorType>(element.getType()) && !element.use_empty() &&
                    llvm::all_of(element.getUses(), [&](OpOperand &use) {
                      return use.getOwner() == inner && isReadByElement(use);
                    });
    if (isShared)
      shared.insert(element);
    arrays.push_back(takeShare(rewriter, loc, from, share, /*hasRows=*/true, isShared));
  }
  SmallVector<Value> elements(outer.getElementArgs());
  if (BlockArgument position = outer.getIndexArg()) {
    arrays.push_back(createIota(rewriter, loc, rows));
    elements.push_back(position);
  }
  SmallVector<Type> types, rowTypes;
  for (Type type : outer->getResultTypes()) {
    auto array = cast<RankedTensorType>(type);
    types.push_back(array.clone({ShapedType::kDynamic, ShapedType::kDynamic}));
    rowTypes.push_back(array.clone({ShapedType::kDynamic}));
  }
  ArrayLoopOpInterface ownRows = createLoop(rewriter, loc, arrays, {}, types);
  rewriter.setInsertionPointToEnd(createBody(rewriter, ownRows));
  IRMapping mapping;
  for (auto [element, array, arg] : llvm::zip_equal(elements, arrays, ownRows.getElementArgs()))
    mapping.map(element, getIota(array) ? toWhole(rewriter, loc, share.firstRow, share.rowStep, arg)
                                        : Value(arg));
  for (Operation &op : outer.getBodyBlock().without_terminator())
    if (&op != inner)
      rewriter.clone(op, mapping);
  SmallVector<Value> innerArrays;
  for (Value array : inner.getArrays()) {
    Value own = mapping.lookupOrDefault(array);
    if (getIota(array))
      own = createIota(rewriter, loc, columns);
    else if (!shared.contains(array))
      own = takeShare(rewriter, loc, own, share, /*hasRows=*/false, /*hasColumns=*/true);
    innerArrays.push_back(own);
  }
  SmallVector<Value> innerElements(inner.getElementArgs());
  if (BlockArgument position = inner.getIndexArg()) {
    innerArrays.push_back(createIota(rewriter, loc, columns));
    innerElements.push_back(position);
  }
  ArrayLoopOpInterface own = createLoop(rewriter, inner.getLoc(), innerArrays, {}, rowTypes);
  {
    OpBuilder::InsertionGuard inside(rewriter);
    rewriter.setInsertionPointToEnd(createBody(rewriter, own));
    for (auto [element, array, arg] :
         llvm::zip_equal(innerElements, innerArrays, own.getElementArgs()))
      mapping.map(element, getIota(array)
                               ? toWhole(rewriter, loc, share.firstColumn, share.columnStep, arg)
                               : Value(arg));
    YieldOp::create(rewriter, loc, cloneBody(rewriter, inner.getBodyBlock(), mapping));
  }
  SmallVector<Value> yielded;
  for (Value value : outer.getYield()->getOperands())
    yielded.push_back(own->getResult(cast<OpResult>(value).getResultNumber()));
  YieldOp::create(rewriter, loc, yielded);

  rewriter.setInsertionPointToStart(workers.getTerminator().getBody());
  for (auto [value, output] : llvm::zip_equal(ownRows->getResults(), workers.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, value, output,
                                          ArrayRef<OpFoldResult>{share.firstRow, share.firstColumn},
                                          ArrayRef<OpFoldResult>{share.rows, share.columns},
                                          ArrayRef<OpFoldResult>{share.rowStep, share.columnStep});
  rewriter.replaceOp(outer, workers.getResults());
  return true;
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
