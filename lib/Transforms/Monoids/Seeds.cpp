//===- Seeds.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Seeds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static Value sizeOf(OpBuilder &builder, Location loc, Value array, int64_t dim) {
  auto type = cast<RankedTensorType>(array.getType());
  if (type.isDynamicDim(dim))
    return tensor::DimOp::create(builder, loc, array, dim);
  return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(dim));
}

Value chad::detail::countEntries(OpBuilder &builder, Location loc, Value value) {
  Value count = arith::ConstantIndexOp::create(builder, loc, 1);
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      count = arith::MulIOp::create(builder, loc, count, sizeOf(builder, loc, value, dim));
  return count;
}

/// Makes the part of an array in which the indices of the dimensions before `dim` are fixed;
/// `number` is the number of the row at these indices.
static Value makePart(OpBuilder &builder, Location loc, Value like, int64_t dim, Value number,
                      chad::detail::EntryBuilder entry) {
  auto type = cast<RankedTensorType>(like.getType());
  if (dim == type.getRank())
    return entry(builder, loc, number);
  Value size = sizeOf(builder, loc, like, dim);
  return BuildOp::create(builder, loc, size,
                         [&](OpBuilder &inner, Location loc, ValueRange index) {
                           Value start = arith::MulIOp::create(inner, loc, number, size);
                           Value next = arith::AddIOp::create(inner, loc, start, index.front());
                           YieldOp::create(inner, loc,
                                           makePart(inner, loc, like, dim + 1, next, entry));
                         })
      .getResult(0);
}

Value chad::detail::makeEntries(OpBuilder &builder, Location loc, Value like, Type element,
                                EntryBuilder entry) {
  auto type = dyn_cast<RankedTensorType>(like.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  if (!type)
    return entry(builder, loc, zero);
  if (type.getRank() == 0)
    return tensor::FromElementsOp::create(builder, loc, type.clone(element),
                                          entry(builder, loc, zero));
  Value array = makePart(builder, loc, like, 0, zero, entry);
  if (array.getType() != type.clone(element))
    array = tensor::CastOp::create(builder, loc, type.clone(element), array);
  return array;
}

Value chad::detail::joinEntries(OpBuilder &builder, Location loc, ValueRange values) {
  SmallVector<Value> lists;
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    Type listType = RankedTensorType::get({ShapedType::kDynamic}, getElementTypeOrSelf(value));
    if (!type || type.getRank() == 0) {
      if (type)
        value = tensor::ExtractOp::create(builder, loc, value, ValueRange());
      value = tensor::FromElementsOp::create(builder, loc, value);
    } else if (type.getRank() > 1) {
      SmallVector<ReassociationIndices> all(1);
      llvm::append_range(all.front(), llvm::seq<int64_t>(0, type.getRank()));
      value = tensor::CollapseShapeOp::create(builder, loc, value, all);
    }
    if (value.getType() != listType)
      value = tensor::CastOp::create(builder, loc, listType, value);
    lists.push_back(value);
  }
  return lists.size() == 1 ? lists.front()
                           : tensor::ConcatOp::create(builder, loc, /*dim=*/0, lists).getResult();
}
