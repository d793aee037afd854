//===- SumOfCopies.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumOfCopies.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Value chad::detail::getNumberOf(Value array) {
  if (auto splat = array.getDefiningOp<tensor::SplatOp>())
    return splat.getInput();
  auto fill = array.getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : Value();
}

Value chad::detail::createElements(OpBuilder &builder, Location loc, Value state, Operation *&build,
                                   function_ref<Value(Value start, Value place)> compute) {
  auto type = cast<RankedTensorType>(state.getType());
  int64_t rank = type.getRank();
  Value number = getNumberOf(state);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, state);
  SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  auto flat = cast<RankedTensorType>(state.getType());
  Value extent = createIndex(builder, loc, 1);
  for (OpFoldResult size : sizes)
    extent = builder.createOrFold<arith::MulIOp>(
        loc, extent, getValueOrCreateConstantIndexOp(builder, loc, size));
  if (rank > 1) {
    flat = tensor::CollapseShapeOp::inferCollapsedType(flat, all);
    if (!number)
      state = tensor::CollapseShapeOp::create(builder, loc, state, all);
  }
  auto loop = BuildOp::create(builder, loc, TypeRange(flat), extent);
  build = loop;
  Value made = loop.getResult(0);
  if (rank > 1)
    made = tensor::ExpandShapeOp::create(builder, loc, type, made, all, sizes);
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&loop.getBody(), {}, builder.getIndexType(), loc);
  Value place = body->getArgument(0);
  Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, place);
  YieldOp::create(builder, loc, compute(start, place));
  return made;
}

Value chad::detail::collapseRows(OpBuilder &builder, Location loc, Value array) {
  int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
  if (rank <= 2)
    return array;
  SmallVector<ReassociationIndices> groups = {{0}, llvm::to_vector(llvm::seq<int64_t>(1, rank))};
  return tensor::CollapseShapeOp::create(builder, loc, array, groups);
}

Value chad::detail::createSumOfCopies(OpBuilder &builder, Location loc, Value state, Value copies,
                                      Value numCopies, Operation *&build) {
  auto type = cast<RankedTensorType>(state.getType());
  auto addCopies = [&](Value start, ArrayRef<Value> place) -> FoldOp {
    return FoldOp::create(builder, loc, Direction::Left, createIota(builder, loc, numCopies), start,
                          [&](OpBuilder &inner, Location at, ValueRange args) {
                            SmallVector<Value> position = {args[0]};
                            llvm::append_range(position, place);
                            Value own = tensor::ExtractOp::create(inner, at, copies, position);
                            Value next = arith::AddFOp::create(inner, at, args[1], own);
                            YieldOp::create(inner, at, next);
                          });
  };
  if (type.getRank() == 0) {
    Value number = getNumberOf(state);
    Value start = number ? number : tensor::ExtractOp::create(builder, loc, state, ValueRange());
    build = addCopies(start, {});
    return tensor::FromElementsOp::create(builder, loc, type, build->getResult(0));
  }
  copies = collapseRows(builder, loc, copies);
  return createElements(builder, loc, state, build, [&](Value start, Value place) {
    return addCopies(start, {place}).getResult(0);
  });
}

/// Lets each of some threads write a number to an element of an array; `compute` makes the number.
static Value writeByThreads(RewriterBase &rewriter, Location loc, OpFoldResult count, Value array,
                            function_ref<Value(Value thread)> placeOf,
                            function_ref<Value(Value thread, Value array)> compute) {
  auto threads = createWorkerLoop(rewriter, loc, Level::Block, count, array);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value thread = threads.getInductionVar(0), own = threads.getRegionIterArgs().front();
  Value place = placeOf(thread), number = compute(thread, own);
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get({1}, number.getType()), own,
      ArrayRef<OpFoldResult>{place}, ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  slice = tensor::InsertOp::create(rewriter, loc, number, slice, createIndex(rewriter, loc, 0));
  rewriter.setInsertionPointToEnd(threads.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(rewriter, loc, slice, own, ArrayRef<OpFoldResult>{place},
                                        ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  return threads.getResult(0);
}

Value chad::detail::createSumKernel(RewriterBase &rewriter, Location loc, Value state, Value copies,
                                    Value numCopies, const Machine &machine) {
  // Adjacent threads have adjacent elements.
  const int64_t width = std::min<int64_t>(32, machine.blockThreads);
  int64_t height = machine.blockThreads / width;
  auto index = [&](int64_t value) { return createIndex(rewriter, loc, value); };
  auto add = [&](Value a, Value b) { return rewriter.createOrFold<arith::AddIOp>(loc, a, b); };
  auto sub = [&](Value a, Value b) { return rewriter.createOrFold<arith::SubIOp>(loc, a, b); };
  auto mul = [&](Value a, Value b) { return rewriter.createOrFold<arith::MulIOp>(loc, a, b); };
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  auto type = cast<RankedTensorType>(state.getType());
  Type element = type.getElementType();
  Value number = getNumberOf(state);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, state);
  SmallVector<ReassociationIndices> all = {llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()))};
  Value extent = index(1);
  for (OpFoldResult size : sizes)
    extent = mul(extent, getValueOrCreateConstantIndexOp(rewriter, loc, size));
  auto flat = RankedTensorType::get(
      {type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic}, element);
  if (type.getRank() > 1 && !number)
    state = tensor::CollapseShapeOp::create(rewriter, loc, flat, state, all);
  copies = collapseRows(rewriter, loc, copies);

  Value numGroups = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(width));
  Value numBlocks = limitBlocks(rewriter, loc, numGroups, machine);
  Value part =
      mul(rewriter.createOrFold<arith::CeilDivUIOp>(loc, numGroups, numBlocks), index(width));
  Value output = tensor::EmptyOp::create(
      rewriter, loc, ArrayRef<OpFoldResult>{getAsOpFoldResult(extent)}, element);
  auto blocks = createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), output);
  rewriter.setInsertionPointToStart(blocks.getBody());
  ElementRange range = createWorkerRange(rewriter, loc, blocks.getInductionVar(0), part, extent);
  OpFoldResult one = rewriter.getIndexAttr(1);
  Value whole = blocks.getRegionIterArgs().front();
  Value own = extractSlice(rewriter, loc, RankedTensorType::get({ShapedType::kDynamic}, element),
                           whole, {OpFoldResult(range.first)}, {OpFoldResult(range.size)}, {one});
  auto groups =
      scf::ForOp::create(rewriter, loc, index(0), range.size, index(width), ValueRange(own));
  rewriter.setInsertionPointToStart(groups.getBody());
  Value begin = groups.getInductionVar();
  Value count = smaller(sub(range.size, begin), index(width));
  Value first = add(range.first, begin), last = sub(count, index(1));
  Value sums =
      tensor::EmptyOp::create(rewriter, loc, ArrayRef<int64_t>{machine.blockThreads}, element);
  auto same = [](Value thread) { return thread; };
  sums = writeByThreads(
      rewriter, loc, rewriter.getIndexAttr(machine.blockThreads), sums, same,
      [&](Value thread, Value) -> Value {
        Value column = rewriter.createOrFold<arith::RemUIOp>(loc, thread, index(width));
        Value row = rewriter.createOrFold<arith::DivUIOp>(loc, thread, index(width));
        // Threads beyond the end add what others add, and nothing reads it.
        Value place = add(first, smaller(column, last));
        Value zero = arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(element, -0.0));
        auto loop =
            scf::ForOp::create(rewriter, loc, row, numCopies, index(height), ValueRange(zero));
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.setInsertionPointToStart(loop.getBody());
        Value each = tensor::ExtractOp::create(rewriter, loc, copies,
                                               ValueRange{loop.getInductionVar(), place});
        each = arith::AddFOp::create(rewriter, loc, loop.getRegionIterArg(0), each);
        scf::YieldOp::create(rewriter, loc, each);
        return loop.getResult(0);
      });
  auto read = [&](Value array, Value place) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, array, place);
  };
  for (int64_t half = height / 2; half > 0; half /= 2)
    sums = writeByThreads(rewriter, loc, rewriter.getIndexAttr(half * width), sums, same,
                          [&](Value thread, Value array) -> Value {
                            Value other = read(array, add(thread, index(half * width)));
                            return arith::AddFOp::create(rewriter, loc, read(array, thread), other);
                          });
  Value next = writeByThreads(
      rewriter, loc, getAsOpFoldResult(count), groups.getRegionIterArg(0),
      [&](Value thread) { return add(begin, thread); },
      [&](Value thread, Value) -> Value {
        Value start = number ? number : read(state, add(first, thread));
        return arith::AddFOp::create(rewriter, loc, start, read(sums, thread));
      });
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointToEnd(blocks.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(
      rewriter, loc, groups.getResult(0), whole, ArrayRef<OpFoldResult>{range.first},
      ArrayRef<OpFoldResult>{range.size}, ArrayRef<OpFoldResult>{one});
  rewriter.setInsertionPointAfter(blocks);
  Value made = blocks.getResult(0);
  if (made.getType() != flat)
    made = tensor::CastOp::create(rewriter, loc, flat, made);
  if (type.getRank() > 1)
    made = tensor::ExpandShapeOp::create(rewriter, loc, type, made, all, sizes);
  return made;
}
