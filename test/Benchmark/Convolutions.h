//===- Convolutions.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The convolutional layers of test/Integration/Programs, as Baselines.h has other programs.

#ifndef CHAD_TEST_BENCHMARK_CONVOLUTIONS_H
#define CHAD_TEST_BENCHMARK_CONVOLUTIONS_H

#include "Workspace.h"

namespace chad::baseline {

/// Signals are images with one column, of windows with one column that are not paired.
struct ConvShape {
  int64_t images, rows, columns, channels;
  int64_t features, windowRows, windowColumns;
  /// How many neighbours the maximum is taken of.
  int64_t poolRows, poolColumns;

  int64_t outRows() const { return rows - windowRows + 1; }
  int64_t outColumns() const { return columns - windowColumns + 1; }
  int64_t positions() const { return outRows() * outColumns(); }
  int64_t window() const { return windowRows * windowColumns * channels; }
  int64_t pooled() const { return outRows() / poolRows * (outColumns() / poolColumns); }
};
struct ConvInputs {
  const double *kernels, *bias, *images;
};
struct ConvGradient {
  double *kernels, *bias, *images;
};
void convolution(const ConvShape &shape, const ConvInputs &in, double *result,
                 Workspace &workspace);
void convolutionGradient(const ConvShape &shape, const ConvInputs &in, const double *ct,
                         double *result, const ConvGradient &out, Workspace &workspace);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_CONVOLUTIONS_H
