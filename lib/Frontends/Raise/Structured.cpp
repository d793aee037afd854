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

/// The laws of structured control flow, by which a loop that was lifted is one that tests its
/// condition first, and then one that counts.
static void simplifyControlFlow(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (isa<scf::SCFDialect, arith::ArithDialect, ub::UBDialect>(op.getDialect()))
      op.getCanonicalizationPatterns(patterns, context);
  context->getLoadedDialect<scf::SCFDialect>()->getCanonicalizationPatterns(patterns);
  scf::populateUpliftWhileToForPatterns(patterns);
  // This pattern types a state whose extent changes by its initial value.
  FrozenRewritePatternSet frozen(std::move(patterns),
                                 {"(anonymous namespace)::ForOpTensorCastFolder"});
  (void)applyPatternsGreedily(function, frozen);
}

static LogicalResult liftBranches(func::FuncOp function) {
  ControlFlowToSCFTransformation transformation;
  DominanceInfo dominance(function);
  // Upstream's transformation leaves a broken function where it fails: at branches that are not of
  // the dialect `cf`.
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
  // The elements of a tensor before the first write may have any value.
  function.walk([](bufferization::AllocTensorOp op) {
    OpBuilder builder(op);
    Value tensor = op.getCopy();
    if (!tensor)
      tensor = tensor::EmptyOp::create(builder, op.getLoc(), cast<RankedTensorType>(op.getType()),
                                       op.getDynamicSizes());
    op.replaceAllUsesWith(tensor);
    op.erase();
  });
  // Reads and writes of views become reads and writes of the buffers that they are views of.
  RewritePatternSet patterns(function.getContext());
  memref::populateFoldMemRefAliasOpPatterns(patterns);
  (void)applyPatternsGreedily(function, std::move(patterns));
  return lowerAffine(function);
}
