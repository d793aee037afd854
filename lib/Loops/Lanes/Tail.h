//===- Tail.h - Scalars behind the loops of a body --------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Distributes a loop that does not run in lanes: the ops on scalars that follow the loops in its
// body become a loop of their own, which does.

#ifndef CHAD_LIB_LOOPS_LANES_TAIL_H
#define CHAD_LIB_LOOPS_LANES_TAIL_H

#include "chad/IR/ArrayLoops.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace chad::detail {

/// The tail of a loop's body: the pure ops on scalars whose results nothing in the body needs but
/// the tail itself and what the body yields. A sum that the loop carries belongs to the tail if the
/// tail alone adds to it.
class Tail {
public:
  explicit Tail(ArrayLoopOpInterface loop);

  /// Whether the loop has loops in its body, and its tail evaluates functions such as `exp`.
  bool pays();

  /// Replaces the loop by one without its tail, which stores what the tail needs, and one with the
  /// tail alone. Returns both, without schedules. Precondition: `pays()`.
  std::pair<ArrayLoopOpInterface, ArrayLoopOpInterface> distribute(mlir::RewriterBase &rewriter);

private:
  /// Whether the tail carries this state.
  bool carries(unsigned state) const { return sums.test(state); }
  void find();
  void findNeeded();

  ArrayLoopOpInterface loop;
  llvm::SetVector<mlir::Operation *> ops;      ///< The tail, from its end.
  llvm::BitVector sums;                        ///< The states that the tail carries.
  llvm::SetVector<mlir::Operation *> repeated; ///< Ops on values from outside, which are repeated.
  llvm::SetVector<mlir::Value> kept;           ///< Scalars that are stored for the tail.
  llvm::SetVector<mlir::Value> elements;       ///< Elements of arrays, which are read again.
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_TAIL_H
