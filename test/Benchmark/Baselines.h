//===- Baselines.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The programs of test/Integration/Programs and their derivatives, written by hand
// as one would write them in C++: no library, loops over arrays, all that can be
// shared between value and derivative shared. What the names mean stands in the
// programs. `T` is float or double; matrices are row by row; `ct` is the cotangent of
// the result.

#ifndef CHAD_TEST_BENCHMARK_BASELINES_H
#define CHAD_TEST_BENCHMARK_BASELINES_H

#include "Workspace.h"

namespace chad::baseline {

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

template <typename T> T dot(const T *x, const T *y, int64_t n);
template <typename T> T dotGradient(const T *x, const T *y, int64_t n, T *dx, T *dy);

template <typename T> T sum(const T *x, int64_t n);
template <typename T> T sumGradient(const T *x, int64_t n, T *dx);

template <typename T> T prod(const T *x, int64_t n);
template <typename T> T prodGradient(const T *x, int64_t n, T *dx);

template <typename T> void scanSum(const T *x, int64_t n, T *y);
template <typename T> void scanSumGradient(const T *x, const T *ct, int64_t n, T *y, T *dx);

template <typename T> void scanMul(const T *x, int64_t n, T *y);
template <typename T> void scanMulGradient(const T *x, const T *ct, int64_t n, T *y, T *dx);

template <typename T> void scanLinrec(const T *a, const T *b, int64_t n, T *y);
template <typename T>
void scanLinrecGradient(const T *a, const T *b, const T *ct, int64_t n, T *y, T *da, T *db);

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

void matvec(const double *a, const double *x, int64_t m, int64_t n, double *y);
void matvecGradient(const double *a, const double *x, const double *ct, int64_t m, int64_t n,
                    double *y, double *da, double *dx);

/// c (m×n) = a (m×k) b (k×n), blocked.
template <typename T> void multiply(const T *a, const T *b, int64_t m, int64_t k, int64_t n, T *c);
/// The transpose of a (m×n).
template <typename T> void transpose(const T *a, int64_t m, int64_t n, T *b);

void matmulGradient(const double *a, const double *b, const double *ct, int64_t m, int64_t k,
                    int64_t n, double *c, double *da, double *db, Workspace &workspace);

void spmv(const double *values, const int64_t *columns, const int64_t *offsets, const double *x,
          int64_t rows, double *y);
void spmvGradient(const double *values, const int64_t *columns, const int64_t *offsets,
                  const double *x, const double *ct, int64_t rows, int64_t numColumns, double *y,
                  double *dvalues, double *dx);

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

struct GmmShape {
  int64_t n, d, k;
  /// The entries of a row of icf.
  int64_t width() const { return d + d * (d - 1) / 2; }
};
struct GmmInputs {
  const double *alphas, *means, *icf, *x;
  double gamma;
  int64_t m;
};
struct GmmGradient {
  double *alphas, *means, *icf;
};
double gmm(const GmmShape &shape, const GmmInputs &in, Workspace &workspace);
double gmmGradient(const GmmShape &shape, const GmmInputs &in, const GmmGradient &out,
                   Workspace &workspace);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_BASELINES_H
