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
// Scalars are not expanded, because of that branch: the C library computes them, and has vector
// functions for loops. The formulas do not exceed 1: where the first two terms of cos(r) are
// rounded to 1, the others are below half a place.

#include "Emitter.h"
#include "chad/Loops/LoopUtils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

/// sin(r + q pi/2), or cos(r + q pi/2), for |r| <= pi/4; of q, the last two bits matter.
static Value emitInQuadrant(Emitter &e, Value r, Value quadrant, bool isCos) {
  Value z = e.mul(r, r);
  Value sin = e.fma(e.mul(r, z), e.evaluate(sinTail, z), r);
  Value cos = e.fma(e.mul(z, z), e.evaluate(cosTail, z), e.fma(z, e.real(-0.5), e.real(1)));
  Value isOdd = e.isOdd(quadrant);
  Value result = isCos ? e.select(isOdd, sin, cos) : e.select(isOdd, cos, sin);
  // The second bit of the quadrant is the sign; cos is one quadrant ahead.
  if (isCos)
    quadrant = e.addBits(quadrant, e.integer(1));
  unsigned top = e.getMantissaBits() == 52 ? 63 : 31;
  Value sign = e.shiftLeft(e.shiftRight(quadrant, 1), top);
  return e.realOf(e.xorBits(e.bitsOf(result), sign));
}

/// sin(x), or cos(x) = sin(x + pi/2).
static Value emitFast(Emitter &e, Value x, bool isCos, const HalfPi &halfPi) {
  Value magic = e.real(std::ldexp(1.5, e.getMantissaBits()));
  Value sum = e.fma(x, e.real(twoByPi), magic);
  Value n = e.sub(sum, magic);
  Value r = x;
  for (double part : halfPi.parts)
    r = e.fma(n, e.real(-part), r);
  Value result = emitInQuadrant(e, r, e.bitsOf(sum), isCos);
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

//===----------------------------------------------------------------------===//
// Without a library
//===----------------------------------------------------------------------===//

/// 64 zeros, then the bits of 2/pi behind the point.
static constexpr uint64_t twoByPiBits[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// The table in the memory of a program.
static Value getTwoByPi(OpBuilder &builder, Location loc) {
  constexpr StringLiteral name = "chad_two_by_pi";
  Operation *table = SymbolTable::getNearestSymbolTable(builder.getInsertionBlock()->getParentOp());
  auto type = MemRefType::get({std::size(twoByPiBits)}, builder.getI64Type());
  if (!SymbolTable::lookupSymbolIn(table, name)) {
    OpBuilder top = OpBuilder::atBlockBegin(&table->getRegion(0).front());
    auto values =
        DenseElementsAttr::get(RankedTensorType::get(type.getShape(), type.getElementType()),
                               ArrayRef<uint64_t>(twoByPiBits));
    memref::GlobalOp::create(top, loc, name, top.getStringAttr("private"), type, values,
                             /*constant=*/true, /*alignment=*/IntegerAttr());
  }
  return memref::GetGlobalOp::create(builder, loc, type, name);
}

/// sin(x), or cos(x), for f64 with 2^30 <= |x|. With |x| = m 2^e, and m an integer, the bits of
/// 2/pi that make multiples of four of the product are left out; of the next 192, the product has
/// two bits of the quadrant, and the others behind the point (Payne & Hanek 1983).
static Value emitLarge(Emitter &e, Value x, bool isCos, Value table) {
  OpBuilder &builder = e.getBuilder();
  Location loc = e.getLoc();
  Type word = builder.getI64Type();
  auto shift = [&](Value a, Value count, bool isLeft) -> Value {
    if (isLeft)
      return arith::ShLIOp::create(builder, loc, a, count);
    return arith::ShRUIOp::create(builder, loc, a, count);
  };
  Value bits = e.bitsOf(e.abs(x));
  Value exponent = e.subBits(e.shiftRight(bits, 52), e.integer(1075));
  Value m =
      e.orBits(e.andBits(bits, e.integer((uint64_t(1) << 52) - 1)), e.integer(uint64_t(1) << 52));
  // The bit of the table at which the window begins. For NaN it is any bit: the result is replaced.
  Value begin = e.addBits(exponent, e.integer(62));
  begin = arith::MinUIOp::create(builder, loc, begin, e.integer(1033));
  Value first = e.shiftRight(begin, 6), bit = e.andBits(begin, e.integer(63));
  Value back = e.subBits(e.integer(63), bit);
  SmallVector<Value> raw, window;
  for (uint64_t k = 0; k < 4; ++k) {
    Value at = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                          e.addBits(first, e.integer(k)));
    raw.push_back(memref::LoadOp::create(builder, loc, table, at));
  }
  for (unsigned k = 0; k < 3; ++k)
    window.push_back(e.orBits(shift(raw[k], bit, /*isLeft=*/true),
                              shift(e.shiftRight(raw[k + 1], 1), back, /*isLeft=*/false)));
  auto low = arith::MulUIExtendedOp::create(builder, loc, m, window[2]);
  auto middle = arith::MulUIExtendedOp::create(builder, loc, m, window[1]);
  auto sum = arith::AddUIExtendedOp::create(builder, loc, middle.getLow(), low.getHigh());
  Value carry = arith::ExtUIOp::create(builder, loc, word, sum.getOverflow());
  Value high = arith::MulIOp::create(builder, loc, m, window[0]);
  high = e.addBits(e.addBits(high, middle.getHigh()), carry);
  // The fraction, in units of 2^-64 and 2^-128. As a signed number it is the distance from the
  // nearest integer.
  Value fraction = e.orBits(e.shiftLeft(high, 2), e.shiftRight(sum.getSum(), 62));
  Value rest = e.orBits(e.shiftLeft(sum.getSum(), 2), e.shiftRight(low.getLow(), 62));
  Value quadrant = e.addBits(e.shiftRight(high, 62), e.shiftRight(fraction, 63));
  auto toReal = [&](Value integer, bool isSigned) -> Value {
    if (isSigned)
      return arith::SIToFPOp::create(builder, loc, builder.getF64Type(), integer);
    return arith::UIToFPOp::create(builder, loc, builder.getF64Type(), integer);
  };
  constexpr uint64_t tail = 0x7ff;
  Value head = e.mul(toReal(e.andBits(fraction, e.integer(~tail)), true), e.power(-64));
  Value small = e.mul(toReal(e.andBits(fraction, e.integer(tail)), false), e.power(-64));
  small = e.fma(toReal(rest, false), e.power(-128), small);
  // Times pi/2, as two numbers.
  Value halfPi = e.real(0x1.921fb54442d18p+0), halfPiTail = e.real(0x1.1a62633145c07p-54);
  Value product = e.mul(head, halfPi);
  Value error = e.fma(head, halfPi, e.sub(e.real(0), product));
  error = e.add(error, e.fma(head, halfPiTail, e.mul(small, halfPi)));
  Value result = emitInQuadrant(e, e.add(product, error), quadrant, isCos);
  if (!isCos)
    result =
        e.realOf(e.xorBits(e.bitsOf(result), e.andBits(e.bitsOf(x), e.integer(uint64_t(1) << 63))));
  // NaN and infinities have no sine or cosine.
  Value isFinite = e.compare(arith::CmpFPredicate::OLT, e.abs(x), e.infinity());
  return e.select(isFinite, result, e.nan());
}

Value chad::detail::emitSinOrCosAlone(Emitter &e, Value x, bool isCos) {
  OpBuilder &builder = e.getBuilder();
  Location loc = e.getLoc();
  if (!e.isDouble()) {
    // The greatest f32 is small beside those of f64, whose formulas are exact enough.
    Emitter inside(builder, loc, builder.getF64Type(), e.hasFMA());
    Value wide = arith::ExtFOp::create(builder, loc, builder.getF64Type(), x);
    return arith::TruncFOp::create(builder, loc, x.getType(),
                                   emitSinOrCosAlone(inside, wide, isCos));
  }
  HalfPi halfPi = getHalfPi(e);
  Value table = getTwoByPi(builder, loc);
  Value isSmall = e.compare(arith::CmpFPredicate::OLT, e.abs(x), e.power(halfPi.bound));
  auto choice = scf::IfOp::create(
      builder, loc, isSmall,
      [&](OpBuilder &nested, Location at) {
        Emitter inside(nested, at, x.getType(), e.hasFMA());
        scf::YieldOp::create(nested, at, emitFast(inside, x, isCos, halfPi));
      },
      [&](OpBuilder &nested, Location at) {
        Emitter inside(nested, at, x.getType(), e.hasFMA());
        scf::YieldOp::create(nested, at, emitLarge(inside, x, isCos, table));
      });
  return choice.getResult(0);
}

Value chad::detail::emitSin(Emitter &e, Value x) {
  return emitSinOrCos<math::SinOp>(e, x, /*isCos=*/false);
}

Value chad::detail::emitCos(Emitter &e, Value x) {
  return emitSinOrCos<math::CosOp>(e, x, /*isCos=*/true);
}
