//===- Exponentials.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// exp, exp2, expm1 and tanh.
//
//   x = n log 2 + r,  |r| <= log(2)/2,  exp(x) = 2^n exp(r),  exp(r) a polynomial.
//
// The integer n is rounded by adding a number so large that its last place is 1: n
// then stands in the low bits of the sum, where the exponent of 2^n is made of it
// by shifts. No float is converted to an integer: AVX2 cannot.

#include "Emitter.h"

using namespace mlir;
using namespace chad::detail;

// exp(r) = 1 + r + r^2 (1/2 + r p(r)). p is minimax for the error relative to
// expm1(r) on |r| <= 0.3467, rounded: 2^-55.1 (f64), 2^-26.0 (f32).
static constexpr double expF64[] = {
    0x1.555555555553ep-3,  0x1.5555555553afap-5,  0x1.1111111118d81p-7,
    0x1.6c16c17a066fcp-10, 0x1.a01a01718d422p-13, 0x1.a019b37fed7f3p-16,
    0x1.71de979f8e939p-19, 0x1.2897870f70ff5p-22, 0x1.ae48fc93742e5p-26};
static constexpr double expF32[] = {0x1.5554b6p-3, 0x1.5555bap-5, 0x1.1223aep-7, 0x1.6c558ep-10};
static const Polynomial expTail = {expF64, expF32};

// 2^r = 1 + r (c + r p(r)), minimax for the relative error on |r| <= 0.5005, rounded:
// 2^-54.6 (f64), 2^-25.9 (f32).
static constexpr double exp2F64[] = {
    0x1.ebfbdff82c5a5p-3,  0x1.c6b08d7049fe6p-5,  0x1.3b2ab6fba007bp-7,  0x1.5d87fe78cdbe0p-10,
    0x1.4309130efb50ap-13, 0x1.ffcbfba86fdffp-17, 0x1.62bfc7406122dp-20, 0x1.b5267e2da3b90p-24,
    0x1.e61bf9bbfb8cep-28, 0x1.e79b145854285p-32};
static constexpr double exp2F32[] = {0x1.ebfbdcp-3, 0x1.c6aee6p-5, 0x1.3b2d50p-7, 0x1.5f3f30p-10,
                                     0x1.41fb24p-13};
static constexpr Coefficient exp2Slope = {0x1.62e42fefa39efp-1, 0x1.62e430p-1};
static const Polynomial exp2Tail = {exp2F64, exp2F32};

static constexpr Coefficient logE = {0x1.71547652b82fep+0, 0x1.715476p+0}; // 1 / log 2
// log 2 in two parts; the first has so few bits that its product with n is exact.
static constexpr Coefficient log2High = {0x1.62e42fefa3800p-1, 0x1.62e4p-1};
static constexpr Coefficient log2Low = {0x1.ef35793c76730p-45, 0x1.7f7d1cp-20};

static Coefficient negate(Coefficient c) { return {-c.f64, -c.f32}; }

namespace {
/// The integer `n` in the low bits of an integer, `n` as a float, and the remainder `r`.
struct Reduced {
  Value bits, n, r;
};
} // namespace

/// `x scale = n + rest`: rounds n; its bits hold n + `offset`, modulo a power of two
/// that exceeds all exponents.
static Reduced roundToInteger(Emitter &e, Value x, Value scale, int offset) {
  Value magic = e.real(std::ldexp(1.5, e.getMantissaBits()) + offset);
  Value sum = scale ? e.fma(x, scale, magic) : e.add(x, magic);
  return {e.bitsOf(sum), e.sub(sum, magic), Value()};
}

/// `x = n log 2 + r`.
static Reduced reduce(Emitter &e, Value x, int offset) {
  Reduced result = roundToInteger(e, x, e.real(logE), offset);
  Value rest = e.fma(result.n, e.real(negate(log2High)), x);
  result.r = e.fma(result.n, e.real(negate(log2Low)), rest);
  return result;
}

/// `p 2^n`, where the bits hold n + 2 bias, for all n to which neither of the halves
/// 2^floor(n/2), 2^ceil(n/2) overflows: thus infinities and denormal numbers arise,
/// correctly rounded, in the last product.
static Value scale(Emitter &e, Value p, Value bits) {
  unsigned width = e.getMantissaBits();
  Value half = e.shiftLeft(e.shiftRight(bits, 1), width);
  Value otherHalf = e.subBits(e.shiftLeft(bits, width), half);
  return e.mul(e.mul(p, e.realOf(half)), e.realOf(otherHalf));
}

/// `expm1(r)` of a reduced argument.
static Value emitSmallExpM1(Emitter &e, Value r) {
  Value tail = e.fma(e.evaluate(expTail, r), r, e.real(0.5));
  return e.fma(e.mul(r, r), tail, r);
}

Value chad::detail::emitExp(Emitter &e, Value x) {
  // Beyond these bounds all is infinite, or zero.
  x = e.atMost(e.atLeast(x, e.real({-746, -104})), e.real({710, 89}));
  Reduced reduced = reduce(e, x, 2 * e.getBias());
  Value p = e.fma(e.evaluate(expTail, reduced.r), reduced.r, e.real(0.5));
  p = e.fma(p, reduced.r, e.real(1));
  p = e.fma(p, reduced.r, e.real(1));
  return scale(e, p, reduced.bits);
}

Value chad::detail::emitExp2(Emitter &e, Value x) {
  x = e.atMost(e.atLeast(x, e.real({-1076, -151})), e.real({1025, 129}));
  Reduced reduced = roundToInteger(e, x, Value(), 2 * e.getBias());
  Value r = e.sub(x, reduced.n);
  Value p = e.fma(e.evaluate(exp2Tail, r), r, e.real(exp2Slope));
  return scale(e, e.fma(p, r, e.real(1)), reduced.bits);
}

/// `2^n expm1(r) + 2^n - 1`, of half the size lest 2^n overflow.
Value chad::detail::emitExpM1(Emitter &e, Value x) {
  Value bounded = e.atMost(e.atLeast(x, e.real({-40, -20})), e.real({710, 89}));
  Reduced reduced = reduce(e, bounded, e.getBias() - 1);
  Value half = e.realOf(e.shiftLeft(reduced.bits, e.getMantissaBits()));
  Value sum = e.fma(half, emitSmallExpM1(e, reduced.r), e.sub(half, e.real(0.5)));
  // Halves of denormal numbers are not exact, and the sign of zero is lost.
  Value isTiny =
      e.compare(arith::CmpFPredicate::OLT, e.abs(x), e.power(-int(e.getMantissaBits()) - 2));
  return e.select(isTiny, x, e.add(sum, sum));
}

/// `tanh(|x|) = m / (m + 2)` with `m = expm1(2|x|)`; the sign is that of x.
Value chad::detail::emitTanh(Emitter &e, Value x) {
  Value magnitude = e.abs(x);
  Value twice = e.atMost(e.add(magnitude, magnitude), e.real({44, 20}));
  Reduced reduced = reduce(e, twice, e.getBias());
  Value power = e.realOf(e.shiftLeft(reduced.bits, e.getMantissaBits()));
  Value m = e.fma(power, emitSmallExpM1(e, reduced.r), e.sub(power, e.real(1)));
  return e.copySign(e.div(m, e.add(m, e.real(2))), x);
}
