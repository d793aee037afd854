//===- Elementwise.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Elementwise.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

SmallVector<Value> chad::mapElementwise(OpBuilder &builder, Location loc, ValueRange operands,
                                        ScalarBuilder body) {
  SmallVector<Value> arrays = llvm::filter_to_vector(operands, isTensor);
  // The operands in which parts of the tensors replace the tensors; scalars stay.
  auto replaceTensors = [&](ValueRange parts) {
    SmallVector<Value> values(operands);
    for (Value &value : values)
      if (isTensor(value)) {
        value = parts.front();
        parts = parts.drop_front();
      }
    return values;
  };
  if (arrays.empty())
    return body(builder, loc, operands);
  if (cast<RankedTensorType>(arrays.front().getType()).getRank() == 0) {
    auto scalars = llvm::map_to_vector(arrays, [&](Value array) -> Value {
      return tensor::ExtractOp::create(builder, loc, array, ValueRange());
    });
    return llvm::map_to_vector(body(builder, loc, replaceTensors(scalars)),
                               [&](Value scalar) -> Value {
                                 auto type = RankedTensorType::get({}, scalar.getType());
                                 return tensor::FromElementsOp::create(builder, loc, type, scalar);
                               });
  }
  auto map = MapOp::create(
      builder, loc, arrays, [&](OpBuilder &builder, Location loc, ValueRange elements) {
        YieldOp::create(builder, loc, mapElementwise(builder, loc, replaceTensors(elements), body));
      });
  return llvm::to_vector_of<Value>(map.getResults());
}
