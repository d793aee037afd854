//===- Reductions.h - What loops make of their states -----------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Recognises states of loops that are sums, products or extrema.

#ifndef CHAD_ANALYSIS_REDUCTIONS_H
#define CHAD_ANALYSIS_REDUCTIONS_H

#include "chad/IR/ChadOps.h"

namespace chad {

/// How the iterations of a loop change a state.
enum class StateKind {
  Other,   ///< Anything else: the iterations follow each other, or the body is only associative.
  Sum,     ///< Each adds to the state what does not depend on it.
  Product, ///< Each multiplies the state by an element.
  Maximum, ///< The state is the greater one of itself and an element.
  Minimum, ///< The smaller one.
};

/// The kind of state `number` of a loop: of a fold, or an accumulator of `chad.reduce`, `chad.scan`
/// or `chad.hist`.
///
/// A sum in a fold may be made in several steps, in branches, in loops inside, and by updates of an
/// array (`isSum`). The body of any other loop combines two elements: it makes their sum, of
/// scalars, of tensors or by `chad.map`; or their product, maximum or minimum, of scalars.
StateKind getStateKind(CombinatorOpInterface loop, unsigned number);

/// The kind of accumulator `number` of an associative body that takes `count` left operands, then
/// `count` right ones.
StateKind getStateKind(mlir::Block &body, unsigned count, unsigned number);

/// Whether the code from `start` to `end`, in one block, computes `end` as the sum of `start` and a
/// value that does not depend on it, and uses `start` for nothing else. A sum of arrays may be
/// computed an element at a time, and in loops. With `general` it may also be computed by
/// structured ops, or a slice at a time, if the code reads a slice, adds to it and inserts it at
/// the same place.
bool isSum(mlir::Value start, mlir::Value end, bool general = false);

} // namespace chad

#endif // CHAD_ANALYSIS_REDUCTIONS_H
