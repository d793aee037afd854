//===- Requests.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_REQUESTS_H
#define CHAD_IR_REQUESTS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include <optional>

namespace chad {

/// Whether the op requests a derivative of the function that its `callee` names, or without one of
/// the function value that is its first operand, and is expanded by `--chad-differentiate`:
/// `chad.jvp`, `vjp`, `grad`, `value_and_grad`, `jacobian`, `linearize`.
bool isRequest(mlir::Operation *op);

/// The attribute of a `chad.linearize as<matrix>` that says which structure its matrix has, a
/// string: one of `matrixStructures`. It is written `as<diagonal>`, and so on.
inline constexpr llvm::StringLiteral structureAttr = "chad.structure";
inline constexpr llvm::StringLiteral matrixStructures[] = {"diagonal", "permutation", "slice",
                                                           "block", "low_rank"};

/// The positions of the arguments or results, which have the types `types`, that a request
/// differentiates: the chosen ones, or without a choice all that hold floats. Precondition: the
/// choice has been verified.
llvm::SmallVector<int64_t>
getDifferentiated(mlir::TypeRange types,
                  std::optional<llvm::ArrayRef<int64_t>> chosen = std::nullopt);

/// Adds notes with remedies to an error about arguments or results of the types `types`, none of
/// which can be differentiated.
mlir::InFlightDiagnostic adviseOnTypes(mlir::InFlightDiagnostic diag, mlir::TypeRange types);

} // namespace chad

#endif // CHAD_IR_REQUESTS_H
