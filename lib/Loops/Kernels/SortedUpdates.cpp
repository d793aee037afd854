//===- SortedUpdates.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RadixSort.h"
#include "SumOfCopies.h"
#include "UpdateKernels.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Value SortedUpdates::countBits(Value count) {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return index(llvm::Log2_64_Ceil(std::max<int64_t>(*known, 1)));
  Type word = rewriter.getI64Type();
  Value last = arith::SubIOp::create(rewriter, loc, count, index(1));
  Value number = arith::IndexCastOp::create(rewriter, loc, word, last);
  Value zeros = math::CountLeadingZerosOp::create(rewriter, loc, number);
  Value all = arith::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(64));
  Value bits = arith::SubIOp::create(rewriter, loc, all, zeros);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), bits);
}

Value SortedUpdates::pays() {
  // Copies take T = 2 sqrt(work * copy), by `balanceCopies`, of which the numbers of the result are
  // most of `copy`. The launches of the kernels that sort take some 15 us for numbers, and some 30
  // us for rows, which are sorted twice.
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  bool isOfRows = sizes.size() > 1;
  const double leastVolume = isOfRows ? 0x1p34 : 0x1p33;
  const int64_t leastBins = isOfRows ? 1024 : 2048;
  constexpr int64_t leastThreads = 32;
  // No slice can be inserted into an array that is known to be empty.
  if (machine.blockThreads < leastThreads || isConstantIntValue(extent, 0))
    return {};
  Type type = rewriter.getF64Type();
  auto toFloat = [&](Value value) -> Value {
    Value word = rewriter.createOrFold<arith::IndexCastOp>(loc, rewriter.getI64Type(), value);
    return rewriter.createOrFold<arith::UIToFPOp>(loc, type, word);
  };
  Value volume = toFloat(extent);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value factor = toFloat(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    // The work of an update, and the size of a copy, have all dimensions but the first.
    for (unsigned i = 0; i < (dim == 0 ? 1 : 2); ++i)
      volume = rewriter.createOrFold<arith::MulFOp>(loc, volume, factor);
  }
  Value least = arith::ConstantOp::create(rewriter, loc, rewriter.getF64FloatAttr(leastVolume));
  Value isLarge =
      rewriter.createOrFold<arith::CmpFOp>(loc, arith::CmpFPredicate::OGE, volume, least);
  Value bins = getNumBins();
  Value isWide =
      rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ugt, bins, index(leastBins));
  Value pays = rewriter.createOrFold<arith::AndIOp>(loc, isLarge, isWide);
  return isConstantIntValue(pays, 0) ? Value() : pays;
}

SmallVector<Value>
SortedUpdates::updateParts(Value numBlocks, Value width,
                           function_ref<Value(OpBuilder &, Value bin)> bucketOf) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value most = rewriter.createOrFold<arith::AddIOp>(loc, numBlocks, index(machine.blockThreads));
  Value total = rewriter.createOrFold<arith::MulIOp>(loc, most, width);
  SmallVector<Value> outputs;
  for (Type result : op->getResultTypes())
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc,
                                              ArrayRef<OpFoldResult>{getAsOpFoldResult(total)},
                                              getElementTypeOrSelf(result)));
  Value share = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  auto [first, size] = createWorkerRange(rewriter, loc, block, share, extent);
  auto bucketAt = [&](Value place) {
    return bucketOf(rewriter, readIndex(rewriter, loc, indices, place));
  };
  Value last = arith::SubIOp::create(rewriter, loc, extent, index(1));
  Value end = arith::AddIOp::create(rewriter, loc, first, size);
  end = arith::MaxUIOp::create(rewriter, loc, end, index(1));
  Value firstBucket = bucketAt(arith::MinUIOp::create(rewriter, loc, first, last));
  Value lastBucket = bucketAt(arith::SubIOp::create(rewriter, loc, end, index(1)));
  Value span = arith::SubIOp::create(rewriter, loc, lastBucket, firstBucket);
  span = arith::AddIOp::create(rewriter, loc, span, index(1));
  Value isEmpty = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, size, index(0));
  span = arith::SelectOp::create(rewriter, loc, isEmpty, index(0), span);
  Value cells = arith::MulIOp::create(rewriter, loc, span, width);
  Value base = arith::MulIOp::create(rewriter, loc, firstBucket, width);
  Value offset = arith::MulIOp::create(rewriter, loc, block, width);
  offset = arith::AddIOp::create(rewriter, loc, offset, base);
  SmallVector<Value> parts;
  for (Value own : blocks.getRegionIterArgs())
    parts.push_back(extractSlice(
        rewriter, loc, cast<RankedTensorType>(own.getType()).clone({ShapedType::kDynamic}), own,
        {OpFoldResult(offset)}, {OpFoldResult(cells)}, {one}));
  SmallVector<SmallVector<OpFoldResult>> sizes(parts.size(), {OpFoldResult(cells)});
  SmallVector<Value> updated = updateInThreads(parts, sizes, base, {first, size});
  insertRows(
      rewriter, blocks, updated,
      SmallVector<Rows>(parts.size(), Rows(rewriter, OpFoldResult(cells), offset, cells, one)));
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

SmallVector<Value> SortedUpdates::combineParts(SmallVectorImpl<Operation *> &left) {
  Value numThreads = index(machine.blockThreads);
  Value bins = getNumBins();
  Value excess = arith::SubIOp::create(rewriter, loc, countBits(bins),
                                       index(llvm::Log2_64(machine.blockThreads)));
  Value shift = arith::MaxSIOp::create(rewriter, loc, excess, index(0));
  Value width = arith::ShLIOp::create(rewriter, loc, index(1), shift);
  // Updates beyond the end have the last bucket.
  auto bucketOf = [&](OpBuilder &builder, Value bin) -> Value {
    Value bucket = arith::ShRUIOp::create(builder, loc, bin, shift);
    return arith::MinUIOp::create(builder, loc, bucket,
                                  createIndex(builder, loc, machine.blockThreads - 1));
  };
  RadixSort sort(rewriter, loc, machine, extent);
  RadixSort::Sorted sorted = sort.sort(indices, arrays, bucketOf);
  indices = sorted.keys;
  arrays = sorted.values;

  // The parts of all blocks have at most four times as many elements as there are updates, or twice
  // as many as there are bins.
  constexpr int64_t updatesOfBlock = 1024;
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  Value share = rewriter.createOrFold<arith::DivUIOp>(
      loc, rewriter.createOrFold<arith::MulIOp>(loc, extent, index(4)), width);
  share = rewriter.createOrFold<arith::MaxUIOp>(loc, share, numThreads);
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(updatesOfBlock));
  Value numBlocks = limitBlocks(rewriter, loc, smaller(needed, share), machine);
  SmallVector<Value> parts = updateParts(numBlocks, width, bucketOf);

  share = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(RankedTensorType::get(
        {getConstantIntValue(bins).value_or(ShapedType::kDynamic)}, getElementTypeOrSelf(type)));
  auto build = BuildOp::create(rewriter, loc, types, bins);
  left.push_back(build);
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
  Value bin = body->getArgument(0);
  Value bucket = arith::ShRUIOp::create(rewriter, loc, bin, shift);
  Value begin = sort.getStart(rewriter, sorted, bucket);
  Value end =
      sort.getStart(rewriter, sorted, arith::AddIOp::create(rewriter, loc, bucket, index(1)));
  Value firstBlock = arith::DivUIOp::create(rewriter, loc, begin, share);
  Value endBlock = arith::CeilDivUIOp::create(rewriter, loc, end, share);
  Value isEmpty = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, begin, end);
  endBlock = arith::SelectOp::create(rewriter, loc, isEmpty, firstBlock, endBlock);
  SmallVector<Value> starts;
  if (hist)
    llvm::append_range(starts, hist.getUnits());
  else if (Value number = getNumberOf(scatter.getAcc()))
    starts.push_back(number);
  else
    starts.push_back(tensor::ExtractOp::create(rewriter, loc, scatter.getAcc(), bin));
  auto loop =
      scf::ForOp::create(rewriter, loc, firstBlock, endBlock, index(1), starts,
                         [&](OpBuilder &builder, Location at, Value block, ValueRange states) {
                           Value place = arith::MulIOp::create(builder, at, block, width);
                           place = arith::AddIOp::create(builder, at, place, bin);
                           SmallVector<Value> own =
                               llvm::map_to_vector(parts, [&](Value part) -> Value {
                                 return tensor::ExtractOp::create(builder, at, part, place);
                               });
                           SmallVector<Value> next;
                           if (hist) {
                             IRMapping mapping;
                             mapping.map(hist.getStateArgs(), states);
                             mapping.map(hist.getElementArgs(), own);
                             next = cloneBody(builder, hist.getBodyBlock(), mapping);
                           } else {
                             next.push_back(arith::AddFOp::create(builder, at, states[0], own[0]));
                           }
                           scf::YieldOp::create(builder, at, next);
                         });
  YieldOp::create(rewriter, loc, loop.getResults());
  return SmallVector<Value>(build.getResults());
}

Value SortedUpdates::sumRows(SmallVectorImpl<Operation *> &left) {
  int64_t digitBits = llvm::Log2_64(machine.blockThreads);
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  Value bins = getNumBins();
  Value excess = arith::SubIOp::create(rewriter, loc, countBits(bins), index(2 * digitBits));
  Value shift = arith::MaxSIOp::create(rewriter, loc, excess, index(0));
  auto digitOf = [&](OpBuilder &builder, Value bin, bool isHigh) -> Value {
    Value bucket = arith::ShRUIOp::create(builder, loc, bin, shift);
    Value mask = createIndex(builder, loc, machine.blockThreads - 1);
    if (!isHigh)
      return arith::AndIOp::create(builder, loc, bucket, mask);
    bucket = arith::ShRUIOp::create(builder, loc, bucket, createIndex(builder, loc, digitBits));
    return arith::MinUIOp::create(builder, loc, bucket, mask);
  };
  RadixSort sort(rewriter, loc, machine, extent);
  Value numbers = createIota(rewriter, loc, extent);
  RadixSort::Sorted byLow =
      sort.sort(indices, numbers, [&](OpBuilder &b, Value bin) { return digitOf(b, bin, false); });
  RadixSort::Sorted sorted = sort.sort(
      byLow.keys, byLow.values, [&](OpBuilder &b, Value bin) { return digitOf(b, bin, true); });
  Value keys = sorted.keys, order = sorted.values.front();

  // The position of the first update of each bucket, and of the end.
  Value lastBin = arith::SubIOp::create(rewriter, loc, bins, index(1));
  Value numBuckets = arith::ShRUIOp::create(rewriter, loc, lastBin, shift);
  numBuckets = arith::AddIOp::create(rewriter, loc, numBuckets, index(2));
  Value steps = arith::AddIOp::create(rewriter, loc, countBits(extent), index(1));
  Value lastUpdate = arith::SubIOp::create(rewriter, loc, extent, index(1));
  auto begins = BuildOp::create(
      rewriter, loc, numBuckets, [&](OpBuilder &builder, Location at, ValueRange args) {
        Value zero = createIndex(builder, at, 0), one = createIndex(builder, at, 1);
        auto search = scf::ForOp::create(
            builder, at, zero, steps, one, ValueRange{zero, extent},
            [&](OpBuilder &inner, Location here, Value, ValueRange range) {
              Value sum = arith::AddIOp::create(inner, here, range[0], range[1]);
              Value middle = arith::ShRUIOp::create(inner, here, sum, one);
              Value place = arith::MinUIOp::create(inner, here, middle, lastUpdate);
              Value bucket = arith::ShRUIOp::create(
                  inner, here, tensor::ExtractOp::create(inner, here, keys, place), shift);
              Value isOpen =
                  arith::CmpIOp::create(inner, here, arith::CmpIPredicate::ult, range[0], range[1]);
              Value isLess =
                  arith::CmpIOp::create(inner, here, arith::CmpIPredicate::ult, bucket, args[0]);
              isLess = arith::AndIOp::create(inner, here, isLess, isOpen);
              Value next = arith::AddIOp::create(inner, here, middle, one);
              Value low = arith::SelectOp::create(inner, here, isLess, next, range[0]);
              Value high = arith::SelectOp::create(inner, here, isLess, range[1], middle);
              scf::YieldOp::create(inner, here, ValueRange{low, high});
            });
        YieldOp::create(builder, at, search.getResult(0));
      });
  left.push_back(begins);

  Value values = collapseRows(rewriter, loc, arrays.front());
  Value rowSize = index(1);
  for (OpFoldResult size : llvm::drop_begin(sizes))
    rowSize = rewriter.createOrFold<arith::MulIOp>(
        loc, rowSize, getValueOrCreateConstantIndexOp(rewriter, loc, size));
  auto addUp = [&](Value start, Value place) -> Value {
    Value bin = arith::DivUIOp::create(rewriter, loc, place, rowSize);
    Value column = arith::RemUIOp::create(rewriter, loc, place, rowSize);
    Value bucket = arith::ShRUIOp::create(rewriter, loc, bin, shift);
    Value next = arith::AddIOp::create(rewriter, loc, bucket, index(1));
    Value begin = tensor::ExtractOp::create(rewriter, loc, begins.getResult(0), bucket);
    Value end = tensor::ExtractOp::create(rewriter, loc, begins.getResult(0), next);
    auto sum = scf::ForOp::create(
        rewriter, loc, begin, end, index(1), start,
        [&](OpBuilder &builder, Location at, Value number, ValueRange so) {
          Value key = tensor::ExtractOp::create(builder, at, keys, number);
          Value isOwn = arith::CmpIOp::create(builder, at, arith::CmpIPredicate::eq, key, bin);
          auto branch = scf::IfOp::create(
              builder, at, isOwn,
              [&](OpBuilder &inner, Location here) {
                Value row = tensor::ExtractOp::create(inner, here, order, number);
                Value addend =
                    tensor::ExtractOp::create(inner, here, values, ValueRange{row, column});
                Value added = arith::AddFOp::create(inner, here, so[0], addend);
                scf::YieldOp::create(inner, here, added);
              },
              [&](OpBuilder &inner, Location here) { scf::YieldOp::create(inner, here, so); });
          scf::YieldOp::create(builder, at, branch.getResults());
        });
    return sum.getResult(0);
  };
  return createElements(rewriter, loc, scatter.getAcc(), left.emplace_back(), addUp);
}

SmallVector<Value> SortedUpdates::run(SmallVectorImpl<Operation *> &left) {
  return sizesOf(0).size() > 1 ? SmallVector<Value>{sumRows(left)} : combineParts(left);
}
