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
  Value number(const APFloat &value) {
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
  }
  Value isInfinite(Value x) {
    const llvm::fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
    return compare(arith::CmpFPredicate::OEQ, make<math::AbsFOp>(x),
                   number(APFloat::getInf(semantics)));
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

namespace {
/// A number x from which half of the largest argument of an exponential function is taken away if
/// it is near that argument or above: `f(x) = f(rest) · factor` for the functions eˣ, cosh and
/// sinh, which are equal to eˣ or ±eˣ/2 there. So f(x) y overflows only where the product does.
struct Exponent {
  Exponent(Reals &r, Value x, bool isOdd) : r(r) {
    const llvm::fltSemantics &semantics = cast<FloatType>(r.type).getFloatSemantics();
    double most = std::floor((APFloat::semanticsMaxExponent(semantics) + 1) * llvm::numbers::ln2);
    double half = std::floor(most / 2);
    Value zero = r.number(0);
    isLarge = r.compare(arith::CmpFPredicate::OGT, x, r.number(most));
    Value taken = r.choose(isLarge, r.number(half), zero);
    if (isOdd) {
      Value isNegative = r.compare(arith::CmpFPredicate::OLT, x, r.number(-most));
      taken = r.choose(isNegative, r.number(-half), taken);
      isLarge = r.either(isLarge, isNegative);
    }
    // The sign of a zero remains.
    rest = r.choose(isLarge, r.sub(x, taken), x);
    factor = r.choose(isLarge, r.number(std::exp(half)), r.number(1));
  }

  /// `f(x) y`, where f(rest) is `size`, and y is a cosine. If y is NaN, the product with infinity
  /// is infinity, and that with zero is zero: the sign is not known.
  Value timesCosine(Value size, Value y) {
    Value isExtreme = r.either(r.isInfinite(size), r.isZero(size));
    Value isKnown = r.both(isExtreme, r.compare(arith::CmpFPredicate::UNO, y, y));
    return r.choose(isKnown, size, r.mul(r.mul(size, y), factor));
  }

  /// `f(x) y`, where f(rest) is `size`, and y is a sine. A sine that is zero remains zero in the
  /// product with infinity or NaN; the derivative by y is then the largest number. Zero remains
  /// zero in the product with NaN.
  Value timesSine(Value size, Value y) {
    const llvm::fltSemantics &semantics = cast<FloatType>(r.type).getFloatSemantics();
    Value largest = r.number(APFloat::getLargest(semantics));
    Value isNegative = r.compare(arith::CmpFPredicate::OLT, size, r.number(0));
    Value signedLargest = r.choose(isNegative, r.neg(largest), largest);
    Value isBeyond = r.compare(arith::CmpFPredicate::UGT, r.make<math::AbsFOp>(size), largest);
    Value product = r.mul(r.mul(size, y), factor);
    Value isKnown = r.both(r.isZero(size), r.compare(arith::CmpFPredicate::UNO, y, y));
    product = r.choose(isKnown, size, product);
    return r.choose(r.both(r.isZero(y), isBeyond), r.mul(signedLargest, y), product);
  }

  Reals &r;
  Value isLarge, rest, factor;
};
} // namespace

/// `eᵃ (cos b + i sin b)`.
static Parts exp(Reals &r, Parts z) {
  Exponent a(r, z.re, /*isOdd=*/false);
  Value size = r.make<math::ExpOp>(a.rest);
  return {a.timesCosine(size, r.make<math::CosOp>(z.im)),
          a.timesSine(size, r.make<math::SinOp>(z.im))};
}

/// `eᶻ - 1`, whose real part is `(eᵃ - 1) cos b - 2 sin²(b/2)`.
static Parts expm1(Reals &r, Parts z) {
  Value less = r.make<math::ExpM1Op>(z.re);
  Value sinHalf = r.make<math::SinOp>(r.half(z.im));
  Value re = r.sub(r.mul(less, r.make<math::CosOp>(z.im)), r.twice(r.square(sinHalf)));
  return {re, r.mul(r.make<math::ExpOp>(z.re), r.make<math::SinOp>(z.im))};
}

/// What rounding takes from `a² + b²`: the errors of the squares, which fused multiplications give,
/// and that of their sum (Knuth 1997, "The Art of Computer Programming", volume 2, §4.2.2).
static Value errorOfSquaredSize(Reals &r, Parts z, Value norm) {
  Value x = r.square(z.re), y = r.square(z.im);
  auto error = [&](Value a, Value square) -> Value {
    return math::FmaOp::create(r.builder, r.loc, a, a, r.neg(square));
  };
  Value second = r.sub(norm, x);
  Value ofSum = r.add(r.sub(x, r.sub(norm, second)), r.sub(y, second));
  return r.add(ofSum, r.add(error(z.re, x), error(z.im, y)));
}

/// `½ log n - log s + i arg z` with a power of two s and `n = (sa)² + (sb)²`. If n is near 1, the
/// error of n counts as much as log n: `log(n + e) = log n + e / n` up to e².
static Parts log(Reals &r, Parts z) {
  Scale scale(r, z);
  Parts scaled = times(r, scale.power(2), z);
  Value norm = squaredSize(r, scaled);
  Value logarithm = r.make<math::LogOp>(norm);
  if (r.type.isF64() || r.type.isF32()) {
    Value isNear = r.both(r.compare(arith::CmpFPredicate::OGT, norm, r.number(0.5)),
                          r.compare(arith::CmpFPredicate::OLT, norm, r.number(2)));
    Value error = errorOfSquaredSize(r, scaled, norm);
    logarithm = r.add(logarithm, r.choose(isNear, r.div(error, norm), r.number(0)));
  }
  // Infinity beside NaN is infinite, too.
  Value isInfinite = r.either(r.isInfinite(z.re), r.isInfinite(z.im));
  const llvm::fltSemantics &semantics = cast<FloatType>(r.type).getFloatSemantics();
  Value re = r.choose(isInfinite, r.number(APFloat::getInf(semantics)),
                      r.sub(r.half(logarithm), scale.log()));
  return {re, angle(r, z)};
}

/// `log(1 + z)`, whose real part is `½ log1p(a (2 + a) + b²)`.
static Parts log1p(Reals &r, Parts z) {
  Value rest = r.add(r.mul(z.re, r.add(r.number(2), z.re)), r.square(z.im));
  return {r.half(r.make<math::Log1pOp>(rest)), angle(r, {r.plusOne(z.re), z.im})};
}

/// `sin a cosh b + i cos a sinh b`.
static Parts sin(Reals &r, Parts z) {
  Exponent b(r, z.im, /*isOdd=*/true);
  return {b.timesSine(r.make<math::CoshOp>(b.rest), r.make<math::SinOp>(z.re)),
          b.timesCosine(r.make<math::SinhOp>(b.rest), r.make<math::CosOp>(z.re))};
}

/// `cos a cosh b - i sin a sinh b`.
static Parts cos(Reals &r, Parts z) {
  Exponent b(r, z.im, /*isOdd=*/true);
  return {b.timesCosine(r.make<math::CoshOp>(b.rest), r.make<math::CosOp>(z.re)),
          r.neg(b.timesSine(r.make<math::SinhOp>(b.rest), r.make<math::SinOp>(z.re)))};
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

/// The root with a real part that is not negative. With `t = √((|sz| + |sa|) / 2) / √s`, where s is
/// a power of two, and `u = b / 2t` it is `t + i u` where `a ≥ 0`, and `±u ± i t` with the sign of
/// b elsewhere: nothing cancels. If b is infinite, so is u.
static Parts sqrt(Reals &r, Parts z) {
  Scale scale(r, z);
  Parts scaled = times(r, scale.power(2), z);
  // Of |a|, |u| and copysign(t, b) the derivatives are others where a or b is zero.
  Value isRight = r.compare(arith::CmpFPredicate::OGE, z.re, r.number(0));
  Value sign = r.make<math::CopySignOp>(r.number(1), z.im);
  Value size = r.choose(isRight, scaled.re, r.neg(scaled.re));
  Value root = r.sqrt(r.add(r.half(r.sqrt(squaredSize(r, scaled))), r.half(size)));
  Value t = r.mul(root, scale.power(-1));
  Value zero = r.make<math::CopySignOp>(r.number(0), z.im);
  Value u = r.choose(r.isZero(t), zero, r.div(z.im, r.twice(t)));
  u = r.choose(r.isInfinite(z.im), z.im, u);
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
