//===- Vectors.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"

namespace chad::baseline {

template <typename T> T dot(const T *x, const T *y, int64_t n) {
  T sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

template <typename T>
T dotGradient(const T *x, const T *y, int64_t n, T *__restrict dx, T *__restrict dy) {
  T sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += x[i] * y[i];
    dx[i] = y[i];
    dy[i] = x[i];
  }
  return sum;
}

template <typename T> T sum(const T *x, int64_t n) {
  T sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += x[i];
  return sum;
}

template <typename T> T sumGradient(const T *x, int64_t n, T *__restrict dx) {
  T sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += x[i];
    dx[i] = 1;
  }
  return sum;
}

template <typename T> T prod(const T *x, int64_t n) {
  T product = 1;
  for (int64_t i = 0; i < n; ++i)
    product *= x[i];
  return product;
}

// The product of what stands before, times that of what stands after.
template <typename T> T prodGradient(const T *x, int64_t n, T *__restrict dx) {
  T before = 1, after = 1;
  for (int64_t i = 0; i < n; ++i) {
    dx[i] = before;
    before *= x[i];
  }
  for (int64_t i = n - 1; i >= 0; --i) {
    dx[i] *= after;
    after *= x[i];
  }
  return before;
}

template <typename T> void scanSum(const T *x, int64_t n, T *__restrict y) {
  T sum = 0;
  for (int64_t i = 0; i < n; ++i)
    y[i] = sum += x[i];
}

template <typename T>
void scanSumGradient(const T *x, const T *ct, int64_t n, T *__restrict y, T *__restrict dx) {
  scanSum(x, n, y);
  T sum = 0;
  for (int64_t i = n - 1; i >= 0; --i)
    dx[i] = sum += ct[i];
}

template <typename T> void scanMul(const T *x, int64_t n, T *__restrict y) {
  T product = 1;
  for (int64_t i = 0; i < n; ++i)
    y[i] = product *= x[i];
}

// x̄ᵢ = yᵢ₋₁ sᵢ,    sᵢ = ȳᵢ + xᵢ₊₁ sᵢ₊₁.
template <typename T>
void scanMulGradient(const T *x, const T *ct, int64_t n, T *__restrict y, T *__restrict dx) {
  scanMul(x, n, y);
  T later = 0;
  for (int64_t i = n - 1; i >= 0; --i) {
    T s = ct[i] + later;
    dx[i] = (i ? y[i - 1] : T(1)) * s;
    later = x[i] * s;
  }
}

template <typename T> void scanLinrec(const T *a, const T *b, int64_t n, T *__restrict y) {
  T last = 0;
  for (int64_t i = 0; i < n; ++i)
    y[i] = last = a[i] * last + b[i];
}

template <typename T>
void scanLinrecGradient(const T *a, const T *b, const T *ct, int64_t n, T *__restrict y,
                        T *__restrict da, T *__restrict db) {
  scanLinrec(a, b, n, y);
  T later = 0;
  for (int64_t i = n - 1; i >= 0; --i) {
    T s = ct[i] + later;
    db[i] = s;
    da[i] = i ? s * y[i - 1] : T(0);
    later = a[i] * s;
  }
}

#define CHAD_INSTANTIATE(T)                                                                        \
  template T dot(const T *, const T *, int64_t);                                                   \
  template T dotGradient(const T *, const T *, int64_t, T *, T *);                                 \
  template T sum(const T *, int64_t);                                                              \
  template T sumGradient(const T *, int64_t, T *);                                                 \
  template T prod(const T *, int64_t);                                                             \
  template T prodGradient(const T *, int64_t, T *);                                                \
  template void scanSum(const T *, int64_t, T *);                                                  \
  template void scanSumGradient(const T *, const T *, int64_t, T *, T *);                          \
  template void scanMul(const T *, int64_t, T *);                                                  \
  template void scanMulGradient(const T *, const T *, int64_t, T *, T *);                          \
  template void scanLinrec(const T *, const T *, int64_t, T *);                                    \
  template void scanLinrecGradient(const T *, const T *, const T *, int64_t, T *, T *, T *);
CHAD_INSTANTIATE(float)
CHAD_INSTANTIATE(double)
#undef CHAD_INSTANTIATE

} // namespace chad::baseline
