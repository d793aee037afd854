//===- JamNests.h - Iterations that blocks take together ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_JAMNESTS_H
#define CHAD_LIB_LOOPS_KERNELS_JAMNESTS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// How many iterations of a loop a block takes at once in nests that read the same arrays in each.
inline constexpr int64_t jamWidth = 8;

/// Whether it pays to jam the nests in `loop`, of whose iterations blocks have some each: a
/// constant, or a value that is computed before `loop`. They have at least `leastWork` additions in
/// each iteration, and there are iterations enough for all blocks; if it is 0, neither is asked.
/// Null if there are no such nests.
mlir::Value payJammed(mlir::RewriterBase &rewriter, mlir::Operation *loop, int64_t leastWork);

/// Unrolls `loop`, which a block runs, and jams the nests in it that depend on nothing but the
/// elements of the iteration (Allen & Cocke 1972): for tiles t of `jamWidth` adjacent elements,
///
///     fold (s, x. let y = map (q. g q x) Q in h s x y) s X
///       =  fold (s, t. let Y = transpose (map (q. (g q t[0], ..., g q t[7])) Q)
///                      in fold (s, x, y. h s x y) s (t, Y)) s (tiles of X)
///
/// What `g` reads of arrays other than `X`, it reads once for all elements of a tile. In the last
/// tile, the last element takes the place of those that are missing. `threads` threads divide `Q`.
/// Returns the inner fold; null, without a change, if there is nothing to jam.
ArrayLoopOpInterface jamNests(mlir::RewriterBase &rewriter, ArrayLoopOpInterface loop,
                              int64_t threads);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_JAMNESTS_H
