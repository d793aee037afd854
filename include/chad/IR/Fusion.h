//===- Fusion.h - One loop for two ------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Fuses two loops over arrays. The laws of `chad.map` and `chad-fuse-loops` decide which loops are
// fused, and when.

#ifndef CHAD_IR_FUSION_H
#define CHAD_IR_FUSION_H

#include "chad/IR/ArrayLoops.h"

namespace chad {

/// Whether two combinators may have the same number of iterations, by their types.
bool mayHaveOneExtent(CombinatorOpInterface producer, CombinatorOpInterface consumer);

/// Whether the body of `producer` reads, at indices, an array that is the initial value of a state
/// of a later loop. If nothing else needs the array, the later loop can overwrite it; fused with
/// the producer, it would have to copy the array first. A slice of the array counts as the array.
/// An array with very many uses is not examined: the answer is then yes.
bool readsState(mlir::Operation *producer, mlir::ValueRange initialStates);

/// Makes one loop in the place of `consumer`, which reads arrays. Each iteration runs the body of
/// `producer`, then the body of `consumer` on the elements that the producer has made. The results
/// are the final states of both, the arrays of the producer that other ops use, and the arrays of
/// the consumer. The time that fusion takes does not depend on the length of the producer's body.
///
/// Preconditions: the loops have the same number of iterations; no op between them uses the
/// producer, or has effects that must stay in order with those of its body; the consumer reads only
/// elements of arrays that the producer collects; a loop whose order matters runs in `direction`.
ArrayLoopOpInterface fuseLoops(mlir::RewriterBase &rewriter, ArrayLoopOpInterface producer,
                               ArrayLoopOpInterface consumer,
                               Direction direction = Direction::Left);

} // namespace chad

#endif // CHAD_IR_FUSION_H
