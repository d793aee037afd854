//===- RadixSort.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RadixSort.h"
#include "Scans.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

RadixSort::RadixSort(RewriterBase &rewriter, Location loc, const Machine &machine, Value extent)
    : rewriter(rewriter), loc(loc), machine(machine), extent(extent) {
  // With fewer keys, most of the time is that of the counts.
  constexpr int64_t keysOfBlock = 1024;
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(keysOfBlock));
  numBlocks = limitBlocks(rewriter, loc, needed, machine);
  part = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
}

Value RadixSort::index(int64_t value) { return createIndex(rewriter, loc, value); }

ElementRange RadixSort::getRange(Value block) {
  return createWorkerRange(rewriter, loc, block, part, extent);
}

Value RadixSort::getRank(Value thread, Value block) {
  Value before = arith::MulIOp::create(rewriter, loc, thread, numBlocks);
  return arith::AddIOp::create(rewriter, loc, before, block);
}

Value RadixSort::countDigits(Value keys, DigitOf digitOf) {
  int64_t numThreads = machine.blockThreads;
  OpFoldResult one = rewriter.getIndexAttr(1), stride = getAsOpFoldResult(numBlocks);
  OpFoldResult count = rewriter.getIndexAttr(numThreads);
  Type word = rewriter.getIndexType();
  Value total = rewriter.createOrFold<arith::MulIOp>(loc, numBlocks, index(numThreads));
  Value whole = tensor::EmptyOp::create(rewriter, loc,
                                        ArrayRef<OpFoldResult>{getAsOpFoldResult(total)}, word);
  scf::ForallOp blocks = createWorkerLoop(rewriter, loc, Level::Grid, stride, whole);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0), all = blocks.getRegionIterArgs().front();
  ElementRange range = getRange(block);
  Value column = extractSlice(rewriter, loc, RankedTensorType::get({numThreads}, word), all,
                              {OpFoldResult(block)}, {count}, {stride});
  scf::ForallOp threads = createWorkerLoop(rewriter, loc, Level::Block, count, column);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value thread = threads.getInductionVar(0), own = threads.getRegionIterArgs().front();
  auto loop = scf::ForOp::create(
      rewriter, loc, index(0), range.size, index(1), index(0),
      [&](OpBuilder &builder, Location at, Value i, ValueRange counted) {
        Value number = arith::AddIOp::create(builder, at, range.first, i);
        Value digit = digitOf(builder, readIndex(builder, at, keys, number));
        Value isOwn = arith::CmpIOp::create(builder, at, arith::CmpIPredicate::eq, digit, thread);
        Value next = arith::AddIOp::create(builder, at, counted[0], createIndex(builder, at, 1));
        next = arith::SelectOp::create(builder, at, isOwn, next, counted[0]);
        scf::YieldOp::create(builder, at, next);
      });
  Value place = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get({1}, word), own, ArrayRef<OpFoldResult>{thread},
      ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  Value made = tensor::InsertOp::create(rewriter, loc, loop.getResult(0), place, index(0));
  insertRows(rewriter, threads, made, Rows(rewriter, count, thread, one, one));
  insertRows(rewriter, blocks, threads.getResult(0), Rows(rewriter, count, block, count, stride));
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResult(0);
}

Value RadixSort::scanCounts(Value counts) {
  auto scan = ScanOp::create(rewriter, loc, Direction::Left, ScanKind::Exclusive, counts, index(0),
                             [](OpBuilder &builder, Location at, ValueRange args) {
                               Value sum = arith::AddIOp::create(builder, at, args[0], args[1]);
                               YieldOp::create(builder, at, sum);
                             });
  Value starts = createScanKernels(rewriter, scan, machine).front();
  rewriter.setInsertionPointAfter(scan);
  rewriter.eraseOp(scan);
  return starts;
}

SmallVector<Value> RadixSort::moveToPlace(Value keys, ValueRange values, Value counts, Value starts,
                                          DigitOf digitOf) {
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  OpFoldResult length = getAsOpFoldResult(extent);
  auto createEmpty = [&](Type type) -> Value {
    return tensor::EmptyOp::create(rewriter, loc, ArrayRef<OpFoldResult>{length}, type);
  };
  SmallVector<Value> outputs = {createEmpty(rewriter.getIndexType())};
  for (Value array : values)
    outputs.push_back(createEmpty(getElementTypeOrSelf(array.getType())));
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  ElementRange range = getRange(block);
  scf::ForallOp threads =
      createWorkerLoop(rewriter, loc, Level::Block, rewriter.getIndexAttr(machine.blockThreads),
                       blocks.getRegionIterArgs());
  rewriter.setInsertionPointToStart(threads.getBody());
  Value thread = threads.getInductionVar(0), rank = getRank(thread, block);
  Value start = tensor::ExtractOp::create(rewriter, loc, starts, rank);
  Value count = tensor::ExtractOp::create(rewriter, loc, counts, rank);
  SmallVector<Value> states;
  for (Value own : threads.getRegionIterArgs()) {
    auto type = RankedTensorType::get({ShapedType::kDynamic}, getElementTypeOrSelf(own.getType()));
    states.push_back(extractSlice(rewriter, loc, type, own, {OpFoldResult(start)},
                                  {OpFoldResult(count)}, {one}));
  }
  states.push_back(index(0));
  auto loop = scf::ForOp::create(
      rewriter, loc, index(0), range.size, index(1), states,
      [&](OpBuilder &builder, Location at, Value i, ValueRange so) {
        Value number = arith::AddIOp::create(builder, at, range.first, i);
        Value key = readIndex(builder, at, keys, number);
        Value isOwn = arith::CmpIOp::create(builder, at, arith::CmpIPredicate::eq,
                                            digitOf(builder, key), thread);
        auto branch = scf::IfOp::create(
            builder, at, isOwn,
            [&](OpBuilder &inner, Location here) {
              SmallVector<Value> next = {
                  tensor::InsertOp::create(inner, here, key, so.front(), so.back())};
              for (auto [array, state] : llvm::zip_equal(values, so.drop_front().drop_back()))
                next.push_back(tensor::InsertOp::create(
                    inner, here, readArray(inner, here, array, number), state, so.back()));
              next.push_back(
                  arith::AddIOp::create(inner, here, so.back(), createIndex(inner, here, 1)));
              scf::YieldOp::create(inner, here, next);
            },
            [&](OpBuilder &inner, Location here) { scf::YieldOp::create(inner, here, so); });
        scf::YieldOp::create(builder, at, branch.getResults());
      });
  SmallVector<Rows> ofThread(outputs.size(), Rows(rewriter, length, start, count, one));
  insertRows(rewriter, threads, loop.getResults().drop_back(), ofThread);
  // The threads of a block have places in the whole arrays.
  SmallVector<Rows> whole(outputs.size(), Rows(rewriter, length, zero, length, one));
  insertRows(rewriter, blocks, threads.getResults(), whole);
  rewriter.setInsertionPointAfter(blocks);
  return SmallVector<Value>(blocks.getResults());
}

RadixSort::Sorted RadixSort::sort(Value keys, ValueRange values, DigitOf digitOf) {
  Value counts = countDigits(keys, digitOf), starts = scanCounts(counts);
  SmallVector<Value> moved = moveToPlace(keys, values, counts, starts, digitOf);
  return {moved.front(), SmallVector<Value>(llvm::drop_begin(moved)), starts};
}

Value RadixSort::getStart(OpBuilder &builder, const Sorted &sorted, Value digit) {
  Value last = createIndex(builder, loc, machine.blockThreads - 1);
  Value place = arith::MulIOp::create(builder, loc,
                                      arith::MinUIOp::create(builder, loc, digit, last), numBlocks);
  Value start = tensor::ExtractOp::create(builder, loc, sorted.starts, place);
  Value isEnd = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, digit, last);
  return arith::SelectOp::create(builder, loc, isEnd, extent, start);
}
