//===- Positions.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Positions in row-major arrays.

#ifndef CHAD_LIB_INTERPRETER_POSITIONS_H
#define CHAD_LIB_INTERPRETER_POSITIONS_H

#include "chad/Interpreter/Interpreter.h"
#include "mlir/IR/TypeUtilities.h"

namespace chad::detail {

/// The offset of a position in a row-major array.
inline int64_t offsetOf(llvm::ArrayRef<int64_t> position, llvm::ArrayRef<int64_t> shape) {
  int64_t offset = 0;
  for (auto [index, extent] : llvm::zip_equal(position, shape))
    offset = offset * extent + index;
  return offset;
}

/// Calls `fn` at each position of `shape`, the last dimension fastest, until it fails.
template <typename Fn> llvm::LogicalResult forEachPosition(llvm::ArrayRef<int64_t> shape, Fn fn) {
  if (llvm::is_contained(shape, 0))
    return mlir::success();
  llvm::SmallVector<int64_t> position(shape.size(), 0);
  while (true) {
    if (failed(fn(llvm::ArrayRef<int64_t>(position))))
      return mlir::failure();
    int64_t d = static_cast<int64_t>(shape.size()) - 1;
    for (; d >= 0 && ++position[d] == shape[d]; --d)
      position[d] = 0;
    if (d < 0)
      return mlir::success();
  }
}

/// The tensor whose element at each position `fn` gives.
template <typename Fn>
EvalResult buildTensor(const Evaluation &eval, llvm::ArrayRef<int64_t> shape, Fn fn) {
  llvm::FailureOr<int64_t> count = eval.checkShape(shape);
  if (failed(count))
    return mlir::failure();
  std::vector<Number> elements;
  elements.reserve(*count);
  if (failed(forEachPosition(shape, [&](llvm::ArrayRef<int64_t> position) {
        llvm::FailureOr<Number> element = fn(position);
        if (succeeded(element))
          elements.push_back(std::move(*element));
        return llvm::LogicalResult(element);
      })))
    return mlir::failure();
  return one(Tensor(shape, std::move(elements)));
}

/// Constants and values of a list that mixes them, such as a slice's offsets.
inline llvm::SmallVector<int64_t> mixed(const Evaluation &eval,
                                        llvm::ArrayRef<mlir::OpFoldResult> list) {
  return llvm::map_to_vector(list, [&](mlir::OpFoldResult entry) -> int64_t {
    if (auto value = llvm::dyn_cast<mlir::Value>(entry))
      return eval.index(value);
    return llvm::cast<mlir::IntegerAttr>(llvm::cast<mlir::Attribute>(entry)).getInt();
  });
}

/// A mutable copy of the elements.
inline std::vector<Number> copyElements(const Tensor &tensor) { return *tensor.elements; }

/// The elements of a tensor of integers of this type; one that does not fit 64 bits becomes the
/// nearest integer that does.
inline llvm::SmallVector<int64_t> toIndices(const Tensor &tensor, mlir::Type type) {
  bool isUnsigned = mlir::getElementTypeOrSelf(type).isUnsignedInteger();
  return llvm::map_to_vector(*tensor.elements, [&](const Number &number) {
    const auto &value = std::get<llvm::APInt>(number);
    return isUnsigned ? static_cast<int64_t>(value.getLimitedValue(INT64_MAX))
                      : value.truncSSat(std::min(64u, value.getBitWidth())).getSExtValue();
  });
}

} // namespace chad::detail

#endif // CHAD_LIB_INTERPRETER_POSITIONS_H
