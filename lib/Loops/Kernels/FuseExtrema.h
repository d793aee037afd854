//===- FuseExtrema.h - Extrema of arrays that a thread computes ----------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_FUSEEXTREMA_H
#define CHAD_LIB_LOOPS_KERNELS_FUSEEXTREMA_H

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Fuses maps in the code of one thread with the reductions that find an extremum of what the map
/// makes, and where it is: the elements are not stored.
void fuseExtrema(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_FUSEEXTREMA_H
