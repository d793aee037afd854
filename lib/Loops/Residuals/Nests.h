//===- Nests.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the values that a nest of loops stores for later nests, which read them element by element.

#ifndef CHAD_LIB_LOOPS_RESIDUALS_NESTS_H
#define CHAD_LIB_LOOPS_RESIDUALS_NESTS_H

#include "chad/IR/ChadOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace chad::detail {

/// The body of a loop that makes arrays and that of one that reads their elements: the element that
/// the second loop reads in an iteration is the one that the first loop made in the iteration with
/// the same index. The bodies of loops inside of both may be such a pair again.
struct BodyPair {
  BodyPair *outer;
  mlir::Block *made, *read;
  /// Maps values of the making body that are available in the reading body to the values that hold
  /// them there.
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  /// New code in the reading body is inserted before this op, its first one.
  mlir::Operation *first;

  BodyPair(BodyPair *outer, mlir::Block *made, mlir::Block *read)
      : outer(outer), made(made), read(read), first(&read->front()) {}
  mlir::Operation *reader() const { return read->getParentOp(); }
};

/// A value that is stored because another body reads it.
struct Residual {
  BodyPair *pair;
  mlir::Value made;
  mlir::BlockArgument read;
};

/// An outermost loop, with the loops inside of it, and the values that it stores for later loops.
class Nest {
public:
  explicit Nest(mlir::Operation *loop);

  /// The loop. To add results makes a new op, so this may change.
  mlir::Operation *loop() const { return body->getParentOp(); }
  bool isOutside(mlir::Value value) const {
    return !loop()->isAncestor(value.getParentRegion()->getParentOp());
  }
  /// Whether arrays of the value exist in any case, because other ops than such loops read them.
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
