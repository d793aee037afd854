//===- Scans.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scans.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Kernels.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

ScanSteps::~ScanSteps() = default;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// Code of one kernel.
class ScanKernel {
public:
  ScanKernel(RewriterBase &rewriter, Location loc, int64_t numThreads, ScanSteps &steps)
      : rewriter(rewriter), loc(loc), numThreads(numThreads), steps(steps),
        isLeft(steps.direction == Direction::Left), unit(chooseUnit(steps)),
        length(chooseLength(findTileTypes(steps.arrays, steps.getCollected()))) {}
  /// With tiles that can be in the memory of those of another one.
  ScanKernel(RewriterBase &rewriter, Location loc, int64_t numThreads, ScanSteps &steps,
             const ScanKernel &other)
      : rewriter(rewriter), loc(loc), numThreads(numThreads), steps(steps),
        isLeft(steps.direction == Direction::Left), unit(other.unit),
        length(chooseLength(findTileTypes(steps.arrays, {})) < other.length ? 0 : other.length) {}

  /// Makes a loop over blocks, of which `body` makes the code. It returns, for each output, the
  /// values that the block writes there, and their place.
  SmallVector<Value>
  createBlocks(Value numBlocks, Value extent, ArrayRef<Value> outputs,
               function_ref<void(scf::ForallOp blocks, ElementRange range, ValueRange own)> body);
  /// Starts code in the blocks of another kernel: the steps by the elements in a range.
  void enter(scf::ForallOp blocksAround, ElementRange range) {
    blocks = blocksAround;
    ofBlock = range;
  }
  /// Lets the block write `part` to elements of `own`.
  void write(Value part, Value own, Value first, OpFoldResult size);
  void writeNumber(Value number, Value own, Value place) {
    write(asPart(number, own, place), own, place, rewriter.getIndexAttr(1));
  }

  /// The tree of the parts of the threads. Each thread also writes `starts` to arrays of the block,
  /// which follow the tree.
  SmallVector<Value> createTree(ValueRange starts);
  /// The part of the whole range.
  SmallVector<Value> getRoot(ValueRange tree);
  /// The states before the range of each thread. `states` has those before the first one.
  SmallVector<Value> createStates(ValueRange tree, ValueRange states);
  /// The states before the step of this number. `states` has those before the ranges of threads.
  SmallVector<Value> createStatesBefore(ValueRange states, Value number);
  /// What the threads collect when they take the steps from these states, written to `own`, the
  /// part of each output that belongs to the block.
  SmallVector<Value> createCollected(ValueRange states, ValueRange own);

  Value index(int64_t value) { return createIndex(rewriter, loc, value); }

private:
  Value read(Value array, Value place) {
    return tensor::ExtractOp::create(rewriter, loc, array, place);
  }
  /// `array` with `number` at `place`, as the slice of that element.
  Value asPart(Value number, Value array, Value place);
  template <typename Op> Value make(Value a, Value b) {
    return rewriter.createOrFold<Op>(loc, a, b);
  }
  /// The elements of a range.
  Value takePart(Value array, ElementRange range);
  /// The number of elements in a sector of memory, of which a thread has whole ones.
  static int64_t chooseUnit(ScanSteps &steps);
  /// The number of elements of a thread.
  Value getPart() {
    Value part = make<arith::CeilDivUIOp>(ofBlock.size, index(numThreads));
    return make<arith::MulIOp>(make<arith::CeilDivUIOp>(part, index(unit)), index(unit));
  }
  /// The range of a thread, in that of the block.
  ElementRange rangeOfThread(Value thread) {
    return createWorkerRange(rewriter, loc, thread, getPart(), ofBlock.size);
  }
  /// The place in the memory of a block of what belongs to the thread of this rank.
  Value placeOf(Value rank) {
    return isLeft ? rank : make<arith::SubIOp>(index(numThreads - 1), rank);
  }
  /// Where a loop has its elements of an array.
  struct Source {
    bool isRead = true;
    Value array = {}; ///< The elements of the block; null for those of `0, 1, ...`.
    std::optional<size_t> output = {}; ///< The number of the output that takes over the array.
    Value tile = {};                   ///< The elements of a tile, if there is one.
  };
  /// The elements of the block that are combined.
  SmallVector<Source> getCombined();
  using Body = function_ref<SmallVector<Value>(ValueRange elements, ValueRange states)>;
  /// A loop over the elements of a range in that of the block, which begins at `inTile` in tiles.
  /// Those that it does not read are zeros in its body.
  ArrayLoopOpInterface createLoop(ArrayRef<Source> sources, ElementRange range, Value inTile,
                                  ValueRange states, ArrayRef<Type> collected, Body body);

  /// The types of the elements in the tiles of a loop that reads arrays and collects elements, of
  /// which each is written to the tile of an element of its type that is read before.
  static SmallVector<Type> findTileTypes(ArrayRef<Value> arrays, ArrayRef<Type> collected);
  /// The number of elements of a thread in a tile, if these are the types of the elements in all
  /// tiles; zero if there is no memory for them.
  int64_t chooseLength(ArrayRef<Type> types);
  /// Elements of a tile that one thread copies, and where they are in the elements of the block.
  struct Stripe {
    OpFoldResult offset, stride, offsetInTile, strideInTile, count;
  };
  /// What `thread` copies between the range of the block, of which each thread has `part` elements,
  /// and tiles of the pieces from `first` on. `numFull` threads have `part`
  /// elements, and the next one may have fewer.
  Stripe createStripe(Value thread, Value part, Value numFull, Value first);
  Value takeStripe(Value array, OpFoldResult offset, OpFoldResult stride, OpFoldResult count);
  /// Lets each thread go through its elements, from its state in `states`. Returns the states after
  /// these, and the outputs, `own`, with what the body collects.
  SmallVector<Value> createSteps(ArrayRef<Source> sources, ValueRange states, ValueRange own,
                                 ArrayRef<Type> collected, Body body);
  scf::ForallOp createThreads(OpFoldResult count, ValueRange outputs) {
    auto threads = createWorkerLoop(rewriter, loc, Level::Block, count, outputs);
    rewriter.setInsertionPointToStart(threads.getBody());
    return threads;
  }
  /// Has each thread write numbers to elements of the outputs of the loop over threads.
  void writeNumbers(scf::ForallOp threads, ValueRange numbers, Value place);
  SmallVector<Value> createEmpty(ArrayRef<Value> like);
  /// Runs `body` for the pairs of nodes of each level of the tree, from the leaves to the root or
  /// in the other direction. Its arguments are the ranks of the first thread of a pair and of the
  /// first one of its second half. `arrays` are those that the threads write.
  SmallVector<Value>
  createLevels(ValueRange arrays, bool isUpward,
               function_ref<void(scf::ForallOp, Value first, Value second)> body);

  RewriterBase &rewriter;
  Location loc;
  int64_t numThreads;
  ScanSteps &steps;
  bool isLeft;
  int64_t unit, length;
  scf::ForallOp blocks;
  /// The range of the block.
  ElementRange ofBlock;
};
} // namespace

Value ScanKernel::takePart(Value array, ElementRange range) {
  auto type = RankedTensorType::get({ShapedType::kDynamic}, getElementTypeOrSelf(array.getType()));
  return extractSlice(rewriter, loc, type, array, {OpFoldResult(range.first)},
                      {OpFoldResult(range.size)}, {OpFoldResult(rewriter.getIndexAttr(1))});
}

Value ScanKernel::asPart(Value number, Value array, Value place) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get({1}, number.getType()), array,
      ArrayRef<OpFoldResult>{place}, ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  return tensor::InsertOp::create(rewriter, loc, number, slice, index(0));
}

SmallVector<Value>
ScanKernel::createBlocks(Value numBlocks, Value extent, ArrayRef<Value> outputs,
                         function_ref<void(scf::ForallOp, ElementRange, ValueRange)> body) {
  Value part = createPartOfBlock(rewriter, loc, extent, numBlocks);
  blocks = createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  ofBlock = createWorkerRange(rewriter, loc, blocks.getInductionVar(0), part, extent);
  body(blocks, ofBlock, blocks.getRegionIterArgs());
  rewriter.setInsertionPointAfter(blocks);
  return SmallVector<Value>(blocks.getResults());
}

void ScanKernel::write(Value part, Value own, Value first, OpFoldResult size) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(blocks.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, part, own, ArrayRef<OpFoldResult>{first},
                                        ArrayRef<OpFoldResult>{size},
                                        ArrayRef<OpFoldResult>{rewriter.getIndexAttr(1)});
}

void ScanKernel::writeNumbers(scf::ForallOp threads, ValueRange numbers, Value place) {
  SmallVector<Value> parts;
  for (auto [number, own] : llvm::zip_equal(numbers, threads.getRegionIterArgs()))
    parts.push_back(asPart(number, own, place));
  rewriter.setInsertionPointToEnd(threads.getTerminator().getBody());
  OpFoldResult one = rewriter.getIndexAttr(1);
  for (auto [part, own] : llvm::zip_equal(parts, threads.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, own, ArrayRef<OpFoldResult>{place},
                                          ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
}

SmallVector<Value> ScanKernel::createEmpty(ArrayRef<Value> like) {
  return llvm::map_to_vector(like, [&](Value value) -> Value {
    return tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{numThreads}, value.getType());
  });
}

SmallVector<ScanKernel::Source> ScanKernel::getCombined() {
  SmallVector<Source> sources;
  for (auto [array, isCombined] : llvm::zip_equal(steps.arrays, steps.areCombined))
    sources.push_back(
        {isCombined, isCombined && !getIota(array) ? takePart(array, ofBlock) : Value()});
  return sources;
}

ArrayLoopOpInterface ScanKernel::createLoop(ArrayRef<Source> sources, ElementRange range,
                                            Value inTile, ValueRange states,
                                            ArrayRef<Type> collected, Body body) {
  SmallVector<Value> parts;
  for (const Source &source : sources)
    if (source.isRead)
      parts.push_back(source.tile    ? takePart(source.tile, {inTile, range.size})
                      : source.array ? takePart(source.array, range)
                                     : createIota(rewriter, loc, range.size));
  SmallVector<Type> types;
  for (Type type : collected)
    types.push_back(RankedTensorType::get({ShapedType::kDynamic}, type));
  ArrayLoopOpInterface loop =
      chad::createLoop(rewriter, loc, parts, states, types, steps.direction);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(createBody(rewriter, loop));
  SmallVector<Value> args;
  auto own = loop.getElementArgs().begin();
  for (auto [source, array] : llvm::zip_equal(sources, steps.arrays)) {
    if (!source.isRead)
      args.push_back(arith::ConstantOp::create(
          rewriter, loc, rewriter.getZeroAttr(getElementTypeOrSelf(array.getType()))));
    else if (source.array)
      args.push_back(*own++);
    else
      args.push_back(make<arith::AddIOp>(make<arith::AddIOp>(ofBlock.first, range.first), *own++));
  }
  YieldOp::create(rewriter, loc, body(args, loop.getStateArgs()));
  return loop;
}

SmallVector<Value> ScanKernel::createLevels(ValueRange arrays, bool isUpward,
                                            function_ref<void(scf::ForallOp, Value, Value)> body) {
  int64_t numLevels = llvm::Log2_64(numThreads);
  auto levels = scf::ForOp::create(rewriter, loc, index(0), index(numLevels), index(1), arrays);
  rewriter.setInsertionPointToStart(levels.getBody());
  Value level = levels.getInductionVar();
  if (!isUpward)
    level = make<arith::SubIOp>(index(numLevels - 1), level);
  Value half = make<arith::ShLIOp>(index(1), level);
  Value numPairs = make<arith::ShRUIOp>(index(numThreads / 2), level);
  scf::ForallOp pairs = createThreads(numPairs, levels.getRegionIterArgs());
  Value first = make<arith::MulIOp>(pairs.getInductionVar(0), make<arith::MulIOp>(half, index(2)));
  body(pairs, first, make<arith::AddIOp>(first, half));
  rewriter.setInsertionPointToEnd(levels.getBody());
  scf::YieldOp::create(rewriter, loc, pairs.getResults());
  rewriter.setInsertionPointAfter(levels);
  return SmallVector<Value>(levels.getResults());
}

SmallVector<Value> ScanKernel::createTree(ValueRange starts) {
  SmallVector<Source> sources = getCombined();
  SmallVector<Value> neutral = steps.createNeutral(rewriter), written(neutral);
  llvm::append_range(written, starts);
  scf::ForallOp threads = createThreads(rewriter.getIndexAttr(numThreads), createEmpty(written));
  writeNumbers(threads, written, threads.getInductionVar(0));
  rewriter.setInsertionPointAfter(threads);
  written = createSteps(
      sources, threads.getResults().take_front(neutral.size()), {}, {},
      [&](ValueRange elements, ValueRange so) { return steps.extend(rewriter, so, elements); });
  // The part of a node is at the place of its last thread.
  SmallVector<Value> made =
      createLevels(written, /*isUpward=*/true, [&](scf::ForallOp pairs, Value first, Value second) {
        Value left = placeOf(make<arith::SubIOp>(second, index(1)));
        Value end = make<arith::SubIOp>(make<arith::AddIOp>(second, second), first);
        Value right = placeOf(make<arith::SubIOp>(end, index(1)));
        SmallVector<Value> lefts, rights;
        for (Value own : pairs.getRegionIterArgs()) {
          lefts.push_back(read(own, left));
          rights.push_back(read(own, right));
        }
        writeNumbers(pairs, steps.compose(rewriter, lefts, rights), right);
      });
  llvm::append_range(made, threads.getResults().drop_front(neutral.size()));
  return made;
}

SmallVector<Value> ScanKernel::getRoot(ValueRange tree) {
  Value place = placeOf(index(numThreads - 1));
  return llvm::map_to_vector(tree, [&](Value parts) { return read(parts, place); });
}

SmallVector<Value> ScanKernel::createStates(ValueRange tree, ValueRange states) {
  return createLevels(
      states, /*isUpward=*/false, [&](scf::ForallOp pairs, Value first, Value second) {
        Value left = placeOf(make<arith::SubIOp>(second, index(1)));
        SmallVector<Value> parts =
            llvm::map_to_vector(tree, [&](Value nodes) { return read(nodes, left); });
        SmallVector<Value> own = llvm::map_to_vector(
            pairs.getRegionIterArgs(), [&](Value each) { return read(each, placeOf(first)); });
        writeNumbers(pairs, steps.apply(rewriter, parts, own), placeOf(second));
      });
}

SmallVector<Value> ScanKernel::createStatesBefore(ValueRange states, Value number) {
  Value thread = make<arith::DivUIOp>(number, getPart());
  SmallVector<Value> starts =
      llvm::map_to_vector(states, [&](Value each) { return read(each, thread); });
  ElementRange range = rangeOfThread(thread);
  if (isLeft) {
    range.size = make<arith::SubIOp>(number, range.first);
  } else {
    Value end = make<arith::AddIOp>(range.first, range.size);
    range.first = make<arith::AddIOp>(number, index(1));
    range.size = make<arith::SubIOp>(end, range.first);
  }
  ArrayLoopOpInterface loop =
      createLoop(getCombined(), range, {}, starts, {}, [&](ValueRange elements, ValueRange now) {
        return steps.apply(rewriter, elements, now);
      });
  return SmallVector<Value>(loop->getResults());
}

SmallVector<Value> ScanKernel::createCollected(ValueRange states, ValueRange own) {
  SmallVector<Source> sources;
  for (Value array : steps.arrays)
    sources.push_back({true, getIota(array) ? Value() : takePart(array, ofBlock)});
  for (size_t number = 0; number < own.size(); ++number)
    if (Value reused = steps.getReused(number))
      sources[llvm::find(steps.arrays, reused) - steps.arrays.begin()].output = number;
  SmallVector<Value> made = createSteps(
      sources, states, own, steps.getCollected(),
      [&](ValueRange elements, ValueRange now) { return steps.step(rewriter, elements, now); });
  return {made.begin() + states.size(), made.end()};
}

//===----------------------------------------------------------------------===//
// The elements of threads
//
// Each thread has adjacent elements. If it read them itself, the threads of a warp would read what
// lies far apart, each a number from another sector of memory. So the threads of a block copy
// elements to a tile in its memory, a piece of those of each thread, and what they collect from
// such a tile: `length` threads copy adjacent elements. A piece is followed by an unused element,
// so that elements of one number in all pieces are in different banks.
//===----------------------------------------------------------------------===//

int64_t ScanKernel::chooseUnit(ScanSteps &steps) {
  constexpr int64_t sectorBytes = 32, most = 8;
  int64_t unit = 1;
  auto add = [&](Type type) {
    if (type.isIntOrIndexOrFloat())
      unit = std::max(unit, std::min(most, sectorBytes / bytesOf(type)));
  };
  for (Value array : steps.arrays)
    if (!getIota(array))
      add(getElementTypeOrSelf(array.getType()));
  llvm::for_each(steps.getCollected(), add);
  return unit;
}

SmallVector<Type> ScanKernel::findTileTypes(ArrayRef<Value> arrays, ArrayRef<Type> collected) {
  SmallVector<Type> types, unshared;
  for (Value array : arrays)
    if (!getIota(array))
      types.push_back(getElementTypeOrSelf(array.getType()));
  unshared = types;
  for (Type type : collected) {
    auto *shared = llvm::find(unshared, type);
    if (shared != unshared.end())
      unshared.erase(shared);
    else
      types.push_back(type);
  }
  return types;
}

int64_t ScanKernel::chooseLength(ArrayRef<Type> types) {
  // A multiprocessor of an H200 then runs nearly as many blocks as it has threads for. Tiles of all
  // loops have one of two lengths, so that those of kernels that become one share their memory.
  constexpr int64_t mostBytes = 32 << 10;
  if (types.empty() || unit == 1 ||
      !llvm::all_of(types, [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return 0;
  for (int64_t length : {unit, unit / 2}) {
    int64_t bytes = 0;
    for (Type type : types)
      bytes += numThreads * (length + 1) * bytesOf(type);
    if (length > 1 && numThreads % length == 0 && bytes <= mostBytes)
      return length;
  }
  return 0;
}

ScanKernel::Stripe ScanKernel::createStripe(Value thread, Value part, Value numFull, Value first) {
  Value inPiece = make<arith::RemUIOp>(thread, index(length));
  Value piece = make<arith::DivUIOp>(thread, index(length));
  Value inPart = make<arith::AddIOp>(first, inPiece);
  // The pieces that have this element.
  Value rest = make<arith::SubIOp>(ofBlock.size, make<arith::MulIOp>(numFull, part));
  auto isBelow = [&](Value a, Value b) {
    return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, a, b);
  };
  Value isInRest =
      rewriter.createOrFold<arith::SelectOp>(loc, isBelow(inPart, rest), index(1), index(0));
  Value numPieces = make<arith::AddIOp>(numFull, isInRest);
  Value left = make<arith::SubIOp>(numPieces, make<arith::MinUIOp>(piece, numPieces));
  int64_t distance = numThreads / length;
  Value count = make<arith::CeilDivUIOp>(left, index(distance));
  count = rewriter.createOrFold<arith::SelectOp>(loc, isBelow(inPart, part), count, index(0));
  Value start = make<arith::AddIOp>(make<arith::MulIOp>(piece, part), inPart);
  Value inTile = make<arith::AddIOp>(make<arith::MulIOp>(piece, index(length + 1)), inPiece);
  return {start, make<arith::MulIOp>(part, index(distance)), inTile,
          rewriter.getIndexAttr(distance * (length + 1)), count};
}

Value ScanKernel::takeStripe(Value array, OpFoldResult offset, OpFoldResult stride,
                             OpFoldResult count) {
  auto type = RankedTensorType::get({ShapedType::kDynamic}, getElementTypeOrSelf(array.getType()));
  return extractSlice(rewriter, loc, type, array, {offset}, {count}, {stride});
}

SmallVector<Value> ScanKernel::createSteps(ArrayRef<Source> sources, ValueRange states,
                                           ValueRange own, ArrayRef<Type> collected, Body body) {
  OpFoldResult one = rewriter.getIndexAttr(1), all = rewriter.getIndexAttr(numThreads);
  // The steps of a part of the elements of each thread, and what they collect, in `outputs`.
  auto createPiece = [&](ArrayRef<Source> from, ValueRange before, ValueRange outputs,
                         Value start) {
    SmallVector<Value> written(before);
    llvm::append_range(written, outputs);
    scf::ForallOp threads = createThreads(all, written);
    Value thread = threads.getInductionVar(0), inTile;
    ElementRange range = rangeOfThread(thread);
    ValueRange ownOfThread = threads.getRegionIterArgs().drop_front(before.size());
    SmallVector<Source> read(from);
    // A thread reads an element before it overwrites it.
    for (Source &source : read)
      if (source.output)
        (start ? source.tile : source.array) = ownOfThread[*source.output];
    if (start) {
      start = make<arith::MinUIOp>(start, range.size);
      range.first = make<arith::AddIOp>(range.first, start);
      range.size = make<arith::MinUIOp>(make<arith::SubIOp>(range.size, start), index(length));
      inTile = make<arith::MulIOp>(thread, index(length + 1));
    }
    SmallVector<Value> starts;
    for (Value each : threads.getRegionIterArgs().take_front(before.size()))
      starts.push_back(this->read(each, thread));
    ArrayLoopOpInterface loop = createLoop(read, range, inTile, starts, collected, body);
    SmallVector<Value> ends(loop->getResults().take_front(before.size())), parts;
    SmallVector<Rows> rows;
    for (auto [end, array] : llvm::zip(ends, threads.getRegionIterArgs())) {
      parts.push_back(asPart(end, array, thread));
      rows.emplace_back(rewriter, one, thread, one, one);
    }
    for (Value array : loop.getCollected()) {
      parts.push_back(array);
      rows.emplace_back(rewriter, OpFoldResult(range.size), inTile ? inTile : range.first,
                        range.size, one);
    }
    insertRows(rewriter, threads, parts, rows);
    rewriter.setInsertionPointAfter(threads);
    return SmallVector<Value>(threads.getResults());
  };
  if (length == 0)
    return createPiece(sources, states, own, {});

  Value part = getPart();
  Value numFull = make<arith::DivUIOp>(ofBlock.size, make<arith::MaxUIOp>(part, index(1)));
  Value numPieces = make<arith::CeilDivUIOp>(part, index(length));
  SmallVector<Value> inits(states);
  llvm::append_range(inits, own);
  auto pieces = scf::ForOp::create(rewriter, loc, index(0), numPieces, index(1), inits);
  rewriter.setInsertionPointToStart(pieces.getBody());
  Value number = pieces.getInductionVar();
  if (!isLeft)
    number = make<arith::SubIOp>(make<arith::SubIOp>(numPieces, index(1)), number);
  Value start = make<arith::MulIOp>(number, index(length));
  ValueRange now = pieces.getRegionIterArgs();
  ValueRange nowOwn = now.drop_front(states.size());
  auto createTile = [&](Type element) -> Value {
    return tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{numThreads * (length + 1)},
                                   element);
  };
  // From arrays to tiles.
  SmallVector<Source> read(sources);
  SmallVector<Source *> tiled;
  SmallVector<Value> tiles, outputTiles(collected.size());
  for (Source &source : read)
    if (source.isRead && source.array) {
      tiled.push_back(&source);
      tiles.push_back(createTile(getElementTypeOrSelf(source.array.getType())));
    }
  if (!tiled.empty()) {
    scf::ForallOp threads = createThreads(all, tiles);
    Stripe stripe = createStripe(threads.getInductionVar(0), part, numFull, start);
    SmallVector<Value> parts;
    for (Source *source : tiled)
      parts.push_back(takeStripe(source->output ? nowOwn[*source->output] : source->array,
                                 stripe.offset, stripe.stride, stripe.count));
    insertRows(rewriter, threads, parts,
               SmallVector<Rows>(tiled.size(), Rows(rewriter, stripe.count, stripe.offsetInTile,
                                                    stripe.count, stripe.strideInTile)));
    rewriter.setInsertionPointAfter(threads);
    for (auto [source, tile] : llvm::zip_equal(tiled, threads.getResults())) {
      source->tile = tile;
      source->output.reset();
    }
  }
  for (size_t number = 0; number < collected.size(); ++number) {
    Type type = collected[number];
    auto *shared = llvm::find_if(tiled, [&](Source *source) {
      return !source->output && getElementTypeOrSelf(source->tile.getType()) == type;
    });
    outputTiles[number] = shared != tiled.end() ? (*shared)->tile : createTile(type);
    if (shared != tiled.end())
      (*shared)->output = number;
  }
  SmallVector<Value> made = createPiece(read, now.take_front(states.size()), outputTiles, start);
  // From tiles to outputs.
  if (!own.empty()) {
    scf::ForallOp threads = createThreads(all, nowOwn);
    Stripe stripe = createStripe(threads.getInductionVar(0), part, numFull, start);
    SmallVector<Value> parts;
    for (Value tile : ArrayRef(made).drop_front(states.size()))
      parts.push_back(takeStripe(tile, stripe.offsetInTile, stripe.strideInTile, stripe.count));
    insertRows(rewriter, threads, parts,
               SmallVector<Rows>(own.size(), Rows(rewriter, stripe.count, stripe.offset,
                                                  stripe.count, stripe.stride)));
    rewriter.setInsertionPointAfter(threads);
    made.truncate(states.size());
    llvm::append_range(made, threads.getResults());
  }
  scf::YieldOp::create(rewriter, loc, made);
  rewriter.setInsertionPointAfter(pieces);
  return SmallVector<Value>(pieces.getResults());
}

//===----------------------------------------------------------------------===//
// All kernels of a loop
//===----------------------------------------------------------------------===//

namespace {
/// The steps by the parts of ranges.
class StepsOfRanges : public ScanSteps {
public:
  StepsOfRanges(ScanSteps &steps, ValueRange parts)
      : ScanSteps(steps.direction, parts, steps.starts), steps(steps) {}

  SmallVector<Value> createNeutral(OpBuilder &builder) override {
    return steps.createNeutral(builder);
  }
  SmallVector<Value> extend(OpBuilder &builder, ValueRange part, ValueRange elements) override {
    return steps.compose(builder, part, elements);
  }
  SmallVector<Value> compose(OpBuilder &builder, ValueRange first, ValueRange second) override {
    return steps.compose(builder, first, second);
  }
  SmallVector<Value> apply(OpBuilder &builder, ValueRange part, ValueRange states) override {
    return steps.apply(builder, part, states);
  }
  SmallVector<Value> step(OpBuilder &builder, ValueRange elements, ValueRange states) override {
    return steps.apply(builder, elements, states);
  }
  SmallVector<Type> getCollected() override { return {}; }

private:
  ScanSteps &steps;
};
} // namespace

ScanKernels::ScanKernels(RewriterBase &rewriter, Location loc, const Machine &machine,
                         ScanSteps &steps, Value extent)
    : rewriter(rewriter), loc(loc), machine(machine), steps(steps), extent(extent),
      numBlocks(countBlocksOfThreads(rewriter, loc, extent, machine)) {}

/// Empty arrays of `extent` elements of these types.
static SmallVector<Value> createOutputs(OpBuilder &builder, Location loc, OpFoldResult extent,
                                        ArrayRef<Type> types) {
  return llvm::map_to_vector(types, [&](Type type) -> Value {
    return tensor::EmptyOp::create(builder, loc, ArrayRef<OpFoldResult>{extent}, type);
  });
}

void ScanKernels::createParts() {
  ScanKernel kernel(rewriter, loc, machine.blockThreads, steps);
  SmallVector<Type> types = llvm::map_to_vector(steps.createNeutral(rewriter),
                                                [](Value value) { return value.getType(); });
  parts = kernel.createBlocks(numBlocks, extent,
                              createOutputs(rewriter, loc, getAsOpFoldResult(numBlocks), types),
                              [&](scf::ForallOp blocks, ElementRange range, ValueRange own) {
                                SmallVector<Value> root = kernel.getRoot(kernel.createTree({}));
                                for (auto [number, array] : llvm::zip_equal(root, own))
                                  kernel.writeNumber(number, array, blocks.getInductionVar(0));
                              });
}

namespace {
/// The states at the boundaries of ranges, in the code of a block.
struct Boundaries {
  SmallVector<Value> tree, starts; ///< In the memory of the block.
  SmallVector<Value> ends;         ///< The states after all ranges.
  Value difference;                ///< Zero, or a NaN if not all parts are finite.
};
} // namespace

/// Composes the parts of all ranges.
static Boundaries createBoundaries(RewriterBase &rewriter, Location loc, ScanKernel &kernel,
                                   ScanSteps &steps) {
  SmallVector<Value> made = kernel.createTree(steps.starts);
  Boundaries boundaries;
  boundaries.tree.assign(made.begin(), made.end() - steps.starts.size());
  boundaries.starts.assign(made.end() - steps.starts.size(), made.end());
  SmallVector<Value> root = kernel.getRoot(boundaries.tree);
  boundaries.ends = steps.apply(rewriter, root, steps.starts);
  Value &sum = boundaries.difference;
  for (Value number : root) {
    if (!isa<FloatType>(number.getType()))
      continue;
    Value each = arith::SubFOp::create(rewriter, loc, number, number);
    if (each.getType().getIntOrFloatBitWidth() < 64)
      each = arith::ExtFOp::create(rewriter, loc, rewriter.getF64Type(), each);
    sum = sum ? arith::AddFOp::create(rewriter, loc, sum, each).getResult() : each;
  }
  if (!sum)
    sum = arith::ConstantOp::create(rewriter, loc, rewriter.getF64FloatAttr(0));
  return boundaries;
}

/// Empty arrays for the states after all steps and the difference, an element for each block.
static SmallVector<Value> createEnds(OpBuilder &builder, Location loc, ScanSteps &steps,
                                     OpFoldResult numBlocks) {
  SmallVector<Type> types =
      llvm::map_to_vector(steps.starts, [](Value value) { return value.getType(); });
  types.push_back(builder.getF64Type());
  return createOutputs(builder, loc, numBlocks, types);
}

static void writeEnds(ScanKernel &kernel, const Boundaries &boundaries, ValueRange own,
                      Value block) {
  for (auto [end, whole] : llvm::zip_equal(boundaries.ends, own.drop_back()))
    kernel.writeNumber(end, whole, block);
  kernel.writeNumber(boundaries.difference, own.back(), block);
}

void ScanKernels::createStates() {
  StepsOfRanges ranges(steps, parts);
  ScanKernel kernel(rewriter, loc, machine.blockThreads, ranges);
  last = kernel.createBlocks(createIndex(rewriter, loc, 1), numBlocks,
                             createEnds(rewriter, loc, steps, rewriter.getIndexAttr(1)),
                             [&](scf::ForallOp blocks, ElementRange, ValueRange own) {
                               writeEnds(kernel, createBoundaries(rewriter, loc, kernel, steps),
                                         own, blocks.getInductionVar(0));
                             });
  difference = last.pop_back_val();
}

Value ScanKernels::areFinite() {
  Value zero = createIndex(rewriter, loc, 0);
  Value number = tensor::ExtractOp::create(rewriter, loc, difference, zero);
  Value none = arith::ConstantOp::create(rewriter, loc, rewriter.getF64FloatAttr(0));
  return arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ, number, none);
}

SmallVector<Value> ScanKernels::createLastStates() {
  Value zero = createIndex(rewriter, loc, 0);
  return llvm::map_to_vector(last, [&](Value array) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, array, zero);
  });
}

SmallVector<Value> ScanKernels::createCollected(bool checked) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  SmallVector<Value> outputs =
      createOutputs(rewriter, loc, getAsOpFoldResult(extent), steps.getCollected());
  size_t numCollected = outputs.size();
  for (auto [number, output] : llvm::enumerate(outputs))
    if (Value reused = steps.getReused(number))
      output = reused;
  if (checked)
    llvm::append_range(outputs, createEnds(rewriter, loc, steps, getAsOpFoldResult(numBlocks)));
  ScanKernel kernel(rewriter, loc, machine.blockThreads, steps);
  StepsOfRanges ranges(steps, parts);
  ScanKernel before(rewriter, loc, machine.blockThreads, ranges, kernel);
  SmallVector<Value> results = kernel.createBlocks(
      numBlocks, extent, outputs, [&](scf::ForallOp blocks, ElementRange range, ValueRange own) {
        Value block = blocks.getInductionVar(0), zero = createIndex(rewriter, loc, 0);
        SmallVector<Value> starts;
        if (checked) {
          before.enter(blocks, {zero, numBlocks});
          Boundaries boundaries = createBoundaries(rewriter, loc, before, steps);
          writeEnds(kernel, boundaries, own.drop_front(numCollected), block);
          starts = before.createStatesBefore(
              before.createStates(boundaries.tree, boundaries.starts), block);
        } else {
          ElementRange earlier = {zero, block};
          if (steps.direction == Direction::Right) {
            earlier.first = arith::AddIOp::create(rewriter, loc, block, before.index(1));
            earlier.size = arith::SubIOp::create(rewriter, loc, numBlocks, earlier.first);
          }
          before.enter(blocks, earlier);
          starts = steps.apply(rewriter, before.getRoot(before.createTree({})), steps.starts);
        }
        SmallVector<Value> tree = kernel.createTree(starts);
        SmallVector<Value> states = kernel.createStates(ValueRange(tree).drop_back(starts.size()),
                                                        ValueRange(tree).take_back(starts.size()));
        ValueRange whole = own.take_front(numCollected);
        SmallVector<Value> rows = llvm::map_to_vector(whole, [&](Value array) {
          auto type = cast<RankedTensorType>(array.getType()).clone({ShapedType::kDynamic});
          return extractSlice(rewriter, loc, cast<RankedTensorType>(type), array,
                              {OpFoldResult(range.first)}, {OpFoldResult(range.size)}, {one});
        });
        for (auto [row, array] : llvm::zip_equal(kernel.createCollected(states, rows), whole))
          kernel.write(row, array, range.first, range.size);
      });
  if (checked) {
    difference = results.pop_back_val();
    last.assign(results.begin() + numCollected, results.end());
    results.resize(numCollected);
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

namespace {
/// The steps of a scan: a part is an element, or several elements combined.
class StepsOfScan : public ScanSteps {
public:
  /// If there is a reader, a map, the steps also compute what it makes; of the scan's results they
  /// then collect those that other ops read.
  explicit StepsOfScan(ScanOp scan, MapOp reader = {})
      : ScanSteps(scan.getDirection(), findArrays(scan, reader), scan.getUnits()), scan(scan),
        reader(reader), numOwn(scan.getArrays().size()) {
    std::fill(areCombined.begin() + numOwn, areCombined.end(), false);
    for (OpResult result : scan->getResults())
      if (!reader || llvm::any_of(result.getUsers(), [&](Operation *user) {
            return user != reader && !isa<tensor::DimOp>(user);
          }))
        stored.push_back(result.getResultNumber());
    reused.resize(stored.size());
    if (reader)
      for (OpResult result : reader->getResults())
        reused.push_back(findReusable(result));
  }

  SmallVector<Value> createNeutral(OpBuilder &) override { return starts; }
  SmallVector<Value> extend(OpBuilder &builder, ValueRange part, ValueRange elements) override {
    return compose(builder, part, elements.take_front(numOwn));
  }
  SmallVector<Value> compose(OpBuilder &builder, ValueRange first, ValueRange second) override {
    IRMapping mapping;
    mapping.map(scan.getStateArgs(), first);
    mapping.map(scan.getElementArgs(), second);
    return cloneBody(builder, scan.getBodyBlock(), mapping);
  }
  SmallVector<Value> apply(OpBuilder &builder, ValueRange part, ValueRange states) override {
    return compose(builder, states, part);
  }
  SmallVector<Value> step(OpBuilder &builder, ValueRange elements, ValueRange states) override {
    SmallVector<Value> made = compose(builder, states, elements.take_front(numOwn));
    SmallVector<Value> results =
        scan.getKind() == ScanKind::Inclusive ? made : SmallVector<Value>(states);
    for (unsigned number : stored)
      made.push_back(results[number]);
    if (!reader)
      return made;
    IRMapping mapping;
    ValueRange others = elements.drop_front(numOwn);
    for (auto [arg, array] : llvm::zip_equal(reader.getElementArgs(), reader.getArrays())) {
      if (array.getDefiningOp() == scan) {
        mapping.map(arg, results[cast<OpResult>(array).getResultNumber()]);
        continue;
      }
      mapping.map(arg, others.front());
      others = others.drop_front();
    }
    llvm::append_range(made, cloneBody(builder, reader.getBodyBlock(), mapping));
    return made;
  }
  SmallVector<Type> getCollected() override {
    SmallVector<Type> types;
    for (unsigned number : stored)
      types.push_back(scan.getUnits()[number].getType());
    if (reader)
      for (Value value : reader.getYieldedElements())
        types.push_back(value.getType());
    return types;
  }
  Value getReused(unsigned number) override { return reused[number]; }

  /// The results of the scan that are collected, before those of the reader.
  SmallVector<unsigned> stored;

private:
  /// The arrays of the scan, and those that the reader reads beside its results.
  static SmallVector<Value> findArrays(ScanOp scan, MapOp reader) {
    SmallVector<Value> all(scan.getArrays());
    if (reader)
      for (Value array : reader.getArrays())
        if (array.getDefiningOp() != scan)
          all.push_back(array);
    return all;
  }
  /// An array that only the reader reads, and whose memory its result can take over.
  Value findReusable(OpResult result) {
    for (Value array : ArrayRef(arrays).drop_front(numOwn)) {
      Operation *def = array.getDefiningOp();
      if (def && !getIota(array) && array.getType() == result.getType() && isReadOnce(array) &&
          isa<CombinatorOpInterface, scf::ForallOp, linalg::LinalgOp>(def) &&
          def->getBlock() == reader->getBlock() && !llvm::is_contained(reused, array))
        return array;
    }
    return {};
  }

  ScanOp scan;
  MapOp reader;
  size_t numOwn;             ///< The number of arrays of the scan.
  SmallVector<Value> reused; ///< For each collected array; null if it takes over none.
};
} // namespace

bool chad::detail::mayDivideScan(ScanOp scan) {
  int64_t extent = getArrayExtent(scan.getArrays().front().getType());
  return extent != 0 && isMemoryEffectFree(scan) && !hasLinearArrays(scan) &&
         llvm::none_of(scan.getUnits().getTypes(), llvm::IsaPred<ShapedType>);
}

/// Makes the kernels of a scan at the insertion point.
static SmallVector<Value> createKernels(RewriterBase &rewriter, ScanOp scan, StepsOfScan &steps,
                                        const Machine &machine) {
  Location loc = scan.getLoc();
  Value extent = getValueOrCreateConstantIndexOp(
      rewriter, loc, getArraySize(rewriter, loc, scan.getArrays().front()));
  ScanKernels kernels(rewriter, loc, machine, steps, extent);
  kernels.createParts();
  return kernels.createCollected(/*checked=*/false);
}

SmallVector<Value> chad::detail::createScanKernels(RewriterBase &rewriter, ScanOp scan,
                                                   const Machine &machine) {
  rewriter.setInsertionPoint(scan);
  StepsOfScan steps(scan);
  return createKernels(rewriter, scan, steps, machine);
}

/// Whether the steps of a scan can compute what a map of its results makes.
static bool mayJoin(ScanOp scan, MapOp map) {
  auto isScalar = [](Value value) { return value.getType().isIntOrIndexOrFloat(); };
  return map->getBlock() == scan->getBlock() && isMemoryEffectFree(map) && !hasLinearArrays(map) &&
         llvm::all_of(map.getElementArgs(), isScalar) &&
         llvm::all_of(map.getYieldedElements(), isScalar) && !findHostOp(map) &&
         // A reduction computes such a map itself.
         llvm::none_of(map->getUsers(), llvm::IsaPred<ReduceOp>) &&
         llvm::none_of(scan->getUsers(),
                       [&](Operation *user) { return map->isProperAncestor(user); }) &&
         llvm::all_of(map.getBodyBlock(), [](Operation &op) { return op.getNumRegions() == 0; });
}

/// Finds a map that reads results of a scan and can be computed together with it, and the op before
/// which the kernels are made: one of the two, after what both read and before what else reads
/// their results. Null if there is none.
static std::pair<MapOp, Operation *> findReader(ScanOp scan) {
  for (Operation *user : scan->getUsers()) {
    auto map = dyn_cast<MapOp>(user);
    if (!map || !mayJoin(scan, map))
      continue;
    bool isFirst = llvm::all_of(scan->getUsers(), [&](Operation *other) {
      Operation *around = map->getBlock()->findAncestorOpInBlock(*other);
      return isa<tensor::DimOp>(other) || around == map || map->isBeforeInBlock(around);
    });
    if (isFirst)
      return {map, map};
    bool readsNothingBetween = true;
    map->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        Operation *def = operand.getDefiningOp();
        readsNothingBetween &= !def || def == scan || def->getBlock() != scan->getBlock() ||
                               def->isBeforeInBlock(scan);
      }
    });
    if (readsNothingBetween)
      return {map, scan};
  }
  return {};
}

Operation *chad::detail::divideScan(RewriterBase &rewriter, ScanOp scan, const Machine &machine,
                                    bool checkExtents) {
  auto [map, place] = findReader(scan);
  rewriter.setInsertionPoint(map ? place : scan);
  remarkDone(scan, {"chad-distribute-kernels", "distributed"},
             "elements divided among the blocks of a kernel, which combine them first and then "
             "scan them");
  StepsOfScan steps(scan, map);
  if (map)
    remarkDone(map, {"chad-distribute-kernels", "joined"},
               "computed by the scan at " + describePlace(scan.getLoc()));
  if (checkExtents && map && place == map)
    assertOneExtent(rewriter, scan, scan.getArrays());
  if (checkExtents)
    assertOneExtent(rewriter, map ? place : scan, steps.arrays);
  SmallVector<Value> made = createKernels(rewriter, scan, steps, machine);
  SmallVector<std::pair<Value, Value>> results;
  for (auto [number, value] : llvm::zip(steps.stored, made))
    results.emplace_back(scan->getResult(number), value);
  if (map)
    for (auto [old, value] :
         llvm::zip_equal(map->getResults(), ArrayRef(made).drop_front(steps.stored.size())))
      results.emplace_back(old, value);
  for (auto [old, value] : results) {
    if (value.getType() != old.getType())
      value = tensor::CastOp::create(rewriter, scan.getLoc(), old.getType(), value);
    rewriter.replaceAllUsesWith(old, value);
  }
  Operation *erased = map;
  if (map)
    rewriter.eraseOp(map);
  // What is left are extents, which are those of the elements.
  rewriter.replaceAllUsesWith(scan->getResults(),
                              SmallVector<Value>(scan->getNumResults(), scan.getArrays().front()));
  rewriter.eraseOp(scan);
  return erased;
}
