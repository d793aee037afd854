//===- Library.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices by a vendor's library, cuBLAS or hipBLAS. A library is used where it is
// found, and nothing depends on it: a program has kernels of its own for each product.

#ifndef CHAD_LIB_GPURUNTIME_LIBRARY_H
#define CHAD_LIB_GPURUNTIME_LIBRARY_H

#include "Driver.h"
#include <vector>

namespace chad::detail {

/// The numbers in a matrix. Programs pass these values.
enum class Scalar : int64_t { F64 = 0, F32 = 1, F16 = 2, BF16 = 3 };

/// A matrix in memory: the address of its first element, and the distances, in elements, of
/// elements that are adjacent in a column, which are in rows that follow each other, and in a row.
struct Matrix {
  uint64_t address;
  int64_t rowStride, columnStride;
};

/// An index that numbers products: its extent, and the distances of matrices that are adjacent
/// along it. A factor that does not depend on it has the distance 0.
struct BatchIndex {
  int64_t extent, left, right, result;
};

/// C[i, j] += sum_k A[i, k] B[k, j], for each value of the batch indices. With `overwrites`, the
/// sum replaces C. Sums of numbers of 16 bits are numbers of f32, rounded at the end where C has 16
/// bits.
struct MatrixProduct {
  Scalar factors, result;
  bool overwrites, deterministic;
  /// Whether factors of f32 may be rounded to the 11 bits of the format tf32.
  bool roundsFactors;
  int64_t rows, columns, common;
  Matrix left, right, sum;
  std::vector<BatchIndex> batch;

  /// The product that the words of a program describe, in the order of these fields: the booleans
  /// are bits of one word, and the number of batch indices comes before them.
  explicit MatrixProduct(const uint64_t *words);
};

/// The functions of a library, with the meaning that cuBLAS gives them. It has matrices by columns:
/// the element [i, j] lies at i + j times the leading extent.
struct LibraryFunctions {
  const char *name = nullptr; ///< In messages.
  /// The numbers that say whether a factor is used as it lies, or transposed.
  int plain, transposed;
  Result (*create)(void **handle);
  Result (*destroy)(void *handle);
  Result (*setStream)(void *handle, void *stream);
  Result (*setWorkspace)(void *handle, void *memory, size_t bytes);
  Result (*setAtomics)(void *handle, int areAllowed);
  Result (*multiplyF64)(void *handle, int left, int right, int m, int n, int k, const double *alpha,
                        const void *a, int lda, long long strideA, const void *b, int ldb,
                        long long strideB, const double *beta, void *c, int ldc, long long strideC,
                        int count);
  Result (*multiplyF32)(void *handle, int left, int right, int m, int n, int k, const float *alpha,
                        const void *a, int lda, long long strideA, const void *b, int ldb,
                        long long strideB, const float *beta, void *c, int ldc, long long strideC,
                        int count);
  /// Products whose factors and sums have several types; null where the library has none.
  Result (*multiplyMixed)(void *handle, int left, int right, int m, int n, int k, const void *alpha,
                          const void *a, int typeA, int lda, long long strideA, const void *b,
                          int typeB, int ldb, long long strideB, const void *beta, void *c,
                          int typeC, int ldc, long long strideC, int count, int compute,
                          int algorithm);
  const char *(*describe)(Result status);
};

/// The functions of a vendor's library, from the file at `path`, or where that is null, from the
/// one that the process has already loaded or that the system finds. Null if there is none.
const LibraryFunctions *findLibrary(Vendor vendor, const char *path);

/// A library as a thread uses it on one device.
class Library {
public:
  /// The library has the memory at `workspace`, in which it may compute, or none.
  Library(const LibraryFunctions &functions, DevicePointer workspace, size_t workspaceBytes)
      : functions(functions), workspace(workspace), workspaceBytes(workspaceBytes) {}

  /// Readies the library for the current device. Returns its status.
  Result open() { return functions.create(&handle); }
  void close() {
    if (handle)
      functions.destroy(handle);
  }

  /// Whether the library can compute a product: one of the two distances of each matrix must be 1.
  bool canMultiply(const MatrixProduct &product) const;
  Result multiply(const MatrixProduct &product, void *stream) const;

  /// What went wrong, for a status, and what to do.
  std::string describe(Result status) const;
  DevicePointer getWorkspace() const { return workspace; }

private:
  const LibraryFunctions &functions;
  void *handle = nullptr;
  DevicePointer workspace;
  size_t workspaceBytes;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_LIBRARY_H
