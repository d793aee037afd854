//===- FlattenNests.h - Nests of loops as one loop ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_FLATTENNESTS_H
#define CHAD_LIB_LOOPS_KERNELS_FLATTENNESTS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Replaces each loop in `root` that contains nothing but one loop, which itself contains loops, by
/// one loop over the iterations of both:
///
///     map (X. map (x. f x) X) A  =  reshape (build (p < n m. f A[p / m, p mod m]))
///
/// if both are independent except for sums. The blocks of a kernel then divide all iterations, of
/// which the outer loop alone may have few. The few ops beside the inner loop are done in each;
/// those on numbers that do not change leave the loops. With `checkExtents`, arrays of one loop
/// that have several extents are an error when the program runs.
void flattenNests(mlir::RewriterBase &rewriter, mlir::Operation *root, bool checkExtents);

/// Makes one loop of `outer` and `inner`, which is all that it does but for cheap ops. Returns null
/// if the number of iterations of the inner one, or what is to be checked, may depend on the
/// iteration of the outer one.
ArrayLoopOpInterface flattenNest(mlir::RewriterBase &rewriter, ArrayLoopOpInterface outer,
                                 ArrayLoopOpInterface inner, bool checkExtents);

/// Divides the iterations of `outer`, a map, and of `inner`, a map that makes numbers and is all
/// that `outer` does but for cheap ops, among `threads` threads of a block, as rows and columns: of
/// m columns, thread t has column t mod w and those w apart, for w = min(m, threads), of row t / w
/// and of those threads / w apart. What it makes has two dimensions, and may take over the memory
/// of a state. Returns false, and changes nothing, where the number of columns may depend on the
/// row.
bool shareRows(mlir::RewriterBase &rewriter, ArrayLoopOpInterface outer, ArrayLoopOpInterface inner,
               int64_t threads, bool checkExtents);

/// Whether the iterations of a loop may run in any order and at once.
bool mayRunAtOnce(mlir::Operation *loop);

/// Whether a loop contains loops that threads could divide.
bool containsLoops(mlir::Operation *loop);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_FLATTENNESTS_H
