//===- ExpandMemRefs.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops on buffers for which upstream has a call, or nothing.

#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADEXPANDMEMREFS
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;

static bool hasIdentityLayout(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return !type || type.getLayout().isIdentity();
}

static void expandCopy(RewriterBase &rewriter, memref::CopyOp copy) {
  if (hasIdentityLayout(copy.getSource()) && hasIdentityLayout(copy.getTarget()))
    return;
  rewriter.setInsertionPoint(copy);
  int64_t rank = cast<MemRefType>(copy.getTarget().getType()).getRank();
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(rewriter, copy.getLoc(), copy.getSource(), copy.getTarget(),
                            ArrayRef<AffineMap>{identity, identity}, parallel,
                            [](OpBuilder &nested, Location loc, ValueRange args) {
                              linalg::YieldOp::create(nested, loc, args.front());
                            });
  rewriter.eraseOp(copy);
}

/// Whether a dimension of the source becomes several of extents that are not known.
static bool hasUnknownExtents(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
    return llvm::count_if(group,
                          [&](int64_t dim) { return op.getResultType().isDynamicDim(dim); }) > 1;
  });
}

static void expandReshape(RewriterBase &rewriter, memref::ExpandShapeOp op) {
  if (!hasUnknownExtents(op))
    return;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  MemRefType type = op.getResultType();
  auto source = memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), steps(type.getRank());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    // `stride(d) = stride(d + 1) · size(d + 1)`, and the last one is that of the source.
    OpFoldResult step = source.getConstifiedMixedStrides()[dim];
    for (int64_t part : llvm::reverse(group)) {
      if (!ShapedType::isDynamic(strides[part]))
        step = rewriter.getIndexAttr(strides[part]);
      steps[part] = step;
      if (part != group.front())
        step = arith::MulIOp::create(rewriter, loc,
                                     getValueOrCreateConstantIndexOp(rewriter, loc, step),
                                     getValueOrCreateConstantIndexOp(rewriter, loc, sizes[part]))
                   .getResult();
    }
  }
  OpFoldResult start = source.getConstifiedMixedOffset();
  if (!ShapedType::isDynamic(offset))
    start = rewriter.getIndexAttr(offset);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(op, type, source.getBaseBuffer(), start,
                                                         sizes, steps);
}

namespace {
struct ExpandMemRefs : chad::impl::ChadExpandMemRefsBase<ExpandMemRefs> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto copy = dyn_cast<memref::CopyOp>(op))
        expandCopy(rewriter, copy);
      else if (auto reshape = dyn_cast<memref::ExpandShapeOp>(op))
        expandReshape(rewriter, reshape);
    });
  }
};
} // namespace
