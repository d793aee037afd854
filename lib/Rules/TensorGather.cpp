//===- TensorGather.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse rules of tensor.gather and tensor.scatter.

#include "TensorDerivatives.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// `tensor` with its leading `rank` dimensions as one.
static Value collapseLeading(OpBuilder &builder, Location loc, Value tensor, int64_t rank) {
  if (rank == 1)
    return tensor;
  int64_t total = cast<RankedTensorType>(tensor.getType()).getRank();
  SmallVector<ReassociationIndices> groups = {llvm::to_vector<2>(llvm::seq(rank))};
  for (int64_t dim = rank; dim < total; ++dim)
    groups.push_back({dim});
  return tensor::CollapseShapeOp::create(builder, loc, tensor, groups);
}

namespace {
/// The slices of a tensor at given coordinates.
struct CoordinateSlices {
  ArrayRef<int64_t> dims;
  /// The sizes of the tensor.
  SmallVector<OpFoldResult> sizes;

  Slice at(OpBuilder &builder, Location loc, Value coordinates) const {
    Slice slice{SmallVector<OpFoldResult>(sizes.size(), builder.getIndexAttr(0)), sizes,
                SmallVector<OpFoldResult>(sizes.size(), builder.getIndexAttr(1))};
    for (auto [i, dim] : llvm::enumerate(dims)) {
      Value at = arith::ConstantIndexOp::create(builder, loc, i);
      Value index = tensor::ExtractOp::create(builder, loc, coordinates, at);
      if (!isa<IndexType>(index.getType()))
        index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
      slice.offsets[dim] = index;
      slice.sizes[dim] = builder.getIndexAttr(1);
    }
    return slice;
  }
};
} // namespace

/// `acc` with `value` added to its slice at `coordinates`.
static Value addSlice(Sweep &sweep, Location loc, const CoordinateSlices &slices, Value value,
                      Value acc, Value coordinates) {
  Slice slice = slices.at(sweep.builder, loc, coordinates);
  auto tensor = dyn_cast<RankedTensorType>(cast<LinType>(value.getType()).getPrimal());
  size_t rank = tensor ? tensor.getRank() : 0, depth = slices.dims.size();
  bool areLeading = llvm::equal(slices.dims, llvm::seq<int64_t>(0, depth));
  if (tensor && (!areLeading || rank + depth != slice.sizes.size()))
    return addAt(sweep, loc, value, acc, slice);
  // The slice is an element of an array; the coordinates are the indices of its leading dimensions.
  SmallVector<Value> indices;
  for (size_t dim = 0; dim < depth; ++dim)
    indices.push_back(cast<Value>(slice.offsets[dim]));
  return AccumulateOp::create(sweep.builder, loc, acc.getType(), value, acc, indices);
}

LogicalResult chad::detail::reverseOf(tensor::GatherOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  Value source = op.getSource(), cotangent = sweep.cotangent(op.getResult());
  Value indices = sweep.primal(op.getIndices());
  CoordinateSlices slices{op.getGatherDims(), sizesOf(sweep, source)};
  Value acc = sweep.cotangentOrZero(source);
  bool isMasked = sweep.isMasked(acc) || sweep.isMasked(cotangent);

  // The op gathers at one position, or at each of an array of positions.
  int64_t batchRank = op.getIndicesType().getRank() - 1;
  if (batchRank == 0) {
    Value value = cotangent;
    if (op.getResultType().getRank() == 0)
      value = toLinear(sweep, loc,
                       tensor::ExtractOp::create(builder, loc, fromLinear(sweep, loc, cotangent)),
                       cotangent);
    acc = addSlice(sweep, loc, slices, value, acc, indices);
  } else {
    Value values = cotangent;
    if (batchRank > 1) {
      indices = collapseLeading(builder, loc, indices, batchRank);
      values = toLinear(sweep, loc,
                        collapseLeading(builder, loc, fromLinear(sweep, loc, cotangent), batchRank),
                        cotangent);
    }
    auto fold = FoldOp::create(builder, loc, Direction::Left, ValueRange{indices, values}, acc,
                               [&](OpBuilder &, Location loc, ValueRange args) {
                                 OpBuilder::InsertionGuard guard(sweep.builder);
                                 sweep.builder.setInsertionPointToEnd(args[0].getParentBlock());
                                 Value updated =
                                     addSlice(sweep, loc, slices, args[1], args[2], args[0]);
                                 YieldOp::create(sweep.builder, loc, updated);
                               });
    acc = fold.getResult(0);
  }
  if (isMasked)
    sweep.setMasked(acc);
  sweep.setCotangent(source, acc);
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::ScatterOp op, ReverseSweep &sweep) {
  Location loc = op.getLoc();
  Value cotangent = sweep.cotangent(op.getResult());
  Value whole = fromLinear(sweep, loc, cotangent);
  Value indices = sweep.primal(op.getIndices());
  if (sweep.isActive(op.getSource())) {
    Value parts = tensor::GatherOp::create(sweep.builder, loc, op.getSourceType(), whole, indices,
                                           op.getScatterDims(), op.getUnique());
    sweep.accumulate(op.getSource(), toLinear(sweep, loc, parts, cotangent));
  }
  if (sweep.isActive(op.getDest())) {
    Value zeros = fromLinear(sweep, loc, sweep.zero(op.getSource()));
    Value rest = tensor::ScatterOp::create(sweep.builder, loc, op.getType(), zeros, whole, indices,
                                           op.getScatterDims(), op.getUnique());
    sweep.accumulate(op.getDest(), toLinear(sweep, loc, rest, cotangent));
  }
  return success();
}
