//===- Markov.cpp -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include "Regressions.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

/// log Σᵢ exp(xᵢ + yᵢ).
static double logSumExp(const double *x, const double *y, int64_t n) {
  double max = x[0] + y[0], sum = 0;
  for (int64_t i = 1; i < n; ++i)
    max = std::max(max, x[i] + y[i]);
  for (int64_t i = 0; i < n; ++i)
    sum += std::exp(x[i] + y[i] - max);
  return max + std::log(sum);
}

namespace {
/// What the forward algorithm computes.
struct Forward {
  /// A row for each state that is reached.
  double *transposed;
  /// For each time: α, and α without the emission.
  double *alphas, *sums;
  double likelihood;
};
} // namespace

static Forward forward(const HmmInputs &in, Workspace &workspace) {
  int64_t s = in.states;
  Forward f;
  f.transposed = workspace.take<double>(s * s);
  f.alphas = workspace.take<double>(in.length * s);
  f.sums = workspace.take<double>(in.length * s);
  transpose(in.transition, s, s, f.transposed);
  for (int64_t t = 0; t < in.length; ++t)
    for (int64_t j = 0; j < s; ++j) {
      int64_t k = t * s + j;
      f.sums[k] = t ? logSumExp(f.alphas + (t - 1) * s, f.transposed + j * s, s) : in.initial[j];
      f.alphas[k] = f.sums[k] + in.emission[j * in.symbols + in.observations[t]];
    }
  double *zeros = workspace.take<double>(s);
  std::fill(zeros, zeros + s, 0.0);
  f.likelihood = logSumExp(f.alphas + (in.length - 1) * s, zeros, s);
  return f;
}

double hmm(const HmmInputs &in, Workspace &workspace) { return forward(in, workspace).likelihood; }

double hmmGradient(const HmmInputs &in, double *dtransition, double *demission,
                   Workspace &workspace) {
  int64_t s = in.states;
  Forward f = forward(in, workspace);
  double *dtransposed = workspace.take<double>(s * s), *ct = workspace.take<double>(s),
         *before = workspace.take<double>(s);
  std::fill(dtransposed, dtransposed + s * s, 0.0);
  std::fill(demission, demission + s * in.symbols, 0.0);
  const double *last = f.alphas + (in.length - 1) * s;
  for (int64_t j = 0; j < s; ++j)
    ct[j] = std::exp(last[j] - f.likelihood);
  for (int64_t t = in.length - 1; t >= 0; --t) {
    for (int64_t j = 0; j < s; ++j)
      demission[j * in.symbols + in.observations[t]] += ct[j];
    if (!t)
      break;
    const double *alpha = f.alphas + (t - 1) * s;
    std::fill(before, before + s, 0.0);
    for (int64_t j = 0; j < s; ++j) {
      const double *row = f.transposed + j * s;
      double *__restrict drow = dtransposed + j * s, sum = f.sums[t * s + j], c = ct[j];
      for (int64_t i = 0; i < s; ++i) {
        double part = c * std::exp(alpha[i] + row[i] - sum);
        drow[i] += part;
        before[i] += part;
      }
    }
    std::swap(ct, before);
  }
  transpose(dtransposed, s, s, dtransition);
  return f.likelihood;
}

} // namespace chad::baseline
