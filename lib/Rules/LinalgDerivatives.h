//===- LinalgDerivatives.h --------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules of structured ops (`linalg`) on tensors.

#ifndef CHAD_LIB_RULES_LINALGDERIVATIVES_H
#define CHAD_LIB_RULES_LINALGDERIVATIVES_H

#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad::detail {

/// Makes the op on dual numbers: tangents are further inputs and results. The tangent of a
/// contraction, which adds products of two inputs, is a sum of contractions: one for each input,
/// with the tangent in the place of this input.
///
///   ẏ[B(i)] = Σₖ ∂g/∂xₖ(x[A(i)]) · ẋₖ[Aₖ(i)]
llvm::LogicalResult forwardOf(mlir::linalg::LinalgOp op, ForwardSweep &sweep);

/// Makes, for each input, a structured op over the same points `i` of the iteration space. Its
/// output map is the map of the input:
///
///   x̄ₖ[Aₖ(i)] += ∂g/∂xₖ(x[A(i)]) · ȳ[B(i)]
llvm::LogicalResult reverseOf(mlir::linalg::LinalgOp op, ReverseSweep &sweep);

/// Emits an error at `op` if it works on buffers, or on tensors with an encoding.
llvm::LogicalResult checkOperands(mlir::linalg::LinalgOp op, llvm::StringRef mode);

/// The first operand of `op` that has an element for each of its points; null if there is none.
mlir::OpOperand *findWholeOperand(mlir::linalg::LinalgOp op);

/// The type of an array with an element like `value` for each point of `op`, in the order of
/// `findWholeOperand`.
mlir::RankedTensorType getPointsType(mlir::linalg::LinalgOp op, mlir::Value value);

/// Makes `op` anew with a result for each of `values`, values of its region: the arrays of
/// `getPointsType`. `op` is left without a region and uses.
mlir::linalg::GenericOp addResults(mlir::linalg::LinalgOp op, llvm::ArrayRef<mlir::Value> values);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_LINALGDERIVATIVES_H
