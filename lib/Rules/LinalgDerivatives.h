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

/// The op on dual numbers: tangents are further inputs and results. An op that adds products of
/// two inputs stays what it is: its tangent is that op at each input's tangent.
///
///   ẏ[B(i)] = Σₖ ∂g/∂xₖ(x[A(i)]) · ẋₖ[Aₖ(i)]
llvm::LogicalResult forwardOf(mlir::linalg::LinalgOp op, ForwardSweep &sweep);

/// For each input a structured op over the same points `i`, whose output map is the input's:
///
///   x̄ₖ[Aₖ(i)] += ∂g/∂xₖ(x[A(i)]) · ȳ[B(i)]
llvm::LogicalResult reverseOf(mlir::linalg::LinalgOp op, ReverseSweep &sweep);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_LINALGDERIVATIVES_H
