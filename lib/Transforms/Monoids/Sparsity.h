//===- Sparsity.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that are made from others by reading their derivatives in other monoids. `wrt` are
// positions of arguments, `of` of results, which hold floats.

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H

#include "chad/Transforms/Differentiator.h"

namespace chad::detail {

/// What else is computed of a pattern: columns that no row has in common have one colour, or
/// rows; or a star colouring of a symmetric one.
enum class Colouring { None, Columns, Rows, Symmetric };

/// `f.sparsity : (x...) -> (offsets, columns)`, or `f.colouring`, with the results `colours` and
/// `count` after these: which entries of the Jacobian may be other than 0.
/// Its columns are the elements of the arguments, one argument after the other in row-major order,
/// and its rows those of the results.
llvm::FailureOr<mlir::func::FuncOp> getSparsity(mlir::func::FuncOp function,
                                                llvm::ArrayRef<int64_t> wrt,
                                                llvm::ArrayRef<int64_t> of, Colouring colouring,
                                                Differentiator &differentiator);

/// `f.sparse_jacobian : (x...) -> (offsets, columns, values)`. With `isSymmetric`, the Jacobian is
/// known to be a symmetric matrix.
llvm::FailureOr<mlir::func::FuncOp> getSparseJacobian(mlir::func::FuncOp function,
                                                      llvm::ArrayRef<int64_t> wrt,
                                                      llvm::ArrayRef<int64_t> of, JacobianMode mode,
                                                      bool isSymmetric,
                                                      Differentiator &differentiator);

/// `f.dependence : (x...) -> (sets...)`: for each element of a result which of the arguments `wrt`
/// it depends on, the bit of the first of them being 1.
llvm::FailureOr<mlir::func::FuncOp> getDependence(mlir::func::FuncOp function,
                                                  llvm::ArrayRef<int64_t> wrt,
                                                  llvm::ArrayRef<int64_t> of,
                                                  Differentiator &differentiator);

/// `f.rounding : (x...) -> (y..., bounds...)`: for each element of a result how far it may be from
/// the exact one, to first order. With `inputs`, arguments have been rounded, too.
llvm::FailureOr<mlir::func::FuncOp> getRounding(mlir::func::FuncOp function,
                                                llvm::ArrayRef<int64_t> wrt,
                                                llvm::ArrayRef<int64_t> of, bool inputs,
                                                Differentiator &differentiator);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H
