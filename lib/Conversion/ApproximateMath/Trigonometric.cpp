//===- Trigonometric.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// sin and cos of vectors.
//
//   x = n pi/2 + r,  |r| <= pi/4;  n mod 4 decides between sin(r), cos(r) and their
//   negatives.
//
// With pi/2 in parts, n times the first is taken from x without an error; the other
// steps round what remains. That is so up to a bound on |x|. Elements of a vector beyond
// the bound are computed by the C library, one after the other, in a branch that vectors
// without such elements do not take. The result of an element depends on nothing else.
//
// Scalars are left alone for this branch's sake: they are computed by the C library, which has
// vector functions for loops. The formulas do not exceed 1: where the first two terms of cos(r)
// are rounded to 1, the others are below half a place.

#include "Emitter.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace chad::detail;

// sin(r) = r + r z p(z), cos(r) = 1 - z/2 + z^2 q(z), z = r^2 <= 0.6181; minimax for the
// relative error, rounded: p 2^-56.7 (f64), 2^-26.7 (f32), q 2^-59.1, 2^-32.8.
static constexpr double sinF64[] = {-0x1.5555555555548p-3,  0x1.111111110f78fp-7,
                                    -0x1.a01a019bf571ep-13, 0x1.71de356035873p-19,
                                    -0x1.ae5e546af657ep-26, 0x1.5d8dfc1680bafp-33};
static constexpr double sinF32[] = {-0x1.555546p-3, 0x1.110730p-7, -0x1.994068p-13};
static const Polynomial sinTail = {sinF64, sinF32};
static constexpr double cosF64[] = {0x1.555555555554bp-5,  -0x1.6c16c16c14f47p-10,
                                    0x1.a01a019c7ce1cp-16, -0x1.27e4f7e5431c9p-22,
                                    0x1.1ee9d3df5a5ccp-29, -0x1.8fa2922ccd1afp-37};
static constexpr double cosF32[] = {0x1.55554ap-5, -0x1.6c0c28p-10, 0x1.99e86cp-16};
static const Polynomial cosTail = {cosF64, cosF32};

static constexpr Coefficient twoByPi = {0x1.45f306dc9c883p-1, 0x1.45f306p-1};

namespace {
/// pi/2 as a sum, and the least |x| that it is too short for, as an exponent.
struct HalfPi {
  ArrayRef<double> parts;
  int bound;
};
} // namespace

// Truncated, so that all parts are positive and -0 stays -0. Where products are rounded,
// those of n with all but the last part have to be exact.
static constexpr double partsF64[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c06p-54,
                                      0x1.c1cd129024e08p-107};
static constexpr double shortPartsF64[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34,
                                           0x1.3198a2e037073p-69};
static constexpr double partsF32[] = {0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48};
static constexpr double shortPartsF32[] = {0x1.92p+0, 0x1.fb4p-12, 0x1.444p-24, 0x1.68c234p-39};

static HalfPi getHalfPi(const Emitter &e) {
  if (e.isDouble())
    return e.hasFMA() ? HalfPi{partsF64, 30} : HalfPi{shortPartsF64, 20};
  return e.hasFMA() ? HalfPi{partsF32, 16} : HalfPi{shortPartsF32, 11};
}

/// sin(x), or cos(x) = sin(x + pi/2).
static Value emitFast(Emitter &e, Value x, bool isCos, const HalfPi &halfPi) {
  Value magic = e.real(std::ldexp(1.5, e.getMantissaBits()));
  Value sum = e.fma(x, e.real(twoByPi), magic);
  Value n = e.sub(sum, magic);
  Value r = x;
  for (double part : halfPi.parts)
    r = e.fma(n, e.real(-part), r);
  Value z = e.mul(r, r);
  Value sin = e.fma(e.mul(r, z), e.horner(sinTail, z), r);
  Value cos = e.fma(e.mul(z, z), e.horner(cosTail, z), e.fma(z, e.real(-0.5), e.real(1)));
  Value quadrant = e.bitsOf(sum);
  Value isOdd = e.isOdd(quadrant);
  Value result = isCos ? e.select(isOdd, sin, cos) : e.select(isOdd, cos, sin);
  // The second bit of the quadrant is the sign; cos is one quadrant ahead.
  if (isCos)
    quadrant = e.addBits(quadrant, e.integer(1));
  unsigned top = e.getMantissaBits() == 52 ? 63 : 31;
  Value sign = e.shiftLeft(e.shiftRight(quadrant, 1), top);
  result = e.realOf(e.xorBits(e.bitsOf(result), sign));
  if (isCos)
    return result;
  // The polynomial loses the sign of zero.
  Value isTiny =
      e.compare(arith::CmpFPredicate::OLT, e.abs(x), e.power(-int(e.getMantissaBits()) / 2 - 1));
  return e.select(isTiny, x, result);
}

/// Element by element: the library's vector functions are less exact.
template <typename OpTy> static Value emitSlow(Emitter &e, Value x) {
  OpBuilder &builder = e.getBuilder();
  Location loc = e.getLoc();
  auto type = cast<VectorType>(x.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value count = arith::ConstantIndexOp::create(builder, loc, type.getNumElements());
  auto loop = scf::ForOp::create(
      builder, loc, zero, count, one, x,
      [&](OpBuilder &builder, Location loc, Value i, ValueRange state) {
        Value element = vector::ExtractOp::create(builder, loc, state.front(), OpFoldResult(i));
        Value result = OpTy::create(builder, loc, element);
        Value next = vector::InsertOp::create(builder, loc, result, state.front(), OpFoldResult(i));
        scf::YieldOp::create(builder, loc, next);
      });
  chad::detail::leaveScalar(loop);
  return loop.getResult(0);
}

template <typename OpTy> static Value emitSinOrCos(Emitter &e, Value x, bool isCos) {
  HalfPi halfPi = getHalfPi(e);
  Value fast = emitFast(e, x, isCos, halfPi);
  Value isLarge = e.compare(arith::CmpFPredicate::OGE, e.abs(x), e.power(halfPi.bound));
  Value anyLarge =
      vector::ReductionOp::create(e.getBuilder(), e.getLoc(), vector::CombiningKind::OR, isLarge);
  auto choice = scf::IfOp::create(
      e.getBuilder(), e.getLoc(), anyLarge,
      [&](OpBuilder &builder, Location loc) {
        Emitter inside(builder, loc, x.getType(), e.hasFMA());
        // The library is quick at 0.
        Value large = inside.select(isLarge, x, inside.real(0));
        Value slow = emitSlow<OpTy>(inside, large);
        scf::YieldOp::create(builder, loc, inside.select(isLarge, slow, fast));
      },
      [&](OpBuilder &builder, Location loc) { scf::YieldOp::create(builder, loc, fast); });
  return choice.getResult(0);
}

Value chad::detail::emitSin(Emitter &e, Value x) {
  return emitSinOrCos<math::SinOp>(e, x, /*isCos=*/false);
}

Value chad::detail::emitCos(Emitter &e, Value x) {
  return emitSinOrCos<math::CosOp>(e, x, /*isCos=*/true);
}
