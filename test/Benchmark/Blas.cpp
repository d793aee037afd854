//===- Blas.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blas.h"
#include <dlfcn.h>
#include <initializer_list>

namespace chad::baseline {

namespace {
enum Order { rowMajor = 101 };
enum Form { plain = 111, transposed = 112 };
using Gemm = void (*)(int, int, int, int, int, int, double, const double *, int, const double *,
                      int, double, double *, int);
struct Blas {
  const char *name = nullptr;
  Gemm gemm = nullptr;
};
} // namespace

static const Blas &blas() {
  static const Blas found = [] {
    for (const char *name : {"libopenblas.so.0", "libopenblas.so", "libblis.so.4", "libblas.so.3"})
      if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
        // One thread, as everything else that is measured.
        if (void *set = dlsym(library, "openblas_set_num_threads"))
          reinterpret_cast<void (*)(int)>(set)(1);
        if (void *gemm = dlsym(library, "cblas_dgemm"))
          return Blas{name, reinterpret_cast<Gemm>(gemm)};
      }
    return Blas();
  }();
  return found;
}

const char *findBlas() { return blas().name; }

void blasMatmulGradient(const double *a, const double *b, const double *ct, int64_t m, int64_t k,
                        int64_t n, double *c, double *da, double *db) {
  int rows = int(m), inner = int(k), columns = int(n);
  Gemm gemm = blas().gemm;
  gemm(rowMajor, plain, plain, rows, columns, inner, 1, a, inner, b, columns, 0, c, columns);
  gemm(rowMajor, plain, transposed, rows, inner, columns, 1, ct, columns, b, columns, 0, da, inner);
  gemm(rowMajor, transposed, plain, inner, columns, rows, 1, a, inner, ct, columns, 0, db, columns);
}

} // namespace chad::baseline
