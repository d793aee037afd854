//===- Lstm.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

namespace {
enum Parameter { Wf, Wi, Wo, Wc, Bf, Bi, Bo, Bc, InScale, OutScale, OutShift };

/// What a layer computes in a step, kept for the way back: rows of `bits`.
enum Kept { X, H, C, Forget, In, Out, Change, Tanh, numKept };

struct Lstm {
  Lstm(const LstmShape &s, const LstmInputs &in, bool isKept, Workspace &workspace)
      : s(s), in(in), steps(s.length - 1), states(workspace.take<double>(2 * s.layers * s.bits)),
        kept(workspace.take<double>((isKept ? steps : 1) * stride())),
        exps(workspace.take<double>((isKept ? steps : 1) * (s.bits + 1))),
        top(workspace.take<double>(s.bits)), isKept(isKept) {}

  int64_t stride() const { return s.layers * numKept * s.bits; }
  double *row(int64_t step, int64_t layer, Kept what) const {
    return kept + (isKept ? step : 0) * stride() + (layer * numKept + what) * s.bits;
  }
  /// exp y of a step, and then Σ exp y + 2.
  double *expsOf(int64_t step) const { return exps + (isKept ? step : 0) * (s.bits + 1); }
  const double *parameter(Parameter p, int64_t layer) const {
    return in.parameters[p] + layer * s.bits;
  }

  void cell(int64_t step, int64_t layer);
  double forward(int64_t step);
  void cellBackward(int64_t step, int64_t layer, double *__restrict dh, double *__restrict dc,
                    double *__restrict dx, const LstmGradient &out) const;
  void backward(const LstmGradient &out, Workspace &workspace) const;

  const LstmShape &s;
  const LstmInputs &in;
  int64_t steps;
  double *states, *kept, *exps, *top;
  bool isKept;
};
} // namespace

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// From row X to H and C, which are also the state.
void Lstm::cell(int64_t step, int64_t layer) {
  int64_t bits = s.bits;
  const double *wf = parameter(Wf, layer), *wi = parameter(Wi, layer), *wo = parameter(Wo, layer),
               *wc = parameter(Wc, layer), *bf = parameter(Bf, layer), *bi = parameter(Bi, layer),
               *bo = parameter(Bo, layer), *bc = parameter(Bc, layer);
  const double *x = row(step, layer, X);
  double *__restrict h = states + layer * bits, *__restrict c = h + s.layers * bits;
  double *__restrict forget = row(step, layer, Forget), *__restrict ingate = row(step, layer, In),
                     *__restrict outgate = row(step, layer, Out),
                     *__restrict change = row(step, layer, Change),
                     *__restrict tanh = row(step, layer, Tanh),
                     *__restrict h0 = row(step, layer, H), *__restrict c0 = row(step, layer, C);
  for (int64_t b = 0; b < bits; ++b) {
    h0[b] = h[b];
    c0[b] = c[b];
    forget[b] = sigmoid(x[b] * wf[b] + bf[b]);
    ingate[b] = sigmoid(h[b] * wi[b] + bi[b]);
    outgate[b] = sigmoid(x[b] * wo[b] + bo[b]);
    change[b] = std::tanh(h[b] * wc[b] + bc[b]);
    c[b] = c[b] * forget[b] + ingate[b] * change[b];
    tanh[b] = std::tanh(c[b]);
    h[b] = outgate[b] * tanh[b];
  }
}

/// The loss of a step.
double Lstm::forward(int64_t step) {
  int64_t bits = s.bits;
  const double *text = in.text + step * bits, *target = text + bits;
  for (int64_t b = 0; b < bits; ++b)
    top[b] = text[b] * in.parameters[InScale][b];
  for (int64_t layer = 0; layer < s.layers; ++layer) {
    std::copy(top, top + bits, row(step, layer, X));
    cell(step, layer);
    std::copy(states + layer * bits, states + (layer + 1) * bits, top);
  }
  double *e = expsOf(step), sum = 2, targets = 0, along = 0;
  for (int64_t b = 0; b < bits; ++b) {
    double y = top[b] * in.parameters[OutScale][b] + in.parameters[OutShift][b];
    e[b] = std::exp(y);
    sum += e[b];
    targets += target[b];
    along += target[b] * y;
  }
  e[bits] = sum;
  return targets * std::log(sum) - along;
}

/// On entry `dh` has the cotangent of h', `dc` that of c'; on return those of h and c,
/// and `dx` that of x.
void Lstm::cellBackward(int64_t step, int64_t layer, double *__restrict dh, double *__restrict dc,
                        double *__restrict dx, const LstmGradient &out) const {
  int64_t bits = s.bits;
  const double *wf = parameter(Wf, layer), *wi = parameter(Wi, layer), *wo = parameter(Wo, layer),
               *wc = parameter(Wc, layer);
  const double *x = row(step, layer, X), *h = row(step, layer, H), *c = row(step, layer, C),
               *forget = row(step, layer, Forget), *ingate = row(step, layer, In),
               *outgate = row(step, layer, Out), *change = row(step, layer, Change),
               *tanh = row(step, layer, Tanh);
  double *d[8];
  for (int p = 0; p < 8; ++p)
    d[p] = out.parameters[p] + layer * bits;
  double *__restrict dwf = d[Wf], *__restrict dwi = d[Wi], *__restrict dwo = d[Wo],
                     *__restrict dwc = d[Wc], *__restrict dbf = d[Bf], *__restrict dbi = d[Bi],
                     *__restrict dbo = d[Bo], *__restrict dbc = d[Bc];
  for (int64_t b = 0; b < bits; ++b) {
    double cell = dc[b] + dh[b] * outgate[b] * (1 - tanh[b] * tanh[b]);
    double zo = dh[b] * tanh[b] * outgate[b] * (1 - outgate[b]);
    double zf = cell * c[b] * forget[b] * (1 - forget[b]);
    double zi = cell * change[b] * ingate[b] * (1 - ingate[b]);
    double zc = cell * ingate[b] * (1 - change[b] * change[b]);
    dc[b] = cell * forget[b];
    dwf[b] += zf * x[b];
    dwo[b] += zo * x[b];
    dwi[b] += zi * h[b];
    dwc[b] += zc * h[b];
    dbf[b] += zf;
    dbo[b] += zo;
    dbi[b] += zi;
    dbc[b] += zc;
    dx[b] = zf * wf[b] + zo * wo[b];
    dh[b] = zi * wi[b] + zc * wc[b];
  }
}

void Lstm::backward(const LstmGradient &out, Workspace &workspace) const {
  int64_t bits = s.bits, all = s.layers * bits;
  for (int p = 0; p < 11; ++p)
    std::fill(out.parameters[p], out.parameters[p] + (p < InScale ? all : bits), 0.0);
  double *dh = workspace.take<double>(2 * all), *dc = dh + all, *dx = workspace.take<double>(bits);
  std::fill(dh, dh + 2 * all, 0.0);
  for (int64_t step = steps - 1; step >= 0; --step) {
    const double *text = in.text + step * bits, *target = text + bits, *e = expsOf(step);
    double targets = 0;
    for (int64_t b = 0; b < bits; ++b)
      targets += target[b];
    double scale = targets / e[bits];
    // The top's h' is what the last layer gave.
    const double *outgate = row(step, s.layers - 1, Out), *tanh = row(step, s.layers - 1, Tanh);
    for (int64_t b = 0; b < bits; ++b) {
      double dy = (e[b] * scale - target[b]) / double(steps);
      out.parameters[OutScale][b] += dy * outgate[b] * tanh[b];
      out.parameters[OutShift][b] += dy;
      dx[b] = dy * in.parameters[OutScale][b];
    }
    for (int64_t layer = s.layers - 1; layer >= 0; --layer) {
      for (int64_t b = 0; b < bits; ++b)
        dh[layer * bits + b] += dx[b];
      cellBackward(step, layer, dh + layer * bits, dc + layer * bits, dx, out);
    }
    for (int64_t b = 0; b < bits; ++b)
      out.parameters[InScale][b] += dx[b] * text[b];
  }
}

static double run(const LstmShape &s, const LstmInputs &in, const LstmGradient *out,
                  Workspace &workspace) {
  Lstm network(s, in, out != nullptr, workspace);
  int64_t all = s.layers * s.bits;
  std::copy(in.h, in.h + all, network.states);
  std::copy(in.c, in.c + all, network.states + all);
  double total = 0;
  for (int64_t step = 0; step < network.steps; ++step)
    total += network.forward(step);
  if (out)
    network.backward(*out, workspace);
  return total / double(network.steps);
}

double lstm(const LstmShape &shape, const LstmInputs &in, Workspace &workspace) {
  return run(shape, in, nullptr, workspace);
}

double lstmGradient(const LstmShape &shape, const LstmInputs &in, const LstmGradient &out,
                    Workspace &workspace) {
  return run(shape, in, &out, workspace);
}

} // namespace chad::baseline
