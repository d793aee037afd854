//===- Boxes.h ---------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays that are zero but for a box, and ops that only move elements of them.

#ifndef CHAD_LIB_TRANSFORMS_SKIPZEROS_BOXES_H
#define CHAD_LIB_TRANSFORMS_SKIPZEROS_BOXES_H

#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// Of an array that is zero elsewhere, the box that is not.
struct Box {
  /// What the box holds, a tensor of floats.
  mlir::Value core;
  /// Where it starts in each dimension; null where it has all of the dimension.
  llvm::SmallVector<mlir::Value> offsets;

  bool isNarrow(unsigned dim) const { return offsets[dim] != nullptr; }
  bool isNarrow() const;
  /// Its extent in a dimension, or `ShapedType::kDynamic`.
  int64_t getSize(unsigned dim) const;
};

/// The boxes of values. Only boxes with at least one narrow dimension, whose extent in the
/// array and in the box is static, are kept.
class Boxes {
public:
  const Box *lookup(mlir::Value value) const;
  void set(mlir::Value value, Box box);

  /// Finds the boxes of what an op makes, if it moves or scales elements; new ops come after it.
  void visit(mlir::Operation *op, mlir::OpBuilder &builder);

private:
  void visitAccumulate(AccumulateOp op, mlir::OpBuilder &builder);

  llvm::DenseMap<mlir::Value, Box> boxes;
};

/// `value`, an array or a linear one, as a tensor.
mlir::Value asTensor(mlir::OpBuilder &builder, mlir::Value value);
/// A tensor as a value of `type`, the tensor's or a linear type.
mlir::Value asType(mlir::OpBuilder &builder, mlir::Value tensor, mlir::Type type);

/// The array of `type` that has zeros around `box`.
mlir::Value surround(mlir::OpBuilder &builder, mlir::Location loc, const Box &box, mlir::Type type);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_BOXES_H
