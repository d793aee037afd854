//===- Access.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How the elements of an operand of a structured op are found in a nest of loops.

#ifndef CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H
#define CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H

#include "mlir/IR/AffineMap.h"

namespace chad::detail {

/// The place of each loop in the nest, outermost first.
using Levels = llvm::ArrayRef<unsigned>;

/// `offset + Σ factor · loop`, as the index into one dimension of an operand.
struct LinearIndex {
  struct Term {
    unsigned loop;
    int64_t factor;
  };
  llvm::SmallVector<Term, 2> terms;
  int64_t offset = 0;

  /// Null where `expr` is no such sum.
  static std::optional<LinearIndex> of(mlir::AffineExpr expr);

  /// Whether the index is that of a loop.
  bool isPlain() const { return terms.size() == 1 && terms[0].factor == 1 && offset == 0; }
  /// The term of the innermost loop.
  const Term *getInnermost(Levels levels) const;
};

/// How an operand is read in a nest with certain levels:
///
/// 1. it is permuted before the loops;
/// 2. the loops read its first dimensions by elements;
/// 3. inside of loop `sliceLevel - 1`, a slice is taken of the others: a window is then a dimension
///    that the innermost of its loops runs over;
/// 4. the slice is permuted, and read by elements.
struct AccessPlan {
  /// Nothing of this: innermost, the element is read at its index.
  bool byIndex = false;
  bool hasSlice = false;
  unsigned sliceLevel = 0;
  /// How dimensions are permuted before the loops, and those of the slice; identities are empty.
  llvm::SmallVector<int64_t> permutation, slicePermutation;
  /// The indices of the dimensions, after the first permutation.
  llvm::SmallVector<LinearIndex> indices;
  /// How many dimensions are read by elements before the slice.
  unsigned numEarly = 0;

  static AccessPlan get(mlir::AffineMap map, Levels levels);

  /// What it costs in comparison with other orders of the loops.
  unsigned getCost() const;
};

/// How a nest with certain levels makes an output whose map has windows, constants or strides:
///
/// 1. maps over the first `numEarly` dimensions;
/// 2. folds over the loops at the levels up to `level`, which carry what is left of the output,
/// 3. in which the rest of the nest computes what is added to a slice of it.
struct UpdatePlan {
  unsigned numEarly = 0, level = 0;
  llvm::SmallVector<LinearIndex> indices;

  /// Null where the order of loops does not allow it.
  static std::optional<UpdatePlan> get(mlir::AffineMap map, Levels levels);
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H
