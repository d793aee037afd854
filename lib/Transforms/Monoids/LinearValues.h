//===- LinearValues.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_LINEARVALUES_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_LINEARVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace chad::detail {

/// Finds the values of a function that are tangents or cotangents: those of linear types, and
/// floats that are computed from the representations of such values.
class LinearValues {
public:
  explicit LinearValues(mlir::func::FuncOp function);

  bool contains(mlir::Value value) const { return values.contains(value); }
  /// Whether this operand is a tangent by its position. The value itself may be a zero of an
  /// ordinary type.
  bool isLinear(mlir::OpOperand &operand) const {
    return contains(operand.get()) || operands.contains(&operand);
  }

private:
  bool visit(mlir::Operation *op);
  bool tie(mlir::ArrayRef<mlir::OpOperand *> operands, mlir::ArrayRef<mlir::Value> values);
  bool visitRegions(mlir::Operation *op);

  llvm::DenseSet<mlir::Value> values;
  llvm::DenseSet<mlir::OpOperand *> operands;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_LINEARVALUES_H
