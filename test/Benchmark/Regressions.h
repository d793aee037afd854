//===- Regressions.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Logistic regression and the hidden Markov model of test/Integration/Programs, as Baselines.h has
// other programs.

#ifndef CHAD_TEST_BENCHMARK_REGRESSIONS_H
#define CHAD_TEST_BENCHMARK_REGRESSIONS_H

#include "Workspace.h"

namespace chad::baseline {

/// N points with D coordinates, and their labels.
struct RegressionData {
  const double *x, *y;
  int64_t n, d;
};
double regression(const double *w, const RegressionData &data);
double regressionGradient(const double *w, const RegressionData &data, double *dw);
/// `hv` is the Hessian times `v`.
double regressionHvp(const double *w, const double *v, const RegressionData &data, double *dw,
                     double *hv);

struct HmmInputs {
  const double *initial, *transition, *emission;
  const int64_t *observations;
  int64_t length, states, symbols;
};
double hmm(const HmmInputs &in, Workspace &workspace);
double hmmGradient(const HmmInputs &in, double *dtransition, double *demission,
                   Workspace &workspace);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_REGRESSIONS_H
