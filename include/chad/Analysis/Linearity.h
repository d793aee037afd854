//===- Linearity.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which values depend linearly on the linear arguments of a region.

#ifndef CHAD_ANALYSIS_LINEARITY_H
#define CHAD_ANALYSIS_LINEARITY_H

#include "mlir/IR/Operation.h"
#include <memory>

namespace chad {

/// What a value is with respect to the linear arguments of a scope.
enum class Linearity {
  Zero,     ///< a structural zero: linear, and independent of the arguments
  Constant, ///< independent of the linear arguments
  Linear    ///< depends on the linear arguments
};

llvm::StringRef stringifyLinearity(Linearity linearity);

/// The linearity of the values under an op, or under several functions. A *linear scope* is a
/// region of an op with the trait `LinearRegion`, or the body of a function with arguments of
/// linear type; its linear arguments are those of linear type. Calls of functions that are not
/// under the roots are not looked into. A scope is analysed at the first question about it, in time
/// linear in the number of values that depend on its arguments. The program must not change between
/// questions.
class LinearityAnalysis {
public:
  explicit LinearityAnalysis(mlir::Operation *root);
  explicit LinearityAnalysis(llvm::ArrayRef<mlir::Operation *> roots);
  ~LinearityAnalysis();

  /// The linear scopes, in program order.
  llvm::ArrayRef<mlir::Region *> getScopes() const;

  /// The linearity of `value` in the scope `scope`.
  Linearity getLinearity(mlir::Value value, mlir::Region &scope);

  /// The linearity of `value` in the innermost scope around its definition;
  /// outside of all scopes nothing is `Linear`.
  Linearity getLinearity(mlir::Value value);

  /// Whether `value` is a structural zero.
  bool isZero(mlir::Value value);

  /// Checks that each scope is a homomorphism from its linear arguments to its
  /// results of linear type, and that no other result depends on the arguments.
  llvm::LogicalResult verify(bool emitErrors = true);
  llvm::LogicalResult verify(mlir::Region &scope, bool emitErrors = true);

  /// Whether `region` is a linear scope.
  static bool isScope(mlir::Region &region);

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace chad

#endif // CHAD_ANALYSIS_LINEARITY_H
