//===- Neighbours.h -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The programs of test/Integration/Programs in which elements meet their neighbours, as Baselines.h
// has other programs.

#ifndef CHAD_TEST_BENCHMARK_NEIGHBOURS_H
#define CHAD_TEST_BENCHMARK_NEIGHBOURS_H

#include <cstdint>

namespace chad::baseline {

double rosenbrock(const double *x, int64_t n);
double rosenbrockGradient(const double *x, int64_t n, double *dx);

/// The window is at least 1 and at most n wide.
double window(const double *x, const double *k, int64_t n, int64_t width);
double windowGradient(const double *x, const double *k, int64_t n, int64_t width, double *dx,
                      double *dk);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_NEIGHBOURS_H
