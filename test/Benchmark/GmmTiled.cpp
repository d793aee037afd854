//===- GmmTiled.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For dimensions that no register file holds: tiles of 4 rows by 4 blocks, or by 4
// columns, in registers. Dimensions are padded with zeros to tiles, and vectors of points
// are stored dimension by dimension.

#include "GmmKernels.h"
#include <algorithm>

namespace chad::baseline {

namespace {
constexpr int tile = 4;

/// L with its padding: entry (i, j), i > j.
struct Lower {
  const double *entries;
  int64_t d;

  /// A column, to be indexed by the row.
  const double *column(int64_t j) const { return entries + j * d - j * (j + 1) / 2 - j - 1; }
  double operator()(int64_t i, int64_t j) const { return i < d ? column(j)[i] : 0; }
};

using Tile = Lanes[tile][tile];
} // namespace

/// Whether no entry of four rows or columns from `i` on is padding.
static bool isWhole(int64_t i, int64_t d) { return i + tile <= d; }

/// sums[i][b] += Σ_{j < i0} L(i0 + i, j) v[j][b], for whole rows.
static void addRows(const Lower &lower, int64_t i0, const Lanes *v, int64_t stride, Tile &sums) {
  for (int64_t j = 0; j < i0; ++j) {
    const double *l = lower.column(j) + i0;
    const Lanes *row = v + j * stride;
#pragma GCC unroll 4
    for (int i = 0; i < tile; ++i)
#pragma GCC unroll 4
      for (int b = 0; b < tile; ++b)
        sums[i][b] += row[b] * l[i];
  }
}

static void forward(int64_t d, const GmmComponent &c, const Lanes *points, int64_t pointStride,
                    int64_t blocks, Lanes *whitened, Lanes *terms, int64_t stride,
                    const GmmScratch &scratch) {
  Lower lower = {c.lower, d};
  int64_t width = (d + 3) / 4 * 4;
  for (int64_t b0 = 0; b0 < blocks; b0 += tile) {
    // The differences of these blocks, side by side.
    Lanes *v = scratch.differences, square[tile] = {};
    for (int64_t j = 0; j < width; ++j)
      for (int b = 0; b < tile; ++b)
        v[j * tile + b] = j < d ? points[j * pointStride + b0 + b] - c.mean[j] : Lanes{};
    for (int64_t i0 = 0; i0 < width; i0 += tile) {
      Tile sums;
      for (int i = 0; i < tile; ++i)
        for (int b = 0; b < tile; ++b)
          sums[i][b] = v[(i0 + i) * tile + b] * c.diagonal[i0 + i];
      if (isWhole(i0, d))
        addRows(lower, i0, v, tile, sums);
      else
        for (int64_t j = 0; j < i0; ++j)
          for (int i = 0; i < tile; ++i)
            for (int b = 0; b < tile; ++b)
              sums[i][b] += v[j * tile + b] * lower(i0 + i, j);
      for (int j = 0; j < tile; ++j)
        for (int i = j + 1; i < tile; ++i)
          for (int b = 0; b < tile; ++b)
            sums[i][b] += v[(i0 + j) * tile + b] * lower(i0 + i, i0 + j);
      for (int i = 0; i < tile; ++i)
        for (int b = 0; b < tile; ++b) {
          whitened[(i0 + i) * blocks + b0 + b] = sums[i][b];
          square[b] += sums[i][b] * sums[i][b];
        }
    }
    for (int b = 0; b < tile; ++b)
      terms[(b0 + b) * stride] = c.weight - 0.5 * square[b];
  }
}

/// sums[j][b] += Σ_{i ≥ i0} g[i][b] L(i, j0 + j), for rows that are no padding.
static void addColumns(const Lower &lower, int64_t j0, int64_t i0, const Lanes *g, int64_t stride,
                       Tile &sums) {
  const double *l[tile];
  for (int j = 0; j < tile; ++j)
    l[j] = lower.column(j0 + j);
  for (int64_t i = i0; i < lower.d; ++i) {
    const Lanes *row = g + i * stride;
#pragma GCC unroll 4
    for (int j = 0; j < tile; ++j)
#pragma GCC unroll 4
      for (int b = 0; b < tile; ++b)
        sums[j][b] += row[b] * l[j][i];
  }
}

/// The gradient by the mean: minus the sum over the blocks of Qᵀ g.
static void addMean(int64_t d, const GmmComponent &c, int64_t blocks, const Lanes *g,
                    int64_t stride, double *dmean) {
  Lower lower = {c.lower, d};
  for (int64_t j0 = 0; j0 < d; j0 += tile) {
    Lanes totals[lanes] = {};
    for (int64_t b0 = 0; b0 < blocks; b0 += tile) {
      const Lanes *block = g + b0;
      Tile sums;
      for (int j = 0; j < tile; ++j)
        for (int b = 0; b < tile; ++b)
          sums[j][b] = block[(j0 + j) * stride + b] * c.diagonal[j0 + j];
      for (int j = 0; j < tile; ++j)
        for (int i = j + 1; i < tile; ++i)
          for (int b = 0; b < tile; ++b)
            sums[j][b] += block[(j0 + i) * stride + b] * lower(j0 + i, j0 + j);
      if (j0 + tile < d)
        addColumns(lower, j0, j0 + tile, block, stride, sums);
      for (int j = 0; j < tile; ++j)
        for (int b = 0; b < tile; ++b)
          totals[j] += sums[j][b];
    }
    Lanes sum = sumsOf(totals);
    for (int j = 0; j < tile && j0 + j < d; ++j)
      dmean[j0 + j] -= sum[j];
  }
}

/// The sums over the blocks of g[i0 + i] v[j0 + j].
static void outerTile(int64_t blocks, const Lanes *g, const Lanes *v, int64_t stride,
                      double (&out)[tile][tile]) {
  Tile sums = {};
  for (int64_t b = 0; b < blocks; ++b)
#pragma GCC unroll 4
    for (int i = 0; i < tile; ++i)
#pragma GCC unroll 4
      for (int j = 0; j < tile; ++j)
        sums[i][j] += g[i * stride + b] * v[j * stride + b];
  double flat[tile * tile];
  for (int i = 0; i < tile * tile; i += lanes)
    storeLanes(flat + i, sumsOf(&sums[0][0] + i));
  for (int i = 0; i < tile; ++i)
    for (int j = 0; j < tile; ++j)
      out[i][j] = flat[i * tile + j];
}

static void addOuter(int64_t d, int64_t blocks, const Lanes *g, const Lanes *v, int64_t stride,
                     double *dicf) {
  double *dlower = dicf + d, entries[tile][tile];
  for (int64_t i0 = 0; i0 < d; i0 += tile)
    for (int64_t j0 = 0; j0 <= i0; j0 += tile) {
      outerTile(blocks, g + i0 * stride, v + j0 * stride, stride, entries);
      for (int j = 0; j < tile && j0 + j < d; ++j) {
        int64_t column = (j0 + j) * d - (j0 + j) * (j0 + j + 1) / 2 - (j0 + j) - 1;
        for (int i = 0; i < tile && i0 + i < d; ++i)
          if (i0 + i > j0 + j)
            dlower[column + i0 + i] += entries[i][j];
          else if (i0 + i == j0 + j)
            dicf[i0 + i] += entries[i][j];
      }
    }
}

static void backward(int64_t d, const GmmComponent &c, const Lanes *points, int64_t pointStride,
                     int64_t blocks, const Lanes *whitened, const Lanes *weights, int64_t stride,
                     const GmmComponentGradient &out, const GmmScratch &scratch) {
  int64_t width = (d + 3) / 4 * 4, rowStride = pointStride;
  Lanes *g = scratch.cotangents, *v = scratch.differences, total = {};
  for (int64_t b = 0; b < blocks; ++b)
    total += weights[b * stride];
  *out.alpha += sumOf(total);
  for (int64_t i = 0; i < width; ++i)
    for (int64_t b = 0; b < blocks; ++b) {
      g[i * rowStride + b] = -weights[b * stride] * whitened[i * blocks + b];
      v[i * rowStride + b] = i < d ? points[i * pointStride + b] - c.mean[i] : Lanes{};
    }
  addMean(d, c, blocks, g, rowStride, out.mean);
  addOuter(d, blocks, g, v, rowStride, out.icf);
}

GmmKernels tiledGmmKernels() { return {forward, backward, false}; }

} // namespace chad::baseline
