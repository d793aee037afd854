//===- TensorShape.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// tensor: slices, reshapes, concatenation and padding.

#include "Positions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The positions `offset + i * stride`, for i < size, in each dimension.
struct Slice {
  SmallVector<int64_t> offsets, sizes, strides;

  template <typename OpTy>
  Slice(Evaluation &eval, OpTy op)
      : offsets(mixed(eval, op.getMixedOffsets())), sizes(mixed(eval, op.getMixedSizes())),
        strides(mixed(eval, op.getMixedStrides())) {}

  LogicalResult check(Evaluation &eval, ArrayRef<int64_t> shape) const {
    for (auto [d, extent] : llvm::enumerate(shape)) {
      if (sizes[d] < 0)
        return eval.error() << "slice size " << sizes[d] << " is negative";
      if (sizes[d] == 0)
        continue;
      __int128 last = __int128(sizes[d] - 1) * strides[d] + offsets[d];
      if (offsets[d] < 0 || offsets[d] >= extent || last < 0 || last >= extent)
        return eval.error() << "a slice of size " << sizes[d] << " from " << offsets[d]
                            << " with stride " << strides[d] << " is out of bounds for extent "
                            << extent;
    }
    return success();
  }
  SmallVector<int64_t> at(ArrayRef<int64_t> position) const {
    SmallVector<int64_t> result;
    for (auto [d, index] : llvm::enumerate(position))
      result.push_back(offsets[d] + index * strides[d]);
    return result;
  }
};
} // namespace

/// `tensor` with another shape of as many elements.
static EvalResult reshape(Evaluation &eval, const Tensor &tensor, ArrayRef<int64_t> shape) {
  FailureOr<int64_t> count = eval.checkShape(shape);
  if (failed(count))
    return failure();
  if (*count != tensor.size())
    return eval.error() << "a tensor of shape " << formatShape(tensor.shape)
                        << " cannot take the shape " << formatShape(shape);
  Tensor result = tensor;
  result.shape.assign(shape.begin(), shape.end());
  return one(result);
}

static EvalResult evalExtractSlice(tensor::ExtractSliceOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  Slice slice(eval, op);
  if (failed(slice.check(eval, source.shape)))
    return failure();
  EvalResult result =
      buildTensor(eval, slice.sizes, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
        return source[offsetOf(slice.at(position), source.shape)];
      });
  if (failed(result))
    return failure();
  SmallVector<int64_t> shape;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [d, size] : llvm::enumerate(slice.sizes))
    if (!dropped[d])
      shape.push_back(size);
  return reshape(eval, result->front().asTensor(), shape);
}

/// `dest` with the source of `op` in the slice that `op` names.
template <typename OpTy>
static EvalResult insertSlice(OpTy op, const Tensor &dest, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  Slice slice(eval, op);
  if (failed(slice.check(eval, dest.shape)))
    return failure();
  SmallVector<int64_t> expected;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [d, size] : llvm::enumerate(slice.sizes))
    if (!dropped[d])
      expected.push_back(size);
  if (expected != source.shape)
    return eval.error() << "the source has shape " << formatShape(source.shape)
                        << ", but the slice has shape " << formatShape(expected);
  std::vector<Number> elements = copyElements(dest);
  int64_t next = 0;
  (void)forEachPosition(slice.sizes, [&](ArrayRef<int64_t> position) {
    elements[offsetOf(slice.at(position), dest.shape)] = source[next++];
    return success();
  });
  return one(Tensor(dest.shape, std::move(elements)));
}

static EvalResult evalInsertSlice(tensor::InsertSliceOp op, Evaluation &eval) {
  return insertSlice(op, eval.tensor(op.getDest()), eval);
}

/// The outputs of `scf.forall` after one iteration.
static EvalResult evalInParallel(scf::InParallelOp op, Evaluation &eval) {
  auto loop = cast<scf::ForallOp>(op->getParentOp());
  RuntimeValues outputs = eval.get(ValueRange(loop.getRegionIterArgs()));
  for (Operation &write : op.getYieldingOps()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(write);
    Evaluation inner(eval.interpreter, &write, eval.frame);
    if (!insert)
      return inner.error() << "unsupported op '" << write.getName() << "'";
    RuntimeValue &output = outputs[cast<BlockArgument>(insert.getDest()).getArgNumber() -
                                   loop.getInductionVars().size()];
    EvalResult written = insertSlice(insert, output.asTensor(), inner);
    if (failed(written))
      return failure();
    output = written->front();
  }
  return outputs;
}

static EvalResult evalCollapse(tensor::CollapseShapeOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSrc());
  SmallVector<int64_t> shape;
  for (const auto &group : op.getReassociationIndices()) {
    auto parts = llvm::map_to_vector(group, [&](int64_t d) { return source.shape[d]; });
    std::optional<int64_t> extent = countElements(parts);
    if (!extent)
      return eval.error() << "the product of the extents " << formatShape(parts)
                          << " is too large for the interpreter";
    shape.push_back(*extent);
  }
  return reshape(eval, source, shape);
}

static EvalResult evalExpand(tensor::ExpandShapeOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSrc());
  SmallVector<int64_t> shape = mixed(eval, op.getMixedOutputShape());
  for (auto [d, group] : llvm::enumerate(op.getReassociationIndices())) {
    SmallVector<int64_t> parts = llvm::map_to_vector(group, [&](int64_t e) { return shape[e]; });
    std::optional<int64_t> count = countElements(parts);
    if (!count || *count != source.shape[d])
      return eval.error() << "extent " << source.shape[d] << " of dimension " << d
                          << " cannot take the shape " << formatShape(parts);
  }
  return reshape(eval, source, shape);
}

static EvalResult evalReshape(tensor::ReshapeOp op, Evaluation &eval) {
  return reshape(eval, eval.tensor(op.getSource()),
                 toIndices(eval.tensor(op.getShape()), op.getShape().getType()));
}

static EvalResult evalConcat(tensor::ConcatOp op, Evaluation &eval) {
  RuntimeValues inputs = eval.operands();
  uint64_t dim = op.getDim();
  SmallVector<int64_t> shape(inputs.front().asTensor().shape);
  SmallVector<int64_t> starts = {0};
  for (const RuntimeValue &input : inputs) {
    SmallVector<int64_t> other(input.asTensor().shape);
    starts.push_back(starts.back() + other[dim]);
    other[dim] = shape[dim];
    if (other != shape)
      return eval.error() << "the inputs have the shapes "
                          << formatShape(inputs.front().asTensor().shape) << " and "
                          << formatShape(input.asTensor().shape)
                          << ", which differ outside of dimension " << dim;
  }
  shape[dim] = starts.back();
  return buildTensor(eval, shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    size_t input = llvm::upper_bound(starts, position[dim]) - starts.begin() - 1;
    SmallVector<int64_t> at(position);
    at[dim] -= starts[input];
    const Tensor &tensor = inputs[input].asTensor();
    return tensor[offsetOf(at, tensor.shape)];
  });
}

static EvalResult evalPad(tensor::PadOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  SmallVector<int64_t> low = mixed(eval, op.getMixedLowPad());
  SmallVector<int64_t> high = mixed(eval, op.getMixedHighPad());
  SmallVector<int64_t> shape;
  for (int64_t d = 0; d < source.rank(); ++d) {
    for (int64_t padding : {low[d], high[d]})
      if (padding < 0)
        return eval.error() << "padding " << padding << " is negative";
    if (std::max(low[d], high[d]) > std::numeric_limits<int32_t>::max())
      return eval.error() << "padding " << std::max(low[d], high[d])
                          << " is too large for the interpreter";
    shape.push_back(low[d] + source.shape[d] + high[d]);
  }
  return buildTensor(eval, shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    SmallVector<int64_t> at;
    bool isInside = true;
    for (auto [d, index] : llvm::enumerate(position)) {
      at.push_back(index - low[d]);
      isInside &= at.back() >= 0 && at.back() < source.shape[d];
    }
    if (isInside)
      return source[offsetOf(at, source.shape)];
    EvalResult value = eval.run(op.getRegion(), llvm::map_to_vector(position, RuntimeValue::index));
    if (failed(value))
      return failure();
    return value->front().as<Number>();
  });
}

void chad::registerTensorShapeHandlers(OpHandlers &handlers) {
  handlers.add<tensor::ExtractSliceOp>(evalExtractSlice);
  handlers.add<tensor::InsertSliceOp>(evalInsertSlice);
  handlers.add<scf::InParallelOp>(evalInParallel);
  handlers.add<tensor::CollapseShapeOp>(evalCollapse);
  handlers.add<tensor::ExpandShapeOp>(evalExpand);
  handlers.add<tensor::ReshapeOp>(evalReshape);
  handlers.add<tensor::ConcatOp>(evalConcat);
  handlers.add<tensor::PadOp>(evalPad);
}
