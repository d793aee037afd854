//===- Fusion.h - One loop for two ------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How two loops over arrays become one. Which loops are to be, and when, is decided elsewhere: by
// the laws of `chad.map`, and by `chad-fuse-loops`.

#ifndef CHAD_IR_FUSION_H
#define CHAD_IR_FUSION_H

#include "chad/IR/ArrayLoops.h"

namespace chad {

/// Whether the types of two combinators allow them the same number of iterations.
bool mayHaveOneExtent(CombinatorOpInterface producer, CombinatorOpInterface consumer);

/// Whether the body of `producer` reads, by indices, an array that a loop after it starts from as a
/// state. That loop overwrites the array where nothing else needs it: as one with the producer it
/// would have to copy it first, however few elements both need. Slices of the array count, and so
/// does an array of very many uses.
bool readsState(mlir::Operation *producer, mlir::ValueRange initialStates);

/// One loop in the place of `consumer`, which reads arrays: each of its iterations does that of
/// `producer`, then that of `consumer`, which takes the elements that the producer collects. Its
/// results are the final states of both, what the producer collects and other ops use, and what
/// the consumer collects. The time it takes does not depend on the length of the producer's body.
///
/// Preconditions: the loops have one extent; between them is nothing that uses the
/// producer or has effects that must stay in order with those of its body; the consumer uses
/// the producer only by elements of what it collects; a loop whose order matters runs in
/// `direction`.
ArrayLoopOpInterface fuseLoops(mlir::RewriterBase &rewriter, ArrayLoopOpInterface producer,
                               ArrayLoopOpInterface consumer,
                               Direction direction = Direction::Left);

} // namespace chad

#endif // CHAD_IR_FUSION_H
