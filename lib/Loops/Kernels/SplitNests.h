//===- SplitNests.h - Loops in loops that threads share -----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_SPLITNESTS_H
#define CHAD_LIB_LOOPS_KERNELS_SPLITNESTS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

class WorkEstimate;

/// Splits each loop in `block` that contains a loop with most of its work, so that the threads of a
/// block can divide the iterations of both: for independent iterations of `g`,
///
///     map (k. let a = f k in let b = map (r. g k a r) R in h k a b) K
///       =  let A = map f K in
///          let B = reshape (build (p < n m. g (K[p / m]) (A[p / m]) (R[p mod m]))) in
///          map (k, a, b. h k a b) (K, A, B)
///
/// Sums in both loops are added up in the last one. Cheap ops are done again where they are
/// needed. The threads of the loop in the middle take adjacent `r`, so that they access what lies
/// side by side, and there are n m iterations for them in place of n. With `checkExtents`, arrays
/// of one loop that have several extents are an error when the program runs.
void splitNests(mlir::RewriterBase &rewriter, mlir::Block &block, int64_t threads,
                bool checkExtents);

/// Computes the elements of cheap maps again in the nests in `loop` that read them: they are no
/// arrays between the parts.
void inlineIntoNests(mlir::RewriterBase &rewriter, mlir::Operation *loop);

/// Whether the arrays between the parts of the nests in the iterations of `loop` have few elements
/// for each block: a constant, or a value that is computed before `loop`. Null if there are none.
mlir::Value haveFewElements(mlir::RewriterBase &rewriter, mlir::Operation *loop);

/// The number of elements that the loop in the middle makes, if `loop` is split into that one and
/// perhaps one after it, and there are loops inside of both; null otherwise. `read` gets the values
/// from outside of `loop` from which it is computed.
mlir::Value countNestElements(mlir::OpBuilder &builder, WorkEstimate &estimate,
                              ArrayLoopOpInterface loop, llvm::SmallVectorImpl<mlir::Value> &read);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_SPLITNESTS_H
