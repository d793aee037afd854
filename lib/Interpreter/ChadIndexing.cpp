//===- ChadIndexing.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Indexed reads and additive updates of arrays.

#include "Positions.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The number of elements below the first `rank` dimensions.
static int64_t blockSize(const Tensor &tensor, int64_t rank) {
  return sizeOfShape(ArrayRef(tensor.shape).drop_front(rank));
}

static Number add(const Evaluation &eval, Type scalar, const Number &a, const Number &b) {
  if (isa<FloatType>(scalar))
    return eval.interpreter.round(std::get<double>(a) + std::get<double>(b), scalar);
  return std::get<APInt>(a) + std::get<APInt>(b);
}

/// `r[i] = source[indices[i]]`.
static EvalResult evalGather(GatherOp op, Evaluation &eval) {
  const RuntimeValue &source = eval.get(op.getSource());
  if (source.is<Unit>())
    return one(Unit());
  const Tensor &array = source.asTensor();
  const Tensor &indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> shape(indices.shape);
  llvm::append_range(shape, ArrayRef(array.shape).drop_front());
  FailureOr<int64_t> count = eval.checkShape(shape);
  if (failed(count))
    return failure();
  int64_t block = blockSize(array, 1);
  std::vector<Number> elements;
  elements.reserve(*count);
  for (int64_t i : toIndices(indices, op.getIndices().getType())) {
    if (failed(eval.checkIndex(i, array.shape.front())))
      return failure();
    auto begin = array.elements->begin() + i * block;
    elements.insert(elements.end(), begin, begin + block);
  }
  return one(Tensor(shape, std::move(elements)));
}

/// `r = acc; r[indices[i]] += values[i]`.
static EvalResult evalScatterAdd(ScatterAddOp op, Evaluation &eval) {
  if (eval.get(op.getAcc()).is<Unit>())
    return one(Unit());
  const Tensor &acc = eval.tensor(op.getAcc());
  const Tensor &values = eval.tensor(op.getValues());
  const Tensor &indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> expected(indices.shape);
  llvm::append_range(expected, ArrayRef(acc.shape).drop_front());
  if (expected != values.shape)
    return eval.error() << "the values have shape " << formatShape(values.shape)
                        << ", but indices and accumulator ask for " << formatShape(expected);
  Type scalar = getArrayTensor(op.getType()).getElementType();
  int64_t block = blockSize(acc, 1);
  std::vector<Number> elements = copyElements(acc);
  for (auto [row, i] : llvm::enumerate(toIndices(indices, op.getIndices().getType()))) {
    if (failed(eval.checkIndex(i, acc.shape.front())))
      return failure();
    for (int64_t k = 0; k < block; ++k) {
      Number &element = elements[i * block + k];
      element = add(eval, scalar, element, values[row * block + k]);
    }
  }
  return one(Tensor(acc.shape, std::move(elements)));
}

/// `r = acc; r[i, j, ...] += value`.
static EvalResult evalAccumulate(AccumulateOp op, Evaluation &eval) {
  if (eval.get(op.getAcc()).is<Unit>())
    return one(Unit());
  const Tensor &acc = eval.tensor(op.getAcc());
  SmallVector<int64_t> position = eval.indices(op.getIndices());
  for (auto [index, extent] : llvm::zip(position, acc.shape))
    if (failed(eval.checkIndex(index, extent)))
      return failure();
  ArrayRef<int64_t> inner = ArrayRef(acc.shape).drop_front(position.size());
  int64_t block = blockSize(acc, position.size());
  int64_t start = offsetOf(position, ArrayRef(acc.shape).take_front(position.size())) * block;
  Type scalar = getArrayTensor(op.getType()).getElementType();
  std::vector<Number> elements = copyElements(acc);
  const RuntimeValue &value = eval.get(op.getValue());
  if (value.is<Tensor>() && ArrayRef(value.asTensor().shape) != inner)
    return eval.error() << "the value has shape " << formatShape(value.asTensor().shape)
                        << ", but the accumulator has " << formatShape(inner) << " there";
  for (int64_t k = 0; k < block; ++k) {
    const Number &addend = value.is<Tensor>() ? value.asTensor()[k] : value.as<Number>();
    elements[start + k] = add(eval, scalar, elements[start + k], addend);
  }
  return one(Tensor(acc.shape, std::move(elements)));
}

/// Of each array the elements at which the mask holds.
static EvalResult evalFilter(FilterOp op, Evaluation &eval) {
  const Tensor &mask = eval.tensor(op.getMask());
  RuntimeValues results;
  for (Value value : op.getArrays()) {
    const Tensor &array = eval.tensor(value);
    if (array.shape.front() != mask.size())
      return eval.error() << "there are " << mask.size() << " conditions, but an array has "
                          << array.shape.front() << " elements";
    int64_t block = blockSize(array, 1), count = 0;
    std::vector<Number> elements;
    for (int64_t i = 0; i < mask.size(); ++i) {
      if (std::get<APInt>(mask[i]).isZero())
        continue;
      ++count;
      auto begin = array.elements->begin() + i * block;
      elements.insert(elements.end(), begin, begin + block);
    }
    SmallVector<int64_t> shape(array.shape);
    shape.front() = count;
    results.push_back(Tensor(shape, std::move(elements)));
  }
  return results;
}

/// `r = dest; r[indices[i]] = values[i]`.
static EvalResult evalScatter(ScatterOp op, Evaluation &eval) {
  const Tensor &dest = eval.tensor(op.getDest());
  const Tensor &values = eval.tensor(op.getValues());
  const Tensor &indices = eval.tensor(op.getIndices());
  SmallVector<int64_t> expected(indices.shape);
  llvm::append_range(expected, ArrayRef(dest.shape).drop_front());
  if (expected != values.shape)
    return eval.error() << "the values have shape " << formatShape(values.shape)
                        << ", but the indices and the array ask for " << formatShape(expected);
  int64_t block = blockSize(dest, 1);
  std::vector<Number> elements = copyElements(dest);
  for (auto [row, i] : llvm::enumerate(toIndices(indices, op.getIndices().getType())))
    if (i >= 0 && i < dest.shape.front())
      for (int64_t k = 0; k < block; ++k)
        elements[i * block + k] = values[row * block + k];
  return one(Tensor(dest.shape, std::move(elements)));
}

void chad::registerChadIndexingHandlers(OpHandlers &handlers) {
  handlers.add<FilterOp>(evalFilter);
  handlers.add<ScatterOp>(evalScatter);
  handlers.add<GatherOp>(evalGather);
  handlers.add<ScatterAddOp>(evalScatterAdd);
  handlers.add<AccumulateOp>(evalAccumulate);
}
