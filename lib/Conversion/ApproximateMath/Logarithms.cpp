//===- Logarithms.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// log, log2, log10 and log1p.
//
//   x = 2^n (1 + f),  sqrt(1/2) <= 1 + f < sqrt(2),  log(x) = n log 2 + log(1 + f);
//   with s = f/(2 + f), thus f = 2s + s f:
//   log(1 + f) = 2 atanh(s) = 2s + s^3 p(s^2) = f - (f^2/2 - s (f^2/2 + s^2 p(s^2))),
//
// where f is exact, and the term that is subtracted from it is small.

#include "Emitter.h"

using namespace mlir;
using namespace chad::detail;

// p is minimax for the error relative to log(1 + f) on s^2 <= 0.02945, rounded:
// 2^-58.7 (f64), 2^-30.0 (f32).
static constexpr double logF64[] = {
    0x1.5555555555592p-1, 0x1.999999997fcc7p-2, 0x1.24924942009d9p-2, 0x1.c71c51fb53276p-3,
    0x1.7466420db3d3bp-3, 0x1.39a1634f9b444p-3, 0x1.2f090eaeb316ep-3};
static constexpr double logF32[] = {0x1.55557ap-1, 0x1.995eacp-2, 0x1.31e49ep-2};
static const Polynomial logTail = {logF64, logF32};

// Products of n with the first parts are exact.
static constexpr Coefficient log2High = {0x1.62e42fefa3800p-1, 0x1.62e4p-1};
static constexpr Coefficient log2Low = {0x1.ef35793c76730p-45, 0x1.7f7d1cp-20};
static constexpr Coefficient log10Of2High = {0x1.34413509f7800p-2, 0x1.344p-2};
static constexpr Coefficient log10Of2Low = {0x1.fef311f12b358p-46, 0x1.3509f8p-18};
static constexpr Coefficient logE = {0x1.71547652b82fep+0, 0x1.715476p+0};   // log2(e)
static constexpr Coefficient log10E = {0x1.bcb7b1526e50ep-2, 0x1.bcb7b2p-2}; // log10(e)

namespace {
struct Decomposed {
  Value n; ///< As a float.
  Value f;
  Value exponentBits; ///< (n + bias) 2^mantissaBits, an integer.
};
} // namespace

static constexpr uint64_t rootHalfF64 = 0x3fe6a09e667f3bcd, rootHalfF32 = 0x3f3504f3;

/// x positive and normal; `bias` is subtracted from its exponent to give n.
static Decomposed decompose(Emitter &e, Value x, Value bias) {
  unsigned width = e.getMantissaBits();
  uint64_t one = uint64_t(e.getBias()) << width;
  uint64_t rootHalf = e.isDouble() ? rootHalfF64 : rootHalfF32;
  uint64_t mantissaMask = (uint64_t(1) << width) - 1;
  // The exponent changes where the mantissa passes sqrt(2).
  Value bits = e.addBits(e.bitsOf(x), e.integer(one - rootHalf));
  Value mantissa = e.addBits(e.andBits(bits, e.integer(mantissaMask)), e.integer(rootHalf));
  Value f = e.sub(e.realOf(mantissa), e.real(1));
  // Below a power of two whose last place is 1, an integer is its own low bits.
  Value shifted = e.orBits(e.shiftRight(bits, width), e.bitsOf(e.power(width)));
  Value n = e.sub(e.realOf(shifted), e.add(bias, e.power(width)));
  return {n, f, e.andBits(bits, e.integer(~mantissaMask))};
}

/// Decomposes any positive x: a denormal number is scaled to a normal one first.
static Decomposed decomposePositive(Emitter &e, Value x) {
  int shift = e.getMantissaBits() + 2;
  Value isSmall = e.compare(arith::CmpFPredicate::OLT, x, e.power(1 - e.getBias()));
  Value scaled = e.select(isSmall, e.mul(x, e.power(shift)), x);
  Value bias = e.select(isSmall, e.real(e.getBias() + shift), e.real(e.getBias()));
  return decompose(e, scaled, bias);
}

/// The correction c of f: log(1 + f) = f - c. `added`, if it is given, is added to the product in
/// it.
static Value emitCorrection(Emitter &e, Value f, Value added = Value()) {
  Value s = e.div(f, e.add(f, e.real(2)));
  Value square = e.mul(s, s);
  Value halfSquare = e.mul(e.mul(f, e.real(0.5)), f);
  Value inner = e.fma(square, e.evaluate(logTail, square), halfSquare);
  Value product = added ? e.fma(s, inner, added) : e.mul(s, inner);
  return e.sub(halfSquare, product);
}

/// Puts the values at 0, below, at infinity and at NaN; `x` decides, `atTop` stands
/// for the last two.
static Value emitEdges(Emitter &e, Value regular, Value x, Value atTop) {
  Value isZero = e.compare(arith::CmpFPredicate::OEQ, x, e.real(0));
  Value outside = e.select(isZero, e.infinity(/*isNegative=*/true), e.nan());
  Value inside = e.select(e.compare(arith::CmpFPredicate::OLT, x, e.infinity()), regular, atTop);
  return e.select(e.compare(arith::CmpFPredicate::ULE, x, e.real(0)), outside, inside);
}

static Value emitNaturalLog(Emitter &e, const Decomposed &parts) {
  Value low = e.mul(parts.n, e.real(log2Low));
  Value small = e.sub(parts.f, emitCorrection(e, parts.f, low));
  return e.fma(parts.n, e.real(log2High), small);
}

Value chad::detail::emitLog(Emitter &e, Value x) {
  return emitEdges(e, emitNaturalLog(e, decomposePositive(e, x)), x, x);
}

Value chad::detail::emitLog2(Emitter &e, Value x) {
  Decomposed parts = decomposePositive(e, x);
  Value log = e.sub(parts.f, emitCorrection(e, parts.f));
  return emitEdges(e, e.fma(log, e.real(logE), parts.n), x, x);
}

Value chad::detail::emitLog10(Emitter &e, Value x) {
  Decomposed parts = decomposePositive(e, x);
  Value log = e.sub(parts.f, emitCorrection(e, parts.f));
  Value low = e.fma(log, e.real(log10E), e.mul(parts.n, e.real(log10Of2Low)));
  return emitEdges(e, e.fma(parts.n, e.real(log10Of2High), low), x, x);
}

/// log(u + c), where u = 1 + x rounded and c is the rounding error: 1 + f = (u + c) / 2^n,
/// so that f = x where n = 0.
Value chad::detail::emitLog1p(Emitter &e, Value x) {
  Value u = e.add(x, e.real(1));
  // The rounding error is x - (u - 1), or if x is large 1 - (u - x): one of the two is exact.
  Value back = e.sub(u, e.real(1));
  Value lost = e.add(e.sub(x, back), e.sub(e.real(1), e.sub(u, back)));
  Decomposed parts = decompose(e, u, e.real(e.getBias()));
  uint64_t twoBias = uint64_t(2 * e.getBias()) << e.getMantissaBits();
  Value unscale = e.realOf(e.subBits(e.integer(twoBias), parts.exponentBits));
  // For large x the rounding error of 1 + x is negligible, and 2^-n may underflow: it is left out.
  Value isSmall = e.compare(arith::CmpFPredicate::OLT, x, e.power(64));
  parts.f = e.select(isSmall, e.fma(lost, unscale, parts.f), parts.f);
  Value regular = emitNaturalLog(e, parts);
  // The sign of zero is that of x.
  Value isZero = e.compare(arith::CmpFPredicate::OEQ, x, e.real(0));
  return e.select(isZero, x, emitEdges(e, regular, u, x));
}
