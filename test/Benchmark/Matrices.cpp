//===- Matrices.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>

namespace chad::baseline {

void matvec(const double *a, const double *x, int64_t m, int64_t n, double *__restrict y) {
  for (int64_t i = 0; i < m; ++i) {
    const double *row = a + i * n;
    double sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += row[j] * x[j];
    y[i] = sum;
  }
}

void matvecGradient(const double *a, const double *x, const double *ct, int64_t m, int64_t n,
                    double *__restrict y, double *__restrict da, double *__restrict dx) {
  std::fill(dx, dx + n, 0.0);
  for (int64_t i = 0; i < m; ++i) {
    const double *row = a + i * n;
    double *drow = da + i * n;
    double sum = 0, c = ct[i];
    for (int64_t j = 0; j < n; ++j) {
      sum += row[j] * x[j];
      drow[j] = c * x[j];
      dx[j] += c * row[j];
    }
    y[i] = sum;
  }
}

/// A block of rows×columns of c, from `depth` columns of a and rows of b.
template <int rows, int columns, typename T>
static void multiplyBlock(const T *a, const T *b, int64_t depth, int64_t lda, int64_t n,
                          T *__restrict c) {
  T sums[rows][columns] = {};
  for (int64_t l = 0; l < depth; ++l)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        sums[i][j] += a[i * lda + l] * b[l * n + j];
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      c[i * n + j] += sums[i][j];
}

template <typename T>
void multiply(const T *a, const T *b, int64_t m, int64_t k, int64_t n, T *__restrict c) {
  // b's block of depth×columns stays in the first cache while all rows go by.
  constexpr int rows = 6, columns = 128 / sizeof(T) * 2;
  constexpr int64_t depth = 256;
  std::fill(c, c + m * n, T(0));
  for (int64_t l0 = 0; l0 < k; l0 += depth) {
    int64_t dl = std::min(depth, k - l0);
    int64_t j0 = 0;
    for (; j0 + columns <= n; j0 += columns) {
      int64_t i0 = 0;
      for (; i0 + rows <= m; i0 += rows)
        multiplyBlock<rows, columns>(a + i0 * k + l0, b + l0 * n + j0, dl, k, n, c + i0 * n + j0);
      for (; i0 < m; ++i0)
        multiplyBlock<1, columns>(a + i0 * k + l0, b + l0 * n + j0, dl, k, n, c + i0 * n + j0);
    }
    if (j0 < n)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t l = l0; l < l0 + dl; ++l)
          for (int64_t j = j0; j < n; ++j)
            c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

template <typename T> void transpose(const T *a, int64_t m, int64_t n, T *__restrict b) {
  constexpr int64_t tile = 16;
  for (int64_t i0 = 0; i0 < m; i0 += tile)
    for (int64_t j0 = 0; j0 < n; j0 += tile)
      for (int64_t i = i0; i < std::min(i0 + tile, m); ++i)
        for (int64_t j = j0; j < std::min(j0 + tile, n); ++j)
          b[j * m + i] = a[i * n + j];
}

void matmulGradient(const double *a, const double *b, const double *ct, int64_t m, int64_t k,
                    int64_t n, double *c, double *da, double *db, Workspace &workspace) {
  double *at = workspace.take<double>(m * k), *bt = workspace.take<double>(k * n);
  transpose(a, m, k, at);
  transpose(b, k, n, bt);
  multiply(a, b, m, k, n, c);
  multiply(ct, bt, m, n, k, da);
  multiply(at, ct, k, m, n, db);
}

void spmv(const double *values, const int64_t *columns, const int64_t *offsets, const double *x,
          int64_t rows, double *__restrict y) {
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (int64_t e = offsets[i]; e < offsets[i + 1]; ++e)
      sum += values[e] * x[columns[e]];
    y[i] = sum;
  }
}

void spmvGradient(const double *values, const int64_t *columns, const int64_t *offsets,
                  const double *x, const double *ct, int64_t rows, int64_t numColumns,
                  double *__restrict y, double *__restrict dvalues, double *__restrict dx) {
  std::fill(dx, dx + numColumns, 0.0);
  for (int64_t i = 0; i < rows; ++i) {
    double sum = 0, c = ct[i];
    for (int64_t e = offsets[i]; e < offsets[i + 1]; ++e) {
      double v = x[columns[e]];
      sum += values[e] * v;
      dvalues[e] = c * v;
      dx[columns[e]] += c * values[e];
    }
    y[i] = sum;
  }
}

template void multiply(const float *, const float *, int64_t, int64_t, int64_t, float *);
template void multiply(const double *, const double *, int64_t, int64_t, int64_t, double *);
template void transpose(const float *, int64_t, int64_t, float *);
template void transpose(const double *, int64_t, int64_t, double *);

} // namespace chad::baseline
