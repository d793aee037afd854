//===- ComplexMath.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Formulas for the functions of the complex dialect, in real and imaginary parts: z = a + bi and w
// = c + di.

#include "ComplexMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Makes arithmetic on floats of one type.
class Reals {
public:
  Reals(OpBuilder &builder, Location loc, Type type) : builder(builder), loc(loc), type(type) {}

  Value number(double value) {
    return arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, value));
  }
  template <typename Op> Value make(Value x) { return Op::create(builder, loc, x); }
  template <typename Op> Value make(Value x, Value y) { return Op::create(builder, loc, x, y); }
  Value add(Value x, Value y) { return make<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return make<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return make<arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return make<arith::DivFOp>(x, y); }
  Value neg(Value x) { return make<arith::NegFOp>(x); }
  Value square(Value x) { return mul(x, x); }
  Value twice(Value x) { return add(x, x); }
  Value half(Value x) { return mul(number(0.5), x); }
  Value plusOne(Value x) { return add(number(1), x); }
  Value oneMinus(Value x) { return sub(number(1), x); }
  Value sqrt(Value x) { return make<math::SqrtOp>(x); }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, loc, predicate, x, y);
  }
  Value isZero(Value x) { return compare(arith::CmpFPredicate::OEQ, x, number(0)); }
  Value both(Value p, Value q) { return arith::AndIOp::create(builder, loc, p, q); }
  Value either(Value p, Value q) { return arith::OrIOp::create(builder, loc, p, q); }
  Value choose(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, loc, condition, x, y);
  }

  OpBuilder &builder;
  Location loc;
  Type type;
};
} // namespace

namespace {
/// A power of two by which a number is multiplied so that the squares of its parts, and what their
/// quotients have as derivatives, neither overflow nor vanish: with a third k of the largest
/// exponent it is 4⁻ᵏ for numbers above 2ᵏ, 4ᵏ for numbers below 2⁻ᵏ, else 1. It is chosen by
/// comparisons, and counts as constant in derivatives.
struct Scale {
  Scale(Reals &r, Parts z) : r(r) {
    const llvm::fltSemantics &semantics = cast<FloatType>(r.type).getFloatSemantics();
    third = APFloat::semanticsMaxExponent(semantics) / 3;
    Value size = r.make<arith::MaximumFOp>(r.make<math::AbsFOp>(z.re), r.make<math::AbsFOp>(z.im));
    isLarge = r.compare(arith::CmpFPredicate::OGT, size, powerOfTwo(third));
    isSmall = r.compare(arith::CmpFPredicate::OLT, size, powerOfTwo(-third));
  }
  Value powerOfTwo(int exponent) { return r.number(std::ldexp(1.0, exponent)); }
  Value choose(Value ofLarge, Value ofSmall, Value other) {
    return r.choose(isLarge, ofLarge, r.choose(isSmall, ofSmall, other));
  }
  /// The scale s to a power of one half: √s is 1, s is 2, and 1 / s is -2.
  Value power(int halves) {
    return choose(powerOfTwo(-halves * third), powerOfTwo(halves * third), r.number(1));
  }
  Value log() {
    double size = 2 * third * llvm::numbers::ln2;
    return choose(r.number(-size), r.number(size), r.number(0));
  }

  Reals &r;
  int third;
  Value isLarge, isSmall;
};
} // namespace

static Parts times(Reals &r, Value factor, Parts z) {
  return {r.mul(factor, z.re), r.mul(factor, z.im)};
}

static Value squaredSize(Reals &r, Parts z) { return r.add(r.square(z.re), r.square(z.im)); }

/// `√((sa)² + (sb)²) / s` with a power of two s.
static Value absolute(Reals &r, Parts z) {
  Scale scale(r, z);
  return r.mul(r.sqrt(squaredSize(r, times(r, scale.power(2), z))), scale.power(-2));
}

static Value angle(Reals &r, Parts z) { return r.make<math::Atan2Op>(z.im, z.re); }

static Parts add(Reals &r, Parts z, Parts w) { return {r.add(z.re, w.re), r.add(z.im, w.im)}; }
static Parts sub(Reals &r, Parts z, Parts w) { return {r.sub(z.re, w.re), r.sub(z.im, w.im)}; }

/// `(ac - bd) + (ad + bc)i`.
static Parts mul(Reals &r, Parts z, Parts w) {
  return {r.sub(r.mul(z.re, w.re), r.mul(z.im, w.im)), r.add(r.mul(z.re, w.im), r.mul(z.im, w.re))};
}

/// `√s (√s z · conj(sw) / |sw|²)` with a power of two s: no quotient overflows or vanishes that is
/// a number of the type.
static Parts div(Reals &r, Parts z, Parts w) {
  Scale scale(r, w);
  Value root = scale.power(1);
  w = times(r, scale.power(2), w);
  Value norm = squaredSize(r, w);
  Parts inverse = {r.div(w.re, norm), r.div(r.neg(w.im), norm)};
  return times(r, root, mul(r, times(r, root, z), inverse));
}

/// `eᵃ (cos b + i sin b)`.
static Parts exp(Reals &r, Parts z) {
  Value size = r.make<math::ExpOp>(z.re);
  return {r.mul(size, r.make<math::CosOp>(z.im)), r.mul(size, r.make<math::SinOp>(z.im))};
}

/// `eᶻ - 1`, whose real part is `(eᵃ - 1) cos b - 2 sin²(b/2)`.
static Parts expm1(Reals &r, Parts z) {
  Value less = r.make<math::ExpM1Op>(z.re);
  Value sinHalf = r.make<math::SinOp>(r.half(z.im));
  Value re = r.sub(r.mul(less, r.make<math::CosOp>(z.im)), r.twice(r.square(sinHalf)));
  return {re, r.mul(r.make<math::ExpOp>(z.re), r.make<math::SinOp>(z.im))};
}

/// `½ log((sa)² + (sb)²) - log s + i arg z` with a power of two s.
static Parts log(Reals &r, Parts z) {
  Scale scale(r, z);
  Value norm = squaredSize(r, times(r, scale.power(2), z));
  return {r.sub(r.half(r.make<math::LogOp>(norm)), scale.log()), angle(r, z)};
}

/// `log(1 + z)`, whose real part is `½ log1p(a (2 + a) + b²)`.
static Parts log1p(Reals &r, Parts z) {
  Value rest = r.add(r.mul(z.re, r.add(r.number(2), z.re)), r.square(z.im));
  return {r.half(r.make<math::Log1pOp>(rest)), angle(r, {r.plusOne(z.re), z.im})};
}

/// `sin a cosh b + i cos a sinh b`.
static Parts sin(Reals &r, Parts z) {
  return {r.mul(r.make<math::SinOp>(z.re), r.make<math::CoshOp>(z.im)),
          r.mul(r.make<math::CosOp>(z.re), r.make<math::SinhOp>(z.im))};
}

/// `cos a cosh b - i sin a sinh b`.
static Parts cos(Reals &r, Parts z) {
  return {r.mul(r.make<math::CosOp>(z.re), r.make<math::CoshOp>(z.im)),
          r.neg(r.mul(r.make<math::SinOp>(z.re), r.make<math::SinhOp>(z.im)))};
}

/// With `t = tan a` and `h = tanh b`: `(t (1 - h²) + i h (1 + t²)) / (1 + t² h²)`.
static Parts tan(Reals &r, Parts z) {
  Value t = r.make<math::TanOp>(z.re), h = r.make<math::TanhOp>(z.im);
  Value tt = r.square(t), hh = r.square(h), below = r.plusOne(r.mul(tt, hh));
  return {r.div(r.mul(t, r.oneMinus(hh)), below), r.div(r.mul(h, r.plusOne(tt)), below)};
}

/// With `h = tanh a` and `t = tan b`: `(h (1 + t²) + i t (1 - h²)) / (1 + t² h²)`.
static Parts tanh(Reals &r, Parts z) {
  Parts turned = tan(r, {z.im, z.re});
  return {turned.im, turned.re};
}

/// The root with a real part that is not negative. With `t = √((|z| + |a|) / 2)` and `u = b / 2t`
/// it is `t + i u` where `a ≥ 0`, and `±u ± i t` with the sign of b elsewhere: nothing cancels.
static Parts sqrt(Reals &r, Parts z) {
  // Of |a|, |u| and copysign(t, b) the derivatives are others where a or b is zero.
  Value isRight = r.compare(arith::CmpFPredicate::OGE, z.re, r.number(0));
  Value sign = r.make<math::CopySignOp>(r.number(1), z.im);
  Value size = r.choose(isRight, z.re, r.neg(z.re));
  Value t = r.sqrt(r.add(r.half(absolute(r, z)), r.half(size)));
  Value zero = r.make<math::CopySignOp>(r.number(0), z.im);
  Value u = r.choose(r.isZero(t), zero, r.div(z.im, r.twice(t)));
  return {r.choose(isRight, t, r.mul(sign, u)), r.choose(isRight, u, r.mul(sign, t))};
}

/// `e^(w log z)` where `z` is not 0. `0^w` is 1 if `w` is 0, and 0 otherwise.
static Parts pow(Reals &r, Parts z, Parts w) {
  Parts power = exp(r, mul(r, w, log(r, z)));
  Value isZero = r.both(r.isZero(z.re), r.isZero(z.im));
  Value isOne = r.both(isZero, r.both(r.isZero(w.re), r.isZero(w.im)));
  Value atZero = r.choose(isOne, r.number(1), r.number(0));
  return {r.choose(isZero, atZero, power.re), r.choose(isZero, r.number(0), power.im)};
}

/// The product of `|exponent|` factors z; its inverse if the exponent is negative.
static Parts powi(Reals &r, Parts z, Value exponent) {
  Type type = exponent.getType();
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(r.builder, r.loc, r.builder.getIntegerAttr(type, value));
  };
  Value zero = integer(0), one = integer(1);
  Value isNegative =
      arith::CmpIOp::create(r.builder, r.loc, arith::CmpIPredicate::slt, exponent, zero);
  Value count =
      arith::SelectOp::create(r.builder, r.loc, isNegative,
                              arith::SubIOp::create(r.builder, r.loc, zero, exponent), exponent);
  SmallVector<Value> unit = {r.number(1), r.number(0)};
  auto loop =
      scf::ForOp::create(r.builder, r.loc, zero, count, one, unit,
                         [&](OpBuilder &builder, Location loc, Value, ValueRange state) {
                           Reals inner(builder, loc, r.type);
                           Parts product = mul(inner, {state[0], state[1]}, z);
                           scf::YieldOp::create(builder, loc, ValueRange{product.re, product.im});
                         });
  Parts product = {loop.getResult(0), loop.getResult(1)};
  Parts inverse = div(r, {unit[0], unit[1]}, product);
  return {r.choose(isNegative, inverse.re, product.re),
          r.choose(isNegative, inverse.im, product.im)};
}

/// `z / |z|`, and zero at zero.
static Parts sign(Reals &r, Parts z) {
  Value size = absolute(r, z), isZero = r.isZero(size), zero = r.number(0);
  return {r.choose(isZero, zero, r.div(z.re, size)), r.choose(isZero, zero, r.div(z.im, size))};
}

/// `-i log((x + i y) / √(x² + y²))`, by which `tan` of the result is `y / x`.
static Parts atan2(Reals &r, Parts y, Parts x) {
  Parts root = sqrt(r, add(r, mul(r, x, x), mul(r, y, y)));
  Parts turned = add(r, x, {r.neg(y.im), y.re});
  Parts result = log(r, div(r, turned, root));
  return {result.im, r.neg(result.re)};
}

std::optional<Parts> chad::detail::computeComplex(Operation *op, ArrayRef<Parts> operands,
                                                  OpBuilder &builder) {
  auto complex = dyn_cast<ComplexType>(op->getOperand(0).getType());
  if (!complex)
    return std::nullopt;
  Reals r(builder, op->getLoc(), complex.getElementType());
  Parts z = operands.front(), w = operands.size() > 1 ? operands[1] : Parts();
  auto real = [](Value value) { return Parts{value, {}}; };
  return TypeSwitch<Operation *, std::optional<Parts>>(op)
      .Case([&](complex::ReOp) { return real(z.re); })
      .Case([&](complex::ImOp) { return real(z.im); })
      .Case([&](complex::AbsOp) { return real(absolute(r, z)); })
      .Case([&](complex::AngleOp) { return real(angle(r, z)); })
      .Case([&](complex::AddOp) { return add(r, z, w); })
      .Case([&](complex::SubOp) { return sub(r, z, w); })
      .Case([&](complex::MulOp) { return mul(r, z, w); })
      .Case([&](complex::DivOp) { return div(r, z, w); })
      .Case([&](complex::NegOp) { return Parts{r.neg(z.re), r.neg(z.im)}; })
      .Case([&](complex::ConjOp) { return Parts{z.re, r.neg(z.im)}; })
      .Case([&](complex::ExpOp) { return exp(r, z); })
      .Case([&](complex::Expm1Op) { return expm1(r, z); })
      .Case([&](complex::LogOp) { return log(r, z); })
      .Case([&](complex::Log1pOp) { return log1p(r, z); })
      .Case([&](complex::SinOp) { return sin(r, z); })
      .Case([&](complex::CosOp) { return cos(r, z); })
      .Case([&](complex::TanOp) { return tan(r, z); })
      .Case([&](complex::TanhOp) { return tanh(r, z); })
      .Case([&](complex::SqrtOp) { return sqrt(r, z); })
      .Case([&](complex::RsqrtOp) { return div(r, {r.number(1), r.number(0)}, sqrt(r, z)); })
      .Case([&](complex::PowOp) { return pow(r, z, w); })
      .Case([&](complex::PowiOp op) { return powi(r, z, op.getRhs()); })
      .Case([&](complex::SignOp) { return sign(r, z); })
      .Case([&](complex::Atan2Op) { return atan2(r, z, w); })
      .Case([&](complex::EqualOp) {
        return real(r.both(r.compare(arith::CmpFPredicate::OEQ, z.re, w.re),
                           r.compare(arith::CmpFPredicate::OEQ, z.im, w.im)));
      })
      .Case([&](complex::NotEqualOp) {
        return real(r.either(r.compare(arith::CmpFPredicate::UNE, z.re, w.re),
                             r.compare(arith::CmpFPredicate::UNE, z.im, w.im)));
      })
      .Default(std::nullopt);
}
