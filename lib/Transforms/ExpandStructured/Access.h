//===- Access.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Plans how a nest of loops reads the elements of an operand of a structured op.

#ifndef CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H
#define CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H

#include "mlir/IR/AffineMap.h"

namespace chad::detail {

/// The level of each loop in the nest; the outermost one has level 0.
using Levels = llvm::ArrayRef<unsigned>;

/// `offset + Σ factor · loop`, as the index into one dimension of an operand.
struct LinearIndex {
  struct Term {
    unsigned loop;
    int64_t factor;
  };
  llvm::SmallVector<Term, 2> terms;
  int64_t offset = 0;

  /// `expr` in this form; nothing if it does not have it.
  static std::optional<LinearIndex> of(mlir::AffineExpr expr);

  /// Whether the index is the index of one loop, without factor and offset.
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
  /// None of these steps is done: the innermost body reads the element at its indices.
  bool byIndex = false;
  bool hasSlice = false;
  unsigned sliceLevel = 0;
  /// The permutation of the dimensions before the loops, and that of the dimensions of the slice;
  /// an empty one is the identity.
  llvm::SmallVector<int64_t> permutation, slicePermutation;
  /// The indices of the dimensions, after the first permutation.
  llvm::SmallVector<LinearIndex> indices;
  /// The number of dimensions that loops read by elements before the slice is taken.
  unsigned numEarly = 0;

  static AccessPlan get(mlir::AffineMap map, Levels levels);

  /// The cost of the plan, to compare it with those of other orders of the loops.
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

  /// The plan for `map`; nothing if the order of the loops does not allow one.
  static std::optional<UpdatePlan> get(mlir::AffineMap map, Levels levels);
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_ACCESS_H
