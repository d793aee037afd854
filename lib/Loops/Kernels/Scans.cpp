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
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
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
        isLeft(steps.direction == Direction::Left) {}

  /// Makes a loop over blocks, of which `body` makes the code. It returns, for each output, the
  /// values that the block writes there, and their place.
  SmallVector<Value>
  createBlocks(Value numBlocks, Value extent, ArrayRef<Value> outputs,
               function_ref<void(Value block, ElementRange range, ValueRange own)> body);
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
  /// The range of a thread, in that of the block.
  ElementRange rangeOfThread(Value thread) {
    Value part = make<arith::CeilDivUIOp>(ofBlock.size, index(numThreads));
    return createWorkerRange(rewriter, loc, thread, part, ofBlock.size);
  }
  /// The place in the memory of a block of what belongs to the thread of this rank.
  Value placeOf(Value rank) {
    return isLeft ? rank : make<arith::SubIOp>(index(numThreads - 1), rank);
  }
  /// A loop over the elements of a range in that of the block.
  ArrayLoopOpInterface
  createLoop(ElementRange range, ValueRange states, ArrayRef<Type> collected,
             function_ref<SmallVector<Value>(ValueRange elements, ValueRange states)> body);
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
  scf::ForallOp blocks;
  /// The range of the block, and its elements of each array, but of `0, 1, ...`.
  ElementRange ofBlock;
  SmallVector<Value> elements;
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
                         function_ref<void(Value, ElementRange, ValueRange)> body) {
  Value part = createPartOfBlock(rewriter, loc, extent, numBlocks);
  blocks = createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  ofBlock = createWorkerRange(rewriter, loc, block, part, extent);
  for (Value array : steps.arrays)
    elements.push_back(getIota(array) ? Value() : takePart(array, ofBlock));
  body(block, ofBlock, blocks.getRegionIterArgs());
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

ArrayLoopOpInterface ScanKernel::createLoop(
    ElementRange range, ValueRange states, ArrayRef<Type> collected,
    function_ref<SmallVector<Value>(ValueRange elements, ValueRange states)> body) {
  SmallVector<Value> parts;
  for (Value array : elements)
    parts.push_back(array ? takePart(array, range) : createIota(rewriter, loc, range.size));
  SmallVector<Type> types;
  for (Type type : collected)
    types.push_back(RankedTensorType::get({ShapedType::kDynamic}, type));
  ArrayLoopOpInterface loop =
      chad::createLoop(rewriter, loc, parts, states, types, steps.direction);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(createBody(rewriter, loop));
  SmallVector<Value> args(loop.getElementArgs());
  for (auto [arg, array] : llvm::zip_equal(args, elements))
    if (!array)
      arg = make<arith::AddIOp>(make<arith::AddIOp>(ofBlock.first, range.first), arg);
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
  SmallVector<Value> neutral = steps.createNeutral(rewriter), written(neutral);
  llvm::append_range(written, starts);
  scf::ForallOp threads = createThreads(rewriter.getIndexAttr(numThreads), createEmpty(written));
  Value thread = threads.getInductionVar(0);
  ArrayLoopOpInterface loop =
      createLoop(rangeOfThread(thread), neutral, {}, [&](ValueRange elements, ValueRange so) {
        return steps.extend(rewriter, so, elements);
      });
  written.assign(loop->result_begin(), loop->result_end());
  llvm::append_range(written, starts);
  writeNumbers(threads, written, thread);
  rewriter.setInsertionPointAfter(threads);
  // The part of a node is at the place of its last thread.
  SmallVector<Value> made =
      createLevels(threads.getResults().take_front(neutral.size()), /*isUpward=*/true,
                   [&](scf::ForallOp pairs, Value first, Value second) {
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

SmallVector<Value> ScanKernel::createCollected(ValueRange states, ValueRange own) {
  scf::ForallOp threads = createThreads(rewriter.getIndexAttr(numThreads), own);
  Value thread = threads.getInductionVar(0);
  ElementRange ofThread = rangeOfThread(thread);
  SmallVector<Value> starts =
      llvm::map_to_vector(states, [&](Value each) { return read(each, thread); });
  ArrayLoopOpInterface loop =
      createLoop(ofThread, starts, steps.getCollected(), [&](ValueRange elements, ValueRange now) {
        return steps.step(rewriter, elements, now);
      });
  OpFoldResult size = ofThread.size, one = rewriter.getIndexAttr(1);
  insertRows(rewriter, threads, loop.getCollected(),
             SmallVector<Rows>(own.size(), Rows(rewriter, size, ofThread.first, size, one)));
  rewriter.setInsertionPointAfter(threads);
  return SmallVector<Value>(threads.getResults());
}

//===----------------------------------------------------------------------===//
// All kernels of a loop
//===----------------------------------------------------------------------===//

namespace {
/// The steps by the parts of ranges. The states before each are collected.
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
    SmallVector<Value> made = steps.apply(builder, elements, states);
    llvm::append_range(made, states);
    return made;
  }
  SmallVector<Type> getCollected() override {
    return llvm::map_to_vector(starts, [](Value start) { return start.getType(); });
  }

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

void ScanKernels::createStates() {
  ScanKernel first(rewriter, loc, machine.blockThreads, steps);
  auto typeOf = [](Value value) { return value.getType(); };
  SmallVector<Type> partTypes = llvm::map_to_vector(steps.createNeutral(rewriter), typeOf);
  SmallVector<Type> types = llvm::map_to_vector(steps.starts, typeOf);
  OpFoldResult count = getAsOpFoldResult(numBlocks), one = rewriter.getIndexAttr(1);
  SmallVector<Value> parts =
      first.createBlocks(numBlocks, extent, createOutputs(rewriter, loc, count, partTypes),
                         [&](Value block, ElementRange range, ValueRange own) {
                           SmallVector<Value> root = first.getRoot(first.createTree({}));
                           for (auto [number, array] : llvm::zip_equal(root, own))
                             first.writeNumber(number, array, block);
                         });

  StepsOfRanges ranges(steps, parts);
  ScanKernel second(rewriter, loc, machine.blockThreads, ranges);
  SmallVector<Value> outputs = createOutputs(rewriter, loc, count, types);
  llvm::append_range(outputs, createOutputs(rewriter, loc, one, types));
  llvm::append_range(outputs, createOutputs(rewriter, loc, one, rewriter.getF64Type()));
  size_t numStates = types.size();
  SmallVector<Value> made = second.createBlocks(
      createIndex(rewriter, loc, 1), numBlocks, outputs,
      [&](Value, ElementRange range, ValueRange own) {
        SmallVector<Value> made = second.createTree(steps.starts);
        ValueRange tree = ValueRange(made).drop_back(numStates);
        SmallVector<Value> root = second.getRoot(tree);
        SmallVector<Value> ends = steps.apply(rewriter, root, steps.starts);
        // Zero, or a NaN.
        Value sum;
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
        SmallVector<Value> states =
            second.createStates(tree, ValueRange(made).take_back(numStates));
        SmallVector<Value> collected = second.createCollected(states, own.take_front(numStates));
        for (auto [array, whole] : llvm::zip_equal(collected, own.take_front(numStates)))
          second.write(array, whole, second.index(0), count);
        for (auto [end, whole] : llvm::zip_equal(ends, own.slice(numStates, numStates)))
          second.writeNumber(end, whole, second.index(0));
        second.writeNumber(sum, own.back(), second.index(0));
      });
  before.assign(made.begin(), made.begin() + numStates);
  last.assign(made.begin() + numStates, made.end() - 1);
  difference = made.back();
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

SmallVector<Value> ScanKernels::createCollected() {
  ScanKernel third(rewriter, loc, machine.blockThreads, steps);
  return third.createBlocks(
      numBlocks, extent,
      createOutputs(rewriter, loc, getAsOpFoldResult(extent), steps.getCollected()),
      [&](Value block, ElementRange range, ValueRange own) {
        SmallVector<Value> starts = llvm::map_to_vector(before, [&](Value array) -> Value {
          return tensor::ExtractOp::create(rewriter, loc, array, block);
        });
        SmallVector<Value> made = third.createTree(starts);
        SmallVector<Value> states = third.createStates(ValueRange(made).drop_back(starts.size()),
                                                       ValueRange(made).take_back(starts.size()));
        SmallVector<Value> parts = llvm::map_to_vector(own, [&](Value whole) {
          auto type = cast<RankedTensorType>(whole.getType()).clone({ShapedType::kDynamic});
          return extractSlice(rewriter, loc, cast<RankedTensorType>(type), whole,
                              {OpFoldResult(range.first)}, {OpFoldResult(range.size)},
                              {OpFoldResult(rewriter.getIndexAttr(1))});
        });
        SmallVector<Value> collected = third.createCollected(states, parts);
        for (auto [part, whole] : llvm::zip_equal(collected, own))
          third.write(part, whole, range.first, range.size);
      });
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

namespace {
/// The steps of a scan: a part is an element, or several elements combined.
class StepsOfScan : public ScanSteps {
public:
  explicit StepsOfScan(ScanOp scan)
      : ScanSteps(scan.getDirection(), scan.getArrays(), scan.getUnits()), scan(scan) {}

  SmallVector<Value> createNeutral(OpBuilder &) override { return starts; }
  SmallVector<Value> extend(OpBuilder &builder, ValueRange part, ValueRange elements) override {
    return compose(builder, part, elements);
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
    SmallVector<Value> made = compose(builder, states, elements);
    if (scan.getKind() == ScanKind::Inclusive)
      llvm::append_range(made, SmallVector<Value>(made));
    else
      llvm::append_range(made, states);
    return made;
  }
  SmallVector<Type> getCollected() override {
    return SmallVector<Type>(scan.getUnits().getTypes());
  }

private:
  ScanOp scan;
};
} // namespace

bool chad::detail::mayDivideScan(ScanOp scan) {
  int64_t extent = getArrayExtent(scan.getArrays().front().getType());
  return extent != 0 && isMemoryEffectFree(scan) && !hasLinearArrays(scan) &&
         llvm::none_of(scan.getUnits().getTypes(), llvm::IsaPred<ShapedType>);
}

SmallVector<Value> chad::detail::createScanKernels(RewriterBase &rewriter, ScanOp scan,
                                                   const Machine &machine) {
  rewriter.setInsertionPoint(scan);
  Location loc = scan.getLoc();
  Value extent = getValueOrCreateConstantIndexOp(
      rewriter, loc, getArraySize(rewriter, loc, scan.getArrays().front()));
  StepsOfScan steps(scan);
  ScanKernels kernels(rewriter, loc, machine, steps, extent);
  kernels.createStates();
  return kernels.createCollected();
}

void chad::detail::divideScan(RewriterBase &rewriter, ScanOp scan, const Machine &machine,
                              bool checkExtents) {
  rewriter.setInsertionPoint(scan);
  remarkDone(scan, {"chad-distribute-kernels", "distributed"},
             "elements divided among the blocks of a kernel, which combine them first and then "
             "scan them");
  if (checkExtents)
    assertOneExtent(rewriter, scan, scan.getArrays());
  for (auto [old, value] :
       llvm::zip_equal(scan.getResults(), createScanKernels(rewriter, scan, machine))) {
    Value made = value;
    if (made.getType() != old.getType())
      made = tensor::CastOp::create(rewriter, scan.getLoc(), old.getType(), made);
    rewriter.replaceAllUsesWith(old, made);
  }
  rewriter.eraseOp(scan);
}
