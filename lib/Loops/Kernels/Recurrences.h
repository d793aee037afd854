//===- Recurrences.h - Recurrences as scans -----------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes affine recurrences parallel, for a GPU.

#ifndef CHAD_LIB_LOOPS_KERNELS_RECURRENCES_H
#define CHAD_LIB_LOOPS_KERNELS_RECURRENCES_H

#include "Workers.h"

namespace chad::detail {

/// Replaces each fold in `root` whose states are affine recurrences by the kernels of a scan,
/// unless it is in the body of another combinator, or has few iterations.
void divideRecurrences(mlir::RewriterBase &rewriter, mlir::Operation *root, const Machine &machine,
                       bool checkExtents);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_RECURRENCES_H
