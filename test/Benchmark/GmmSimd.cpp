//===- GmmSimd.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The mixture's gradient with the points in the lanes of vectors: points go by in chunks
// of some blocks of a vector each, for which a component's whitened differences y = Q v
// stay in the cache until the weights of all components are known.

#include "GmmKernels.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

namespace {
struct Simd {
  Simd(const GmmShape &s, const GmmInputs &in, const GmmGradient &out, Workspace &workspace);
  double run();
  void loadPoints(int64_t first, int64_t blocks);
  double weigh(int64_t first, int64_t blocks);

  const GmmShape &s;
  const GmmInputs &in;
  const GmmGradient &out;
  GmmKernels kernels;
  /// Extents with padding: of the dimension, and the blocks of a chunk.
  int64_t width, maxBlocks;
  double *diagonals, *weights;
  /// Of a chunk: points, by block or by dimension; terms, by block; y, by component.
  Lanes *points, *terms, *whitened;
  GmmScratch scratch;
};
} // namespace

static int64_t blocksOf(const GmmShape &s, int64_t width) {
  // Half of a usual second cache, but enough to make up for what each chunk costs.
  int64_t bytes = s.k * width * sizeof(Lanes), blocks = (1 << 19) / std::max<int64_t>(bytes, 1);
  return std::clamp<int64_t>(blocks / 4 * 4, 16, 64);
}

Simd::Simd(const GmmShape &s, const GmmInputs &in, const GmmGradient &out, Workspace &workspace)
    : s(s), in(in), out(out), kernels(chooseGmmKernels(s.d)), width(kernels.width(s.d)),
      maxBlocks(blocksOf(s, width)), diagonals(workspace.take<double>(s.k * width + lanes)),
      weights(workspace.take<double>(s.k)), points(workspace.take<Lanes>(width * (maxBlocks + 4))),
      terms(workspace.take<Lanes>(maxBlocks * s.k)),
      whitened(workspace.take<Lanes>(s.k * width * maxBlocks)),
      scratch{workspace.take<Lanes>(width * (maxBlocks + 4)),
              workspace.take<Lanes>(width * (maxBlocks + 4)), workspace.take<Lanes>(2 * width + 1),
              workspace.take<double>(2 * width)} {}

/// Transposes points into lanes; the lanes after the last point repeat it.
void Simd::loadPoints(int64_t first, int64_t blocks) {
  for (int64_t b = 0; b < blocks; ++b)
    for (int l = 0; l < lanes; ++l) {
      const double *x = in.x + std::min(first + b * lanes + l, s.n - 1) * s.d;
      for (int64_t d = 0; d < s.d; ++d)
        points[kernels.isByBlock ? b * width + d : d * (maxBlocks + 4) + b][l] = x[d];
    }
}

/// Turns terms into weights; gives the sum of the points' log-sum-exps.
double Simd::weigh(int64_t first, int64_t blocks) {
  Lanes total = {};
  for (int64_t b = 0; b < blocks; ++b) {
    Lanes *t = terms + b * s.k, top = t[0], sum = {}, valid = {};
    for (int64_t k = 1; k < s.k; ++k)
      top = max(top, t[k]);
    for (int64_t k = 0; k < s.k; ++k) {
      t[k] = expLanes(t[k] - top);
      sum += t[k];
    }
    for (int l = 0; l < lanes; ++l)
      valid[l] = first + b * lanes + l < s.n;
    total += valid * (top + logLanes(sum));
    Lanes inverse = valid / sum;
    for (int64_t k = 0; k < s.k; ++k)
      t[k] *= inverse;
  }
  return sumOf(total);
}

double Simd::run() {
  std::fill(out.alphas, out.alphas + s.k, 0.0);
  std::fill(out.means, out.means + s.k * s.d, 0.0);
  std::fill(out.icf, out.icf + s.k * s.width(), 0.0);
  // The padding of points and parameters is zero, and so is what comes of it.
  std::fill(points, points + width * (maxBlocks + 4), Lanes{});
  std::fill(diagonals, diagonals + s.k * width + lanes, 0.0);
  for (int64_t k = 0; k < s.k; ++k) {
    const double *q = in.icf + k * s.width();
    weights[k] = in.alphas[k];
    for (int64_t d = 0; d < s.d; ++d) {
      weights[k] += q[d];
      diagonals[k * width + d] = std::exp(q[d]);
    }
  }
  double value = 0;
  for (int64_t first = 0; first < s.n; first += maxBlocks * lanes) {
    int64_t blocks = std::min(maxBlocks, (s.n - first + lanes - 1) / lanes);
    // Kernels take groups of blocks; those after the last have no weight.
    int64_t padded = (blocks + 3) / 4 * 4;
    loadPoints(first, padded);
    for (int64_t k = 0; k < s.k; ++k) {
      GmmComponent c = {in.means + k * s.d, diagonals + k * width, in.icf + k * s.width() + s.d,
                        weights[k]};
      kernels.forward(s.d, c, points, maxBlocks + 4, padded, whitened + k * width * maxBlocks,
                      terms + k, s.k, scratch);
    }
    value += weigh(first, padded);
    for (int64_t k = 0; k < s.k; ++k) {
      GmmComponent c = {in.means + k * s.d, diagonals + k * width, in.icf + k * s.width() + s.d,
                        weights[k]};
      GmmComponentGradient g = {out.alphas + k, out.means + k * s.d, out.icf + k * s.width()};
      kernels.backward(s.d, c, points, maxBlocks + 4, padded, whitened + k * width * maxBlocks,
                       terms + k, s.k, g, scratch);
    }
  }
  // What `icf` has first is by Q's diagonal, not yet by its logarithm.
  for (int64_t k = 0; k < s.k; ++k)
    for (int64_t d = 0; d < s.d; ++d) {
      double &q = out.icf[k * s.width() + d];
      q = q * diagonals[k * width + d] + out.alphas[k];
    }
  // From here on without padding.
  for (int64_t k = 0; k < s.k; ++k)
    std::copy(diagonals + k * width, diagonals + k * width + s.d, diagonals + k * s.d);
  return value + gmmWithoutPoints(s, in, diagonals, &out);
}

double gmmGradientSimd(const GmmShape &shape, const GmmInputs &in, const GmmGradient &out,
                       Workspace &workspace) {
  return Simd(shape, in, out, workspace).run();
}

} // namespace chad::baseline
