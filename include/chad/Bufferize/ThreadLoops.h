//===- ThreadLoops.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Loops over threads, which `chad-parallelize-loops` makes, on buffers.

#ifndef CHAD_BUFFERIZE_THREADLOOPS_H
#define CHAD_BUFFERIZE_THREADLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace chad::detail {

/// Returns the loops over threads in `root`: each `scf.forall` of one dimension that has no
/// results.
llvm::SmallVector<mlir::scf::ForallOp> findThreadLoops(mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_BUFFERIZE_THREADLOOPS_H
