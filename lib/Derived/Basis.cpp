//===- Basis.cpp -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Derived/Basis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace chad;

std::optional<int64_t> chad::countEntries(TypeRange types) {
  int64_t entries = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !tensor.hasStaticShape())
      return std::nullopt;
    entries += tensor ? tensor.getNumElements() : 1;
  }
  return entries;
}

void Basis::addSizes(llvm::function_ref<Value(int64_t)> getDynamicSize) {
  for (int64_t i = 0; tensor && i < tensor.getRank(); ++i) {
    if (!tensor.isDynamicDim(i)) {
      sizes.push_back(arith::ConstantIndexOp::create(builder, loc, tensor.getDimSize(i)));
      continue;
    }
    sizes.push_back(getDynamicSize(i));
    dynamicSizes.push_back(sizes.back());
  }
}

Basis::Basis(OpBuilder &builder, Location loc, Value value)
    : builder(builder), loc(loc), type(value.getType()), tensor(dyn_cast<RankedTensorType>(type)) {
  addSizes([&](int64_t i) -> Value { return tensor::DimOp::create(builder, loc, value, i); });
}

Basis::Basis(OpBuilder &builder, Location loc, Type type, ValueRange sizes)
    : builder(builder), loc(loc), type(type), tensor(dyn_cast<RankedTensorType>(type)) {
  addSizes([&](int64_t) { return sizes[dynamicSizes.size()]; });
}

Value Basis::zero() { return ZeroOp::create(builder, loc, LinType::get(type), dynamicSizes); }

SmallVector<Value> Basis::build(TypeRange types, Apply apply) {
  constexpr int64_t maxRows = 4, maxEntries = 64;
  SmallVector<Value> indices;
  std::optional<int64_t> entries = countEntries(types);
  if (!tensor || !tensor.hasStaticShape() || tensor.getRank() == 0 || !entries ||
      tensor.getNumElements() < 1 || tensor.getNumElements() > maxRows ||
      tensor.getNumElements() * *entries > maxEntries)
    return build(indices, apply);
  SmallVector<SmallVector<Value>> rows;
  SmallVector<int64_t> strides = computeStrides(tensor.getShape());
  for (int64_t row = 0; row < tensor.getNumElements(); ++row) {
    indices.clear();
    for (int64_t position : delinearize(row, strides))
      indices.push_back(arith::ConstantIndexOp::create(builder, loc, position));
    rows.push_back(apply(seed(indices)));
  }
  SmallVector<Value> stacked;
  for (size_t number = 0; number < rows.front().size(); ++number)
    stacked.push_back(
        stack(llvm::map_to_vector(rows, [&](ArrayRef<Value> row) { return row[number]; })));
  return stacked;
}

Value Basis::seed(ArrayRef<Value> indices) {
  auto float1 = builder.getFloatAttr(getElementTypeOrSelf(type), 1.0);
  Value one = arith::ConstantOp::create(builder, loc, float1);
  if (tensor && indices.empty())
    one = tensor::FromElementsOp::create(builder, loc, tensor, one);
  one = ToLinearOp::create(builder, loc, one);
  return indices.empty() ? one
                         : AccumulateOp::create(builder, loc, one, zero(), indices).getResult();
}

Value Basis::stack(ArrayRef<Value> rows) {
  SmallVector<int64_t> shape(tensor.getShape());
  SmallVector<Value> elements;
  auto type = dyn_cast<RankedTensorType>(rows.front().getType());
  if (type)
    llvm::append_range(shape, type.getShape());
  for (Value row : rows) {
    if (!type) {
      elements.push_back(row);
      continue;
    }
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    for (int64_t number = 0; number < type.getNumElements(); ++number) {
      SmallVector<Value> position;
      for (int64_t index : delinearize(number, strides))
        position.push_back(arith::ConstantIndexOp::create(builder, loc, index));
      elements.push_back(tensor::ExtractOp::create(builder, loc, row, position));
    }
  }
  return tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get(shape, getElementTypeOrSelf(rows.front().getType())),
      elements);
}

SmallVector<Value> Basis::build(SmallVector<Value> &indices, Apply apply) {
  if (indices.size() == sizes.size())
    return apply(seed(indices));
  auto build = BuildOp::create(
      builder, loc, sizes[indices.size()], [&](OpBuilder &inner, Location, ValueRange index) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
        indices.push_back(index.front());
        SmallVector<Value> values = this->build(indices, apply);
        YieldOp::create(builder, loc, values);
      });
  return llvm::to_vector_of<Value>(build.getResults());
}

Value chad::fromLinearEntry(OpBuilder &builder, Value value) {
  Value plain = FromLinearOp::create(builder, value.getLoc(), value);
  auto tensor = dyn_cast<RankedTensorType>(plain.getType());
  if (tensor && tensor.getRank() == 0)
    return tensor::ExtractOp::create(builder, value.getLoc(), plain);
  return plain;
}
