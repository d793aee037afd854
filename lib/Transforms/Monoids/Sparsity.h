//===- Sparsity.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that are made from the derivative of a function, translated to another monoid. `wrt`
// are positions of arguments, `of` positions of results; they hold floats.

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H

#include "chad/Transforms/Differentiator.h"

namespace chad::detail {

/// The colouring that is computed for a pattern: columns without a common row get one colour, or
/// rows without a common column do, or a star colouring of a symmetric pattern.
enum class Colouring { None, Columns, Rows, Symmetric };

/// `f.sparsity : (x...) -> (offsets, columns)`, or `f.colouring`, with the results `colours` and
/// `count` after these: the entries of the Jacobian that may differ from 0. Its columns are the
/// elements of the arguments, one argument after the other in row-major order, and its rows those
/// of the results.
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

/// `f.dependence : (x...) -> (sets...)`: for each element of a result the set of those arguments
/// `wrt` on which it depends; bit 0, of value 1, is the first of them.
llvm::FailureOr<mlir::func::FuncOp> getDependence(mlir::func::FuncOp function,
                                                  llvm::ArrayRef<int64_t> wrt,
                                                  llvm::ArrayRef<int64_t> of,
                                                  Differentiator &differentiator);

/// `f.rounding : (x...) -> (y..., bounds...)`: for each element of a result a bound of its rounding
/// error, to first order. With `inputs`, the arguments are taken to be rounded, too.
llvm::FailureOr<mlir::func::FuncOp> getRounding(mlir::func::FuncOp function,
                                                llvm::ArrayRef<int64_t> wrt,
                                                llvm::ArrayRef<int64_t> of, bool inputs,
                                                Differentiator &differentiator);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_SPARSITY_H
