//===- CheapGradient.h ------------------------------------------- -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compares the cost of a gradient with that of its function.

#ifndef CHAD_LIB_TRANSFORMS_COST_CHEAPGRADIENT_H
#define CHAD_LIB_TRANSFORMS_COST_CHEAPGRADIENT_H

#include "chad/Analysis/Cost.h"

namespace chad::detail {

/// The sums of components that are compared. The derivative of a product has additions, and that of
/// `exp` a multiplication, so each kind of arithmetic is compared together with all more expensive
/// kinds. These bounds hold together if and only if the bound holds for each weighted sum of the
/// components in which `+` costs no more than `*`, and `*` no more than the other functions.
struct CostMeasure {
  llvm::StringRef name, description;
  unsigned first, last;

  CostPolynomial of(const Cost &cost) const;
};
llvm::ArrayRef<CostMeasure> getCostMeasures();

/// Bounds of the ratio of two polynomials in extents.
struct CostRatio {
  /// The limit of the ratio if all extents are one number, which grows.
  double limit;
  /// An upper bound of the ratio for all extents of at least 1.
  double most;
};
CostRatio getRatio(const CostPolynomial &dividend, const CostPolynomial &divisor);

struct GradientCost {
  mlir::func::FuncOp primal, gradient;
  /// Of the function and, where the gradient takes cotangents `s` of the results,
  /// of `⟨s, f(x)⟩`, the function whose gradient it is.
  Cost primalCost;
  /// Of the gradient, including the application of the linear functions that it returns.
  Cost gradientCost;
  /// The scalars in the gradient. Each is written once, whatever the function reads.
  CostPolynomial outputs;
  unsigned depth = 0;

  /// `4·3ᵖ`: Theorem 5.4 of Huot & Shaikhha 2022.
  double getBound() const;
  CostRatio getRatio(const CostMeasure &measure) const;
};

mlir::FailureOr<GradientCost> compareGradient(CostAnalysis &analysis, mlir::func::FuncOp primal,
                                              mlir::func::FuncOp gradient);

/// Takes equations such as `d1_0=0.5*d0_0^2+0.5*d0_0` between the extents of arguments to hold.
llvm::LogicalResult assume(CostAnalysis &analysis, mlir::func::FuncOp function,
                           llvm::ArrayRef<std::string> equations);

/// The functions with a derivative that is named after them, or the two that are named.
mlir::FailureOr<llvm::SmallVector<std::pair<mlir::func::FuncOp, mlir::func::FuncOp>>>
findGradients(mlir::ModuleOp module, llvm::StringRef primal, llvm::StringRef gradient);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_COST_CHEAPGRADIENT_H
