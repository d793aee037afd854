//===- Recurrent.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recurrent.h"
#include "Baselines.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

namespace {
/// The weights with a row for each input.
struct Weights {
  const double *w, *u;
};
} // namespace

static Weights byInputs(const RnnShape &s, const RnnInputs &in, Workspace &workspace) {
  if (!s.isOutIn)
    return {in.w, in.u};
  double *w = workspace.take<double>(s.inputs * s.hidden),
         *u = workspace.take<double>(s.hidden * s.hidden);
  transpose(in.w, s.hidden, s.inputs, w);
  transpose(in.u, s.hidden, s.hidden, u);
  return {w, u};
}

/// The next states of the batch; `next` holds x W before.
static void step(const RnnShape &s, const double *state, const Weights &weights, const double *bias,
                 double *product, double *__restrict next) {
  multiply(state, weights.u, s.batch, s.hidden, s.hidden, product);
  for (int64_t i = 0; i < s.batch; ++i)
    for (int64_t j = 0; j < s.hidden; ++j) {
      int64_t k = i * s.hidden + j;
      next[k] = std::tanh(next[k] + product[k] + bias[j]);
    }
}

void rnn(const RnnShape &s, const RnnInputs &in, double *end, Workspace &workspace) {
  Weights weights = byInputs(s, in, workspace);
  int64_t size = s.batch * s.hidden;
  double *state = workspace.take<double>(size), *next = workspace.take<double>(size),
         *product = workspace.take<double>(size);
  std::copy(in.start, in.start + size, state);
  for (int64_t t = 0; t < s.steps; ++t) {
    multiply(in.xs + t * s.batch * s.inputs, weights.w, s.batch, s.inputs, s.hidden, next);
    step(s, state, weights, in.bias, product, next);
    std::swap(state, next);
  }
  std::copy(state, state + size, end);
}

// The products with W and for the gradients of the weights are of all steps at once.
void rnnGradient(const RnnShape &s, const RnnInputs &in, const double *ct, double *end,
                 const RnnGradient &out, Workspace &workspace) {
  Weights weights = byInputs(s, in, workspace);
  int64_t size = s.batch * s.hidden, rows = s.steps * s.batch;
  // The states from the start to the end; the cotangents before the tanh.
  double *states = workspace.take<double>(size * (s.steps + 1)),
         *cts = workspace.take<double>(size * s.steps), *product = workspace.take<double>(size),
         *transposedU = workspace.take<double>(s.hidden * s.hidden);
  std::copy(in.start, in.start + size, states);
  multiply(in.xs, weights.w, rows, s.inputs, s.hidden, states + size);
  for (int64_t t = 0; t < s.steps; ++t)
    step(s, states + t * size, weights, in.bias, product, states + (t + 1) * size);
  std::copy(states + s.steps * size, states + (s.steps + 1) * size, end);

  transpose(weights.u, s.hidden, s.hidden, transposedU);
  std::copy(ct, ct + size, product);
  for (int64_t t = s.steps - 1; t >= 0; --t) {
    const double *state = states + (t + 1) * size;
    double *dz = cts + t * size;
    for (int64_t k = 0; k < size; ++k)
      dz[k] = product[k] * (1 - state[k] * state[k]);
    multiply(dz, transposedU, s.batch, s.hidden, s.hidden, product);
  }

  std::fill(out.bias, out.bias + s.hidden, 0.0);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < s.hidden; ++j)
      out.bias[j] += cts[i * s.hidden + j];
  int64_t widest = std::max(s.inputs, s.hidden);
  double *transposed = workspace.take<double>(rows * widest);
  if (s.isOutIn) {
    transpose(cts, rows, s.hidden, transposed);
    multiply(transposed, in.xs, s.hidden, rows, s.inputs, out.w);
    multiply(transposed, states, s.hidden, rows, s.hidden, out.u);
    return;
  }
  transpose(in.xs, rows, s.inputs, transposed);
  multiply(transposed, cts, s.inputs, rows, s.hidden, out.w);
  transpose(states, rows, s.hidden, transposed);
  multiply(transposed, cts, s.hidden, rows, s.hidden, out.u);
}

} // namespace chad::baseline
