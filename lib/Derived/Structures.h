//===- Structures.h - Matrices of a known structure -----------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products with the matrices of structured linear functions: scalings, diagonals, gathers and
// slices, whose entries are mostly zero.

#ifndef CHAD_LIB_DERIVED_STRUCTURES_H
#define CHAD_LIB_DERIVED_STRUCTURES_H

#include "chad/IR/DerivedOps.h"

namespace chad::detail {

/// Whether `map`, or the function of which it is the transpose, is the result of an op that
/// determines the positions of the nonzero entries of the matrix.
bool isStructured(mlir::Value map);

/// The extents of the codomain of the structured function `map`, or of its domain.
llvm::SmallVector<mlir::OpFoldResult> getExtents(mlir::OpBuilder &builder, mlir::Location loc,
                                                 mlir::Value map, bool ofDomain);

/// Creates the product of the matrix of the structured function `map`, or of its transpose, and
/// `matrix`, whose first dimensions are those of the domain. It takes one operation for each entry
/// of the result.
mlir::Value multiplyStructure(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value map,
                              bool transposed, mlir::Value matrix);

/// Creates the matrix of the structured function `map`.
mlir::Value getDenseMatrix(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value map);

/// Creates a map over `arrays`; `body` computes one result from the elements.
mlir::Value mapOver(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange arrays,
                    llvm::function_ref<mlir::Value(mlir::ValueRange)> body);

/// Multiplies each entry of `value` by `factor`.
mlir::Value scaleBy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value factor,
                    mlir::Value value);

/// The rank of a value of `type`; for a linear type, the rank of the values whose tangents it
/// holds.
int64_t rankOf(mlir::Type type);

} // namespace chad::detail

#endif // CHAD_LIB_DERIVED_STRUCTURES_H
