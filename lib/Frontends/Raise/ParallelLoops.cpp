//===- ParallelLoops.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Frontends/Raise/ParallelLoops.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static LogicalResult expand(RewriterBase &rewriter, scf::ForallOp loop) {
  auto writes = loop.getTerminator().getYieldingOps();
  for (Operation &write : writes)
    if (!isa<tensor::ParallelInsertSliceOp>(write))
      return write.emitError("chad: in 'scf.forall.in_parallel' only "
                             "'tensor.parallel_insert_slice' is supported, not '")
             << write.getName() << "'";
  rewriter.setInsertionPoint(loop);
  auto values = [&](ArrayRef<OpFoldResult> bounds) {
    return getValueOrCreateConstantIndexOp(rewriter, loop.getLoc(), bounds);
  };
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loop.getLoc(), values(loop.getMixedLowerBound()), values(loop.getMixedUpperBound()),
      values(loop.getMixedStep()), loop.getOutputs(),
      [&](OpBuilder &builder, Location, ValueRange ivs, ValueRange states) {
        IRMapping mapping;
        mapping.map(ValueRange(loop.getInductionVars()), ivs);
        mapping.map(loop.getRegionIterArgs(), states);
        for (Operation &op : loop.getBody()->without_terminator())
          builder.clone(op, mapping);
        auto lookup = [&](SmallVector<OpFoldResult> list) {
          for (OpFoldResult &entry : list)
            if (auto value = dyn_cast<Value>(entry))
              entry = mapping.lookupOrDefault(value);
          return list;
        };
        scf::ValueVector next(states.begin(), states.end());
        for (Operation &write : writes) {
          auto insert = cast<tensor::ParallelInsertSliceOp>(write);
          Value &state = next[cast<BlockArgument>(insert.getDest()).getArgNumber() - ivs.size()];
          state = tensor::InsertSliceOp::create(
              builder, insert.getLoc(), mapping.lookupOrDefault(insert.getSource()), state,
              lookup(insert.getMixedOffsets()), lookup(insert.getMixedSizes()),
              lookup(insert.getMixedStrides()));
        }
        return next;
      });
  rewriter.replaceOp(loop, nest.results);
  return success();
}

static void expand(RewriterBase &rewriter, scf::ParallelOp loop) {
  rewriter.setInsertionPoint(loop);
  auto reduce = cast<scf::ReduceOp>(loop.getBody()->getTerminator());
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
      loop.getInitVals(), [&](OpBuilder &builder, Location, ValueRange ivs, ValueRange states) {
        IRMapping mapping;
        mapping.map(ValueRange(loop.getInductionVars()), ivs);
        for (Operation &op : loop.getBody()->without_terminator())
          builder.clone(op, mapping);
        scf::ValueVector next;
        for (auto [state, operand, region] :
             llvm::zip_equal(states, reduce.getOperands(), reduce.getReductions())) {
          Block &block = region.front();
          mapping.map(block.getArgument(0), state);
          mapping.map(block.getArgument(1), mapping.lookupOrDefault(operand));
          for (Operation &op : block.without_terminator())
            builder.clone(op, mapping);
          next.push_back(mapping.lookupOrDefault(block.getTerminator()->getOperand(0)));
        }
        return next;
      });
  rewriter.replaceOp(loop, nest.results);
}

LogicalResult chad::expandParallelLoops(Operation *root) {
  // Inner loops come first, so that copied bodies contain no parallel loops.
  SmallVector<Operation *> loops;
  root->walk([&](Operation *op) {
    if (isa<scf::ForallOp, scf::ParallelOp>(op))
      loops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : loops) {
    if (auto loop = dyn_cast<scf::ParallelOp>(op))
      expand(rewriter, loop);
    else if (failed(expand(rewriter, cast<scf::ForallOp>(op))))
      return failure();
  }
  return success();
}
