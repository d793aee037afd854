//===- Regressions.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regressions.h"
#include <algorithm>
#include <cmath>

namespace chad::baseline {

static double dot(const double *a, const double *b, int64_t n) {
  double sum = 0;
  for (int64_t j = 0; j < n; ++j)
    sum += a[j] * b[j];
  return sum;
}

/// Points whose numbers are in registers or in the first cache from one loop to the next.
static constexpr int64_t block = 256;

/// Calls `visit(first point, number of points, z)`; `z` holds their products with w.
template <typename Visit>
static void forEachBlock(const double *w, const RegressionData &data, Visit visit) {
  double z[block];
  for (int64_t first = 0; first < data.n; first += block) {
    int64_t count = std::min(block, data.n - first);
    for (int64_t i = 0; i < count; ++i)
      z[i] = dot(w, data.x + (first + i) * data.d, data.d);
    visit(first, count, z);
  }
}

/// The sum of the losses of a block; puts σ(z) where that is asked for.
static double losses(const double *z, const double *y, int64_t count, double *sigmoids) {
  double total = 0;
  for (int64_t i = 0; i < count; ++i) {
    double e = std::exp(-std::abs(z[i]));
    total += std::max(z[i], 0.0) + std::log(1 + e) - y[i] * z[i];
    if (sigmoids)
      sigmoids[i] = (z[i] < 0 ? e : 1.0) / (1 + e);
  }
  return total;
}

static void addRows(const double *factors, const double *x, int64_t count, int64_t d,
                    double *__restrict sum) {
  for (int64_t i = 0; i < count; ++i)
    for (int64_t j = 0; j < d; ++j)
      sum[j] += factors[i] * x[i * d + j];
}

double regression(const double *w, const RegressionData &data) {
  double total = 0;
  forEachBlock(w, data, [&](int64_t first, int64_t count, const double *z) {
    total += losses(z, data.y + first, count, nullptr);
  });
  return total / double(data.n);
}

double regressionGradient(const double *w, const RegressionData &data, double *dw) {
  double total = 0, inverse = 1 / double(data.n);
  std::fill(dw, dw + data.d, 0.0);
  forEachBlock(w, data, [&](int64_t first, int64_t count, const double *z) {
    double factors[block];
    total += losses(z, data.y + first, count, factors);
    for (int64_t i = 0; i < count; ++i)
      factors[i] = (factors[i] - data.y[first + i]) * inverse;
    addRows(factors, data.x + first * data.d, count, data.d, dw);
  });
  return total * inverse;
}

double regressionHvp(const double *w, const double *v, const RegressionData &data, double *dw,
                     double *hv) {
  double total = 0, inverse = 1 / double(data.n);
  std::fill(dw, dw + data.d, 0.0);
  std::fill(hv, hv + data.d, 0.0);
  forEachBlock(w, data, [&](int64_t first, int64_t count, const double *z) {
    double factors[block], moved[block];
    const double *x = data.x + first * data.d;
    total += losses(z, data.y + first, count, factors);
    for (int64_t i = 0; i < count; ++i)
      moved[i] = dot(v, x + i * data.d, data.d);
    for (int64_t i = 0; i < count; ++i) {
      moved[i] *= factors[i] * (1 - factors[i]) * inverse;
      factors[i] = (factors[i] - data.y[first + i]) * inverse;
    }
    for (int64_t i = 0; i < count; ++i)
      for (int64_t j = 0; j < data.d; ++j) {
        dw[j] += factors[i] * x[i * data.d + j];
        hv[j] += moved[i] * x[i * data.d + j];
      }
  });
  return total * inverse;
}

} // namespace chad::baseline
