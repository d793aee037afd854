//===- Structured.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool branches(func::FuncOp function) {
  return function
      ->walk([](Operation *op) {
        bool found = llvm::any_of(op->getRegions(),
                                  [](Region &region) { return region.getBlocks().size() > 1; });
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `op` is to be replaced before a derivative is asked for.
static bool isUnstructured(Operation *op) {
  if (isa<bufferization::AllocTensorOp, bufferization::DeallocTensorOp>(op))
    return true;
  return isa_and_nonnull<affine::AffineDialect>(op->getDialect()) &&
         !isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(op);
}

bool chad::detail::isUnstructured(func::FuncOp function) {
  return branches(function) || function
                                   ->walk([](Operation *op) {
                                     return ::isUnstructured(op) ? WalkResult::interrupt()
                                                                 : WalkResult::advance();
                                   })
                                   .wasInterrupted();
}

/// Simplifies structured control flow. Lifting makes loops that test their condition at the end;
/// the patterns make them loops that test it at the beginning, and then loops that count.
static void simplifyControlFlow(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (isa_and_nonnull<scf::SCFDialect, arith::ArithDialect, ub::UBDialect>(op.getDialect()))
      op.getCanonicalizationPatterns(patterns, context);
  context->getLoadedDialect<scf::SCFDialect>()->getCanonicalizationPatterns(patterns);
  scf::populateUpliftWhileToForPatterns(patterns);
  // This pattern is left out: it gives a state the static type of its initial value, also where
  // iterations change the extent.
  FrozenRewritePatternSet frozen(std::move(patterns),
                                 {"(anonymous namespace)::ForOpTensorCastFolder"});
  (void)applyPatternsGreedily(function, frozen);
}

static LogicalResult liftBranches(func::FuncOp function) {
  ControlFlowToSCFTransformation transformation;
  DominanceInfo dominance(function);
  // Check before lifting that all branches are ops of the dialect `cf`: at any other branch MLIR's
  // transformation fails and leaves an invalid function.
  WalkResult result = function.walk([](Operation *op) {
    bool isOther =
        op->getNumSuccessors() && !isa_and_nonnull<cf::ControlFlowDialect>(op->getDialect());
    return isOther ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!result.wasInterrupted())
    result = function->walk<WalkOrder::PostOrder>([&](Operation *op) {
      for (Region &region : op->getRegions())
        if (region.getBlocks().size() > 1 &&
            failed(transformCFGToSCF(region, transformation, dominance)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
  if (!result.wasInterrupted())
    return success();
  auto diag = function.emitError("chad: the branches between the blocks of '@")
              << function.getSymName() << "' are not structured control flow";
  diag.attachNote() << "write them with 'scf', or as 'cf.br', 'cf.cond_br' and 'cf.switch' in a "
                       "function that returns";
  return diag;
}

static LogicalResult lowerAffine(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  populateAffineToStdConversionPatterns(patterns);
  populateAffineToVectorConversionPatterns(patterns);
  affine::populateAffineExpandIndexOpsPatterns(patterns);
  ConversionTarget target(*context);
  target.addIllegalDialect<affine::AffineDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(function, target, std::move(patterns));
}

LogicalResult chad::detail::makeStructured(func::FuncOp function) {
  if (branches(function)) {
    if (failed(liftBranches(function)))
      return failure();
    simplifyControlFlow(function);
  }
  function.walk([](bufferization::DeallocTensorOp op) { op.erase(); });
  // A tensor that is allocated without a copy has undefined elements, as one of `tensor.empty`.
  function.walk([](bufferization::AllocTensorOp op) {
    OpBuilder builder(op);
    Value tensor = op.getCopy();
    if (!tensor)
      tensor = tensor::EmptyOp::create(builder, op.getLoc(), cast<RankedTensorType>(op.getType()),
                                       op.getDynamicSizes());
    op.replaceAllUsesWith(tensor);
    op.erase();
  });
  // Fold views into the loads and stores that use them.
  RewritePatternSet patterns(function.getContext());
  memref::populateFoldMemRefAliasOpPatterns(patterns);
  (void)applyPatternsGreedily(function, std::move(patterns));
  return lowerAffine(function);
}
