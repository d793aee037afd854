//===- Nests.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a nest of loops keeps for other nests that read it element by element.

#ifndef CHAD_LIB_LOOPS_RESIDUALS_NESTS_H
#define CHAD_LIB_LOOPS_RESIDUALS_NESTS_H

#include "chad/IR/ChadOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace chad::detail {

/// The body of a loop that makes arrays and that of one that reads their elements: where it
/// reads an array at an index, the other's iteration at that index has made it. The bodies of
/// loops inside of both may be such a pair again.
struct BodyPair {
  BodyPair *outer;
  mlir::Block *made, *read;
  /// What stands for values of the one body in the other.
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  /// What is computed in the reading body goes before this op, the first one.
  mlir::Operation *first;

  BodyPair(BodyPair *outer, mlir::Block *made, mlir::Block *read)
      : outer(outer), made(made), read(read), first(&read->front()) {}
  mlir::Operation *reader() const { return read->getParentOp(); }
};

/// A value that is kept because it is read in another body.
struct Residual {
  BodyPair *pair;
  mlir::Value made;
  mlir::BlockArgument read;
};

/// What a loop that stands in no other one of the nest keeps.
class Nest {
public:
  explicit Nest(mlir::Operation *loop);

  /// The loop's present form: adding results makes another op.
  mlir::Operation *loop() const { return body->getParentOp(); }
  bool isOutside(mlir::Value value) const {
    return !loop()->isAncestor(value.getParentRegion()->getParentOp());
  }
  /// Whether arrays of the value are there in any case: also others than such loops read them.
  bool isThere(mlir::Value value) const { return there.contains(value); }

  mlir::Block *body;
  llvm::SmallVector<Residual> residuals;
  /// Outer ones first.
  llvm::SmallVector<std::unique_ptr<BodyPair>> pairs;

private:
  BodyPair *pair(BodyPair *outer, mlir::Operation *maker, mlir::Operation *reader);
  void addThere(mlir::Value value);

  llvm::DenseSet<mlir::Value> there;
  llvm::DenseMap<std::pair<mlir::Block *, mlir::Block *>, BodyPair *> pairOf;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_RESIDUALS_NESTS_H
