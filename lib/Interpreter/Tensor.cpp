//===- Tensor.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// tensor: construction and access by index.

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "Elementwise.h"
#include "Positions.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The value of a scalar, or of a float behind `!chad.lin`.
static Number numberOf(const RuntimeValue &value) { return value.as<Number>(); }

static EvalResult evalEmpty(tensor::EmptyOp op, Evaluation &eval) {
  RankedTensorType type = op.getType();
  return eval.splat(eval.fillShape(type, eval.indices(op.getDynamicSizes())),
                    zeroNumber(type.getElementType()));
}

static EvalResult evalSplat(tensor::SplatOp op, Evaluation &eval) {
  return eval.splat(eval.fillShape(op.getType(), eval.indices(op.getDynamicSizes())),
                    numberOf(eval.get(op.getInput())));
}

static EvalResult evalFromElements(tensor::FromElementsOp op, Evaluation &eval) {
  auto shape = cast<RankedTensorType>(op.getType()).getShape();
  std::vector<Number> elements;
  for (mlir::Value element : op.getElements())
    elements.push_back(numberOf(eval.get(element)));
  return one(Tensor(shape, std::move(elements)));
}

static EvalResult evalGenerate(tensor::GenerateOp op, Evaluation &eval) {
  auto shape = eval.fillShape(op.getType(), eval.indices(op.getDynamicExtents()));
  return buildTensor(eval, shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    EvalResult element = eval.run(op.getBody(), llvm::map_to_vector(position, RuntimeValue::index));
    if (failed(element))
      return failure();
    return numberOf(element->front());
  });
}

static LogicalResult checkPosition(Evaluation &eval, ArrayRef<int64_t> position,
                                   ArrayRef<int64_t> shape) {
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    if (failed(eval.checkIndex(index, extent)))
      return failure();
  return success();
}

static EvalResult evalExtract(tensor::ExtractOp op, Evaluation &eval) {
  const Tensor &tensor = eval.tensor(op.getTensor());
  SmallVector<int64_t> position = eval.indices(op.getIndices());
  if (failed(checkPosition(eval, position, tensor.shape)))
    return failure();
  return one(tensor[offsetOf(position, tensor.shape)]);
}

static EvalResult evalInsert(tensor::InsertOp op, Evaluation &eval) {
  const Tensor &dest = eval.tensor(op.getDest());
  SmallVector<int64_t> position = eval.indices(op.getIndices());
  if (failed(checkPosition(eval, position, dest.shape)))
    return failure();
  std::vector<Number> elements = copyElements(dest);
  elements[offsetOf(position, dest.shape)] = numberOf(eval.get(op.getScalar()));
  return one(Tensor(dest.shape, std::move(elements)));
}

static EvalResult evalDim(tensor::DimOp op, Evaluation &eval) {
  const Tensor &tensor = eval.tensor(op.getSource());
  int64_t dim = eval.index(op.getIndex());
  if (dim < 0 || dim >= tensor.rank())
    return eval.error() << "dimension " << dim << " of a tensor of rank " << tensor.rank();
  return one(RuntimeValue::index(tensor.shape[dim]));
}

static EvalResult evalRank(tensor::RankOp op, Evaluation &eval) {
  return one(RuntimeValue::index(eval.tensor(op.getTensor()).rank()));
}

/// `result[b..., s...] = source[...]`, where the dimensions `gather_dims` are
/// indexed by `indices[b..., :]`; those have extent 1 in the slices or are dropped.
static EvalResult evalGather(tensor::GatherOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  const Tensor &indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> coordinates = toIndices(indices, op.getIndices().getType());
  ArrayRef<int64_t> dims = op.getGatherDims();
  ArrayRef<int64_t> batch = ArrayRef(indices.shape).drop_back();
  bool isReduced =
      op.getResultType().getRank() != static_cast<int64_t>(batch.size()) + source.rank();
  SmallVector<int64_t> shape(batch);
  for (int64_t d = 0; d < source.rank(); ++d) {
    if (!llvm::is_contained(dims, d))
      shape.push_back(source.shape[d]);
    else if (!isReduced)
      shape.push_back(1);
  }
  return buildTensor(eval, shape, [&](ArrayRef<int64_t> position) -> FailureOr<Number> {
    int64_t row = offsetOf(position.take_front(batch.size()), batch) * dims.size();
    ArrayRef<int64_t> inner = position.drop_front(batch.size());
    SmallVector<int64_t> at;
    for (int64_t d = 0; d < source.rank(); ++d) {
      const int64_t *found = llvm::find(dims, d);
      at.push_back(found != dims.end() ? coordinates[row + (found - dims.begin())] : inner.front());
      if (found == dims.end() || !isReduced)
        inner = inner.drop_front();
    }
    if (failed(checkPosition(eval, at, source.shape)))
      return failure();
    return source[offsetOf(at, source.shape)];
  });
}

static EvalResult evalScatter(tensor::ScatterOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  const Tensor &dest = eval.tensor(op.getDest());
  const Tensor &indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> coordinates = toIndices(indices, op.getIndices().getType());
  ArrayRef<int64_t> dims = op.getScatterDims();
  ArrayRef<int64_t> batch = ArrayRef(indices.shape).drop_back();
  bool isReduced = source.rank() != static_cast<int64_t>(batch.size()) + dest.rank();
  SmallVector<int64_t> expected(batch);
  for (int64_t d = 0; d < dest.rank(); ++d) {
    if (!llvm::is_contained(dims, d))
      expected.push_back(dest.shape[d]);
    else if (!isReduced)
      expected.push_back(1);
  }
  if (expected != source.shape)
    return eval.error() << "the source has shape " << formatShape(source.shape)
                        << ", but indices and destination ask for " << formatShape(expected);
  std::vector<Number> elements = copyElements(dest);
  auto write = [&](ArrayRef<int64_t> position) -> LogicalResult {
    int64_t row = offsetOf(position.take_front(batch.size()), batch) * dims.size();
    ArrayRef<int64_t> inner = position.drop_front(batch.size());
    SmallVector<int64_t> at;
    for (int64_t d = 0; d < dest.rank(); ++d) {
      const int64_t *found = llvm::find(dims, d);
      at.push_back(found != dims.end() ? coordinates[row + (found - dims.begin())] : inner.front());
      if (found == dims.end() || !isReduced)
        inner = inner.drop_front();
    }
    if (failed(checkPosition(eval, at, dest.shape)))
      return failure();
    elements[offsetOf(at, dest.shape)] = source[offsetOf(position, source.shape)];
    return success();
  };
  if (failed(forEachPosition(source.shape, write)))
    return failure();
  return one(Tensor(dest.shape, std::move(elements)));
}

static EvalResult evalBitcast(tensor::BitcastOp op, Evaluation &eval) {
  const Tensor &source = eval.tensor(op.getSource());
  Type from = getElementTypeOrSelf(op.getSource().getType());
  Type to = getElementTypeOrSelf(op.getType());
  std::vector<Number> elements = copyElements(source);
  for (Number &number : elements)
    number = bitcastNumber(number, from, to);
  return one(Tensor(source.shape, std::move(elements)));
}

void chad::registerTensorHandlers(OpHandlers &handlers) {
  handlers.add<tensor::EmptyOp>(evalEmpty);
  handlers.add<tensor::SplatOp>(evalSplat);
  handlers.add<tensor::FromElementsOp>(evalFromElements);
  handlers.add<tensor::GenerateOp>(evalGenerate);
  handlers.add<tensor::ExtractOp>(evalExtract);
  handlers.add<tensor::InsertOp>(evalInsert);
  handlers.add<tensor::DimOp>(evalDim);
  handlers.add<tensor::RankOp>(evalRank);
  handlers.add<tensor::GatherOp>(evalGather);
  handlers.add<tensor::ScatterOp>(evalScatter);
  handlers.add<tensor::BitcastOp>(evalBitcast);
  // The result is checked against its type after every op.
  handlers.add<tensor::CastOp>(
      [](tensor::CastOp op, Evaluation &eval) { return EvalResult(eval.operands()); });
}
