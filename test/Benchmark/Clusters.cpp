//===- Clusters.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace chad::baseline {

/// The nearest centre, and its squared distance.
static int64_t nearest(const double *centres, const double *point, int64_t k, int64_t d,
                       double &distance) {
  int64_t best = 0;
  distance = std::numeric_limits<double>::max();
  for (int64_t j = 0; j < k; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < d; ++i) {
      double e = point[i] - centres[j * d + i];
      sum += e * e;
    }
    if (sum < distance) {
      distance = sum;
      best = j;
    }
  }
  return best;
}

double kmeans(const double *centres, const double *points, int64_t k, int64_t n, int64_t d) {
  double total = 0, distance;
  for (int64_t i = 0; i < n; ++i) {
    nearest(centres, points + i * d, k, d, distance);
    total += distance;
  }
  return total;
}

double kmeansGradient(const double *centres, const double *points, int64_t k, int64_t n, int64_t d,
                      double *__restrict dcentres) {
  std::fill(dcentres, dcentres + k * d, 0.0);
  double total = 0, distance;
  for (int64_t i = 0; i < n; ++i) {
    const double *point = points + i * d;
    int64_t j = nearest(centres, point, k, d, distance);
    total += distance;
    for (int64_t l = 0; l < d; ++l)
      dcentres[j * d + l] += 2 * (centres[j * d + l] - point[l]);
  }
  return total;
}

double logsumexp(const double *x, int64_t n, int64_t k, Workspace &workspace) {
  double *exps = workspace.take<double>(k), total = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double *row = x + i * k;
    double max = row[0], sum = 0;
    for (int64_t j = 1; j < k; ++j)
      max = std::max(max, row[j]);
    for (int64_t j = 0; j < k; ++j)
      sum += exps[j] = std::exp(row[j] - max);
    total += max + std::log(sum);
  }
  return total;
}

double logsumexpGradient(const double *x, int64_t n, int64_t k, double *__restrict dx) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i) {
    const double *row = x + i * k;
    double *drow = dx + i * k;
    double max = row[0], sum = 0;
    for (int64_t j = 1; j < k; ++j)
      max = std::max(max, row[j]);
    for (int64_t j = 0; j < k; ++j)
      sum += drow[j] = std::exp(row[j] - max);
    total += max + std::log(sum);
    double inverse = 1 / sum;
    for (int64_t j = 0; j < k; ++j)
      drow[j] *= inverse;
  }
  return total;
}

} // namespace chad::baseline
