//===- Boxes.h ---------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays whose elements are zero outside of a box, a rectangular part, and ops that only move
// elements of such arrays.

#ifndef CHAD_LIB_TRANSFORMS_SKIPZEROS_BOXES_H
#define CHAD_LIB_TRANSFORMS_SKIPZEROS_BOXES_H

#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// The part of an array outside of which it is zero.
struct Box {
  /// The elements of the box, a tensor of floats.
  mlir::Value core;
  /// The offset of the box in each dimension; null if it spans the dimension.
  llvm::SmallVector<mlir::Value> offsets;

  bool isNarrow(unsigned dim) const { return offsets[dim] != nullptr; }
  bool isNarrow() const;
  /// The extent of the box in a dimension, or `ShapedType::kDynamic`.
  int64_t getSize(unsigned dim) const;
};

/// The boxes of values. A box is only recorded if it is smaller than the array in at least one
/// dimension whose extents, in the array and in the box, are static.
class Boxes {
public:
  const Box *lookup(mlir::Value value) const;
  void set(mlir::Value value, Box box);

  /// Finds the boxes of the results of an op that moves or scales elements. New ops are inserted
  /// after it.
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
