//===- StridedSlices.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/StridedSlices.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace chad;

template <typename OpTy> static bool mayRepeatPositions(OpTy op) {
  return llvm::any_of(llvm::zip_equal(op.getMixedSizes(), op.getMixedStrides()), [](auto pair) {
    auto [size, stride] = pair;
    std::optional<int64_t> known = getConstantIntValue(stride);
    return !isConstantIntValue(size, 1) && !isConstantIntValue(size, 0) && (!known || *known == 0);
  });
}

namespace {
/// Maps positions in a slice, as its type has them, to positions in the array.
struct Positions {
  SmallVector<Value> offsets, sizes, strides;
  llvm::SmallBitVector dropped;

  template <typename OpTy>
  Positions(OpBuilder &builder, OpTy op)
      : offsets(getValueOrCreateConstantIndexOp(builder, op.getLoc(), op.getMixedOffsets())),
        sizes(getValueOrCreateConstantIndexOp(builder, op.getLoc(), op.getMixedSizes())),
        strides(getValueOrCreateConstantIndexOp(builder, op.getLoc(), op.getMixedStrides())),
        dropped(op.getDroppedDims()) {}

  /// The position in the array of the slice's element at `position`, which has an index for
  /// each dimension that is not dropped.
  SmallVector<Value> locate(OpBuilder &builder, Location loc, ValueRange position) const {
    SmallVector<Value> at(offsets);
    for (auto [dim, index] : llvm::enumerate(at)) {
      if (dropped[dim])
        continue;
      Value distance = arith::MulIOp::create(builder, loc, position.front(), strides[dim]);
      index = arith::AddIOp::create(builder, loc, index, distance);
      position = position.drop_front();
    }
    return at;
  }

  SmallVector<Value> getExtents() const {
    SmallVector<Value> extents;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!dropped[dim])
        extents.push_back(size);
    return extents;
  }
};
} // namespace

/// Makes nested builds, one for each of `extents`; `element` makes the innermost body.
static Value makeBuilds(OpBuilder &builder, Location loc, ArrayRef<Value> extents,
                        SmallVectorImpl<Value> &position,
                        function_ref<Value(OpBuilder &, ValueRange)> element) {
  if (position.size() == extents.size())
    return element(builder, position);
  return BuildOp::create(builder, loc, extents[position.size()],
                         [&](OpBuilder &builder, Location loc, ValueRange args) {
                           position.push_back(args.front());
                           Value row = makeBuilds(builder, loc, extents, position, element);
                           position.pop_back();
                           YieldOp::create(builder, loc, row);
                         })
      .getResult(0);
}

static void expand(RewriterBase &rewriter, tensor::ExtractSliceOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Positions positions(rewriter, op);
  SmallVector<Value> position;
  Value result =
      makeBuilds(rewriter, loc, positions.getExtents(), position,
                 [&](OpBuilder &builder, ValueRange position) -> Value {
                   return tensor::ExtractOp::create(builder, loc, op.getSource(),
                                                    positions.locate(builder, loc, position));
                 });
  if (result.getType() == op.getType())
    rewriter.replaceOp(op, result);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), result);
}

/// If several elements are written to one position, the last one stays.
static void expand(RewriterBase &rewriter, tensor::InsertSliceOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Positions positions(rewriter, op);
  SmallVector<Value> extents = positions.getExtents();
  SmallVector<Value> starts(extents.size(), arith::ConstantIndexOp::create(rewriter, loc, 0));
  SmallVector<Value> steps(extents.size(), arith::ConstantIndexOp::create(rewriter, loc, 1));
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, starts, extents, steps, op.getDest(),
      [&](OpBuilder &builder, Location loc, ValueRange position, ValueRange whole) {
        Value element = tensor::ExtractOp::create(builder, loc, op.getSource(), position);
        Value written = tensor::InsertOp::create(builder, loc, element, whole.front(),
                                                 positions.locate(builder, loc, position));
        return scf::ValueVector{written};
      });
  rewriter.replaceOp(op, nest.results);
}

void chad::expandStridedSlices(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op); slice && mayRepeatPositions(slice))
      expand(rewriter, slice);
    else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op); slice && mayRepeatPositions(slice))
      expand(rewriter, slice);
  });
}
