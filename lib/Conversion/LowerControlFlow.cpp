//===- LowerControlFlow.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-lower-control-flow`: upstream's patterns from scf to branches, in an order in which they
// take linear time.

#include "chad/Conversion/Passes.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERCONTROLFLOW
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;

static bool isStructured(Operation *op) { return isa<scf::SCFDialect>(op->getDialect()); }

/// The closest op around `op` that does not itself become branches, if its region cannot have
/// several blocks; otherwise null.
static Operation *findStraightParent(Operation *op) {
  do
    op = op->getParentOp();
  while (op && isStructured(op));
  return op && op->hasTrait<mlir::OpTrait::SingleBlock>() ? op : nullptr;
}

namespace {
struct LowerControlFlow : chad::impl::ChadLowerControlFlowBase<LowerControlFlow> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateSCFToControlFlowConversionPatterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();
    // A pattern may make other ops of the dialect: a loop of a parallel one.
    while (true) {
      SmallVector<Operation *> found;
      getOperation()->walk([&](Operation *op) {
        if (isStructured(op) && !op->hasTrait<mlir::OpTrait::IsTerminator>())
          found.push_back(op);
      });
      if (found.empty())
        return;
      for (Operation *op : found)
        if (Operation *parent = findStraightParent(op)) {
          op->emitOpError("has no lowering to branches in '")
              << parent->getName() << "'; lower that first";
          return signalPassFailure();
        }
      bool changed = false;
      // To lower an op moves the ops after it to a new block. The last op is lowered first, so that
      // few ops move each time.
      for (Operation *op : llvm::reverse(found)) {
        PatternRewriter rewriter(&getContext());
        rewriter.setInsertionPoint(op);
        changed |= succeeded(applicator.matchAndRewrite(op, rewriter));
      }
      if (changed)
        continue;
      found.back()->emitOpError("has no lowering to branches");
      return signalPassFailure();
    }
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
