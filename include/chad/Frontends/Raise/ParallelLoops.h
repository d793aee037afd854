//===- ParallelLoops.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_FRONTENDS_RAISE_PARALLELLOOPS_H
#define CHAD_FRONTENDS_RAISE_PARALLELLOOPS_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Replaces each `scf.forall` and `scf.parallel` below `root` by a nest of `scf.for` loops, which
/// run the iterations in order and carry the outputs or the reductions as states. Emits an error at
/// an op in `scf.forall.in_parallel` that is not supported.
llvm::LogicalResult expandParallelLoops(mlir::Operation *root);

} // namespace chad

#endif // CHAD_FRONTENDS_RAISE_PARALLELLOOPS_H
