//===- Workers.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "chad/IR/ChadOps.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Kernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

scf::ForallOp chad::detail::createWorkerLoop(OpBuilder &builder, Location loc, bool isOfBlocks,
                                             OpFoldResult numWorkers, ValueRange outputs) {
  MLIRContext *context = builder.getContext();
  Attribute mapping =
      isOfBlocks ? Attribute(gpu::GPUBlockMappingAttr::get(context, gpu::MappingId::DimX))
                 : Attribute(gpu::GPUThreadMappingAttr::get(context, gpu::MappingId::DimX));
  return scf::ForallOp::create(builder, loc, ArrayRef<OpFoldResult>{numWorkers}, outputs,
                               builder.getArrayAttr(mapping));
}

scf::ForallOp chad::detail::createWorkerLoop(OpBuilder &builder, Location loc, Level level,
                                             OpFoldResult numWorkers, ValueRange outputs) {
  return createWorkerLoop(builder, loc, /*isOfBlocks=*/level == Level::Grid, numWorkers, outputs);
}

/// The number of blocks that the GPU runs at once: a call at the beginning of the function, which
/// `chad-lower-launches` makes one of the runtime.
static Value createBlockCount(RewriterBase &rewriter, Location loc, int64_t blockThreads) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *at = rewriter.getInsertionBlock()->getParentOp();
  auto function =
      isa<func::FuncOp>(at) ? cast<func::FuncOp>(at) : at->getParentOfType<func::FuncOp>();
  Block &entry = function.getBody().front();
  for (Operation &op : entry)
    if (auto call = dyn_cast<func::CallOp>(op); call && call.getCallee() == blockCountName)
      return call->user_begin()->getResult(0);
  auto module = function->getParentOfType<ModuleOp>();
  Type word = rewriter.getI64Type();
  if (!module.lookupSymbol(blockCountName)) {
    rewriter.setInsertionPointToStart(module.getBody());
    func::FuncOp::create(rewriter, module.getLoc(), blockCountName,
                         rewriter.getFunctionType(word, word))
        .setPrivate();
  }
  rewriter.setInsertionPointToStart(&entry);
  Value threads =
      arith::ConstantOp::create(rewriter, loc, rewriter.getI64IntegerAttr(blockThreads));
  auto call = func::CallOp::create(rewriter, loc, blockCountName, word, threads);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), call.getResult(0));
}

Value chad::detail::limitBlocks(RewriterBase &rewriter, Location loc, Value needed,
                                const Machine &machine) {
  // Each GPU runs so many blocks at once.
  constexpr int64_t least = 16;
  std::optional<int64_t> known = getConstantIntValue(needed);
  if (machine.maxBlocks != 0 || !known || *known > least) {
    Value most = machine.maxBlocks != 0 ? createIndex(rewriter, loc, machine.maxBlocks)
                                        : createBlockCount(rewriter, loc, machine.blockThreads);
    needed = rewriter.createOrFold<arith::MinUIOp>(loc, needed, most);
  }
  return rewriter.createOrFold<arith::MaxUIOp>(loc, needed, createIndex(rewriter, loc, 1));
}

Value chad::detail::countBlocksOfThreads(RewriterBase &rewriter, Location loc, Value extent,
                                         const Machine &machine) {
  Value numThreads = createIndex(rewriter, loc, machine.blockThreads);
  Value needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numThreads);
  return limitBlocks(rewriter, loc, needed, machine);
}

Value chad::detail::createPartOfBlock(OpBuilder &builder, Location loc, Value extent,
                                      Value numBlocks) {
  Value unit = createIndex(builder, loc, 32);
  Value part = builder.createOrFold<arith::CeilDivUIOp>(loc, extent, numBlocks);
  part = builder.createOrFold<arith::CeilDivUIOp>(loc, part, unit);
  return builder.createOrFold<arith::MulIOp>(loc, part, unit);
}

Value chad::detail::balanceCopies(RewriterBase &rewriter, Location loc, Value work,
                                  Value numSummed) {
  // T = work / blocks + blocks * copy is least for blocks = sqrt(work / copy). The unit is the time
  // of an addition of numbers from memory in one block, some 0.2 ns: a further copy takes some 10
  // ns, and its numbers the time to move them through the memory of the GPU.
  constexpr double latency = 50, movement = 0.05;
  Type type = rewriter.getF64Type();
  auto toFloat = [&](Value value) -> Value {
    Value word = arith::IndexCastOp::create(rewriter, loc, rewriter.getI64Type(), value);
    return arith::UIToFPOp::create(rewriter, loc, type, word);
  };
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(type, value));
  };
  Value copy = arith::MulFOp::create(rewriter, loc, toFloat(numSummed), constant(movement));
  copy = arith::AddFOp::create(rewriter, loc, copy, constant(latency));
  Value ratio = arith::DivFOp::create(rewriter, loc, toFloat(work), copy);
  Value blocks = math::SqrtOp::create(rewriter, loc, ratio);
  Value word = arith::FPToUIOp::create(rewriter, loc, rewriter.getI64Type(), blocks);
  return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), word);
}

ElementRange chad::detail::createWorkerRange(OpBuilder &builder, Location loc, Value worker,
                                             Value part, Value extent) {
  Value start = builder.createOrFold<arith::MulIOp>(loc, worker, part);
  Value first = builder.createOrFold<arith::MinUIOp>(loc, start, extent);
  Value left = builder.createOrFold<arith::SubIOp>(loc, extent, first);
  return {first, builder.createOrFold<arith::MinUIOp>(loc, left, part)};
}

Rows::Rows(OpBuilder &builder, ArrayRef<OpFoldResult> extents, OpFoldResult first,
           OpFoldResult count, OpFoldResult step)
    : offsets(extents.size(), builder.getIndexAttr(0)), sizes(extents),
      strides(extents.size(), builder.getIndexAttr(1)) {
  offsets.front() = first;
  sizes.front() = count;
  strides.front() = step;
}

void chad::detail::insertRows(OpBuilder &builder, scf::ForallOp workers, ValueRange values,
                              ArrayRef<Rows> rows) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(workers.getTerminator().getBody());
  for (auto [value, own, part] : llvm::zip_equal(values, workers.getRegionIterArgs(), rows))
    tensor::ParallelInsertSliceOp::create(builder, workers.getLoc(), value, own, part.offsets,
                                          part.sizes, part.strides);
}

bool chad::detail::isNextValueOf(BlockArgument arg, OpResult result) {
  if (!result.hasOneUse())
    return false;
  OpOperand &use = *result.use_begin();
  if (use.getOwner() != arg.getOwner()->getTerminator())
    return false;
  Operation *loop = arg.getOwner()->getParentOp();
  if (auto fold = dyn_cast<FoldOp>(loop)) {
    auto states = fold.getStateArgs();
    return use.getOperandNumber() < states.size() && states[use.getOperandNumber()] == arg;
  }
  return isa<scf::ForOp>(loop) && use.getOperandNumber() + 1 == arg.getArgNumber();
}
