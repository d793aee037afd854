//===- Singularities.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_RULES_SINGULARITIES_H
#define CHAD_LIB_RULES_SINGULARITIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad::detail {

/// Whether `value`, a scalar or an array, may be computed by ops other than sums, products, choices
/// and moves of elements, so that a partial derivative on the way may be infinite or NaN. Follows
/// the computation through loops over arrays and structured ops up to the arguments of the
/// function.
bool mayComeFromSingularPartials(mlir::Value value);

/// Whether an element of `value` may be infinite or NaN although the arguments of the function are
/// finite, and no sum, product or power of them is too large for its type. If not, a cotangent that
/// is zero because a branch was not taken can be multiplied by `value` without a guard.
bool mayBeInfinite(mlir::Value value);

/// Whether all partial derivatives of `op`, a quotient, root or logarithm, are finite at finite
/// operands, because the operand that they are divided by has a lower bound: of `y / (1 + exp x)`,
/// `log(1 + x * x)` and `sqrt(x * x + eps)`. Overflow apart, they need no guards.
bool hasBoundedPartials(mlir::Operation *op);

/// Whether a factor by which the region of a structured op multiplies cotangents may be infinite,
/// in the sense of `mayBeInfinite`.
bool mayHaveInfinitePartials(mlir::linalg::LinalgOp op);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_SINGULARITIES_H
