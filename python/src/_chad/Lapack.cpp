//===- Lapack.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lapack.h"
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <limits>
#include <memory>
#include <mutex>
#include <type_traits>

using namespace chad::python;

//===----------------------------------------------------------------------===//
// The functions of LAPACK
//===----------------------------------------------------------------------===//

/// An integer of LAPACK. On machines whose numbers begin with the lowest byte, a pointer to one of
/// 64 bits may be passed for one to 32 bits.
using Int = int64_t;
/// The length of a string, which Fortran passes after the arguments.
using Length = size_t;

template <typename E> struct PartOf {
  using type = E;
};
template <typename R> struct PartOf<std::complex<R>> {
  using type = R;
};
template <typename E> using Part = typename PartOf<E>::type;
template <typename E> static constexpr bool isComplex = !std::is_same_v<E, Part<E>>;

namespace {
/// The functions for one type of elements.
template <typename E> struct Functions {
  using R = Part<E>;
  void (*potrf)(const char *, Int *, E *, Int *, Int *, Length);
  void (*trsm)(const char *, const char *, const char *, const char *, Int *, Int *, const E *,
               const E *, Int *, E *, Int *, Length, Length, Length, Length);
  void (*getrf)(Int *, Int *, E *, Int *, void *, Int *);
  void (*gelqf)(Int *, Int *, E *, Int *, E *, E *, Int *, Int *);
  /// orglq, or unglq.
  void (*orglq)(Int *, Int *, Int *, E *, Int *, const E *, E *, Int *, Int *);
  /// syevd, or heevd, which take different arguments.
  void (*heevd)();
  void (*gesdd)();
  void (*geev)();
};

/// What is known of LAPACK.
struct Lapack {
  bool isWide = false;
  int (*getThreads)() = nullptr;
  void (*setThreads)(int) = nullptr;
  std::tuple<Functions<float>, Functions<double>, Functions<std::complex<float>>,
             Functions<std::complex<double>>>
      functions = {};
  std::vector<std::pair<std::string, void *>> table;
  /// The calls that are to use one thread, and the number of threads before.
  std::mutex mutex;
  int numSingle = 0, numThreads = 1;
};
} // namespace

/// Never destroyed: programs may run until the process ends.
static Lapack &lapack() {
  static auto *instance = new Lapack;
  return *instance;
}

template <typename E> static const Functions<E> &functions() {
  return std::get<Functions<E>>(lapack().functions);
}

namespace {
/// While it lives, LAPACK uses one thread, if the program does, or if this is a thread of a team.
/// The number is one of the process: the first of such calls sets it, and the last one sets it
/// back.
class Threads {
public:
  explicit Threads(int64_t threads) {
    Lapack &library = lapack();
    isSingle = library.setThreads && (threads == 1 || isInTeam());
    if (!isSingle)
      return;
    std::lock_guard<std::mutex> lock(library.mutex);
    if (library.numSingle++ == 0) {
      library.numThreads = library.getThreads();
      if (library.numThreads != 1)
        library.setThreads(1);
    }
  }
  ~Threads() {
    Lapack &library = lapack();
    if (!isSingle)
      return;
    std::lock_guard<std::mutex> lock(library.mutex);
    if (--library.numSingle == 0 && library.numThreads != 1)
      library.setThreads(library.numThreads);
  }

private:
  /// The OpenMP runtime is loaded with the first program that has threads.
  static bool isInTeam() {
    auto *find = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_in_parallel"));
    return find && find();
  }

  bool isSingle;
};

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Memory for elements, or null.
template <typename T> class Memory {
public:
  explicit Memory(size_t count)
      : begin(static_cast<T *>(std::malloc(std::max<size_t>(count, 1) * sizeof(T)))) {}
  Memory(const Memory &) = delete;
  ~Memory() { std::free(begin); }
  T *get() const { return begin; }
  explicit operator bool() const { return begin; }
  T &operator[](size_t i) const { return begin[i]; }

private:
  T *begin;
};

/// The arrays of a call, one after the other. Complex arrays are two.
class Arrays {
public:
  Arrays(void *const *arrays, const int64_t *extents) : arrays(arrays), extents(extents) {}

  /// The next array of this rank as parts, with its extents.
  template <typename T> std::pair<T *, const int64_t *> take(int rank) {
    auto *data = static_cast<T *>(*arrays++);
    const int64_t *shape = extents;
    extents += rank;
    return {data, shape};
  }

private:
  void *const *arrays;
  const int64_t *extents;
};

size_t countOf(const int64_t *extents, int rank) {
  size_t count = 1;
  for (int i = 0; i < rank; ++i)
    count *= static_cast<size_t>(extents[i]);
  return count;
}

/// An array of elements: real ones are where the program has them, and complex ones are copied.
template <typename E> class Array {
public:
  using R = Part<E>;

  Array(Arrays &arrays, int rank) {
    std::tie(parts[0], shape) = arrays.take<R>(rank);
    if constexpr (isComplex<E>)
      parts[1] = arrays.take<R>(rank).first;
    count = countOf(shape, rank);
    if constexpr (isComplex<E>) {
      own = static_cast<E *>(std::malloc(std::max<size_t>(count, 1) * sizeof(E)));
      data = own;
    } else {
      data = parts[0];
    }
  }
  Array(const Array &) = delete;
  ~Array() { std::free(own); }

  /// Reads the elements of the program.
  void load() {
    if constexpr (isComplex<E>)
      for (size_t i = 0; i < count; ++i)
        data[i] = E(parts[0][i], parts[1][i]);
  }
  /// Writes those of the program.
  void store() {
    if constexpr (isComplex<E>)
      for (size_t i = 0; i < count; ++i) {
        parts[0][i] = data[i].real();
        parts[1][i] = data[i].imag();
      }
  }
  bool isThere() const { return data || count == 0; }
  Int extent(int i) const { return shape[i]; }
  E *get() const { return data; }
  size_t size() const { return count; }
  void fill(E value) { std::fill(data, data + count, value); }

private:
  R *parts[2] = {nullptr, nullptr};
  const int64_t *shape = nullptr;
  size_t count = 0;
  E *data = nullptr, *own = nullptr;
};
} // namespace

template <typename E> static E notANumber() { return E(std::numeric_limits<Part<E>>::quiet_NaN()); }

template <typename E> static E conjugate(E x) {
  if constexpr (isComplex<E>)
    return std::conj(x);
  else
    return x;
}

template <typename E> static Part<E> realOf(E x) { return std::real(x); }

/// Whether all elements are finite.
template <typename E> static bool isFinite(const E *data, size_t count) {
  const auto *parts = reinterpret_cast<const Part<E> *>(data);
  // A product with zero is zero of finite numbers only.
  Part<E> sum = 0;
  for (size_t i = 0; i < count * (isComplex<E> ? 2 : 1); ++i)
    sum += parts[i] * 0;
  return sum == 0;
}

/// y[j][i] = x[i][j], or its conjugate.
template <bool conjugates = false, typename E>
static void transpose(const E *x, Int rows, Int columns, E *y) {
  constexpr Int tile = 16;
  for (Int i = 0; i < rows; i += tile)
    for (Int j = 0; j < columns; j += tile)
      for (Int k = i, endK = std::min(rows, i + tile); k < endK; ++k)
        for (Int l = j, endL = std::min(columns, j + tile); l < endL; ++l)
          y[l * rows + k] = conjugates ? conjugate(x[k * columns + l]) : x[k * columns + l];
}

static constexpr int32_t done = 0, noMemory = 1;

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

/// Solves T X = B, or Tᴴ X = B, in place. T is the lower or upper triangle of a matrix. Of the
/// transposes it is Xᵀ Tᵀ = Bᵀ, and the stored matrix is Tᵀ.
template <typename E>
static void solveTriangle(const E *t, Int n, E *x, Int columns, bool isLower, bool isUnit,
                          bool isAdjoint) {
  const E one = 1;
  if (n && columns)
    functions<E>().trsm("R", isLower ? "U" : "L", isAdjoint ? "C" : "N", isUnit ? "U" : "N",
                        &columns, &n, &one, t, &n, x, &columns, 1, 1, 1, 1);
}

/// (t, b) -> x. The bits of the variant say whether the triangle is the lower one, whether its
/// diagonal counts as 1, and whether its adjoint is meant.
template <typename E>
static int32_t solveTriangular(void *const *pointers, const int64_t *extents, int64_t variant,
                               int64_t threads) {
  Arrays arrays(pointers, extents);
  Array<E> t(arrays, 2), b(arrays, 2), x(arrays, 2);
  if (!t.isThere() || !b.isThere() || !x.isThere())
    return noMemory;
  t.load(), b.load();
  std::copy(b.get(), b.get() + b.size(), x.get());
  Threads scope(threads);
  solveTriangle(t.get(), t.extent(0), x.get(), x.extent(1), variant & 1, variant & 2, variant & 4);
  x.store();
  return done;
}

/// (LU, order, b) -> x, the solution of A x = b, or with variant 1 of Aᴴ x = b, where row i of L U
/// is row order[i] of A.
template <typename E>
static int32_t solveByFactors(void *const *pointers, const int64_t *extents, int64_t variant,
                              int64_t threads) {
  Arrays arrays(pointers, extents);
  Array<E> factors(arrays, 2);
  auto [order, shape] = arrays.take<const int64_t>(1);
  Array<E> b(arrays, 2), x(arrays, 2);
  if (!factors.isThere() || !b.isThere() || !x.isThere())
    return noMemory;
  factors.load(), b.load();
  Int n = factors.extent(0), columns = b.extent(1);
  Threads scope(threads);
  auto copyRow = [&](const E *from, Int i, E *to, Int j) {
    std::copy(from + i * columns, from + (i + 1) * columns, to + j * columns);
  };
  if (!variant) {
    for (Int i = 0; i < n; ++i)
      copyRow(b.get(), order[i], x.get(), i);
    solveTriangle(factors.get(), n, x.get(), columns, true, true, false);
    solveTriangle(factors.get(), n, x.get(), columns, false, false, false);
  } else {
    Memory<E> y(b.size());
    if (!y)
      return noMemory;
    std::copy(b.get(), b.get() + b.size(), y.get());
    solveTriangle(factors.get(), n, y.get(), columns, false, false, true);
    solveTriangle(factors.get(), n, y.get(), columns, true, true, true);
    for (Int i = 0; i < n; ++i)
      copyRow(y.get(), i, x.get(), order[i]);
  }
  x.store();
  return done;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// a -> L, of the lower triangle; NaN if the matrix is not positive definite. The stored matrix is
/// conj(A) = Uᴴ U, so that A = Uᵀ conj(U), and Uᵀ is L.
template <typename E>
static int32_t cholesky(void *const *pointers, const int64_t *extents, int64_t, int64_t threads) {
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2), factor(arrays, 2);
  if (!a.isThere() || !factor.isThere())
    return noMemory;
  a.load();
  Int n = a.extent(0), info = 0;
  E *l = factor.get();
  for (Int i = 0; i < n; ++i) {
    std::copy(a.get() + i * n, a.get() + i * n + i + 1, l + i * n);
    std::fill(l + i * n + i + 1, l + (i + 1) * n, E(0));
  }
  {
    Threads scope(threads);
    functions<E>().potrf("U", &n, l, &n, &info, 1);
  }
  // A number divided by the root of infinity.
  for (Int i = 0; i < n; ++i)
    if (std::isinf(realOf(l[i * n + i])))
      l[i * n + i] = notANumber<E>();
  if (info != 0 || std::isnan(realOf(l[n * n - 1])))
    factor.fill(notANumber<E>());
  factor.store();
  return done;
}

/// a -> L and U in one matrix, the row that each step exchanges, and the permutation.
template <typename E>
static int32_t factorize(void *const *pointers, const int64_t *extents, int64_t, int64_t threads) {
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2), both(arrays, 2);
  auto [pivots, count] = arrays.take<int64_t>(1);
  auto [order, rows] = arrays.take<int64_t>(1);
  Memory<E> turned(a.size());
  Memory<int64_t> places(static_cast<size_t>(*count));
  if (!a.isThere() || !both.isThere() || !turned || !places)
    return noMemory;
  a.load();
  Int m = a.extent(0), n = a.extent(1), info = 0;
  transpose(a.get(), m, n, turned.get());
  {
    Threads scope(threads);
    functions<E>().getrf(&m, &n, turned.get(), &m, places.get(), &info);
  }
  transpose(turned.get(), n, m, both.get());
  both.store();
  for (Int i = 0; i < m; ++i)
    order[i] = i;
  bool isWide = lapack().isWide;
  const auto *narrow = reinterpret_cast<const int32_t *>(places.get());
  for (Int i = 0; i < *count; ++i) {
    Int place = (isWide ? places[i] : narrow[i]) - 1;
    pivots[i] = std::min(std::max(place, i), m - 1);
    std::swap(order[i], order[pivots[i]]);
  }
  return done;
}

/// a -> Q, R, of a matrix that has no more columns than rows. The stored matrix is Aᵀ = L P, and
/// A = Pᵀ Lᵀ.
template <typename E>
static int32_t triangularize(void *const *pointers, const int64_t *extents, int64_t,
                             int64_t threads) {
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2), q(arrays, 2), r(arrays, 2);
  Int m = a.extent(0), n = a.extent(1), columns = q.extent(1), size = -1, info = 0;
  Memory<E> packed(static_cast<size_t>(m * columns)), taus(static_cast<size_t>(n));
  if (!a.isThere() || !q.isThere() || !r.isThere() || !packed || !taus)
    return noMemory;
  a.load();
  // With as many rows as Q has columns.
  for (Int i = 0; i < m; ++i)
    std::copy(a.get() + i * n, a.get() + (i + 1) * n, packed.get() + i * columns);
  Threads scope(threads);
  E needed[2];
  functions<E>().gelqf(&n, &m, packed.get(), &columns, taus.get(), &needed[0], &size, &info);
  functions<E>().orglq(&columns, &m, &n, packed.get(), &columns, taus.get(), &needed[1], &size,
                       &info);
  size = std::max<Int>(1, static_cast<Int>(std::max(realOf(needed[0]), realOf(needed[1]))));
  Memory<E> work(static_cast<size_t>(size));
  if (!work)
    return noMemory;
  functions<E>().gelqf(&n, &m, packed.get(), &columns, taus.get(), work.get(), &size, &info);
  for (Int i = 0; i < n; ++i)
    for (Int j = 0; j < n; ++j)
      r.get()[i * n + j] = j < i ? E(0) : packed[i * columns + j];
  functions<E>().orglq(&columns, &m, &n, packed.get(), &columns, taus.get(), work.get(), &size,
                       &info);
  std::copy(packed.get(), packed.get() + m * columns, q.get());
  q.store(), r.store();
  return done;
}

//===----------------------------------------------------------------------===//
// Eigenvalues
//===----------------------------------------------------------------------===//

/// Calls syevd or heevd, and returns `info`, or -1 where there is not enough memory.
template <typename E> static Int callHeevd(const char *job, Int n, E *a, Part<E> *values) {
  using R = Part<E>;
  Int info = 0, size = -1, realSize = -1, integerSize = -1, numIntegers = 0;
  E needed = 0;
  R numReals = 0;
  auto call = [&](E *work, R *reals, Int *integers) {
    if constexpr (isComplex<E>) {
      using Type = void (*)(const char *, const char *, Int *, E *, Int *, R *, E *, Int *, R *,
                            Int *, Int *, Int *, Int *, Length, Length);
      reinterpret_cast<Type>(functions<E>().heevd)(job, "U", &n, a, &n, values, work, &size, reals,
                                                   &realSize, integers, &integerSize, &info, 1, 1);
    } else {
      using Type = void (*)(const char *, const char *, Int *, E *, Int *, E *, E *, Int *, Int *,
                            Int *, Int *, Length, Length);
      reinterpret_cast<Type>(functions<E>().heevd)(job, "U", &n, a, &n, values, work, &size,
                                                   integers, &integerSize, &info, 1, 1);
    }
  };
  call(&needed, &numReals, &numIntegers);
  size = std::max<Int>(1, static_cast<Int>(realOf(needed)));
  realSize = std::max<Int>(1, static_cast<Int>(numReals));
  integerSize = std::max<Int>(1, numIntegers);
  Memory<E> work(static_cast<size_t>(size));
  Memory<R> reals(static_cast<size_t>(realSize));
  Memory<Int> integers(static_cast<size_t>(integerSize));
  if (!work || !reals || !integers)
    return -1;
  call(work.get(), reals.get(), integers.get());
  return info;
}

/// a -> λ, and with variant 1 also V, of a Hermitian matrix; NaN if an element is not finite. The
/// stored matrix is conj(A), and its vectors are conj(V).
template <typename E>
static int32_t hermitianEigenvalues(void *const *pointers, const int64_t *extents, int64_t variant,
                                    int64_t threads) {
  using R = Part<E>;
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2);
  auto [values, n] = arrays.take<R>(1);
  if (!a.isThere())
    return noMemory;
  a.load();
  Memory<E> copy(a.size());
  if (!copy)
    return noMemory;
  std::copy(a.get(), a.get() + a.size(), copy.get());
  bool isGood = isFinite(a.get(), a.size());
  if (isGood) {
    Threads scope(threads);
    Int info = callHeevd(variant ? "V" : "N", *n, copy.get(), values);
    if (info < 0)
      return noMemory;
    isGood = info == 0;
  }
  if (!isGood)
    std::fill(values, values + *n, notANumber<R>());
  if (!variant)
    return done;
  Array<E> vectors(arrays, 2);
  if (!vectors.isThere())
    return noMemory;
  if (isGood)
    transpose<true>(copy.get(), *n, *n, vectors.get());
  else
    vectors.fill(notANumber<E>());
  vectors.store();
  return done;
}

/// Calls geev for left vectors, and returns `info`, or -1 where there is not enough memory.
/// `imaginary` is that of the values of a real matrix.
template <typename E> static Int callGeev(Int n, E *a, E *values, Part<E> *imaginary, E *vectors) {
  using R = Part<E>;
  Int info = 0, size = -1, one = 1;
  E needed = 0;
  Memory<R> reals(isComplex<E> ? static_cast<size_t>(2 * n) : 0);
  if (!reals)
    return -1;
  auto call = [&](E *work) {
    if constexpr (isComplex<E>) {
      using Type = void (*)(const char *, const char *, Int *, E *, Int *, E *, E *, Int *, E *,
                            Int *, E *, Int *, R *, Int *, Length, Length);
      reinterpret_cast<Type>(functions<E>().geev)("V", "N", &n, a, &n, values, vectors, &n, nullptr,
                                                  &one, work, &size, reals.get(), &info, 1, 1);
    } else {
      using Type = void (*)(const char *, const char *, Int *, E *, Int *, E *, E *, E *, Int *,
                            E *, Int *, E *, Int *, Int *, Length, Length);
      reinterpret_cast<Type>(functions<E>().geev)("V", "N", &n, a, &n, values, imaginary, vectors,
                                                  &n, nullptr, &one, work, &size, &info, 1, 1);
    }
  };
  call(&needed);
  size = std::max<Int>(1, static_cast<Int>(realOf(needed)));
  Memory<E> work(static_cast<size_t>(size));
  if (!work)
    return -1;
  call(work.get());
  return info;
}

/// Turns a vector such that its largest element is a positive real number.
template <typename R> static void turn(std::complex<R> *vector, Int n) {
  Int largest = 0;
  for (Int i = 1; i < n; ++i)
    if (std::norm(vector[i]) > std::norm(vector[largest]))
      largest = i;
  R size = std::abs(vector[largest]);
  if (!(size > 0))
    return;
  std::complex<R> factor = std::conj(vector[largest]) / size;
  for (Int i = 0; i < n; ++i)
    vector[i] *= factor;
  vector[largest] = vector[largest].real();
}

/// a -> λ, V, of a complex matrix, or with variant 1 of one whose imaginary part is zero. The
/// stored matrix is Aᵀ, whose left vectors are conj(V).
template <typename E>
static int32_t eigenvalues(void *const *pointers, const int64_t *extents, int64_t variant,
                           int64_t threads) {
  using R = Part<E>;
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2), values(arrays, 1), vectors(arrays, 2);
  Int n = a.extent(0), info = 0;
  Memory<E> left(a.size());
  if (!a.isThere() || !values.isThere() || !vectors.isThere() || !left)
    return noMemory;
  a.load();
  bool isGood = isFinite(a.get(), a.size());
  if (isGood && variant) {
    Memory<R> real(a.size()), found(a.size()), parts(static_cast<size_t>(2 * n));
    if (!real || !found || !parts)
      return noMemory;
    for (size_t i = 0; i < a.size(); ++i)
      real[i] = a.get()[i].real();
    {
      Threads scope(threads);
      info = callGeev<R>(n, real.get(), parts.get(), parts.get() + n, found.get());
    }
    if (info < 0)
      return noMemory;
    isGood = info == 0;
    const R *imaginary = parts.get() + n;
    // Of a pair of complex numbers, two columns are the real and the imaginary part of a vector.
    for (Int j = 0; isGood && j < n; ++j) {
      values.get()[j] = E(parts[j], imaginary[j]);
      bool isFirst = imaginary[j] > 0 && j + 1 < n, isSecond = imaginary[j] < 0 && j > 0;
      for (Int i = 0; i < n; ++i)
        left[j * n + i] = isFirst    ? E(found[j * n + i], found[(j + 1) * n + i])
                          : isSecond ? E(found[(j - 1) * n + i], -found[j * n + i])
                                     : E(found[j * n + i], 0);
    }
  } else if (isGood) {
    Threads scope(threads);
    info = callGeev<E>(n, a.get(), values.get(), nullptr, left.get());
    if (info < 0)
      return noMemory;
    isGood = info == 0;
  }
  if (isGood) {
    for (Int j = 0; j < n; ++j)
      turn(left.get() + j * n, n);
    transpose<true>(left.get(), n, n, vectors.get());
  } else {
    values.fill(notANumber<E>());
    vectors.fill(notANumber<E>());
  }
  values.store(), vectors.store();
  return done;
}

//===----------------------------------------------------------------------===//
// Singular values
//===----------------------------------------------------------------------===//

/// Calls gesdd, and returns `info`, or -1 where there is not enough memory.
template <typename E>
static Int callGesdd(const char *job, Int m, Int n, E *a, Part<E> *values, E *u, Int rowsOfU, E *vt,
                     Int rowsOfV) {
  using R = Part<E>;
  Int info = 0, size = -1;
  E needed = 0;
  size_t least = static_cast<size_t>(std::min(m, n)), most = static_cast<size_t>(std::max(m, n));
  Memory<R> reals(isComplex<E> ? std::max({least * (5 * least + 7),
                                           2 * most * least + 2 * least * least + least, 7 * least})
                               : 0);
  Memory<Int> integers(8 * least);
  if (!reals || !integers)
    return -1;
  auto call = [&](E *work) {
    if constexpr (isComplex<E>) {
      using Type = void (*)(const char *, Int *, Int *, E *, Int *, R *, E *, Int *, E *, Int *,
                            E *, Int *, R *, Int *, Int *, Length);
      reinterpret_cast<Type>(functions<E>().gesdd)(job, &m, &n, a, &m, values, u, &rowsOfU, vt,
                                                   &rowsOfV, work, &size, reals.get(),
                                                   integers.get(), &info, 1);
    } else {
      using Type = void (*)(const char *, Int *, Int *, E *, Int *, R *, E *, Int *, E *, Int *,
                            E *, Int *, Int *, Int *, Length);
      reinterpret_cast<Type>(functions<E>().gesdd)(job, &m, &n, a, &m, values, u, &rowsOfU, vt,
                                                   &rowsOfV, work, &size, integers.get(), &info, 1);
    }
  };
  call(&needed);
  size = std::max<Int>(1, static_cast<Int>(realOf(needed)));
  Memory<E> work(static_cast<size_t>(size));
  if (!work)
    return -1;
  call(work.get());
  return info;
}

/// a -> S, and with variant 1 also U and V, of a matrix that has no more columns than rows; NaN if
/// an element is not finite. U has as many columns as the result. The stored matrix is
/// Aᵀ = conj(V) S Uᵀ.
template <typename E>
static int32_t singularValues(void *const *pointers, const int64_t *extents, int64_t variant,
                              int64_t threads) {
  using R = Part<E>;
  Arrays arrays(pointers, extents);
  Array<E> a(arrays, 2);
  R *values = arrays.take<R>(1).first;
  Memory<E> copy(a.size());
  if (!a.isThere() || !copy)
    return noMemory;
  a.load();
  std::copy(a.get(), a.get() + a.size(), copy.get());
  Int m = a.extent(0), n = a.extent(1);
  bool isGood = isFinite(a.get(), a.size());
  auto run = [&](const char *job, E *u, E *vt, Int rows) {
    Threads scope(threads);
    return callGesdd(job, n, m, copy.get(), values, u, n, vt, rows);
  };
  if (!variant) {
    E unused[1];
    Int info = isGood ? run("N", unused, unused, n) : 0;
    if (info < 0)
      return noMemory;
    if (!isGood || info != 0)
      std::fill(values, values + n, notANumber<R>());
    return done;
  }
  Array<E> u(arrays, 2), v(arrays, 2);
  Memory<E> left(v.size());
  if (!u.isThere() || !v.isThere() || !left)
    return noMemory;
  if (isGood) {
    Int columns = u.extent(1);
    Int info = run(columns > n ? "A" : "S", left.get(), u.get(), columns);
    if (info < 0)
      return noMemory;
    isGood = info == 0;
  }
  if (isGood) {
    transpose<true>(left.get(), n, n, v.get());
  } else {
    std::fill(values, values + n, notANumber<R>());
    u.fill(notANumber<E>());
    v.fill(notANumber<E>());
  }
  u.store(), v.store();
  return done;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Adds the functions for elements of one type, whose names begin with this letter.
template <typename E>
static void addFunctions(const std::unordered_map<std::string, uintptr_t> &addresses, char letter) {
  Lapack &library = lapack();
  auto &own = std::get<Functions<E>>(library.functions);
  auto find = [&](auto &function, const char *real, const char *complex) {
    auto found = addresses.find(letter + std::string(isComplex<E> ? complex : real));
    using Type = std::remove_reference_t<decltype(function)>;
    function = found == addresses.end() ? nullptr : reinterpret_cast<Type>(found->second);
    return function != nullptr;
  };
  auto add = [&](bool isThere, const char *name, auto *function) {
    if (isThere)
      library.table.emplace_back(std::string("chad_") + letter + name,
                                 reinterpret_cast<void *>(function));
  };
  bool hasTrsm = find(own.trsm, "trsm", "trsm");
  add(hasTrsm, "trsm", solveTriangular<E>);
  add(hasTrsm, "getrs", solveByFactors<E>);
  add(find(own.potrf, "potrf", "potrf"), "potrf", cholesky<E>);
  add(find(own.getrf, "getrf", "getrf"), "getrf", factorize<E>);
  bool hasGelqf = find(own.gelqf, "gelqf", "gelqf");
  add(find(own.orglq, "orglq", "unglq") && hasGelqf, "geqrf", triangularize<E>);
  add(find(own.heevd, "syevd", "heevd"), "heevd", hermitianEigenvalues<E>);
  add(find(own.gesdd, "gesdd", "gesdd"), "gesdd", singularValues<E>);
  bool hasGeev = find(own.geev, "geev", "geev");
  if constexpr (isComplex<E>)
    add(hasGeev && functions<Part<E>>().geev, "geev", eigenvalues<E>);
}

void chad::python::setLapack(const std::unordered_map<std::string, uintptr_t> &addresses,
                             bool isWide) {
  const uint16_t number = 1;
  bool isLowFirst = *reinterpret_cast<const uint8_t *>(&number) == 1;
  if (!isWide && !isLowFirst)
    return;
  Lapack &library = lapack();
  library.isWide = isWide;
  library.table.clear();
  auto get = addresses.find("get_threads"), set = addresses.find("set_threads");
  if (get != addresses.end() && set != addresses.end()) {
    library.getThreads = reinterpret_cast<int (*)()>(get->second);
    library.setThreads = reinterpret_cast<void (*)(int)>(set->second);
  }
  addFunctions<float>(addresses, 's');
  addFunctions<double>(addresses, 'd');
  addFunctions<std::complex<float>>(addresses, 'c');
  addFunctions<std::complex<double>>(addresses, 'z');
}

const std::vector<std::pair<std::string, void *>> &chad::python::getLapack() {
  return lapack().table;
}
