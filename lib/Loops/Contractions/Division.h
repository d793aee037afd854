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

/// Divides a loop into what comes before a contraction, the contraction of whole arrays, and
/// what depends on it.
class Division {
public:
  Division(mlir::RewriterBase &rewriter, mlir::Operation *loop, Contraction contraction)
      : rewriter(rewriter), loop(loop), contraction(std::move(contraction)),
        loc(this->contraction.result.getLoc()),
        element(mlir::getElementTypeOrSelf(this->contraction.result.getType())),
        body(loop->getRegion(0).front()), yield(body.getTerminator()),
        numStates(numStatesOf(loop)) {}

  /// The loops that the parts became; they may hold more contractions.
  llvm::SmallVector<mlir::Operation *> run();

private:
  /// The folds no longer carry the state that they update.
  void eraseUpdate();
  void findDependents();
  bool isDependent(mlir::Value value) const;
  /// Whether the op says the same in both parts and costs nothing.
  bool isFree(mlir::Operation *op) const;
  /// What the second part needs of the first, and the contraction of it.
  void findKept();
  /// A loop with some of the ops of the body. `extra` are arrays of which it reads an element
  /// in place of values of the body.
  mlir::Operation *createPart(bool second,
                              llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> extra,
                              llvm::ArrayRef<unsigned> states, llvm::ArrayRef<mlir::Value> inits,
                              llvm::ArrayRef<mlir::Value> collected, mlir::Operation *before);
  mlir::Value createContraction(mlir::Value init);
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

/// Erases the ops of a block that nothing needs.
void eraseDeadOps(mlir::RewriterBase &rewriter, mlir::Block &block);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_DIVISION_H
