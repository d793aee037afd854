//===- Recurrent.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The recurrent networks of test/Integration/Programs, as Baselines.h has other programs.

#ifndef CHAD_TEST_BENCHMARK_RECURRENT_H
#define CHAD_TEST_BENCHMARK_RECURRENT_H

#include "Workspace.h"

namespace chad::baseline {

struct RnnShape {
  int64_t steps, batch, inputs, hidden;
  /// Whether the rows of the weights belong to outputs, else to inputs.
  bool isOutIn;
};
struct RnnInputs {
  const double *w, *u, *bias, *start, *xs;
};
struct RnnGradient {
  double *w, *u, *bias;
};
void rnn(const RnnShape &shape, const RnnInputs &in, double *end, Workspace &workspace);
void rnnGradient(const RnnShape &shape, const RnnInputs &in, const double *ct, double *end,
                 const RnnGradient &out, Workspace &workspace);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_RECURRENT_H
