//===- KeepUsed.h ------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_SKIPZEROS_KEEPUSED_H
#define CHAD_LIB_TRANSFORMS_SKIPZEROS_KEEPUSED_H

#include "chad/IR/ArrayLoops.h"

namespace chad::detail {

/// Replaces `loop`, a map or a build, by one that makes only the results that have uses, with only
/// the ops that they need; null if no result has uses. `loop` is erased.
ArrayLoopOpInterface keepUsed(ArrayLoopOpInterface loop);

/// Removes ops without uses from a block, and unused results from the maps and builds in it.
void removeUnused(mlir::Block &block);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_KEEPUSED_H
