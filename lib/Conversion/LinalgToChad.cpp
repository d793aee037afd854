//===- LinalgToChad.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Converts structured ops on tensors to array combinators, for the passes on loops over arrays.

#include "chad/Conversion/Passes.h"
#include "chad/IR/ChadOps.h"
#include "chad/Transforms/ExpandStructured.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CONVERTLINALGTOCHAD
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Whether the op is on tensors that the combinators can read.
static bool isConvertible(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return getElementTypeOrSelf(type).isIntOrIndexOrFloat() &&
                  !(tensor && tensor.getEncoding());
         });
}

/// Whether an op is a product of matrices with factors of 16 bits and sums of f32.
static bool isExtendedProduct(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op->getParentOfType<CombinatorOpInterface>() || !linalg::isaContractionOpInterface(op))
    return false;
  FailureOr<linalg::ContractionDimensions> dims = linalg::inferContractionDims(op);
  Type left = getElementTypeOrSelf(op.getDpsInputs()[0].getType());
  return succeeded(dims) && !dims->m.empty() && !dims->n.empty() && dims->k.size() == 1 &&
         (left.isF16() || left.isBF16()) &&
         getElementTypeOrSelf(op.getDpsInputs()[1].getType()) == left &&
         getElementTypeOrSelf(op.getDpsInits()[0].getType()).isF32();
}

namespace {
struct ConvertLinalgToChad : chad::impl::ConvertLinalgToChadBase<ConvertLinalgToChad> {
  using Base::Base;

  void runOnOperation() override {
    decomposeAggregates(getOperation(), /*forDerivatives=*/false);
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isConvertible(op) && !(keepExtendedProducts && isExtendedProduct(op)))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      rewriter.replaceOp(op, expandStructuredOp(rewriter, op, Permutation::Builds));
    numConverted += ops.size();
  }
};
} // namespace
