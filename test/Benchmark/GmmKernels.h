//===- GmmKernels.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a component of a mixture does with the points of a chunk.

#ifndef CHAD_TEST_BENCHMARK_GMMKERNELS_H
#define CHAD_TEST_BENCHMARK_GMMKERNELS_H

#include "Baselines.h"
#include "Lanes.h"

namespace chad::baseline {

/// μ, the diagonal of Q (padded), L column by column, and α + Σ q.
struct GmmComponent {
  const double *mean, *diagonal, *lower;
  double weight;
};

/// That of the diagonal of Q stands where that of q belongs.
struct GmmComponentGradient {
  double *alpha, *mean, *icf;
};

struct GmmScratch {
  Lanes *differences, *cotangents, *sums;
  double *row;
};

struct GmmKernels {
  /// Terms α + Σ q - ½‖y‖², a component's `stride` apart, and y = Q (x - μ).
  void (*forward)(int64_t d, const GmmComponent &c, const Lanes *points, int64_t pointStride,
                  int64_t blocks, Lanes *whitened, Lanes *terms, int64_t stride,
                  const GmmScratch &scratch);
  /// Adds the gradient, from y and from weights in place of the terms.
  void (*backward)(int64_t d, const GmmComponent &c, const Lanes *points, int64_t pointStride,
                   int64_t blocks, const Lanes *whitened, const Lanes *weights, int64_t stride,
                   const GmmComponentGradient &out, const GmmScratch &scratch);
  /// Whether points are stored block by block, or dimension by dimension with a stride.
  bool isByBlock;

  /// The dimension as the kernels need it padded.
  int64_t width(int64_t d) const { return isByBlock ? d : (d + 3) / 4 * 4; }
};

/// Unrolled ones for small dimensions, tiled ones for others.
GmmKernels chooseGmmKernels(int64_t d);
GmmKernels unrolledGmmKernels(int64_t d);
GmmKernels tiledGmmKernels();

constexpr int64_t maxUnrolled = 10;

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_GMMKERNELS_H
