//===- Structures.h - Matrices of a known structure -----------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products with matrices that are mostly zeros: scalings, diagonals, gathers and slices.

#ifndef CHAD_LIB_DERIVED_STRUCTURES_H
#define CHAD_LIB_DERIVED_STRUCTURES_H

#include "chad/IR/DerivedOps.h"

namespace chad::detail {

/// Whether `map`, or what it is the transpose of, is made by an op that says where the entries of
/// its matrix are that are not zero.
bool isStructured(mlir::Value map);

/// The extents of the codomain of the structured function `map`, or of its domain.
llvm::SmallVector<mlir::OpFoldResult> getExtents(mlir::OpBuilder &builder, mlir::Location loc,
                                                 mlir::Value map, bool ofDomain);

/// The product of the matrix of the structured function `map`, or of its transpose, and `matrix`,
/// whose first dimensions are those of the domain: one operation for each entry of the result.
mlir::Value multiplyStructure(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value map,
                              bool transposed, mlir::Value matrix);

/// The matrix of the structured function `map`.
mlir::Value getDenseMatrix(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value map);

/// A map over `arrays`, with `body` from elements to one result.
mlir::Value mapOver(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange arrays,
                    llvm::function_ref<mlir::Value(mlir::ValueRange)> body);

/// The entries of `value`, each times `factor`.
mlir::Value scaleBy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value factor,
                    mlir::Value value);

/// The number of dimensions of a value of `type`, or of what it is a tangent of.
int64_t rankOf(mlir::Type type);

} // namespace chad::detail

#endif // CHAD_LIB_DERIVED_STRUCTURES_H
