//===- ScalarTable.h - The table of partial derivatives ---------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_RULES_SCALARTABLE_H
#define CHAD_LIB_RULES_SCALARTABLE_H

#include "Expr.h"

namespace chad::detail {

/// A row of the table: the derivative of an op on scalars.
struct ScalarRow {
  llvm::StringRef name;
  void (*attach)(mlir::MLIRContext &context) = nullptr;
  /// `∂resultᵢ/∂operandⱼ`, at [i][j]; empty for an op that is locally constant.
  llvm::SmallVector<llvm::SmallVector<Expr, 3>, 1> partials;
  /// For an op whose result is one of its operands: the formula that says which one.
  std::optional<Expr> choice;
  /// Whether the op has neither float operands nor float results.
  bool isInteger = false;
};

/// The rows of arith and math.
llvm::ArrayRef<ScalarRow> getScalarTable();

/// The row of the op `name`, if there is one.
const ScalarRow *findScalarRow(llvm::StringRef name);

/// Attaches the rules of the ops of `dialect` that the table has.
void attachScalarRules(llvm::StringRef dialect, mlir::MLIRContext &context);

/// `ẏᵢ = Σⱼ ∂ᵢⱼ·ẋⱼ`
llvm::LogicalResult forwardScalar(const ScalarRow &row, mlir::Operation *op, ForwardSweep &sweep);
/// `x̄ⱼ += Σᵢ ∂ᵢⱼ·ȳᵢ`
llvm::LogicalResult reverseScalar(const ScalarRow &row, mlir::Operation *op, ReverseSweep &sweep);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_SCALARTABLE_H
