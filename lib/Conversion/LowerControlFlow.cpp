//===- LowerControlFlow.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-lower-control-flow`: scf to branches in linear time. `scf.for` becomes a rotated loop; the
// other ops are lowered by upstream's patterns.

#include "chad/Conversion/Passes.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERCONTROLFLOW
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;

static bool isStructured(Operation *op) {
  return isa_and_nonnull<scf::SCFDialect>(op->getDialect());
}

/// The closest op around `op` that does not itself become branches, if its region cannot have
/// several blocks; otherwise null.
static Operation *findStraightParent(Operation *op) {
  do
    op = op->getParentOp();
  while (op && isStructured(op));
  return op && op->hasTrait<mlir::OpTrait::SingleBlock>() ? op : nullptr;
}

/// Whether a loop is known to have an iteration.
static bool runs(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound()),
                         upper = getConstantIntValue(loop.getUpperBound());
  return lower && upper && *lower < *upper && *lower >= 0;
}

namespace {
/// A loop whose condition is tested after each iteration, and before the first one:
///
///     for i = a to b step c with s = s0 { s' }
///   = if a < b { do { s' } while (i + c < b) }
///
/// LLVM would make this form of a loop that is tested at its beginning. Each time it does, the
/// dominator tree changes for all that follows, which takes quadratic time for a sequence of loops.
struct RotateLoop : OpRewritePattern<scf::ForOp> {
  explicit RotateLoop(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(scf::ForOp loop, PatternRewriter &rewriter) const override {
    // What is said of a loop, such as whether to unroll it, is kept by upstream's pattern.
    if (llvm::any_of(loop->getAttrs(), [](NamedAttribute attr) {
          return isa<LLVM::LLVMDialect>(attr.getValue().getDialect());
        }))
      return failure();
    Location loc = loop.getLoc();
    Block *before = loop->getBlock();
    Block *after = rewriter.splitBlock(before, std::next(loop->getIterator()));
    SmallVector<Value> results;
    for (Value result : loop.getResults())
      results.push_back(after->addArgument(result.getType(), result.getLoc()));
    Block *first = loop.getBody();
    Block *last = &loop.getRegion().back();
    auto yield = cast<scf::YieldOp>(last->getTerminator());
    Value index = loop.getInductionVar(), lower = loop.getLowerBound(),
          upper = loop.getUpperBound();
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    SmallVector<Value> start{lower};
    llvm::append_range(start, loop.getInitArgs());
    rewriter.inlineRegionBefore(loop.getRegion(), after);

    rewriter.setInsertionPoint(yield);
    Value next = arith::AddIOp::create(rewriter, loc, index, loop.getStep());
    Value continues = arith::CmpIOp::create(rewriter, loc, predicate, next, upper);
    SmallVector<Value> states{next};
    llvm::append_range(states, yield.getOperands());
    cf::CondBranchOp::create(rewriter, loc, continues, first, states, after, yield.getOperands());
    rewriter.eraseOp(yield);

    rewriter.setInsertionPointToEnd(before);
    if (runs(loop)) {
      cf::BranchOp::create(rewriter, loc, first, start);
    } else {
      Value enters = arith::CmpIOp::create(rewriter, loc, predicate, lower, upper);
      cf::CondBranchOp::create(rewriter, loc, enters, first, start, after, loop.getInitArgs());
    }
    rewriter.replaceOp(loop, results);
    return success();
  }
};

struct LowerControlFlow : chad::impl::ChadLowerControlFlowBase<LowerControlFlow> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateSCFToControlFlowConversionPatterns(owned);
    owned.add<RotateLoop>(context);
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
