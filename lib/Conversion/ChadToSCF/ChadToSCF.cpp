//===- ChadToSCF.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lowers array combinators to loops over indices. First they become loops over arrays; a loop is
// fused with its reader if it has only one; then they are lowered.

#include "AssertExtents.h"
#include "LowerLoops.h"
#include "chad/Conversion/Passes.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/FuseLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace chad {
#define GEN_PASS_DEF_CONVERTCHADTOSCF
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Finds what the pass cannot lower: linear types, and indices without a sign.
static LogicalResult checkTypes(Operation *root) {
  bool isFine = true;
  root->walk([&](Operation *op) {
    if (!isArrayOp(op))
      return;
    auto isLinear = [](Type type) { return isLinearType(type); };
    if (llvm::any_of(op->getOperandTypes(), isLinear) ||
        llvm::any_of(op->getResultTypes(), isLinear)) {
      op->emitOpError("has linear types, which have no representation in loops; run "
                      "chad-erase-linear first");
      isFine = false;
      return;
    }
    for (Type type : op->getOperandTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        if (auto integer = dyn_cast<IntegerType>(tensor.getElementType());
            integer && !integer.isSignless()) {
          op->emitOpError("has elements of type ")
              << integer << ", which loops cannot compute with; use i" << integer.getWidth();
          isFine = false;
          return;
        }
  });
  return success(isFine);
}

/// Allows reassociation of the sum or the product in the body of a reduction, since the body is
/// associative.
static void allowReassociation(ReduceOp op) {
  Operation *yield = op.getBody().front().getTerminator();
  for (auto [left, yielded] : llvm::zip_equal(op.getLeftArgs(), yield->getOperands())) {
    Operation *combine = yielded.getDefiningOp();
    if (!combine || !isa<arith::AddFOp, arith::MulFOp>(combine) || !left.hasOneUse() ||
        *left.user_begin() != combine)
      continue;
    auto flags = cast<arith::ArithFastMathInterface>(combine);
    combine->setAttr(
        flags.getFastMathAttrName(),
        arith::FastMathFlagsAttr::get(op.getContext(), flags.getFastMathFlagsAttr().getValue() |
                                                           arith::FastMathFlags::reassoc));
  }
}

/// Replaces a choice between arrays by a branch. Otherwise a loop would read both arrays element by
/// element, as if they had the same shape.
static void branchBetweenArrays(RewriterBase &rewriter, Operation *root) {
  SmallVector<arith::SelectOp> choices;
  root->walk([&](arith::SelectOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (type && !type.hasStaticShape() && !isa<ShapedType>(op.getCondition().getType()))
      choices.push_back(op);
  });
  for (arith::SelectOp op : choices) {
    rewriter.setInsertionPoint(op);
    auto yield = [&](Value value) {
      return [=](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, value); };
    };
    rewriter.replaceOp(op, scf::IfOp::create(rewriter, op.getLoc(), op.getCondition(),
                                             yield(op.getTrueValue()), yield(op.getFalseValue())));
  }
}

namespace {
struct ConvertChadToSCFPass : chad::impl::ConvertChadToSCFBase<ConvertChadToSCFPass> {
  using ConvertChadToSCFBase::ConvertChadToSCFBase;

  void runOnOperation() override {
    Operation *root = getOperation();
    if (failed(checkTypes(root)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, root);
    if (reassociateReductions)
      root->walk([](ReduceOp op) { allowReassociation(op); });
    fuseIntoReaders(rewriter, root);
    lowerLoops(rewriter, root, {checkExtents, allocateStates});
    branchBetweenArrays(rewriter, root);
    if (checkExtents)
      assertExtents(rewriter, root);
  }
};
} // namespace
