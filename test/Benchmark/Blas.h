//===- Blas.h -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The machine's own BLAS, where there is one.

#ifndef CHAD_TEST_BENCHMARK_BLAS_H
#define CHAD_TEST_BENCHMARK_BLAS_H

#include <cstdint>

namespace chad::baseline {

/// The name of the library that was found, or null.
const char *findBlas();

/// As `matmulGradient`. There must be a BLAS.
void blasMatmulGradient(const double *a, const double *b, const double *ct, int64_t m, int64_t k,
                        int64_t n, double *c, double *da, double *db);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_BLAS_H
