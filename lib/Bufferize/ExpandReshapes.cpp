//===- ExpandReshapes.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADEXPANDRESHAPES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;

/// Whether a dimension of the source becomes several of extents that are not known.
static bool hasUnknownExtents(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
    return llvm::count_if(group,
                          [&](int64_t dim) { return op.getResultType().isDynamicDim(dim); }) > 1;
  });
}

static void expand(RewriterBase &rewriter, memref::ExpandShapeOp op) {
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
struct ExpandReshapes : chad::impl::ChadExpandReshapesBase<ExpandReshapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasUnknownExtents(op))
        expand(rewriter, op);
    });
  }
};
} // namespace
