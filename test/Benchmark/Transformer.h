//===- Transformer.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The block of a transformer of test/Integration/Programs, as Baselines.h has other programs.

#ifndef CHAD_TEST_BENCHMARK_TRANSFORMER_H
#define CHAD_TEST_BENCHMARK_TRANSFORMER_H

#include "Workspace.h"

namespace chad::baseline {

struct BlockShape {
  int64_t batch, tokens, width, heads, depth, hidden;
  int64_t rows() const { return batch * tokens; }
  /// Of the results of all heads.
  int64_t joined() const { return heads * depth; }
};
/// Pointers to double for the gradient, to const double for the inputs.
template <typename T> struct BlockParameters {
  T *gain1, *shift1, *wq, *wk, *wv, *wo, *gain2, *shift2, *w1, *b1, *w2, *b2, *gain3, *shift3;
};
void transformerBlock(const BlockShape &shape, const BlockParameters<const double> &in,
                      const double *xs, double *result, Workspace &workspace);
void transformerBlockGradient(const BlockShape &shape, const BlockParameters<const double> &in,
                              const double *xs, const double *ct, double *result,
                              const BlockParameters<double> &out, Workspace &workspace);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_TRANSFORMER_H
