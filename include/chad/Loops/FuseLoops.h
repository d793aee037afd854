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

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

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
