//===- Checkpoints.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_CHECKPOINTS_H
#define CHAD_RULES_CHECKPOINTS_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Divides the iterations of each fold in `root` that has the attribute `chad.checkpoint` into
/// blocks: the fold becomes a loop over the blocks, and in it a loop over the iterations of a
/// block. The inner loop is marked, so that the reverse sweep computes it again instead of keeping
/// its states. Returns whether there was such a fold.
bool makeCheckpoints(mlir::Operation *root);

} // namespace chad

#endif // CHAD_RULES_CHECKPOINTS_H
