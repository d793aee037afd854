//===- ExpandCopies.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Bufferize/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADEXPANDCOPIES
#include "chad/Bufferize/Passes.h.inc"
} // namespace chad

using namespace mlir;

static bool hasIdentityLayout(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return !type || type.getLayout().isIdentity();
}

namespace {
struct ExpandCopies : chad::impl::ChadExpandCopiesBase<ExpandCopies> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::CopyOp copy) {
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
    });
  }
};
} // namespace
