//===- Rounds.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A block has a copy of a sum of arrays, and each of its iterations adds to a row of the sum, at an
// index that the iteration computes, or to none:
//
//     for i < n:
//       (c, k, v) = f(x[i])
//       if c: s[k, :] += v
//
// No two threads may add to one row at once, so the iterations follow each other. In rounds of R
// iterations, at most one for each thread, the threads have iterations of their own, and what they
// add is collected in the memory of the block; then each thread has elements of the sum, and goes
// through what is added in the round:
//
//     for i < n in steps of R:
//       for r < R:                                   (threads)
//         (c, k, v) = f(x[i + r])
//         indices[r], rows[r, :] = c ? (k, v) : (-1, any)
//       for each (k, j):                             (threads)
//         for r < R:
//           if indices[r] = k: s[k, j] += rows[r, j]
//
// Each element has the same numbers added to it in the same order. To sums of which an iteration
// changes all elements, threads add parts of the rows of a round instead (WholeSums.cpp).

#include "Rounds.h"
#include "../Sums.h"
#include "WholeSums.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The bytes of the rows that are collected in the memory of a block.
static constexpr int64_t rowBytes = 20 << 10;

/// The fewest iterations of a round.
static constexpr int64_t fewestRows = 32;

/// The most bytes of the rows that an iteration reads and makes, where it adds whole arrays. Rows
/// of a warp then fit in the memory of the block (lib/GPU/RowTiles.cpp); threads that have rows
/// elsewhere access what lies far apart.
static constexpr int64_t mostRowBytes = 1 << 10;

/// The most numbers of an iteration that are collected for sums of whole arrays.
static constexpr unsigned mostNumbers = 8;

namespace {
/// What iterations add to a state: under a condition, or to all of its elements.
struct Update {
  AccumulateOp op;
  scf::IfOp branch; ///< The op around it, whose only result is the next state.
  std::optional<WholeSum> whole = std::nullopt;

  bool isThen() const { return op->getBlock() == scf::IfOp(branch).thenBlock(); }
};
} // namespace

/// The update that makes the next value of a state, if it is all that an iteration does with it.
static std::optional<Update> getUpdate(Block &body, BlockArgument state, unsigned number) {
  AccumulateOp op;
  for (Operation *user : state.getUsers()) {
    if (auto update = dyn_cast<AccumulateOp>(user)) {
      if (op || update.getAcc() != state || update.getValue() == state)
        return std::nullopt;
      op = update;
    } else if (!isa<scf::YieldOp>(user)) {
      return std::nullopt;
    }
  }
  if (!op || op.getIndices().size() != 1 || !op->hasOneUse() ||
      !isa<FloatType>(getElementTypeOrSelf(state.getType())))
    return std::nullopt;
  auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
  if (!branch || branch->getBlock() != &body || branch.getNumResults() != 1 ||
      *op->user_begin() != op->getBlock()->getTerminator() ||
      llvm::range_size(state.getUses()) != 2)
    return std::nullopt;
  Update update{op, branch};
  // The other side only returns the state.
  Block *other = update.isThen() ? branch.elseBlock() : branch.thenBlock();
  Operation *end = other->getTerminator();
  Value next = branch.getResult(0);
  if (&other->front() != end || end->getOperand(0) != state || !next.hasOneUse() ||
      next.use_begin()->getOwner() != body.getTerminator() ||
      next.use_begin()->getOperandNumber() != number)
    return std::nullopt;
  return update;
}

/// The updates of the states that are arrays; empty if something else is done with one.
static SmallVector<std::optional<Update>> getUpdates(FoldOp fold) {
  SmallVector<std::optional<Update>> updates;
  auto loop = cast<ArrayLoopOpInterface>(*fold);
  bool hasUpdates = false;
  for (auto [number, state] : llvm::enumerate(loop.getStateArgs())) {
    updates.emplace_back();
    auto type = dyn_cast<RankedTensorType>(state.getType());
    if (!type)
      continue;
    if (type.getRank() < 1 || type.getRank() > 2)
      return {};
    updates.back() = getUpdate(fold.getBodyBlock(), state, number);
    if (!updates.back())
      if (std::optional<WholeSum> whole = getWholeSum(fold, number))
        updates.back() = Update{{}, {}, std::move(whole)};
    if (!updates.back())
      return {};
    hasUpdates = true;
  }
  if (!hasUpdates)
    return {};
  return updates;
}

/// The updates that add to all elements of a state.
static SmallVector<WholeSum> getWholeSums(ArrayRef<std::optional<Update>> updates) {
  SmallVector<WholeSum> sums;
  for (const std::optional<Update> &update : updates)
    if (update && update->whole)
      sums.push_back(*update->whole);
  return sums;
}

bool chad::detail::mayRunInRounds(RewriterBase &rewriter, FoldOp fold) {
  SmallVector<std::optional<Update>> updates = getUpdates(fold);
  if (updates.empty())
    return false;
  SmallVector<WholeSum> whole = getWholeSums(updates);
  WholeSums sums(rewriter, fold, /*blockThreads=*/1, whole);
  // Where addends are not computed from what loops of the iteration find, threads that share it
  // read what lies side by side as it is, and never wait for each other.
  size_t count = sums.getNumbers().size();
  return whole.empty() ||
         (count > 0 && count <= mostNumbers &&
          llvm::any_of(fold.getBodyBlock().getOps<CombinatorOpInterface>(),
                       [&](CombinatorOpInterface loop) { return sums.keepsLoop(loop); }));
}

bool chad::detail::addsWholeArrays(FoldOp fold) { return !getWholeSums(getUpdates(fold)).empty(); }

/// The elements that a round collects for each iteration, of rows that begin an odd number of
/// elements apart.
static Value createDistance(RewriterBase &rewriter, Location loc, Value length) {
  return rewriter.createOrFold<arith::OrIOp>(loc, length, createIndex(rewriter, loc, 1));
}

/// The length of the rows of a sum; null if it has numbers.
static Value getRowLength(RewriterBase &rewriter, Location loc, Value sum) {
  if (cast<RankedTensorType>(sum.getType()).getRank() == 1)
    return {};
  return rewriter.createOrFold<tensor::DimOp>(loc, sum, 1);
}

/// The elements of the memory for the rows that are added to each sum.
static int64_t countElements(FoldOp fold) {
  int64_t bytes = 0;
  for (Value start : cast<ArrayLoopOpInterface>(*fold).getInitialStates())
    if (auto type = dyn_cast<RankedTensorType>(start.getType()); type && type.getRank() == 2)
      bytes += bytesOf(type.getElementType());
  return bytes ? rowBytes / bytes : 0;
}

/// The bytes of the rows that an iteration of `fold` reads, and of those that it makes, which are
/// taken to be as long as `length`; null if there are arrays of more dimensions.
static Value createRowBytes(RewriterBase &rewriter, FoldOp fold, Value length) {
  Location loc = fold.getLoc();
  Value total = createIndex(rewriter, loc, 0);
  auto add = [&](Value array, Value columns) {
    int64_t bytes = bytesOf(getElementTypeOrSelf(array.getType()));
    Value row =
        rewriter.createOrFold<arith::MulIOp>(loc, columns, createIndex(rewriter, loc, bytes));
    total = rewriter.createOrFold<arith::AddIOp>(loc, total, row);
  };
  auto loop = cast<ArrayLoopOpInterface>(*fold);
  for (Value array : loop.getArrays()) {
    int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
    if (rank > 2)
      return {};
    if (rank == 2)
      add(array, rewriter.createOrFold<tensor::DimOp>(loc, array, 1));
  }
  for (Value array : loop.getCollected()) {
    int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
    if (rank > 2)
      return {};
    if (rank == 2)
      add(array, length);
  }
  return total;
}

Value chad::detail::payRounds(RewriterBase &rewriter, FoldOp fold, Value extent,
                              int64_t blockThreads) {
  // With fewer iterations, blocks that share each of them have work for more threads. With longer
  // sums, it takes the threads of a block longer to go through what is added than to share an
  // iteration.
  constexpr int64_t fewest = 1 << 12, mostElements = 1 << 15;
  Location loc = fold.getLoc();
  auto compare = [&](arith::CmpIPredicate predicate, Value a, int64_t b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, predicate, a, createIndex(rewriter, loc, b));
  };
  Value pays = compare(arith::CmpIPredicate::uge, extent, fewest);
  auto require = [&](Value condition) {
    pays = rewriter.createOrFold<arith::AndIOp>(loc, pays, condition);
  };
  SmallVector<std::optional<Update>> updates = getUpdates(fold);
  for (auto [number, start] :
       llvm::enumerate(cast<ArrayLoopOpInterface>(*fold).getInitialStates())) {
    if (!isa<RankedTensorType>(start.getType()))
      continue;
    Value count = rewriter.createOrFold<tensor::DimOp>(loc, start, 0);
    if (updates[number]->whole) {
      // Longer arrays keep the threads of a block busy that share an iteration.
      require(compare(arith::CmpIPredicate::ule, count, blockThreads / 2));
      Value bytes = createRowBytes(rewriter, fold, count);
      if (!bytes)
        return arith::ConstantOp::create(rewriter, loc, rewriter.getBoolAttr(false));
      require(compare(arith::CmpIPredicate::ule, bytes, mostRowBytes));
      continue;
    }
    if (Value length = getRowLength(rewriter, loc, start)) {
      count = rewriter.createOrFold<arith::MulIOp>(loc, count, length);
      require(compare(arith::CmpIPredicate::ule, createDistance(rewriter, loc, length),
                      countElements(fold) / fewestRows));
    }
    require(compare(arith::CmpIPredicate::ule, count, mostElements));
  }
  return pays;
}

namespace {
class Rounds {
public:
  Rounds(RewriterBase &rewriter, FoldOp fold, int64_t blockThreads, bool checkExtents)
      : rewriter(rewriter), fold(fold), loop(cast<ArrayLoopOpInterface>(*fold)), loc(fold.getLoc()),
        blockThreads(blockThreads), checkExtents(checkExtents), updates(getUpdates(fold)),
        sums(rewriter, fold, blockThreads, getWholeSums(updates)) {}

  Round run();

private:
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  /// The number of iterations in a round: those whose rows fit.
  Value chooseRows();
  /// The code of an iteration that collects the index and the addend of an update.
  std::pair<Value, Value> createAddend(const Update &update, Value length, IRMapping &mapping);
  /// `sum` with what has been collected.
  Value addUpdates(Value sum, Value length, Value indices, Value rows, Value count);
  /// `count` rows of `length` elements in the memory of the block, or numbers.
  Value createPlace(RankedTensorType type, Value length, Value count);

  RewriterBase &rewriter;
  FoldOp fold;
  ArrayLoopOpInterface loop;
  Location loc;
  int64_t blockThreads;
  bool checkExtents;
  SmallVector<std::optional<Update>> updates;
  WholeSums sums;
};
} // namespace

Value Rounds::chooseRows() {
  Value rows = index(blockThreads);
  for (Value start : loop.getInitialStates()) {
    if (!isa<RankedTensorType>(start.getType()))
      continue;
    Value length = getRowLength(rewriter, loc, start);
    if (!length)
      continue;
    Value distance = createDistance(rewriter, loc, length), fitting = index(fewestRows);
    for (int64_t count = 2 * fewestRows; count <= blockThreads; count *= 2) {
      Value fits = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ule, distance,
                                                        index(countElements(fold) / count));
      fitting = rewriter.createOrFold<arith::SelectOp>(loc, fits, index(count), fitting);
    }
    rows = make<arith::MinUIOp>(rows, fitting);
  }
  return rows;
}

std::pair<Value, Value> Rounds::createAddend(const Update &update, Value length,
                                             IRMapping &mapping) {
  AccumulateOp op = update.op;
  scf::IfOp branch = update.branch;
  Value condition = mapping.lookupOrDefault(branch.getCondition());
  bool isThen = update.isThen();
  // The value of the branch that updates, or `none`.
  auto choose = [&](Value value, Value none) -> Value {
    auto choice = scf::IfOp::create(rewriter, loc, none.getType(), condition,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(isThen ? choice.elseBlock() : choice.thenBlock());
    scf::YieldOp::create(rewriter, loc, none);
    rewriter.setInsertionPointToEnd(isThen ? choice.thenBlock() : choice.elseBlock());
    IRMapping own(mapping);
    for (Operation &each : op->getBlock()->without_terminator())
      if (&each != op)
        rewriter.clone(each, own);
    scf::YieldOp::create(rewriter, loc, own.lookupOrDefault(value));
    return choice.getResult(0);
  };
  Value position = choose(op.getIndices().front(), index(-1));
  Type type = op.getValue().getType();
  Value none;
  if (length)
    none = tensor::EmptyOp::create(rewriter, loc, ArrayRef<OpFoldResult>{getAsOpFoldResult(length)},
                                   getElementTypeOrSelf(type));
  else
    none = arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type));
  return {position, choose(op.getValue(), none)};
}

Value Rounds::createPlace(RankedTensorType type, Value length, Value count) {
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  auto allocate = [&](int64_t size) -> Value {
    return bufferization::AllocTensorOp::create(
        rewriter, loc, RankedTensorType::get({size}, type.getElementType()), ValueRange());
  };
  if (type.getRank() == 1)
    return extractSlice(rewriter, loc, type, allocate(blockThreads), {zero}, {OpFoldResult(count)},
                        {one});
  OpFoldResult columns = getAsOpFoldResult(length);
  OpFoldResult distance = getAsOpFoldResult(createDistance(rewriter, loc, length));
  auto toType = [](OpFoldResult each) {
    return getConstantIntValue(each).value_or(ShapedType::kDynamic);
  };
  Value total =
      make<arith::MulIOp>(count, getValueOrCreateConstantIndexOp(rewriter, loc, distance));
  Value flat = extractSlice(rewriter, loc,
                            RankedTensorType::get({ShapedType::kDynamic}, type.getElementType()),
                            allocate(countElements(fold)), {zero}, {OpFoldResult(total)}, {one});
  auto wide =
      RankedTensorType::get({ShapedType::kDynamic, toType(distance)}, type.getElementType());
  Value rows = tensor::ExpandShapeOp::create(rewriter, loc, wide, flat,
                                             ArrayRef<ReassociationIndices>{{0, 1}},
                                             ArrayRef<OpFoldResult>{OpFoldResult(count), distance});
  return extractSlice(rewriter, loc, type, rows, {zero, zero}, {OpFoldResult(count), columns},
                      {one, one});
}

Value Rounds::addUpdates(Value sum, Value length, Value indices, Value rows, Value count) {
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(blockThreads), sum);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value numBins = rewriter.createOrFold<tensor::DimOp>(loc, sum, 0);
  Value total = length ? make<arith::MulIOp>(numBins, length) : numBins;
  auto elements = scf::ForOp::create(rewriter, loc, threads.getInductionVar(0), total,
                                     index(blockThreads), threads.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(elements.getBody());
  Value number = elements.getInductionVar(), own = elements.getRegionIterArg(0);
  SmallVector<Value> position = {number};
  if (length)
    position = {make<arith::DivUIOp>(number, length), make<arith::RemUIOp>(number, length)};
  Value before = tensor::ExtractOp::create(rewriter, loc, own, position);
  auto adds = scf::ForOp::create(rewriter, loc, index(0), count, index(1), before);
  rewriter.setInsertionPointToEnd(adds.getBody());
  Value bin = tensor::ExtractOp::create(rewriter, loc, indices, adds.getInductionVar());
  Value isOwn =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, bin, position.front());
  auto branch = scf::IfOp::create(rewriter, loc, before.getType(), isOwn, /*withElseRegion=*/true);
  scf::YieldOp::create(rewriter, loc, branch.getResults());
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, adds.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> inRows = {adds.getInductionVar()};
  if (length)
    inRows.push_back(position.back());
  Value addend = tensor::ExtractOp::create(rewriter, loc, rows, inRows);
  scf::YieldOp::create(
      rewriter, loc,
      arith::AddFOp::create(rewriter, loc, adds.getRegionIterArg(0), addend).getResult());
  rewriter.setInsertionPointAfter(adds);
  scf::YieldOp::create(
      rewriter, loc,
      tensor::InsertOp::create(rewriter, loc, adds.getResult(0), own, position).getResult());
  Value whole = threads.getRegionIterArgs().front();
  rewriter.setInsertionPointAfter(elements);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, sum);
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  SmallVector<OpFoldResult> zeros(sizes.size(), zero), ones(sizes.size(), one);
  rewriter.setInsertionPointToEnd(threads.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, elements.getResult(0), whole, zeros, sizes,
                                        ones);
  rewriter.setInsertionPointAfter(threads);
  return threads.getResult(0);
}

Round Rounds::run() {
  rewriter.setInsertionPoint(fold);
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value extent = getNumIterations(rewriter, cast<CombinatorOpInterface>(*fold));
  SmallVector<Value> lengths;
  for (Value start : loop.getInitialStates())
    lengths.push_back(isa<RankedTensorType>(start.getType()) ? getRowLength(rewriter, loc, start)
                                                             : Value());
  Value rows = chooseRows();
  SmallVector<unsigned> whole;
  for (auto [number, update] : llvm::enumerate(updates))
    if (update && update->whole)
      whole.push_back(number);
  auto takeWhole = [&](ValueRange states) {
    return llvm::map_to_vector(whole, [&](unsigned number) { return states[number]; });
  };
  if (checkExtents)
    sums.assertExtents(extent, takeWhole(loop.getInitialStates()));
  // The rounds carry the states, or the parts of threads, and the collected arrays.
  SmallVector<Value> inits(loop.getInitialStates());
  if (!whole.empty())
    for (auto [number, part] : llvm::zip_equal(whole, sums.createParts()))
      inits[number] = part;
  for (Value array : loop.getCollected()) {
    SmallVector<Operation *> remaining;
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> sizes =
        computeShape(rewriter, cast<OpResult>(array), getAsOpFoldResult(extent), remaining);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes[dim] = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]);
    inits.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType()));
  }
  auto rounds = scf::ForOp::create(rewriter, loc, index(0), extent, rows, inits);
  rewriter.setInsertionPointToEnd(rounds.getBody());
  Value start = rounds.getInductionVar();
  Value count = make<arith::MinUIOp>(make<arith::SubIOp>(extent, start), rows);
  auto takeRows = [&](Value array) {
    auto type = cast<RankedTensorType>(array.getType());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, array);
    Rows own(rewriter, sizes, start, count, one);
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = ShapedType::kDynamic;
    return extractSlice(rewriter, loc, type.clone(shape), array, own.offsets, own.sizes,
                        own.strides);
  };
  SmallVector<Value> arrays, starts;
  for (Value array : loop.getArrays())
    arrays.push_back(getIota(array) ? createIota(rewriter, loc, count) : takeRows(array));
  for (auto [update, state] :
       llvm::zip(updates, rounds.getRegionIterArgs().take_front(updates.size())))
    if (!update)
      starts.push_back(state);
  auto toRound = [](Type element) {
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    if (auto type = dyn_cast<RankedTensorType>(element))
      llvm::append_range(shape, type.getShape());
    return RankedTensorType::get(shape, getElementTypeOrSelf(element));
  };
  SmallVector<Type> types;
  for (Value array : loop.getCollected())
    types.push_back(toRound(
        RankedTensorType::get(cast<RankedTensorType>(array.getType()).getShape().drop_front(),
                              getElementTypeOrSelf(array.getType()))));
  for (std::optional<Update> &update : updates)
    if (update && !update->whole) {
      types.push_back(toRound(rewriter.getIndexType()));
      types.push_back(toRound(update->op.getValue().getType()));
    }
  for (Value number : sums.getNumbers())
    types.push_back(toRound(number.getType()));
  ArrayLoopOpInterface rest = createLoop(rewriter, loc, arrays, starts, types, fold.getDirection());
  Round round;
  round.loop = rest;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(createBody(rewriter, rest));
    IRMapping mapping;
    for (auto [arg, own, array] :
         llvm::zip_equal(loop.getElementArgs(), rest.getElementArgs(), loop.getArrays()))
      mapping.map(arg, getIota(array) ? make<arith::AddIOp>(start, own) : Value(own));
    unsigned kept = 0;
    for (auto [update, state] : llvm::zip_equal(updates, loop.getStateArgs()))
      if (!update)
        mapping.map(state, rest.getStateArgs()[kept++]);
    DenseMap<Operation *, std::pair<Value, Value>> addends;
    for (Operation &op : fold.getBodyBlock().without_terminator()) {
      auto found = llvm::find_if(updates, [&](const std::optional<Update> &update) {
        return update && !update->whole && update->branch == &op;
      });
      if (sums.isLoop(&op))
        sums.cloneLoop(&op, mapping);
      else if (found != updates.end())
        addends[&op] = createAddend(**found, lengths[found - updates.begin()], mapping);
      else
        rewriter.clone(op, mapping);
    }
    SmallVector<Value> yielded;
    for (auto [update, value] : llvm::zip_equal(updates, loop.getYieldedStates()))
      if (!update)
        yielded.push_back(mapping.lookupOrDefault(value));
    for (Value value :
         fold.getBodyBlock().getTerminator()->getOperands().drop_front(updates.size()))
      yielded.push_back(mapping.lookupOrDefault(value));
    for (std::optional<Update> &update : updates)
      if (update && !update->whole) {
        auto [position, value] = addends.lookup(update->branch);
        yielded.push_back(position);
        yielded.push_back(value);
      }
    for (Value number : sums.getNumbers())
      yielded.push_back(mapping.lookupOrDefault(number));
    YieldOp::create(rewriter, loc, yielded);
  }
  unsigned numKept = starts.size(), next = numKept + loop.getCollected().size(), kept = 0;
  SmallVector<Value> results;
  auto keepInBlock = [&](unsigned result, Value length) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(rest);
    round.places[result] =
        createPlace(cast<RankedTensorType>(rest->getResult(result).getType()), length, count);
  };
  for (auto [number, update] : llvm::enumerate(updates)) {
    if (!update || update->whole) {
      results.push_back(update ? Value() : rest->getResult(kept++));
      continue;
    }
    keepInBlock(next, Value());
    keepInBlock(next + 1, lengths[number]);
    results.push_back(addUpdates(rounds.getRegionIterArg(number), lengths[number],
                                 rest->getResult(next), rest->getResult(next + 1), count));
    next += 2;
  }
  SmallVector<Value> collected;
  for (size_t i = 0; i < sums.getNumbers().size(); ++i) {
    keepInBlock(next, Value());
    collected.push_back(rest->getResult(next++));
  }
  SmallVector<Value> parts =
      sums.addRound(takeWhole(rounds.getRegionIterArgs()), start, count, collected);
  for (auto [number, part] : llvm::zip_equal(whole, parts))
    results[number] = part;
  for (unsigned i = 0; i < loop.getCollected().size(); ++i) {
    Value whole = rounds.getRegionIterArg(updates.size() + i);
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, whole);
    Rows own(rewriter, sizes, start, count, one);
    results.push_back(tensor::InsertSliceOp::create(rewriter, loc, rest->getResult(numKept + i),
                                                    whole, own.offsets, own.sizes, own.strides));
  }
  scf::YieldOp::create(rewriter, loc, results);
  SmallVector<Value> made(rounds.getResults());
  rewriter.setInsertionPointAfter(rounds);
  SmallVector<Value> added = sums.addParts(takeWhole(loop.getInitialStates()), takeWhole(made));
  for (auto [number, sum] : llvm::zip_equal(whole, added))
    made[number] = sum;
  for (auto [old, result] : llvm::zip_equal(fold->getResults(), made))
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
  rewriter.replaceOp(fold, made);
  return round;
}

Round chad::detail::createRounds(RewriterBase &rewriter, FoldOp fold, int64_t blockThreads,
                                 bool checkExtents) {
  return Rounds(rewriter, fold, blockThreads, checkExtents).run();
}
