//===- GmmUnrolled.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For small dimensions: a block's point and y in registers, and as many sums of the
// gradient at a time as there are registers.

#include "GmmKernels.h"

namespace chad::baseline {

/// Where entry (i, j) of L stands.
static constexpr int place(int d, int i, int j) { return j * d - j * (j + 1) / 2 + i - j - 1; }

template <int d>
static void forward(int64_t, const GmmComponent &c, const Lanes *points, int64_t, int64_t blocks,
                    Lanes *whitened, Lanes *terms, int64_t stride, const GmmScratch &) {
  for (int64_t b = 0; b < blocks; ++b) {
    Lanes v[d], y[d], square = {};
#pragma GCC unroll 16
    for (int i = 0; i < d; ++i) {
      v[i] = points[b * d + i] - c.mean[i];
      y[i] = v[i] * c.diagonal[i];
    }
#pragma GCC unroll 16
    for (int j = 0; j < d; ++j)
#pragma GCC unroll 16
      for (int i = j + 1; i < d; ++i)
        y[i] += v[j] * c.lower[place(d, i, j)];
#pragma GCC unroll 16
    for (int i = 0; i < d; ++i) {
      square += y[i] * y[i];
      whitened[b * d + i] = y[i];
    }
    terms[b * stride] = c.weight - 0.5 * square;
  }
}

/// The sums over the blocks of g v for entries (i, j), i ≥ j, of columns `from` to `to`.
template <int d, int from, int to>
static void outer(int64_t blocks, const Lanes *cotangents, const Lanes *differences,
                  const GmmComponentGradient &out) {
  constexpr int count = (to - from) * d - to * (to - 1) / 2 + from * (from - 1) / 2;
  constexpr int padded = (count + lanes - 1) / lanes * lanes;
  Lanes sums[padded] = {};
  for (int64_t b = 0; b < blocks; ++b) {
    const Lanes *g = cotangents + b * d, *v = differences + b * d;
    int at = 0;
#pragma GCC unroll 16
    for (int j = from; j < to; ++j)
#pragma GCC unroll 16
      for (int i = j; i < d; ++i)
        sums[at++] += g[i] * v[j];
  }
  double entries[padded];
  for (int i = 0; i < padded; i += lanes)
    storeLanes(entries + i, sumsOf(sums + i));
  int at = 0;
  for (int j = from; j < to; ++j) {
    out.icf[j] += entries[at++];
    for (int i = j + 1; i < d; ++i)
      out.icf[d + place(d, i, j)] += entries[at++];
  }
}

/// The first column after `from` at which there are more sums than registers for them.
static constexpr int groupEnd(int d, int from) {
  int to = from, count = 0;
  while (to < d && (to == from || count + d - to <= 24))
    count += d - to++;
  return to;
}

template <int d, int from>
static void outerFrom(int64_t blocks, const Lanes *cotangents, const Lanes *differences,
                      const GmmComponentGradient &out) {
  if constexpr (from < d) {
    constexpr int to = groupEnd(d, from);
    outer<d, from, to>(blocks, cotangents, differences, out);
    outerFrom<d, to>(blocks, cotangents, differences, out);
  }
}

template <int d>
static void backward(int64_t, const GmmComponent &c, const Lanes *points, int64_t, int64_t blocks,
                     const Lanes *whitened, const Lanes *weights, int64_t stride,
                     const GmmComponentGradient &out, const GmmScratch &scratch) {
  constexpr int padded = (d + lanes) / lanes * lanes;
  // By the mean, and last by alpha.
  Lanes sums[padded] = {};
  for (int64_t b = 0; b < blocks; ++b) {
    Lanes w = weights[b * stride], g[d], m[d];
    sums[d] += w;
#pragma GCC unroll 16
    for (int i = 0; i < d; ++i) {
      g[i] = -w * whitened[b * d + i];
      m[i] = g[i] * c.diagonal[i];
      scratch.cotangents[b * d + i] = g[i];
      scratch.differences[b * d + i] = points[b * d + i] - c.mean[i];
    }
#pragma GCC unroll 16
    for (int j = 0; j < d; ++j)
#pragma GCC unroll 16
      for (int i = j + 1; i < d; ++i)
        m[j] += g[i] * c.lower[place(d, i, j)];
#pragma GCC unroll 16
    for (int j = 0; j < d; ++j)
      sums[j] -= m[j];
  }
  double entries[padded];
  for (int i = 0; i < padded; i += lanes)
    storeLanes(entries + i, sumsOf(sums + i));
  for (int j = 0; j < d; ++j)
    out.mean[j] += entries[j];
  *out.alpha += entries[d];
  outerFrom<d, 0>(blocks, scratch.cotangents, scratch.differences, out);
}

template <int d> static GmmKernels find(int64_t of) {
  if constexpr (d > maxUnrolled)
    return tiledGmmKernels();
  else
    return of == d ? GmmKernels{forward<d>, backward<d>, true} : find<d + 1>(of);
}

GmmKernels unrolledGmmKernels(int64_t d) { return find<1>(d); }

GmmKernels chooseGmmKernels(int64_t d) {
  return d > 0 && d <= maxUnrolled ? unrolledGmmKernels(d) : tiledGmmKernels();
}

} // namespace chad::baseline
