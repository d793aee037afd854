//===- ResolveShapes.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces extents of arrays by extents of arrays that exist in any case, so that no array is kept
// only for its shape.

#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADRESOLVESHAPES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
struct ResolveShapes : chad::impl::ChadResolveShapesBase<ResolveShapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    replaceMissingExtents(rewriter, getOperation());
    SmallVector<tensor::DimOp> dims;
    SmallVector<ArrayLoopOpInterface> loops;
    // Inner loops come first: arrays that they no longer read need not be read by the outer loops.
    getOperation()->walk([&](Operation *op) {
      if (auto dim = dyn_cast<tensor::DimOp>(op))
        dims.push_back(dim);
      else if (ArrayLoopOpInterface loop = getLoopOverArrays(op))
        loops.push_back(loop);
    });
    for (tensor::DimOp dim : dims) {
      if (std::optional<int64_t> index = getConstantDim(dim)) {
        if (Value size = resolve(rewriter, dim, dim.getSource(), *index)) {
          rewriter.replaceOp(dim, size);
          ++numResolved;
        }
      }
    }
    for (ArrayLoopOpInterface loop : loops)
      count(rewriter, loop);
  }

  /// The extent of dimension `dim` of an array that `user` uses, computed without the loop or the
  /// splat that makes it, or without the array that it is an element of. Null if it is not known,
  /// or if the array is neither.
  static Value resolve(RewriterBase &rewriter, Operation *user, Value array, int64_t dim) {
    Value whole = array;
    while (Value around = getArrayOfElement(whole))
      whole = around;
    Operation *maker = whole.getDefiningOp();
    if (!getLoopOverArrays(maker) && !isa_and_nonnull<tensor::SplatOp>(maker))
      maker = nullptr;
    if (whole == array && !maker)
      return {};
    // Before the op that makes the array, or before the loop that reads its element.
    Operation *before = maker ? maker : whole.getParentBlock()->findAncestorOpInBlock(*user);
    rewriter.setInsertionPoint(before);
    return createExtentBefore(rewriter, user->getLoc(), Extent::of(array, dim), before);
  }

  /// Lets a loop that uses no element of its arrays read an iota of their extent instead.
  void count(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    SmallVector<Value> arrays(loop.getArrays());
    if (llvm::any_of(loop.getElementArgs(), [](Value arg) { return !arg.use_empty(); }) ||
        llvm::any_of(arrays, [](Value array) { return getIota(array); }))
      return;
    for (Value array : arrays) {
      Value size = resolve(rewriter, loop, array, 0);
      if (!size)
        continue;
      rewriter.setInsertionPoint(loop);
      addElement(rewriter, loop, createIota(rewriter, loop.getLoc(), size));
      llvm::BitVector dropped(loop.getBodyBlock().getNumArguments());
      eraseElements(rewriter, loop, dropped.set(0, arrays.size()));
      ++numResolved;
      return;
    }
  }
};
} // namespace
