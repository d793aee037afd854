//===- ChadToLinalg.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts nests of maps, builds and reductions to structured ops.

#include "Nest.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Conversion/Passes.h"
#include "chad/Loops/BodyShape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace chad {
#define GEN_PASS_DEF_CONVERTCHADTOLINALG
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;
using namespace chad::structured;

/// Whether loops can compute with the values that the op takes and gives.
static bool hasLinearTypes(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isLinearType) ||
         llvm::any_of(op->getResultTypes(), isLinearType);
}

namespace {
struct ConvertChadToLinalgPass : chad::impl::ConvertChadToLinalgBase<ConvertChadToLinalgPass> {
  using ConvertChadToLinalgBase::ConvertChadToLinalgBase;

  void runOnOperation() override;

private:
  bool convertNest(RewriterBase &rewriter, Operation *op);
  /// Converts the nests in a block, and those in the bodies of the ops that stay.
  void convert(RewriterBase &rewriter, Block &block);
};
} // namespace

bool ConvertChadToLinalgPass::convertNest(RewriterBase &rewriter, Operation *op) {
  Nest whole(rewriter, op, checkExtents, /*withProducers=*/true);
  if (succeeded(whole.convert()))
    return true;
  Nest alone(rewriter, op, checkExtents, /*withProducers=*/false);
  if (succeeded(alone.convert()))
    return true;
  remarkMissed(op, {"convert-chad-to-linalg", "left"},
               "'" + op->getName().getStringRef() + "' is left to loops: " + alone.reason +
                   " (at " + describePlace(alone.culprit->getLoc()) + ")");
  return false;
}

void ConvertChadToLinalgPass::convert(RewriterBase &rewriter, Block &block) {
  // From the last op on, so that readers of an array are handled before the op that makes it.
  Operation *op = block.empty() ? nullptr : &block.back();
  while (op) {
    // New ops are inserted before the op, and producers erased; the next op marks the position.
    Operation *next = op->getNextNode();
    bool isLeft = isArrayOp(op);
    if (makesIota(op)) {
      // An iota is only stored if an op that stays reads it.
      if (isOpTriviallyDead(op)) {
        Operation *previous = op->getPrevNode();
        rewriter.eraseOp(op);
        op = previous;
        continue;
      }
    } else if (isa<MapOp, BuildOp, FoldOp, ReduceOp>(op) && convertNest(rewriter, op)) {
      ++numConverted;
      op = next ? next->getPrevNode() : &block.back();
      continue;
    } else if (isLeft && !isa<MapOp, BuildOp, FoldOp, ReduceOp>(op)) {
      remarkMissed(op, {"convert-chad-to-linalg", "left"},
                   "'" + op->getName().getStringRef() +
                       "' is left to loops: it has no structured form");
    }
    numLeft += isLeft;
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        convert(rewriter, inner);
    op = op->getPrevNode();
  }
}

void ConvertChadToLinalgPass::runOnOperation() {
  WalkResult found = getOperation()->walk([](Operation *op) {
    if (!isArrayOp(op) || !hasLinearTypes(op))
      return WalkResult::advance();
    op->emitOpError("has linear types, which have no representation in structured ops; run "
                    "chad-erase-linear first");
    return WalkResult::interrupt();
  });
  if (found.wasInterrupted())
    return signalPassFailure();
  IRRewriter rewriter(&getContext());
  for (Region &region : getOperation()->getRegions())
    for (Block &block : region)
      convert(rewriter, block);
}
