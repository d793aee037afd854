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

/// Which values of a function are tangents or cotangents: those of linear types, and floats that
/// are computed from the representation of such.
class LinearValues {
public:
  explicit LinearValues(mlir::func::FuncOp function);

  bool contains(mlir::Value value) const { return values.contains(value); }
  /// Whether a tangent is expected here. The value itself may be a zero that is none.
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
