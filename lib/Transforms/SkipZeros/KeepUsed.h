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

/// A map or build with only those results, and inside with only what they need, that are
/// used; null without any. `loop` is erased.
ArrayLoopOpInterface keepUsed(ArrayLoopOpInterface loop);

/// Removes what no op needs from a block, also of the maps and builds in it.
void removeUnused(mlir::Block &block);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_KEEPUSED_H
