//===- Contraction.h ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices that loops compute row by row.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_CONTRACTION_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_CONTRACTION_H

#include "Access.h"
#include "chad/IR/ArrayLoops.h"

namespace chad::detail {

/// A state of a fold.
struct State {
  FoldOp fold;
  unsigned number;
};

/// Σ a b with indices of its own for each of a, b and the sum.
struct Contraction {
  mlir::OpResult result;
  llvm::SmallVector<Access> factors;
  Symbols out, sums;
  /// The state of the loop that it is added to, as nothing but sums are.
  std::optional<unsigned> state;
  /// How: by the addition of an array,
  mlir::Operation *add = nullptr;
  /// or by adding products to elements in folds inside of each other.
  llvm::SmallVector<State> folds;
  AccumulateOp update;
  /// Whether these may be some first elements only of those that the state has.
  bool isPart = false;
};

/// Whether `symbol` is among the indices of a factor.
inline bool reads(const Access &factor, Symbol symbol) {
  return llvm::is_contained(factor.indices, symbol);
}

/// Whether a factor is a scalar of a body: it gets an array before it is one of a product.
inline bool isScalar(const Access &factor) {
  return mlir::isa<mlir::FloatType>(factor.array.getType());
}

/// Whether there is a dimension of each kind that a product of matrices has, and none that is
/// known to be too small for it to pay.
bool isMatrixProduct(const Contraction &contraction, bool evenIfSmall = false);

/// Describes what each iteration of the loop computes as a sum of products of two factors.
std::optional<Contraction> describeContraction(mlir::OpResult result, mlir::Operation *loop);

/// The same, if it is a product of matrices that is better computed outside of the loop.
std::optional<Contraction> getContraction(mlir::OpResult result, mlir::Operation *loop);

/// Whether the loop may be taken apart: its iterations are independent but for sums, and all
/// arrays in it have one shape in all iterations, so that they may be kept.
bool isDivisible(mlir::Operation *loop);

/// The outermost loops in a region that may be taken apart.
llvm::SmallVector<mlir::Operation *> findDivisibleLoops(mlir::Region &region);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_CONTRACTION_H
