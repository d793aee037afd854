//===- Elementwise.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The shape that the tensors among the operands share; none if all are scalars.
static FailureOr<std::optional<SmallVector<int64_t>>> commonShape(Evaluation &eval,
                                                                  ArrayRef<RuntimeValue> operands) {
  std::optional<SmallVector<int64_t>> shape;
  for (const RuntimeValue &operand : operands) {
    if (!operand.is<Tensor>())
      continue;
    const auto &other = operand.asTensor().shape;
    if (shape && *shape != other)
      return eval.error() << "operands have the shapes " << formatShape(*shape) << " and "
                          << formatShape(other);
    shape = other;
  }
  return shape;
}

EvalResult chad::detail::elementwise(Evaluation &eval, function_ref<LaneResults(const Lane &)> fn) {
  RuntimeValues operands = eval.operands();
  FailureOr<std::optional<SmallVector<int64_t>>> shape = commonShape(eval, operands);
  if (failed(shape))
    return failure();
  int64_t size = *shape ? sizeOfShape(**shape) : 1;
  SmallVector<std::vector<Number>> columns(eval.op->getNumResults());
  for (auto &column : columns)
    column.reserve(size);
  SmallVector<Number> numbers(operands.size(), Number(0.0));
  for (int64_t i = 0; i < size; ++i) {
    for (auto [number, operand] : llvm::zip_equal(numbers, operands))
      number = operand.is<Tensor>() ? operand.asTensor()[i] : operand.as<Number>();
    LaneResults results = fn({eval, numbers});
    if (failed(results))
      return failure();
    for (auto [column, result, type] :
         llvm::zip_equal(columns, *results, eval.op->getResultTypes())) {
      if (auto *value = std::get_if<double>(&result))
        *value = eval.interpreter.round(*value, getElementTypeOrSelf(type));
      column.push_back(std::move(result));
    }
  }
  RuntimeValues values;
  for (auto &column : columns)
    values.push_back(*shape ? RuntimeValue(Tensor(**shape, std::move(column)))
                            : RuntimeValue(std::move(column.front())));
  return values;
}
