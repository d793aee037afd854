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

/// Makes loops over blocks of steps of the folds in `root` that are marked `chad.checkpoint`, and
/// marks the loops over the steps of a block as what the reverse sweep is to compute again.
/// Returns whether there were any.
bool makeCheckpoints(mlir::Operation *root);

} // namespace chad

#endif // CHAD_RULES_CHECKPOINTS_H
