// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library for products of matrices that stands in for cuBLAS, or, with HIP, for hipBLAS: matrices
// are in the memory of the host. The variable FAIL names a function that fails; with LOG, calls are
// printed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HIP
#define NAME(cuda, hip) hip
enum { plain = 111, transposed = 112 };
#else
#define NAME(cuda, hip) cuda
enum { plain = 0, transposed = 1 };
#endif

static int fails(const char *name) {
  const char *which = getenv("FAIL");
  return which && !strcmp(which, name) ? 14 : 0;
}
static void *stream, *workspace;
static int atomics;

int NAME(cublasCreate_v2, hipblasCreate)(void **handle) {
  *handle = &stream;
  return fails("create");
}
int NAME(cublasDestroy_v2, hipblasDestroy)(void *handle) { return 0; }
int NAME(cublasSetStream_v2, hipblasSetStream)(void *handle, void *given) {
  stream = given;
  // As cuBLAS does: the memory is forgotten.
  workspace = 0;
  return 0;
}
int NAME(cublasSetWorkspace_v2, hipblasSetWorkspace)(void *handle, void *memory, size_t bytes) {
  workspace = memory;
  return bytes < 1 << 20;
}
int NAME(cublasSetAtomicsMode, hipblasSetAtomicsMode)(void *handle, int areAllowed) {
  atomics = areAllowed;
  return 0;
}
const char *NAME(cublasGetStatusString, hipblasStatusToString)(int status) {
  return status == 14 ? "the library that stands in fails" : "a wrong argument";
}

static double load(const void *place, int type, long long at) {
  uint16_t half;
  uint32_t bits;
  float single;
  switch (type) {
  case 1:
    return ((const double *)place)[at];
  case 0:
    return ((const float *)place)[at];
  case 2:
    return ((const _Float16 *)place)[at];
  }
  half = ((const uint16_t *)place)[at];
  bits = (uint32_t)half << 16;
  memcpy(&single, &bits, 4);
  return single;
}

static void store(void *place, int type, long long at, double value) {
  float single = value;
  uint32_t bits;
  switch (type) {
  case 1:
    ((double *)place)[at] = value;
    return;
  case 0:
    ((float *)place)[at] = single;
    return;
  case 2:
    ((_Float16 *)place)[at] = value;
    return;
  }
  // To the nearest, and halfway to even.
  memcpy(&bits, &single, 4);
  ((uint16_t *)place)[at] = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static int multiply(const char *name, int left, int right, int m, int n, int k, double alpha,
                    const void *a, int lda, long long strideA, const void *b, int ldb,
                    long long strideB, double beta, void *c, int ldc, long long strideC, int count,
                    int type, int typeC, int compute) {
  int rowsA = left == plain ? m : k, rowsB = right == plain ? k : n;
  // As the documentation says what is wrong.
  if ((left != plain && left != transposed) || (right != plain && right != transposed) || m < 0 ||
      n < 0 || k < 0 || count < 0 || lda < rowsA || lda < 1 || ldb < rowsB || ldb < 1 || ldc < m ||
      ldc < 1)
    return 7;
  if (getenv("LOG"))
    printf("%s %c%c %d x %d x %d, %d of them, into %g, type %d to %d, compute %d%s%s%s\n", name,
           left == plain ? 'N' : 'T', right == plain ? 'N' : 'T', m, n, k, count, beta, type, typeC,
           compute, stream ? ", in a stream" : "", workspace ? ", with memory" : "",
           atomics ? ", in any order" : "");
  if (fails("multiply"))
    return 14;
  for (long long e = 0; e < count; ++e)
    for (long long j = 0; j < n; ++j)
      for (long long i = 0; i < m; ++i) {
        double sum = 0;
        for (long long l = 0; l < k; ++l)
          sum += load(a, type, e * strideA + (left == plain ? i + l * lda : l + i * lda)) *
                 load(b, type, e * strideB + (right == plain ? l + j * ldb : j + l * ldb));
        long long at = e * strideC + i + j * ldc;
        // With zero, what is there may be anything, also a NaN.
        store(c, typeC, at, alpha * sum + (beta ? beta * load(c, typeC, at) : 0));
      }
  return 0;
}

int NAME(cublasDgemmStridedBatched,
         hipblasDgemmStridedBatched)(void *handle, int left, int right, int m, int n, int k,
                                     const double *alpha, const void *a, int lda, long long strideA,
                                     const void *b, int ldb, long long strideB, const double *beta,
                                     void *c, int ldc, long long strideC, int count) {
  return multiply("f64", left, right, m, n, k, *alpha, a, lda, strideA, b, ldb, strideB, *beta, c,
                  ldc, strideC, count, 1, 1, 70);
}
int NAME(cublasSgemmStridedBatched,
         hipblasSgemmStridedBatched)(void *handle, int left, int right, int m, int n, int k,
                                     const float *alpha, const void *a, int lda, long long strideA,
                                     const void *b, int ldb, long long strideB, const float *beta,
                                     void *c, int ldc, long long strideC, int count) {
  return multiply("f32", left, right, m, n, k, *alpha, a, lda, strideA, b, ldb, strideB, *beta, c,
                  ldc, strideC, count, 0, 0, 68);
}
#ifndef HIP
int cublasGemmStridedBatchedEx(void *handle, int left, int right, int m, int n, int k,
                               const float *alpha, const void *a, int typeA, int lda,
                               long long strideA, const void *b, int typeB, int ldb,
                               long long strideB, const float *beta, void *c, int typeC, int ldc,
                               long long strideC, int count, int compute, int algorithm) {
  if (typeA != typeB || algorithm != -1 || (compute != 68 && compute != 77))
    return 15;
  return multiply("mixed", left, right, m, n, k, *alpha, a, lda, strideA, b, ldb, strideB, *beta, c,
                  ldc, strideC, count, typeA, typeC, compute);
}
#endif
