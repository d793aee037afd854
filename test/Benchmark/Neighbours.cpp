//===- Neighbours.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbours.h"
#include <algorithm>

namespace chad::baseline {

double rosenbrock(const double *x, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i + 1 < n; ++i) {
    double d = x[i + 1] - x[i] * x[i], e = 1 - x[i];
    total += 100 * d * d + e * e;
  }
  return total;
}

double rosenbrockGradient(const double *x, int64_t n, double *__restrict dx) {
  double total = 0;
  std::fill(dx, dx + n, 0.0);
  if (n < 2)
    return total;
  // An element is left of one pair and right of another.
  for (int64_t i = 0; i + 1 < n; ++i) {
    double d = x[i + 1] - x[i] * x[i], e = 1 - x[i];
    total += 100 * d * d + e * e;
    dx[i] = -400 * d * x[i] - 2 * e;
  }
  for (int64_t i = 1; i < n; ++i)
    dx[i] += 200 * (x[i] - x[i - 1] * x[i - 1]);
  return total;
}

/// Positions whose numbers stay in the first cache.
static constexpr int64_t block = 512;

/// Of `count` positions from `x` on.
static void correlate(const double *x, const double *k, int64_t width, int64_t count,
                      double *__restrict y) {
  for (int64_t p = 0; p < count; ++p)
    y[p] = k[0] * x[p];
  for (int64_t j = 1; j < width; ++j)
    for (int64_t p = 0; p < count; ++p)
      y[p] += k[j] * x[p + j];
}

double window(const double *x, const double *k, int64_t n, int64_t width) {
  double total = 0, y[block];
  int64_t positions = n - width + 1;
  for (int64_t p = 0; p < positions; p += block) {
    int64_t count = std::min(block, positions - p);
    correlate(x + p, k, width, count, y);
    for (int64_t i = 0; i < count; ++i)
      total += y[i] * y[i];
  }
  return total;
}

double windowGradient(const double *x, const double *k, int64_t n, int64_t width,
                      double *__restrict dx, double *__restrict dk) {
  double total = 0, y[block];
  int64_t positions = n - width + 1;
  std::fill(dx, dx + n, 0.0);
  std::fill(dk, dk + width, 0.0);
  for (int64_t p = 0; p < positions; p += block) {
    int64_t count = std::min(block, positions - p);
    correlate(x + p, k, width, count, y);
    for (int64_t i = 0; i < count; ++i) {
      total += y[i] * y[i];
      y[i] *= 2;
    }
    for (int64_t j = 0; j < width; ++j) {
      double sum = 0;
      for (int64_t i = 0; i < count; ++i) {
        sum += y[i] * x[p + i + j];
        dx[p + i + j] += k[j] * y[i];
      }
      dk[j] += sum;
    }
  }
  return total;
}

} // namespace chad::baseline
