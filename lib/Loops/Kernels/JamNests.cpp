//===- JamNests.cpp - Iterations that blocks take together ----------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JamNests.h"
#include "../Threads/WorkEstimate.h"
#include "FlattenNests.h"
#include "SplitNests.h"
#include "Workers.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// What may be jammed
//===----------------------------------------------------------------------===//

/// Calls `visit` with the values that `op` and the ops inside of it use, and that are defined
/// outside of it.
static void visitFreeValues(Operation *op, function_ref<void(Value)> visit) {
  op->walk([&](Operation *each) {
    for (Value operand : each->getOperands())
      if (isDefinedOutside(operand, op))
        visit(operand);
  });
}

/// Adds to `needed` the ops in the body of `loop` from which `value` is computed. Returns whether
/// these are cheap and pure, and read nothing of the iteration but its elements.
static bool findNeeded(Value value, ArrayLoopOpInterface loop,
                       llvm::SetVector<Operation *> &needed) {
  if (isDefinedOutside(value, loop))
    return true;
  Operation *def = value.getDefiningOp();
  if (!def)
    return !llvm::is_contained(loop.getStateArgs(), value);
  if (needed.contains(def))
    return true;
  bool areKnown = makesOnlyIota(def) || (def->getNumRegions() == 0 && isPure(def));
  if (areKnown)
    visitFreeValues(def,
                    [&](Value each) { areKnown = areKnown && findNeeded(each, loop, needed); });
  needed.insert(def);
  return areKnown;
}

/// The same for all that `op` uses.
static bool findAllNeeded(Operation *op, ArrayLoopOpInterface loop,
                          llvm::SetVector<Operation *> &needed) {
  bool areKnown = true;
  visitFreeValues(op, [&](Value value) { areKnown = areKnown && findNeeded(value, loop, needed); });
  return areKnown;
}

static bool makesNumbers(ArrayLoopOpInterface map) {
  return llvm::all_of(map->getResultTypes(),
                      [](Type type) { return cast<RankedTensorType>(type).getRank() == 1; });
}

/// The loops over all rows of all elements that nests in the body of `loop` have become, and that
/// depend on nothing but the elements of an iteration.
static SmallVector<ArrayLoopOpInterface> findJammed(ArrayLoopOpInterface loop) {
  SmallVector<ArrayLoopOpInterface> found;
  for (auto inner : loop.getBodyBlock().getOps<ArrayLoopOpInterface>()) {
    llvm::SetVector<Operation *> needed;
    if (!inner.hasStates() && mayRunAtOnce(inner) && containsLoops(inner) && makesNumbers(inner) &&
        llvm::all_of(inner.getArrays(), getIota) && findAllNeeded(inner, loop, needed))
      found.push_back(inner);
  }
  return found;
}

Value chad::detail::payJammed(RewriterBase &rewriter, Operation *op, int64_t leastWork) {
  auto loop = dyn_cast<ArrayLoopOpInterface>(op);
  if (!loop || leastWork < 0 || loop.getDirection() != Direction::Left || hasLinearArrays(op))
    return {};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Location loc = op->getLoc();
  WorkEstimate estimate(rewriter, op);
  SmallVector<ArrayLoopOpInterface> nests;
  Value work, size;
  auto add = [&](Value sum, Value more) {
    return sum ? rewriter.createOrFold<arith::AddIOp>(loc, sum, more) : more;
  };
  for (auto inner : loop.getBodyBlock().getOps<ArrayLoopOpInterface>()) {
    SmallVector<Value> read;
    llvm::SetVector<Operation *> needed;
    Value elements = countNestElements(rewriter, estimate, inner, read);
    if (!elements ||
        !llvm::all_of(read, [&](Value value) { return findNeeded(value, loop, needed); }))
      continue;
    nests.push_back(inner);
    size = add(size, elements);
  }
  if (nests.empty())
    return {};
  if (leastWork == 0 || estimate.isGuess())
    return arith::ConstantIntOp::create(rewriter, loc, leastWork == 0, 1);
  for (ArrayLoopOpInterface inner : nests)
    work = add(work, estimate.getWork(inner));
  // Tiles for two blocks of each multiprocessor of a large GPU; and with a thousand blocks, their
  // arrays have 550 MB.
  constexpr int64_t leastTiles = 256, mostElements = 1 << 16;
  auto holds = [&](arith::CmpIPredicate predicate, Value value, int64_t limit) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, predicate, value,
                                                createIndex(rewriter, loc, limit));
  };
  auto both = [&](Value a, Value b) { return rewriter.createOrFold<arith::AndIOp>(loc, a, b); };
  Value extent = estimate.getExtent(cast<CombinatorOpInterface>(op));
  Value isMany = holds(arith::CmpIPredicate::uge, extent, leastTiles * jamWidth);
  Value isMuch = holds(arith::CmpIPredicate::uge, work, leastWork);
  Value isSmall = holds(arith::CmpIPredicate::ule, size, mostElements / jamWidth);
  return both(both(isMany, isMuch), isSmall);
}

//===----------------------------------------------------------------------===//
// Clones for several iterations
//===----------------------------------------------------------------------===//

namespace {
/// Clones ops for several iterations of a loop at once. What does not depend on the iteration is
/// cloned once.
class Jam {
public:
  explicit Jam(RewriterBase &rewriter) : rewriter(rewriter), mappings(jamWidth) {}

  /// Lets `copy` take the place of `value` in all iterations.
  void keep(Value value, Value copy) {
    for (IRMapping &mapping : mappings)
      mapping.map(value, copy);
  }
  /// Lets `copies` take the place of `value`, each in one of the iterations.
  void vary(Value value, ValueRange copies) {
    for (auto [mapping, copy] : llvm::zip_equal(mappings, copies))
      mapping.map(value, copy);
    varying.insert(value);
  }
  /// Lets `rows`, of one shape, take the place of an element, each in one of the iterations.
  void varyRow(Value value, ValueRange copies) {
    vary(value, copies);
    rows.insert(value);
  }
  SmallVector<Value> lookup(Value value) {
    return llvm::map_to_vector(mappings,
                               [&](IRMapping &mapping) { return mapping.lookupOrDefault(value); });
  }
  void clone(Operation &op);

private:
  bool varies(Operation &op) const;
  void cloneOnce(Operation &op);
  void cloneLoop(ArrayLoopOpInterface loop);

  RewriterBase &rewriter;
  SmallVector<IRMapping> mappings;
  llvm::DenseSet<Value> varying, rows;
};
} // namespace

bool Jam::varies(Operation &op) const {
  if (auto dim = dyn_cast<tensor::DimOp>(op); dim && rows.contains(dim.getSource()))
    return varying.contains(dim.getIndex());
  bool any = false;
  visitFreeValues(&op, [&](Value value) { any |= varying.contains(value); });
  return any;
}

void Jam::cloneOnce(Operation &op) {
  Operation *copy = rewriter.clone(op, mappings.front());
  for (auto [result, made] : llvm::zip_equal(op.getResults(), copy->getResults()))
    keep(result, made);
}

void Jam::clone(Operation &op) {
  if (!varies(op))
    return cloneOnce(op);
  // An array that is the same in all iterations says that there are equally many elements.
  auto loop = dyn_cast<ArrayLoopOpInterface>(op);
  bool isSameLength =
      loop && llvm::any_of(loop.getArrays(), [&](Value array) { return !varying.contains(array); });
  if (isSameLength)
    return cloneLoop(loop);
  SmallVector<SmallVector<Value>> copies(op.getNumResults());
  for (IRMapping &mapping : mappings)
    for (auto [made, result] : llvm::zip_equal(copies, rewriter.clone(op, mapping)->getResults()))
      made.push_back(result);
  for (auto [result, made] : llvm::zip_equal(op.getResults(), copies))
    vary(result, made);
}

void Jam::cloneLoop(ArrayLoopOpInterface loop) {
  Location loc = loop.getLoc();
  SmallVector<Value> arrays, starts;
  for (Value array : loop.getArrays()) {
    if (varying.contains(array))
      llvm::append_range(arrays, lookup(array));
    else
      arrays.push_back(mappings.front().lookupOrDefault(array));
  }
  for (Value start : loop.getInitialStates())
    llvm::append_range(starts, lookup(start));
  SmallVector<Type> types;
  for (Value array : loop.getCollected())
    types.append(jamWidth, array.getType());
  ArrayLoopOpInterface made = createLoop(rewriter, loc, arrays, starts, types, loop.getDirection());
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(createBody(rewriter, made));
    ArrayRef<BlockArgument> elements = made.getElementArgs(), states = made.getStateArgs();
    for (auto [element, array] : llvm::zip_equal(loop.getElementArgs(), loop.getArrays())) {
      bool isVarying = varying.contains(array);
      ValueRange own(elements.take_front(isVarying ? jamWidth : 1));
      elements = elements.drop_front(own.size());
      if (isVarying)
        vary(element, own);
      else
        keep(element, own.front());
    }
    for (BlockArgument state : loop.getStateArgs()) {
      vary(state, ValueRange(states.take_front(jamWidth)));
      states = states.drop_front(jamWidth);
    }
    for (Operation &op : loop.getBodyBlock().without_terminator())
      clone(op);
    SmallVector<Value> yielded;
    for (Value value : loop.getYield()->getOperands())
      llvm::append_range(yielded, lookup(value));
    YieldOp::create(rewriter, loc, yielded);
  }
  for (auto [i, result] : llvm::enumerate(loop->getResults()))
    vary(result, made->getResults().slice(i * jamWidth, jamWidth));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Computes what `inner`, a loop in the body of `loop`, makes for the iterations from `first` on: a
/// row for each of them.
static SmallVector<Value> createTile(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                     ArrayLoopOpInterface inner, Value first, Value last,
                                     int64_t threads) {
  Location loc = inner.getLoc();
  auto index = [&](int64_t value) { return createIndex(rewriter, loc, value); };
  Jam jam(rewriter);
  SmallVector<Value> positions;
  for (int64_t i = 0; i < jamWidth; ++i)
    positions.push_back(rewriter.createOrFold<arith::MinUIOp>(
        loc, rewriter.createOrFold<arith::AddIOp>(loc, first, index(i)), last));
  for (auto [element, array] : llvm::zip_equal(loop.getElementArgs(), loop.getArrays())) {
    SmallVector<Value> rows = positions;
    if (!getIota(array))
      for (Value &row : rows)
        row = readArray(rewriter, loc, array, row);
    jam.varyRow(element, rows);
  }
  if (BlockArgument position = loop.getIndexArg())
    jam.vary(position, positions);
  llvm::SetVector<Operation *> needed;
  findAllNeeded(inner, loop, needed);
  for (Operation *op : needed)
    jam.clone(*op);
  BuildOp iota = getIota(inner.getArrays().front());
  Value extent = jam.lookup(iota.getExtent()).front();

  SmallVector<Value> outputs;
  OpFoldResult width = rewriter.getIndexAttr(jamWidth), one = rewriter.getIndexAttr(1),
               zero = rewriter.getIndexAttr(0);
  for (Value array : inner.getCollected())
    outputs.push_back(tensor::EmptyOp::create(
        rewriter, loc, ArrayRef<OpFoldResult>{width, getAsOpFoldResult(extent)},
        getElementTypeOrSelf(array.getType())));
  OpBuilder::InsertionGuard guard(rewriter);
  Value numThreads = index(threads), nothing = index(0), step = index(1);
  scf::ForallOp workers =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(threads), outputs);
  rewriter.setInsertionPointToStart(workers.getBody());
  Value begin = arith::MinUIOp::create(rewriter, loc, workers.getInductionVar(0), extent);
  Value left = arith::SubIOp::create(rewriter, loc, extent, begin);
  Value count = arith::CeilDivUIOp::create(rewriter, loc, left, numThreads);
  SmallVector<OpFoldResult> offsets = {zero, begin}, sizes = {width, count},
                            strides = {one, rewriter.getIndexAttr(threads)};
  SmallVector<Value> own;
  for (Value output : workers.getRegionIterArgs())
    own.push_back(tensor::ExtractSliceOp::create(rewriter, loc, output, offsets, sizes, strides));
  auto steps = scf::ForOp::create(rewriter, loc, nothing, count, step, own);
  rewriter.setInsertionPointToStart(steps.getBody());
  Value at = arith::MulIOp::create(rewriter, loc, steps.getInductionVar(), numThreads);
  at = arith::AddIOp::create(rewriter, loc, begin, at);
  for (Value element : inner.getElementArgs())
    jam.keep(element, at);
  if (BlockArgument position = inner.getIndexArg())
    jam.keep(position, at);
  for (Operation &op : inner.getBodyBlock().without_terminator())
    jam.clone(op);
  SmallVector<Value> next(steps.getRegionIterArgs());
  for (auto [value, array] : llvm::zip_equal(inner.getYield()->getOperands(), next))
    for (auto [i, number] : llvm::enumerate(jam.lookup(value)))
      array = tensor::InsertOp::create(rewriter, loc, number, array,
                                       ValueRange{index(i), steps.getInductionVar()});
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointToStart(workers.getTerminator().getBody());
  for (auto [value, output] : llvm::zip_equal(steps.getResults(), workers.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, value, output, offsets, sizes, strides);
  return SmallVector<Value>(workers.getResults());
}

ArrayLoopOpInterface chad::detail::jamNests(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                            int64_t threads) {
  SmallVector<ArrayLoopOpInterface> jammed = findJammed(loop);
  bool areKnown = llvm::all_of(loop.getArrays(), [](Value array) {
    return getIota(array) || array.getDefiningOp<tensor::ExtractSliceOp>();
  });
  if (jammed.empty() || !areKnown || loop.getDirection() != Direction::Left)
    return {};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  auto index = [&](int64_t value) { return createIndex(rewriter, loc, value); };
  Value extent = getNumIterations(rewriter, cast<CombinatorOpInterface>(*loop));
  SmallVector<Value> starts(loop.getInitialStates());
  SmallVector<Type> types;
  for (Value array : loop.getCollected()) {
    SmallVector<Operation *> remaining;
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> shape =
        computeShape(rewriter, cast<OpResult>(array), getAsOpFoldResult(extent), remaining);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        shape[dim] = getValueOrCreateConstantIndexOp(rewriter, loc, shape[dim]);
    starts.push_back(tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType()));
    SmallVector<int64_t> part(type.getShape());
    part.front() = ShapedType::kDynamic;
    types.push_back(type.clone(part));
  }
  for (ArrayLoopOpInterface inner : jammed)
    remarkDone(inner, {"chad-distribute-kernels", "jammed"},
               "computed for " + Twine(jamWidth).str() +
                   " iterations at once, which read the same arrays");

  Value last = rewriter.createOrFold<arith::SubIOp>(loc, extent, index(1));
  Value width = index(jamWidth);
  auto tiles = scf::ForOp::create(rewriter, loc, index(0), extent, width, starts);
  rewriter.setInsertionPointToStart(tiles.getBody());
  Value first = tiles.getInductionVar();
  Value left = arith::SubIOp::create(rewriter, loc, extent, first);
  Value count = arith::MinUIOp::create(rewriter, loc, left, width);
  auto takeRows = [&](Value array, OpFoldResult begin) {
    SmallVector<OpFoldResult> extents = tensor::getMixedSizes(rewriter, loc, array);
    Rows rows(rewriter, extents, begin, count, rewriter.getIndexAttr(1));
    return tensor::ExtractSliceOp::create(rewriter, loc, array, rows.offsets, rows.sizes,
                                          rows.strides)
        .getResult();
  };
  SmallVector<Value> arrays, elements(loop.getElementArgs());
  for (Value array : loop.getArrays())
    arrays.push_back(getIota(array) ? createIota(rewriter, loc, count) : takeRows(array, first));
  if (BlockArgument position = loop.getIndexArg()) {
    arrays.push_back(createIota(rewriter, loc, count));
    elements.push_back(position);
  }
  for (ArrayLoopOpInterface inner : jammed) {
    for (Value whole : createTile(rewriter, loop, inner, first, last, threads))
      arrays.push_back(takeRows(whole, rewriter.getIndexAttr(0)));
    llvm::append_range(elements, inner.getCollected());
  }
  auto states = tiles.getRegionIterArgs();
  ArrayLoopOpInterface part =
      createLoop(rewriter, loc, arrays, states.take_front(loop.getNumStates()), types);
  {
    OpBuilder::InsertionGuard inside(rewriter);
    rewriter.setInsertionPointToEnd(createBody(rewriter, part));
    IRMapping mapping;
    for (auto [element, array, arg] : llvm::zip_equal(elements, arrays, part.getElementArgs())) {
      Value value = arg;
      if (getIota(array))
        value = arith::AddIOp::create(rewriter, loc, first, arg);
      else if (value.getType() != element.getType())
        value = tensor::CastOp::create(rewriter, loc, element.getType(), value);
      mapping.map(element, value);
    }
    mapping.map(loop.getStateArgs(), part.getStateArgs());
    for (Operation &op : loop.getBodyBlock().without_terminator())
      if (!llvm::is_contained(jammed, &op))
        rewriter.clone(op, mapping);
    SmallVector<Value> yielded =
        llvm::map_to_vector(loop.getYield()->getOperands(),
                            [&](Value value) { return mapping.lookupOrDefault(value); });
    YieldOp::create(rewriter, loc, yielded);
  }
  SmallVector<Value> next(part.getFinalStates());
  for (auto [made, whole] :
       llvm::zip_equal(part.getCollected(), states.drop_front(loop.getNumStates()))) {
    SmallVector<OpFoldResult> extents = tensor::getMixedSizes(rewriter, loc, whole);
    Rows rows(rewriter, extents, first, count, rewriter.getIndexAttr(1));
    next.push_back(tensor::InsertSliceOp::create(rewriter, loc, made, whole, rows.offsets,
                                                 rows.sizes, rows.strides));
  }
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.replaceOp(loop, tiles.getResults());
  return part;
}
