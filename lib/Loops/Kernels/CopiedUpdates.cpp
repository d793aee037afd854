//===- CopiedUpdates.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumOfCopies.h"
#include "UpdateKernels.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Value CopiedUpdates::chooseBlocks() {
  // Each thread of a block looks at all updates of the block, which takes as long as this many
  // additions.
  constexpr int64_t glance = 25;
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  Value cells = index(op->getNumResults());
  for (OpFoldResult size : sizesOf(0))
    cells = rewriter.createOrFold<arith::MulIOp>(
        loc, cells, getValueOrCreateConstantIndexOp(rewriter, loc, size));
  cells = rewriter.createOrFold<arith::MaxUIOp>(loc, cells, index(1));
  Value work = rewriter.createOrFold<arith::MulIOp>(loc, extent, index(glance));
  Value blocks = balanceCopies(rewriter, loc, work, cells);
  blocks = smaller(blocks, rewriter.createOrFold<arith::DivUIOp>(loc, index(maxCopies), cells));
  blocks = smaller(
      blocks, rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(machine.blockThreads)));
  return limitBlocks(rewriter, loc, blocks, machine);
}

SmallVector<Value> CopiedUpdates::createCopies(Value numBlocks) {
  // The memory of a block that copies may fill, in bytes.
  constexpr int64_t ownBytes = 16384;
  int64_t bytes = 0;
  for (Type type : op->getResultTypes()) {
    Type scalar = getElementTypeOrSelf(type);
    bytes += scalar.isIndex() ? 8 : llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8);
  }
  SmallVector<OpFoldResult> sizes = sizesOf(0);
  int64_t most = ownBytes / bytes;
  if (sizes.size() != 1)
    return updateCopies(numBlocks, 0);
  if (std::optional<int64_t> cells = getConstantIntValue(sizes[0]))
    return updateCopies(numBlocks, *cells <= most ? *cells : 0);
  Value cells = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[0]);
  Value fits = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule, cells, index(most));
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(RankedTensorType::get(
        {getConstantIntValue(numBlocks).value_or(ShapedType::kDynamic), ShapedType::kDynamic},
        getElementTypeOrSelf(type)));
  auto versions = scf::IfOp::create(rewriter, loc, types, fits, /*withElseRegion=*/true);
  for (auto [block, own] : {std::pair(versions.thenBlock(), most), {versions.elseBlock(), 0}}) {
    rewriter.setInsertionPointToStart(block);
    scf::YieldOp::create(rewriter, loc, updateCopies(numBlocks, own));
  }
  rewriter.setInsertionPointAfter(versions);
  return SmallVector<Value>(versions.getResults());
}

SmallVector<Value> CopiedUpdates::updateCopies(Value numBlocks, int64_t ownCells) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  SmallVector<Value> outputs;
  for (auto [number, result] : llvm::enumerate(op->getResultTypes())) {
    SmallVector<OpFoldResult> sizes = {getAsOpFoldResult(numBlocks)};
    llvm::append_range(sizes, sizesOf(number));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, sizes, getElementTypeOrSelf(result)));
  }
  Value part = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  scf::ForallOp blocks =
      createWorkerLoop(rewriter, loc, Level::Grid, getAsOpFoldResult(numBlocks), outputs);
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value block = blocks.getInductionVar(0);
  ElementRange range = createWorkerRange(rewriter, loc, block, part, extent);
  // The copy of each result that belongs to the block.
  SmallVector<Value> copies;
  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<Rows> rows;
  for (auto [number, own] : llvm::enumerate(blocks.getRegionIterArgs())) {
    sizes.push_back(sizesOf(number));
    SmallVector<OpFoldResult> all = {one};
    llvm::append_range(all, sizes.back());
    const Rows &row = rows.emplace_back(rewriter, all, block, one, one);
    auto type = cast<RankedTensorType>(op->getResult(number).getType());
    SmallVector<int64_t> shape;
    for (OpFoldResult each : sizes.back())
      shape.push_back(getConstantIntValue(each).value_or(ShapedType::kDynamic));
    if (ownCells != 0) {
      Value whole = bufferization::AllocTensorOp::create(
          rewriter, loc, RankedTensorType::get({ownCells}, type.getElementType()), ValueRange());
      copies.push_back(extractSlice(rewriter, loc, type.clone(shape), whole,
                                    {rewriter.getIndexAttr(0)}, sizes.back(), {one}));
    } else {
      copies.push_back(
          extractSlice(rewriter, loc, type.clone(shape), own, row.offsets, row.sizes, row.strides));
    }
  }
  SmallVector<Value> updated = updateInThreads(copies, sizes, index(0), range);
  insertRows(rewriter, blocks, updated, rows);
  rewriter.setInsertionPointAfter(blocks);
  return blocks.getResults();
}

SmallVector<Value> CopiedUpdates::combine(ValueRange copies, Value numBlocks, Operation *&loop) {
  if (scatter && cast<RankedTensorType>(scatter.getAcc().getType()).getRank() > 0)
    return {createSumKernel(rewriter, loc, scatter.getAcc(), copies[0], numBlocks, machine)};
  if (scatter)
    return {createSumOfCopies(rewriter, loc, scatter.getAcc(), copies[0], numBlocks, loop)};
  OpFoldResult zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  auto build = BuildOp::create(rewriter, loc, hist.getResultTypes(), hist.getBins());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&build.getBody(), {}, rewriter.getIndexType(), loc);
  SmallVector<Value> columns;
  for (Value copy : copies) {
    auto type = cast<RankedTensorType>(copy.getType());
    columns.push_back(extractSlice(
        rewriter, loc, RankedTensorType::get({ShapedType::kDynamic}, type.getElementType()), copy,
        {zero, OpFoldResult(body->getArgument(0))}, {OpFoldResult(numBlocks), one}, {one, one}));
  }
  auto reduce = ReduceOp::create(rewriter, loc, columns, hist.getUnits(),
                                 [&](OpBuilder &builder, Location, ValueRange args) {
                                   IRMapping mapping;
                                   mapping.map(hist.getBody().getArguments(), args);
                                   for (Operation &each : hist.getBodyBlock())
                                     builder.clone(each, mapping);
                                 });
  YieldOp::create(rewriter, loc, reduce.getResults());
  loop = build;
  return SmallVector<Value>(build.getResults());
}

SmallVector<Value> CopiedUpdates::run(SmallVectorImpl<Operation *> &left) {
  Value numBlocks = chooseBlocks();
  SmallVector<Value> copies = createCopies(numBlocks);
  Operation *loop = nullptr;
  SmallVector<Value> results = combine(copies, numBlocks, loop);
  if (loop)
    left.push_back(loop);
  return results;
}
