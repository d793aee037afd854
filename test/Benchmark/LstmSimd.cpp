//===- LstmSimd.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The network's gradient with the cells of a layer in the lanes of vectors, which
// act on each other only in the loss. So each layer goes through all steps before
// the next one does, and on the way back the sums of its gradient stay in registers.

#include "Baselines.h"
#include "Lanes.h"
#include <algorithm>

namespace chad::baseline {

namespace {
enum Parameter { Wf, Wi, Wo, Wc, Bf, Bi, Bo, Bc, numGates, InScale = numGates, OutScale, OutShift };

/// What a cell computes in a step, for the way back.
struct Cell {
  Lanes forget, in, out, change, cell, tanh;
};

struct Simd {
  Simd(const LstmShape &s, const LstmInputs &in, Workspace &workspace);
  double run(const LstmGradient &out);

  void pack(const double *from, int64_t rows, Lanes *to) const;
  const Lanes *gate(Parameter p, int64_t layer) const {
    return gates + (p * s.layers + layer) * width;
  }
  /// What a layer gets of all steps; what the last gives stands after that.
  Lanes *inputOf(int64_t layer) const { return inputs + layer * steps * width; }
  Cell *cellsOf(int64_t layer) const { return cells + layer * steps * width; }
  void forward(int64_t layer);
  double loss();
  void backward(int64_t layer, const LstmGradient &out);

  const LstmShape &s;
  const LstmInputs &in;
  int64_t steps, width;
  Lanes *gates, *scales, *text, *h, *c, *inputs;
  Cell *cells;
  /// Of the input of the layer above that is at work.
  Lanes *cotangents;
  /// Sums over a step's exp y and over its target.
  Lanes *exps, *targets;
};
} // namespace

Simd::Simd(const LstmShape &s, const LstmInputs &in, Workspace &workspace)
    : s(s), in(in), steps(s.length - 1), width((s.bits + lanes - 1) / lanes),
      gates(workspace.take<Lanes>(numGates * s.layers * width)),
      scales(workspace.take<Lanes>(3 * width)), text(workspace.take<Lanes>(s.length * width)),
      h(workspace.take<Lanes>(s.layers * width)), c(workspace.take<Lanes>(s.layers * width)),
      inputs(workspace.take<Lanes>((s.layers + 1) * steps * width)),
      cells(workspace.take<Cell>(s.layers * steps * width)),
      cotangents(workspace.take<Lanes>(steps * width)), exps(workspace.take<Lanes>(steps + lanes)),
      targets(workspace.take<Lanes>(steps + lanes)) {
  for (int p = 0; p < numGates; ++p)
    pack(in.parameters[p], s.layers, gates + p * s.layers * width);
  for (int p = InScale; p <= OutShift; ++p)
    pack(in.parameters[p], 1, scales + (p - InScale) * width);
  pack(in.h, s.layers, h);
  pack(in.c, s.layers, c);
  pack(in.text, s.length, text);
}

/// Rows with zeros behind.
void Simd::pack(const double *from, int64_t rows, Lanes *to) const {
  for (int64_t row = 0; row < rows; ++row) {
    to[(row + 1) * width - 1] = Lanes{};
    std::copy(from + row * s.bits, from + (row + 1) * s.bits,
              reinterpret_cast<double *>(to + row * width));
  }
}

void Simd::forward(int64_t layer) {
  const Lanes *wf = gate(Wf, layer), *wi = gate(Wi, layer), *wo = gate(Wo, layer),
              *wc = gate(Wc, layer), *bf = gate(Bf, layer), *bi = gate(Bi, layer),
              *bo = gate(Bo, layer), *bc = gate(Bc, layer);
  Lanes *hs = h + layer * width, *cs = c + layer * width;
  const Lanes *x = inputOf(layer);
  Lanes *next = inputOf(layer + 1);
  Cell *kept = cellsOf(layer);
  for (int64_t step = 0; step < steps; ++step)
    for (int64_t v = 0; v < width; ++v) {
      int64_t at = step * width + v;
      Cell cell;
      Lanes hidden = step ? next[at - width] : hs[v];
      Lanes before = step ? kept[at - width].cell : cs[v];
      cell.in = sigmoidLanes(hidden * wi[v] + bi[v]);
      cell.change = tanhLanes(hidden * wc[v] + bc[v]);
      cell.forget = sigmoidLanes(x[at] * wf[v] + bf[v]);
      cell.cell = before * cell.forget + cell.in * cell.change;
      cell.out = sigmoidLanes(x[at] * wo[v] + bo[v]);
      cell.tanh = tanhLanes(cell.cell);
      next[at] = cell.out * cell.tanh;
      kept[at] = cell;
    }
}

/// The sum of the losses; leaves the cotangents of y.
double Simd::loss() {
  Lanes along = {}, total = {};
  Lanes mask = {};
  for (int l = 0; l < lanes; ++l)
    mask[l] = (width - 1) * lanes + l < s.bits;
  const Lanes *outScale = scales + width, *outShift = scales + 2 * width;
  for (int64_t step = 0; step < steps; ++step) {
    exps[step] = targets[step] = Lanes{};
    for (int64_t v = 0; v < width; ++v) {
      int64_t at = step * width + v;
      Lanes y = inputOf(s.layers)[at] * outScale[v] + outShift[v], target = text[at + width];
      Lanes e = expLanes(y);
      if (v + 1 == width)
        e *= mask;
      exps[step] += e;
      targets[step] += target;
      along += target * y;
      cotangents[at] = e;
    }
  }
  std::fill(exps + steps, exps + steps + lanes, Lanes{});
  std::fill(targets + steps, targets + steps + lanes, Lanes{});
  for (int64_t step = 0; step < steps; step += lanes) {
    Lanes sum = sumsOf(exps + step) + 2, target = sumsOf(targets + step);
    total += target * logLanes(sum);
    Lanes scale = target / sum / double(steps);
    for (int64_t i = 0; i < lanes && step + i < steps; ++i)
      for (int64_t v = 0; v < width; ++v) {
        int64_t at = (step + i) * width + v;
        cotangents[at] = cotangents[at] * scale[i] - text[at + width] * (1 / double(steps));
      }
  }
  return sumOf(total - along);
}

/// From the cotangents of the layer's outputs to those of its inputs.
void Simd::backward(int64_t layer, const LstmGradient &out) {
  const Lanes *x = inputOf(layer), *next = inputOf(layer + 1);
  const Cell *kept = cellsOf(layer);
  for (int64_t v = 0; v < width; ++v) {
    Lanes wf = gate(Wf, layer)[v], wi = gate(Wi, layer)[v], wo = gate(Wo, layer)[v],
          wc = gate(Wc, layer)[v];
    Lanes sums[numGates] = {}, dh = {}, dc = {};
    for (int64_t step = steps - 1; step >= 0; --step) {
      int64_t at = step * width + v;
      const Cell &k = kept[at];
      Lanes hidden = step ? next[at - width] : h[layer * width + v];
      Lanes before = step ? kept[at - width].cell : c[layer * width + v];
      dh += cotangents[at];
      Lanes cell = dc + dh * k.out * (1 - k.tanh * k.tanh);
      Lanes zo = dh * k.tanh * (k.out - k.out * k.out);
      Lanes zf = cell * before * (k.forget - k.forget * k.forget);
      Lanes zi = cell * k.change * (k.in - k.in * k.in);
      Lanes zc = cell * k.in * (1 - k.change * k.change);
      dc = cell * k.forget;
      dh = zi * wi + zc * wc;
      cotangents[at] = zf * wf + zo * wo;
      sums[Wf] += zf * x[at];
      sums[Wo] += zo * x[at];
      sums[Wi] += zi * hidden;
      sums[Wc] += zc * hidden;
      sums[Bf] += zf;
      sums[Bo] += zo;
      sums[Bi] += zi;
      sums[Bc] += zc;
    }
    for (int p = 0; p < numGates; ++p)
      for (int64_t b = v * lanes; b < std::min((v + 1) * lanes, s.bits); ++b)
        out.parameters[p][layer * s.bits + b] = sums[p][b - v * lanes];
  }
}

double Simd::run(const LstmGradient &out) {
  for (int64_t step = 0; step < steps; ++step)
    for (int64_t v = 0; v < width; ++v)
      inputs[step * width + v] = text[step * width + v] * scales[v];
  for (int64_t layer = 0; layer < s.layers; ++layer)
    forward(layer);
  double total = loss();
  auto sumOverSteps = [&](Parameter p, auto term) {
    for (int64_t v = 0; v < width; ++v) {
      Lanes sum = {};
      for (int64_t step = 0; step < steps; ++step)
        sum += term(step * width + v);
      for (int64_t b = v * lanes; b < std::min((v + 1) * lanes, s.bits); ++b)
        out.parameters[p][b] = sum[b - v * lanes];
    }
  };
  sumOverSteps(OutShift, [&](int64_t at) { return cotangents[at]; });
  sumOverSteps(OutScale, [&](int64_t at) { return cotangents[at] * inputOf(s.layers)[at]; });
  for (int64_t at = 0; at < steps * width; ++at)
    cotangents[at] *= scales[width + at % width];
  for (int64_t layer = s.layers - 1; layer >= 0; --layer)
    backward(layer, out);
  sumOverSteps(InScale, [&](int64_t at) { return cotangents[at] * text[at]; });
  return total / double(steps);
}

double lstmGradientSimd(const LstmShape &shape, const LstmInputs &in, const LstmGradient &out,
                        Workspace &workspace) {
  return Simd(shape, in, workspace).run(out);
}

} // namespace chad::baseline
