//===- SumValues.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Values/SumValues.h"
#include "chad/IR/SumArrays.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace chad;

static RuntimeValue makeTag(uint64_t tag, Type type) { return APInt(integerWidth(type), tag); }

static void flattenSum(const SumValue &value, SumType type, RuntimeValues &parts) {
  if (Type tag = getTagType(type))
    parts.push_back(makeTag(value.tag, tag));
  for (auto [i, alternative] : llvm::enumerate(type.getAlternatives()))
    for (auto [j, part] : llvm::enumerate(alternative.getTypes()))
      flattenValue(i == value.tag ? value.get()[j] : zeroValue(part), part, parts);
}

void chad::flattenValue(const RuntimeValue &value, Type type, RuntimeValues &parts) {
  if (!isSumOrArrayOfSums(type)) {
    parts.push_back(value);
    return;
  }
  auto array = dyn_cast<RankedTensorType>(type);
  if (!array)
    return flattenSum(value.asSum(), cast<SumType>(type), parts);
  SmallVector<Type> types;
  (void)flattenSums(array.getElementType(), types);
  std::vector<std::vector<Number>> columns(types.size());
  const Tensor &tensor = value.asTensor();
  for (const Number &element : *tensor.elements) {
    RuntimeValues fields;
    flattenValue(element, array.getElementType(), fields);
    for (auto [column, field] : llvm::zip_equal(columns, fields))
      if (field.is<Tensor>())
        llvm::append_range(column, *field.asTensor().elements);
      else
        column.push_back(field.as<Number>());
  }
  for (auto [field, column] : llvm::zip_equal(types, columns)) {
    SmallVector<int64_t> shape = tensor.shape;
    if (auto inner = dyn_cast<RankedTensorType>(getPrimalType(field)))
      llvm::append_range(shape, inner.getShape());
    parts.push_back(Tensor(shape, std::move(column)));
  }
}

static RuntimeValue unflattenSum(SumType type, ArrayRef<RuntimeValue> &parts) {
  uint64_t tag = 0;
  if (getTagType(type)) {
    tag = parts.front().asInt().getZExtValue();
    parts = parts.drop_front();
  }
  RuntimeValues payload;
  for (auto [i, alternative] : llvm::enumerate(type.getAlternatives())) {
    RuntimeValues values;
    for (Type part : alternative.getTypes())
      values.push_back(unflattenValue(part, parts));
    if (i == tag)
      payload = std::move(values);
  }
  return SumValue(tag, payload);
}

RuntimeValue chad::unflattenValue(Type type, ArrayRef<RuntimeValue> &parts) {
  if (auto sum = dyn_cast<SumType>(type))
    return unflattenSum(sum, parts);
  if (!isSumOrArrayOfSums(type)) {
    RuntimeValue value = parts.front();
    parts = parts.drop_front();
    return value;
  }
  Type element = cast<RankedTensorType>(type).getElementType();
  SmallVector<Type> types;
  (void)flattenSums(element, types);
  // The dimensions of an element that is a tensor come last.
  auto rankOf = [](Type field) {
    auto tensor = dyn_cast<RankedTensorType>(getPrimalType(field));
    return tensor ? tensor.getRank() : 0;
  };
  ArrayRef<RuntimeValue> columns = parts.take_front(types.size());
  parts = parts.drop_front(types.size());
  SmallVector<int64_t> shape = columns.front().asTensor().shape;
  shape.truncate(shape.size() - rankOf(types.front()));
  std::vector<Number> elements;
  for (int64_t i = 0, count = sizeOfShape(shape); i < count; ++i) {
    RuntimeValues fields;
    for (auto [field, column] : llvm::zip_equal(types, columns)) {
      const std::vector<Number> &all = *column.asTensor().elements;
      auto tensor = dyn_cast<RankedTensorType>(getPrimalType(field));
      if (!tensor) {
        fields.push_back(all[i]);
        continue;
      }
      auto begin = all.begin() + i * tensor.getNumElements();
      fields.push_back(
          Tensor(tensor.getShape(), std::vector<Number>(begin, begin + tensor.getNumElements())));
    }
    ArrayRef<RuntimeValue> rest = fields;
    elements.push_back(unflattenValue(element, rest).as<Number>());
  }
  return Tensor(shape, std::move(elements));
}

std::string chad::sumFieldName(unsigned tag, unsigned i) {
  return "alt" + std::to_string(tag) + "_" + std::to_string(i);
}
