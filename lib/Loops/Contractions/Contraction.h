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
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad::detail {

/// A contraction Σ a b: a and b each have indices that the other one lacks, and some indices are
/// summed over.
struct Contraction {
  mlir::OpResult result;
  llvm::SmallVector<Access> factors;
  Symbols out, sums;
  /// The number of the loop's state, a sum, to which the contraction is added; nothing if it is
  /// added to none.
  std::optional<unsigned> state;
  /// The op that adds the contraction to the state as a whole array; null if `folds` do.
  mlir::Operation *add = nullptr;
  /// The nested folds that add the products to elements of the state; empty if `add` does.
  llvm::SmallVector<State> folds;
  AccumulateOp update;
  /// For each index of the update: the position that it has in all iterations, or null if it is an
  /// index of the loops.
  llvm::SmallVector<mlir::Value> fixed;
  /// Whether the folds may add only to the first elements of the state, or to those at fixed
  /// positions.
  bool isPart = false;
  /// The state of a fold in which the sum starts from a value other than zero, if it does.
  std::optional<State> start;
  /// The op in the loop that computes the contraction as a whole; null if loops do.
  mlir::linalg::LinalgOp whole;
};

/// Whether `symbol` is among the indices of a factor.
inline bool reads(const Access &factor, Symbol symbol) {
  return llvm::is_contained(factor.indices, symbol);
}

/// Whether a factor is a value that the body of an inner loop makes in each of its iterations. Such
/// values are first collected in an array.
inline bool isMadeInside(const Access &factor, mlir::Operation *loop) {
  mlir::Value array = factor.array;
  mlir::Operation *owner = array.getParentRegion()->getParentOp();
  return loop->isProperAncestor(owner);
}

/// Whether the contraction has rows, columns and a summed dimension, none of which is known to be
/// too small for a product of matrices to pay.
bool isMatrixProduct(const Contraction &contraction, bool evenIfSmall = false);

/// Describes what each iteration of the loop computes as a sum of products of two factors.
std::optional<Contraction> describeContraction(mlir::OpResult result, mlir::Operation *loop);

/// Describes the products of all iterations of the loop as one op, if `op`, in the body of the
/// loop, is a product of matrices: as a batch if it starts from zero, and as a sum if it is added
/// to a state.
std::optional<Contraction> describeBatch(mlir::linalg::LinalgOp op, mlir::Operation *loop);

/// Like `describeContraction`, but only for a product of matrices that is better computed outside
/// of the loop. The sum may start from a value.
std::optional<Contraction> getContractionFromStart(mlir::OpResult result, mlir::Operation *loop);

/// The same for a sum that starts from zero.
std::optional<Contraction> getContraction(mlir::OpResult result, mlir::Operation *loop);

/// An update of a state, and the nested folds, outermost first, that carry the state to it.
struct StateUpdate {
  AccumulateOp op;
  llvm::SmallVector<State> folds;
};

/// The update by which nested folds in a loop add a product of matrices, term by term, to the
/// element of an array at a position that the loop computes, as in
/// `x̄[p(i)] += Σ_k a[i, k] b[k, ...]`. `result` is the state of the outermost fold. The terms may
/// be summed first: the folds run at least once, or the position is valid in any case.
std::optional<StateUpdate> getPlacedUpdate(mlir::OpResult result, mlir::Operation *loop);

/// Whether the loop may be distributed: its iterations are independent except for sums, and all
/// arrays in it have the same shape in all iterations, so that they can be stored.
bool isDivisible(mlir::Operation *loop);

/// The outermost loops in a region that may be distributed.
llvm::SmallVector<mlir::Operation *> findDivisibleLoops(mlir::Region &region);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_CONTRACTION_H
