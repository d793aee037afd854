//===- Division.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_DIVISION_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_DIVISION_H

#include "../Sums.h"
#include "Contraction.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

namespace chad::detail {

/// Divides a loop into three parts: a loop with the ops before a contraction, the contraction of
/// whole arrays, and a loop with the ops that depend on it.
class Division {
public:
  Division(mlir::RewriterBase &rewriter, mlir::Operation *loop, Contraction contraction)
      : rewriter(rewriter), loop(loop), contraction(std::move(contraction)),
        loc(this->contraction.result.getLoc()),
        element(mlir::getElementTypeOrSelf(this->contraction.result.getType())),
        body(loop->getRegion(0).front()), yield(body.getTerminator()),
        numStates(numStatesOf(loop)) {}

  /// Whether the ops that make the factors do not depend on the contraction, by a sum to which both
  /// are added for example.
  bool isPossible();
  /// Divides the loop. Returns the loops that the parts became, which may contain more
  /// contractions.
  llvm::SmallVector<mlir::Operation *> run();

private:
  /// Removes the state that the folds update from the folds.
  void eraseUpdate();
  void findDependents();
  bool isDependent(mlir::Value value) const;
  /// Whether both parts can have a copy of the op at no cost.
  bool isFree(mlir::Operation *op) const;
  /// Finds the values of the first part that the second part and the contraction need.
  void findKept();
  /// Makes a loop with some ops of the body. It reads the arrays `extra`, whose elements replace
  /// values of the body.
  mlir::Operation *createPart(bool second,
                              llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> extra,
                              llvm::ArrayRef<unsigned> states, llvm::ArrayRef<mlir::Value> inits,
                              llvm::ArrayRef<mlir::Value> collected, mlir::Operation *before);
  mlir::Value createContraction(mlir::Value init);
  /// The part of an array at the fixed ones of its indices. Sets `rest` to the others.
  mlir::Value takeFixed(mlir::Value array, const Symbols &indices, Symbols &rest);
  mlir::Value keptArray(mlir::Value value) { return keptArrays.lookup(value); }

  mlir::RewriterBase &rewriter;
  mlir::Operation *loop;
  Contraction contraction;
  mlir::Location loc;
  mlir::Type element;
  mlir::Block &body;
  mlir::Operation *yield;
  unsigned numStates;
  llvm::SetVector<mlir::Operation *> dependents;
  llvm::SetVector<mlir::Value> kept;
  llvm::DenseMap<mlir::Value, mlir::Value> keptArrays;
};

/// Erases the ops of a block that have neither uses nor effects.
void eraseDeadOps(mlir::RewriterBase &rewriter, mlir::Block &block);

/// Erases a state that no iteration changes, and the fold if it has no other results. Returns what
/// is left of the fold, or null.
FoldOp eraseState(mlir::RewriterBase &rewriter, FoldOp fold, unsigned number);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_DIVISION_H
