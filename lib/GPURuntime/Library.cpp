//===- Library.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A library has matrices by columns, and programs have them mostly by rows. The matrix by rows that
// lies at an address is the transposed one by columns: a result by rows is computed as the
// transposed product,
//
//   C^T = B^T A^T
//
// and each factor is given as it lies, with a flag that says whether it is meant transposed.

#include "Library.h"
#include <algorithm>
#include <limits>
#include <mutex>

using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Finding a library
//===----------------------------------------------------------------------===//

namespace {
/// The names of a vendor's functions, and of the files that have them.
struct Names {
  const char *library;
  int plain, transposed;
  std::vector<const char *> files;
  const char *create, *destroy, *setStream, *setWorkspace, *setAtomics;
  const char *multiplyF64, *multiplyF32, *multiplyMixed, *describe;
};
} // namespace

static const Names &getNames(Vendor vendor) {
  static const Names cuda = {"cuBLAS",
                             /*plain=*/0,
                             /*transposed=*/1,
                             {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"},
                             "cublasCreate_v2",
                             "cublasDestroy_v2",
                             "cublasSetStream_v2",
                             "cublasSetWorkspace_v2",
                             "cublasSetAtomicsMode",
                             "cublasDgemmStridedBatched",
                             "cublasSgemmStridedBatched",
                             "cublasGemmStridedBatchedEx",
                             "cublasGetStatusString"};
  // The function for several types has had several lists of arguments under one name: it is not
  // used.
  static const Names hip = {"hipBLAS",
                            /*plain=*/111,
                            /*transposed=*/112,
                            {"libhipblas.so.3", "libhipblas.so.2", "libhipblas.so"},
                            "hipblasCreate",
                            "hipblasDestroy",
                            "hipblasSetStream",
                            "hipblasSetWorkspace",
                            "hipblasSetAtomicsMode",
                            "hipblasDgemmStridedBatched",
                            "hipblasSgemmStridedBatched",
                            nullptr,
                            "hipblasStatusToString"};
  return vendor == Vendor::CUDA ? cuda : hip;
}

static void *openLibrary(const Names &names, const char *path) {
  if (path)
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  for (int where : {RTLD_NOLOAD, 0})
    for (const char *file : names.files)
      if (void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | where))
        return library;
  return nullptr;
}

static LibraryFunctions load(Vendor vendor, const char *path) {
  const Names &names = getNames(vendor);
  LibraryFunctions functions = {};
  void *library = openLibrary(names, path);
  if (!library)
    return functions;
  SymbolFinder find{library};
  find(functions.create, names.create);
  find(functions.destroy, names.destroy);
  find(functions.setStream, names.setStream);
  find.orNull(functions.setWorkspace, names.setWorkspace);
  find.orNull(functions.setAtomics, names.setAtomics);
  find(functions.multiplyF64, names.multiplyF64);
  find(functions.multiplyF32, names.multiplyF32);
  if (names.multiplyMixed)
    find(functions.multiplyMixed, names.multiplyMixed);
  // Before cuBLAS 11.4 there was no such text, and other functions had other arguments.
  find(functions.describe, names.describe);
  if (find.missing)
    return functions;
  functions.name = names.library;
  functions.plain = names.plain;
  functions.transposed = names.transposed;
  return functions;
}

const LibraryFunctions *chad::detail::findLibrary(Vendor vendor, const char *path) {
  static std::mutex mutex;
  struct Found {
    Vendor vendor;
    std::string path;
    LibraryFunctions functions;
  };
  // Never destroyed: the destructors of threads use the functions.
  static auto &known = *new std::vector<Found *>;
  std::string key = path ? path : "";
  std::lock_guard<std::mutex> lock(mutex);
  auto same = std::find_if(known.begin(), known.end(), [&](const Found *each) {
    return each->vendor == vendor && each->path == key;
  });
  if (same == known.end()) {
    known.push_back(new Found{vendor, key, load(vendor, path)});
    same = std::prev(known.end());
  }
  const LibraryFunctions &functions = (*same)->functions;
  return functions.name ? &functions : nullptr;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

MatrixProduct::MatrixProduct(const uint64_t *words) {
  auto take = [&] { return static_cast<int64_t>(*words++); };
  factors = static_cast<Scalar>(take());
  result = static_cast<Scalar>(take());
  int64_t flags = take();
  overwrites = flags & 1;
  deterministic = flags & 2;
  roundsFactors = flags & 4;
  for (int64_t *extent : {&rows, &columns, &common})
    *extent = take();
  for (Matrix *matrix : {&left, &right, &sum}) {
    matrix->address = static_cast<uint64_t>(take());
    matrix->rowStride = take();
    matrix->columnStride = take();
  }
  batch.resize(static_cast<size_t>(take()));
  for (BatchIndex &index : batch)
    for (int64_t *each : {&index.extent, &index.left, &index.right, &index.result})
      *each = take();
}

namespace {
/// How a library finds a matrix: by columns or, with `isTransposed`, by rows, which follow each
/// other at the distance `leading`.
struct Layout {
  bool isTransposed = false;
  int64_t leading = 0; ///< 0 if the library cannot have the matrix.
};

/// A product as a library computes it, by columns.
struct Call {
  int64_t m, n;
  Matrix first, second;
  Layout firstLayout, secondLayout, resultLayout;
  int64_t count = 1;
  BatchIndex strides{1, 0, 0, 0}; ///< Of the products that one call computes.
  std::vector<BatchIndex> loops;  ///< The other batch indices, for each value of which there is a
                                  ///< call.
};
} // namespace

static Layout describeLayout(const Matrix &matrix, int64_t rows, int64_t columns) {
  // With an extent of 1, the distance along it is arbitrary.
  if ((rows <= 1 || matrix.rowStride == 1) && (columns <= 1 || matrix.columnStride >= rows))
    return {false,
            columns <= 1 ? std::max<int64_t>(rows, 1) : std::max<int64_t>(matrix.columnStride, 1)};
  if ((columns <= 1 || matrix.columnStride == 1) && (rows <= 1 || matrix.rowStride >= columns))
    return {true,
            rows <= 1 ? std::max<int64_t>(columns, 1) : std::max<int64_t>(matrix.rowStride, 1)};
  return {};
}

/// Two batch indices are one if the matrices along the outer one continue those along the inner
/// one. A library computes the products along one index; each value of the others is a call.
static void placeBatch(const MatrixProduct &product, Call &call) {
  std::vector<BatchIndex> indices;
  for (const BatchIndex &index : product.batch) {
    if (index.extent == 1)
      continue;
    BatchIndex *outer = indices.empty() ? nullptr : &indices.back();
    auto continues = [&](int64_t BatchIndex::*stride) {
      return outer->*stride == index.extent * (index.*stride);
    };
    if (outer && continues(&BatchIndex::left) && continues(&BatchIndex::right) &&
        continues(&BatchIndex::result))
      *outer = {outer->extent * index.extent, index.left, index.right, index.result};
    else
      indices.push_back(index);
  }
  if (!indices.empty()) {
    auto longest = std::max_element(
        indices.begin(), indices.end(),
        [](const BatchIndex &a, const BatchIndex &b) { return a.extent < b.extent; });
    call.strides = *longest;
    call.count = longest->extent;
    indices.erase(longest);
  }
  call.loops = std::move(indices);
}

static Call describeCall(const MatrixProduct &product) {
  Call call;
  Layout left = describeLayout(product.left, product.rows, product.common);
  Layout right = describeLayout(product.right, product.common, product.columns);
  call.resultLayout = describeLayout(product.sum, product.rows, product.columns);
  placeBatch(product, call);
  if (!call.resultLayout.isTransposed) {
    call.m = product.rows;
    call.n = product.columns;
    call.first = product.left;
    call.second = product.right;
    call.firstLayout = left;
    call.secondLayout = right;
    return call;
  }
  call.m = product.columns;
  call.n = product.rows;
  call.first = product.right;
  call.second = product.left;
  // What lies by rows is the transposed factor by columns.
  call.firstLayout = {!right.isTransposed, right.leading};
  call.secondLayout = {!left.isTransposed, left.leading};
  std::swap(call.strides.left, call.strides.right);
  for (BatchIndex &index : call.loops)
    std::swap(index.left, index.right);
  return call;
}

static bool isEmpty(const MatrixProduct &product) {
  return product.rows <= 0 || product.columns <= 0 ||
         (product.common <= 0 && !product.overwrites) ||
         std::any_of(product.batch.begin(), product.batch.end(),
                     [](const BatchIndex &index) { return index.extent <= 0; });
}

static int64_t bytesOf(Scalar scalar) {
  return scalar == Scalar::F64 ? 8 : scalar == Scalar::F32 ? 4 : 2;
}

bool Library::canMultiply(const MatrixProduct &product) const {
  bool isMixed = product.factors != product.result || bytesOf(product.factors) == 2;
  if (isMixed && (!functions.multiplyMixed || bytesOf(product.factors) != 2 ||
                  (product.result != product.factors && product.result != Scalar::F32)))
    return false;
  if (isEmpty(product))
    return true;
  Call call = describeCall(product);
  // Extents are passed as `int`.
  constexpr int64_t most = std::numeric_limits<int>::max();
  for (int64_t number : {call.m, call.n, product.common, call.count, call.firstLayout.leading,
                         call.secondLayout.leading, call.resultLayout.leading})
    if (number < 0 || number > most)
      return false;
  // More calls than these take longer than kernels that have all products.
  constexpr int64_t mostCalls = 16;
  int64_t calls = 1;
  for (const BatchIndex &index : call.loops)
    if ((calls *= index.extent) > mostCalls)
      return false;
  return call.firstLayout.leading != 0 && call.secondLayout.leading != 0 &&
         call.resultLayout.leading != 0;
}

/// The numbers that cuBLAS has for the types of elements.
static int typeNumber(Scalar scalar) {
  switch (scalar) {
  case Scalar::F64:
    return 1;
  case Scalar::F32:
    return 0;
  case Scalar::F16:
    return 2;
  case Scalar::BF16:
    break;
  }
  return 14;
}

Result Library::multiply(const MatrixProduct &product, void *stream) const {
  if (isEmpty(product))
    return 0;
  // The memory in which the library computes is that of the stream before it is set: recorded
  // launches must not allocate, and results do not depend on what else runs.
  if (Result status = functions.setStream(handle, stream))
    return status;
  if (functions.setWorkspace && workspace)
    if (Result status =
            functions.setWorkspace(handle, reinterpret_cast<void *>(workspace), workspaceBytes))
      return status;
  if (functions.setAtomics)
    if (Result status = functions.setAtomics(handle, !product.deterministic))
      return status;

  Call call = describeCall(product);
  auto number = [](int64_t value) { return static_cast<int>(value); };
  int first = call.firstLayout.isTransposed ? functions.transposed : functions.plain;
  int second = call.secondLayout.isTransposed ? functions.transposed : functions.plain;
  int m = number(call.m), n = number(call.n), k = number(product.common);
  int lda = number(call.firstLayout.leading), ldb = number(call.secondLayout.leading);
  int ldc = number(call.resultLayout.leading), count = number(call.count);
  const BatchIndex &strides = call.strides;
  auto multiplyAt = [&](const void *a, const void *b, void *c) -> Result {
    if (product.factors == Scalar::F64) {
      double alpha = 1, beta = product.overwrites ? 0 : 1;
      return functions.multiplyF64(handle, first, second, m, n, k, &alpha, a, lda, strides.left, b,
                                   ldb, strides.right, &beta, c, ldc, strides.result, count);
    }
    float alpha = 1, beta = product.overwrites ? 0 : 1;
    bool isF32 = product.factors == Scalar::F32;
    if (isF32 && !(product.roundsFactors && functions.multiplyMixed))
      return functions.multiplyF32(handle, first, second, m, n, k, &alpha, a, lda, strides.left, b,
                                   ldb, strides.right, &beta, c, ldc, strides.result, count);
    constexpr int inF32 = 68, inTF32 = 77, anyAlgorithm = -1;
    int factors = typeNumber(product.factors);
    return functions.multiplyMixed(handle, first, second, m, n, k, &alpha, a, factors, lda,
                                   strides.left, b, factors, ldb, strides.right, &beta, c,
                                   typeNumber(product.result), ldc, strides.result, count,
                                   isF32 ? inTF32 : inF32, anyAlgorithm);
  };
  int64_t calls = 1;
  for (const BatchIndex &index : call.loops)
    calls *= index.extent;
  for (int64_t each = 0; each < calls; ++each) {
    int64_t rest = each, left = 0, right = 0, result = 0;
    for (const BatchIndex &index : call.loops) {
      left += rest % index.extent * index.left;
      right += rest % index.extent * index.right;
      result += rest % index.extent * index.result;
      rest /= index.extent;
    }
    auto at = [](uint64_t address, int64_t elements, Scalar scalar) {
      return reinterpret_cast<void *>(address + static_cast<uint64_t>(elements * bytesOf(scalar)));
    };
    if (Result status = multiplyAt(at(call.first.address, left, product.factors),
                                   at(call.second.address, right, product.factors),
                                   at(product.sum.address, result, product.result)))
      return status;
  }
  return 0;
}

std::string Library::describe(Result status) const {
  const char *text = functions.describe(status);
  return std::string("a product of matrices by ") + functions.name +
         " failed: " + (text ? text : "status " + std::to_string(status)) +
         "; set CHAD_GPU_LIBRARY=none to multiply without it";
}
