//===- JamLoops.h - Iterations that threads take together -------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_JAMLOOPS_H
#define CHAD_LIB_GPU_JAMLOOPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Lets threads run four iterations of a loop at once where the loops inside of these read the same
/// elements: these are then read once (unroll and jam, Allen & Cocke 1972). Each state has the same
/// steps in the same order: results have the same bits.
///
///     for i:                       for i by 4:
///       s = 0                        s0 = s1 = s2 = s3 = 0
///       for k:                       for k:
///         s += f(x[k], y[i, k])        s0 += f(x[k], y[i, k]), ..., s3 += f(x[k], y[i + 3, k])
///       t = g(t, s)                  t = g(g(g(g(t, s0), s1), s2), s3)
void jamLoops(mlir::RewriterBase &rewriter, mlir::gpu::LaunchOp kernel);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_JAMLOOPS_H
