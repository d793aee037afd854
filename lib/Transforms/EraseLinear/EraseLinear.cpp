//===- EraseLinear.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/EraseLinear.h"
#include "Erasure.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad {
#define GEN_PASS_DEF_CHADERASELINEAR
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static LogicalResult erase(Operation *root, Scales scales) {
  if (failed(checkErasable(root)) || failed(keepExtents(root)))
    return failure();
  ErasedTypes types;
  if (failed(eraseRecords(root, types)))
    return failure();
  ConversionTarget target(*root->getContext());
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    if (op->hasAttr(keptAttr))
      return true;
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && !types.isLegal(function.getFunctionType()))
      return false;
    if (isa<AbsorbingMulOp>(op))
      return scales != Scales::Erased;
    return !isa<ToLinearOp, FromLinearOp>(op) && types.isLegal(op) &&
           llvm::all_of(op->getRegions(), [&](Region &region) { return types.isLegal(&region); });
  });
  RewritePatternSet patterns(root->getContext());
  populateErasurePatterns(types, scales, patterns);
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  config.allowPatternRollback = false;
  LogicalResult result = applyFullConversion(root, target, std::move(patterns), config);
  if (scales == Scales::Kept)
    root->walk([](Operation *op) { op->removeDiscardableAttr(keptAttr); });
  return result;
}

LogicalResult chad::eraseLinear(Operation *root) {
  if (failed(erase(root, Scales::Erased)))
    return failure();
  root->walk([](Operation *op) {
    if (isa<arith::MulFOp>(op))
      op->removeDiscardableAttr(absorbingAttr);
    // After erasure custom rules no longer have the types that the verifier demands, and they are
    // not needed, as no request is left.
    if (isa<func::FuncOp>(op))
      for (StringRef rule : {customJvpAttr, customVjpAttr})
        op->removeDiscardableAttr(rule);
  });
  return success();
}

LogicalResult chad::eraseLinearForDerivatives(Operation *root) {
  return erase(root, Scales::Absorbing);
}

LogicalResult chad::eraseLinearAroundScales(Operation *root) { return erase(root, Scales::Kept); }

namespace {
struct EraseLinear : chad::impl::ChadEraseLinearBase<EraseLinear> {
  void runOnOperation() override {
    if (failed(eraseLinear(getOperation())))
      return signalPassFailure();
    // `chad.stop_gradient` is not needed: there are no requests any more.
    getOperation()->walk([](StopGradientOp stop) {
      stop.replaceAllUsesWith(stop.getValue());
      stop.erase();
    });
  }
};
} // namespace
