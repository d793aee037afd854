//===- FuseLoops.h - Which loops become one ---------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops become one (`chad/IR/Fusion.h`) three times: where the program says what it computes
// (`chad-fuse-loops`), where updates run element by element in any case (`chad-fuse-scatters`), and
// when it has been decided how all loops run.

#ifndef CHAD_LOOPS_FUSELOOPS_H
#define CHAD_LOOPS_FUSELOOPS_H

#include "chad/IR/ArrayLoops.h"

namespace chad::detail {

/// Makes one loop of two in one block, where the consumer uses the producer by elements at most,
/// and what else uses it and stands between them may move behind. Null if they have to stay two, or
/// would have to copy an array that the second one updates in place.
ArrayLoopOpInterface tryFuse(mlir::RewriterBase &rewriter, CombinatorOpInterface producer,
                             CombinatorOpInterface consumer);

/// Replaces combinators and accesses in `root` by loops (`generalizeToLoop`), and makes each map,
/// build or gather a part of the loop that alone reads what it makes, an element at a time, so that
/// nothing is stored between them. Stays: an iota; what evaluates functions for a loop whose
/// iterations follow each other, as it may run in vectors by itself; what a loop reads that makes
/// rows whose extents types do not tell, as these are computed from what it reads.
///
/// A scan of such rows stays a scan.
void fuseIntoReaders(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LOOPS_FUSELOOPS_H
