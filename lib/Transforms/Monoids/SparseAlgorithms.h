//===- SparseAlgorithms.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions on sparsity patterns, as texts in MLIR. A pattern consists of two arrays, as in
// compressed sparse rows: `columns` has the columns of the entries, row by row, and `offsets` the
// position in `columns` where each row begins, with the number of entries at its end.

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_SPARSEALGORITHMS_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_SPARSEALGORITHMS_H

namespace chad::detail {

/// `@chad.transpose_pattern`, `@chad.refine_pattern`, `@chad.rows_of_entries`, and the colourings
/// `@chad.colour_columns` and `@chad.colour_star`, the latter of `@chad.symmetrize_pattern`.
extern const char *const patternAlgorithms;

/// `sparsity` of a function, by sets of columns; or of its transpose, by sets of rows.
extern const char *const sparsityText;
/// `sparsity` by the one or the other, depending on the numbers of columns and rows.
extern const char *const eitherSparsityText;

/// `sparsity` with a colouring of columns or rows, and of a symmetric matrix.
extern const char *const colouringText;
extern const char *const symmetricColouringText;

/// `sparse_jacobian`, which chooses between columns and rows by their colours.
extern const char *const sparseJacobianText;

/// `sparse_jacobian` of a symmetric matrix.
extern const char *const symmetricJacobianText;

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_SPARSEALGORITHMS_H
