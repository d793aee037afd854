//===- FuseLoops.h - Which loops become one ---------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Three passes fuse loops (`chad/IR/Fusion.h`): `chad-fuse-loops` on array combinators,
// `chad-fuse-scatters` on updates that run element by element in any case, and
// `convert-chad-to-scf` when the schedules of all loops have been chosen.

#ifndef CHAD_LOOPS_FUSELOOPS_H
#define CHAD_LOOPS_FUSELOOPS_H

#include "chad/IR/ArrayLoops.h"

namespace chad::detail {

/// Fuses two loops of one block. The consumer may read the producer's arrays only an element at a
/// time, and ops between the loops that use the producer must be such that they can move behind the
/// consumer. Null if this is not so, or if the fused loop would have to copy an array that the
/// consumer updates in place.
ArrayLoopOpInterface tryFuse(mlir::RewriterBase &rewriter, CombinatorOpInterface producer,
                             CombinatorOpInterface consumer);

/// Replaces combinators and accesses in `root` by loops (`generalizeToLoop`). Then fuses each map,
/// build or gather with its reader, if one loop alone reads it, an element at a time: so its result
/// is not stored. Not fused are: an iota; a loop that evaluates functions such as `exp` for a loop
/// whose iterations depend on each other, as it may run in vectors by itself; a loop whose result
/// is read by a loop that makes rows of unknown extents, as these extents are computed from the
/// result.
///
/// A scan of such rows stays a scan.
void fuseIntoReaders(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LOOPS_FUSELOOPS_H
