//===- Lanes.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Vectors of doubles, and elementary functions of them within 3 units in the last place
// (lanes-accuracy.cpp checks that). They count on each operation as it is written: do not compile
// them with -ffast-math.

#ifndef CHAD_TEST_BENCHMARK_LANES_H
#define CHAD_TEST_BENCHMARK_LANES_H

#include <cstdint>
#include <cstring>

namespace chad::baseline {

#ifdef __AVX512F__
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif

using Lanes = double __attribute__((vector_size(8 * lanes)));
using Ints = int64_t __attribute__((vector_size(8 * lanes)));

inline Lanes broadcast(double x) { return x - Lanes{}; }
/// From and to anywhere in memory.
inline Lanes loadLanes(const double *p) {
  Lanes v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
inline void storeLanes(double *p, Lanes v) { std::memcpy(p, &v, sizeof(v)); }

inline double sumOf(Lanes v) {
  double sum = 0;
  for (int i = 0; i < lanes; ++i)
    sum += v[i];
  return sum;
}

/// The sums of the lanes of each of `lanes` vectors: pairs of vectors are folded into one
/// until one is left.
inline Lanes sumsOf(const Lanes *v) {
#ifdef __AVX512F__
  Lanes a[4], b[2];
  for (int i = 0; i < 4; ++i)
    a[i] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 0, 8, 2, 10, 4, 12, 6, 14) +
           __builtin_shufflevector(v[2 * i], v[2 * i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  for (int i = 0; i < 2; ++i)
    b[i] = __builtin_shufflevector(a[2 * i], a[2 * i + 1], 0, 1, 8, 9, 4, 5, 12, 13) +
           __builtin_shufflevector(a[2 * i], a[2 * i + 1], 2, 3, 10, 11, 6, 7, 14, 15);
  return __builtin_shufflevector(b[0], b[1], 0, 1, 2, 3, 8, 9, 10, 11) +
         __builtin_shufflevector(b[0], b[1], 4, 5, 6, 7, 12, 13, 14, 15);
#else
  Lanes a[2];
  for (int i = 0; i < 2; ++i)
    a[i] = __builtin_shufflevector(v[2 * i], v[2 * i + 1], 0, 4, 2, 6) +
           __builtin_shufflevector(v[2 * i], v[2 * i + 1], 1, 5, 3, 7);
  return __builtin_shufflevector(a[0], a[1], 0, 1, 4, 5) +
         __builtin_shufflevector(a[0], a[1], 2, 3, 6, 7);
#endif
}

/// Transposes the square matrix of `lanes` vectors.
inline void transposeLanes(Lanes *v) {
#ifdef __AVX512F__
  Lanes a[8], b[8];
  for (int i = 0; i < 8; i += 2) {
    a[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    a[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int j = 0; j < 2; ++j) {
      b[i + j] = __builtin_shufflevector(a[i + j], a[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      b[i + j + 2] = __builtin_shufflevector(a[i + j], a[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    v[i] = __builtin_shufflevector(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    v[i + 4] = __builtin_shufflevector(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
#else
  Lanes a[4];
  for (int i = 0; i < 4; i += 2) {
    a[i] = __builtin_shufflevector(v[i], v[i + 1], 0, 4, 2, 6);
    a[i + 1] = __builtin_shufflevector(v[i], v[i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    v[i] = __builtin_shufflevector(a[i], a[i + 2], 0, 1, 4, 5);
    v[i + 2] = __builtin_shufflevector(a[i], a[i + 2], 2, 3, 6, 7);
  }
#endif
}

inline Lanes sqrtLanes(Lanes x) {
#ifdef __clang__
  return __builtin_elementwise_sqrt(x);
#else
  for (int i = 0; i < lanes; ++i)
    x[i] = __builtin_sqrt(x[i]);
  return x;
#endif
}

inline Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }

/// The nearest integer n, and n in the low bits of what is added to make it.
struct Rounded {
  Lanes value;
  Ints bits;
};
inline Rounded roundLanes(Lanes x) {
  // Numbers of this size have no fraction.
  const Lanes magic = broadcast(0x1.8p52);
  Lanes shifted = x + magic;
  return {shifted - magic, (Ints)shifted};
}

/// x = n log 2 + r with |r| ≤ log 2 / 2: gives 2ⁿ, and (exp r - 1 - r) / r² as a polynomial.
struct ExpParts {
  Lanes r, power, tail;
};
inline ExpParts reduceExp(Lanes x) {
  Rounded n = roundLanes(x * 0x1.71547652b82fep+0);
  Lanes r = x - n.value * 0x1.62e42fefa2000p-1 - n.value * 0x1.9ef35793c7673p-41;
  Lanes r2 = r * r, r4 = r2 * r2;
  // Interpolated at Chebyshev's nodes: 1.7e-17 from exp, relatively.
  Lanes p01 = 0x1.0000000000001p-1 + r * 0x1.5555555555556p-3;
  Lanes p23 = 0x1.5555555553d63p-5 + r * 0x1.11111111109b3p-7;
  Lanes p45 = 0x1.6c16c1788bd90p-10 + r * 0x1.a01a01a7c41d5p-13;
  Lanes p67 = 0x1.a019b90d2ae7ap-16 + r * 0x1.71de0dae63bb3p-19;
  Lanes p89 = 0x1.289185613a3d6p-22 + r * 0x1.af38a9b0ec855p-26;
  Lanes tail = (p01 + r2 * p23) + r4 * ((p45 + r2 * p67) + r4 * p89);
  return {r, (Lanes)((n.bits + 1023) << 52), tail};
}

/// For x from -708 to 709; to the left of that as at -708.
inline Lanes expLanes(Lanes x) {
  ExpParts e = reduceExp(max(x, broadcast(-708)));
  return e.power + e.power * (e.r + e.r * e.r * e.tail);
}

/// 1 / (1 + exp -x).
inline Lanes sigmoidLanes(Lanes x) { return 1 / (1 + expLanes(min(-x, broadcast(709)))); }

/// With y = 2x: (exp y - 1) / (exp y + 1), where exp y - 1 is computed without exp y.
inline Lanes tanhLanes(Lanes x) {
  // Beyond this it is 1 to the last place.
  Lanes y = 2 * max(min(x, broadcast(20)), broadcast(-20));
  ExpParts e = reduceExp(y);
  Lanes expm1 = e.power * (e.r + e.r * e.r * e.tail) + (e.power - 1);
  return expm1 / (expm1 + 2);
}

/// For x that are positive and not subnormal: x = 2ⁿ (1 + s) / (1 - s).
inline Lanes logLanes(Lanes x) {
  const Ints bits = (Ints)x;
  // So that the mantissa is between √½ and √2.
  Ints n = (bits - 0x3fe6a09e667f3bcd) >> 52;
  Lanes m = (Lanes)(bits - (n << 52));
  Lanes f = m - 1, s = f / (2 + f), z = s * s, z2 = z * z, z4 = z2 * z2;
  Lanes exponent = __builtin_convertvector(n, Lanes);
  // Interpolated: 2.1e-18 from (log (1+s)/(1-s) - 2s) / s³.
  Lanes tail = (0x1.5555555555555p-1 + z * 0x1.9999999999a39p-2) +
               z2 * (0x1.2492492476a1ap-2 + z * 0x1.c71c7201a55d7p-3) +
               z4 * ((0x1.745cf8e4bba1bp-3 + z * 0x1.3b1c3c1c81c8fp-3) +
                     z2 * (0x1.0fbde0f4ad17bp-3 + z * 0x1.0c0aff044a970p-3));
  return exponent * 0x1.62e42fefa2000p-1 +
         (f - (s * (f - z * tail) - exponent * 0x1.9ef35793c7673p-41));
}

/// For |x| up to 10⁵.
inline void sinCosLanes(Lanes x, Lanes &sin, Lanes &cos) {
  Rounded n = roundLanes(x * 0x1.45f306dc9c883p-1);
  Lanes r = x - n.value * 0x1.921fb54400000p+0 - n.value * 0x1.0b4611a600000p-34 -
            n.value * 0x1.3198a2e037073p-69;
  Lanes z = r * r, z2 = z * z, z4 = z2 * z2;
  Lanes sine = (-0x1.5555555555555p-3 + z * 0x1.1111111110babp-7) +
               z2 * (-0x1.a01a019e820aep-13 + z * 0x1.71de37946ed6dp-19) +
               z4 * (-0x1.ae6008d114485p-26 + z * 0x1.5e0a4fc16be59p-33);
  Lanes cosine = (0x1.5555555555555p-5 - z * 0x1.6c16c16c16963p-10) +
                 z2 * (0x1.a01a019f4ddfdp-16 - z * 0x1.27e4fa16cc2d1p-22) +
                 z4 * (0x1.1eeb67d026ec6p-29 - z * 0x1.907cd8ff5ede7p-37);
  sine = r + r * z * sine;
  cosine = 1 - (z / 2 - z2 * cosine);
  Ints isOdd = (n.bits & 1) != 0;
  Ints sinSign = (n.bits & 2) << 62, cosSign = ((n.bits + 1) & 2) << 62;
  sin = (Lanes)((Ints)(isOdd ? cosine : sine) ^ sinSign);
  cos = (Lanes)((Ints)(isOdd ? sine : cosine) ^ cosSign);
}

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_LANES_H
