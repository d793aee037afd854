//===- Functions.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Formulas for functions without an op in the dialect `math`, and the ops of CHLO that broadcast.

#include "Elementwise.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

namespace {
/// Creates arithmetic on values of one type, floats or tensors of floats.
class Formula {
public:
  Formula(Importer &importer, Value like) : importer(importer), like(like) {}

  Value number(double value) const { return importer.constant(like.getType(), value, like); }
  template <typename OpTy> Value apply(Value x) const { return importer.fold<OpTy>(x); }
  Value add(Value a, Value b) const { return importer.fold<arith::AddFOp>(a, b); }
  Value subtract(Value a, Value b) const { return importer.fold<arith::SubFOp>(a, b); }
  Value multiply(Value a, Value b) const { return importer.fold<arith::MulFOp>(a, b); }
  Value divide(Value a, Value b) const { return importer.fold<arith::DivFOp>(a, b); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) const {
    return importer.fold<arith::CmpFOp>(predicate, a, b);
  }
  Value select(Value which, Value a, Value b) const {
    return importer.fold<arith::SelectOp>(which, a, b);
  }

private:
  Importer &importer;
  Value like;
};
} // namespace

/// σ(x) = 1/(1 + exp(-x)) if x ≥ 0, and exp(x)/(1 + exp(x)) otherwise. No intermediate value of the
/// function or of its derivatives is infinite.
static Value logisticOfFloat(Importer &importer, Value x) {
  Formula f(importer, x);
  Value isRight = f.compare(arith::CmpFPredicate::OGE, x, f.number(0));
  Value e = f.apply<math::ExpOp>(f.select(isRight, f.apply<arith::NegFOp>(x), x));
  Value one = f.number(1);
  return f.divide(f.select(isRight, one, e), f.add(one, e));
}

Value chad::stablehlo::logistic(Importer &importer, Value x) {
  return importer.mapElements(x, getElementTypeOrSelf(x.getType()),
                              [&](ValueRange args) { return logisticOfFloat(importer, args[0]); });
}

// Lanczos' approximation with g = 7 and nine coefficients: Lanczos 1964, with the coefficients of
// Godfrey 2001.
static constexpr double lanczosG = 7;
static constexpr double lanczosBase = 0.99999999999980993227684700473478;
static constexpr double lanczosCoefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};
static constexpr double pi = 3.14159265358979323846;

/// The two parts of Lanczos' approximation at z ≥ -½: the sum A(z), and log (z + g + ½).
static std::pair<Value, Value> lanczos(const Formula &f, Value z) {
  Value sum = f.number(lanczosBase);
  for (auto [i, coefficient] : llvm::enumerate(lanczosCoefficients))
    sum = f.add(sum, f.divide(f.number(coefficient), f.add(z, f.number(i + 1))));
  Value ratio = f.divide(z, f.number(lanczosG + 0.5));
  Value logT = f.add(f.number(std::log(lanczosG + 0.5)), f.apply<math::Log1pOp>(ratio));
  return {sum, logT};
}

/// log Γ(z + 1) = ½ log 2π + (z + ½) log t - t + log A(z), where t = z + g + ½; left of ½ by
/// reflection, log Γ(x) = log π - log |sin πx| - log Γ(1 - x).
static Value logGamma(Importer &importer, Value x) {
  Formula f(importer, x);
  Value isLeft = f.compare(arith::CmpFPredicate::OLT, x, f.number(0.5));
  Value z = f.select(isLeft, f.apply<arith::NegFOp>(x), f.subtract(x, f.number(1)));
  auto [sum, logT] = lanczos(f, z);
  Value t = f.add(z, f.number(lanczosG + 0.5));
  Value inner = f.subtract(f.add(z, f.number(0.5)), f.divide(t, logT));
  Value right = f.add(f.add(f.number(0.5 * std::log(2 * pi)), f.multiply(inner, logT)),
                      f.apply<math::LogOp>(sum));
  // |sin πx| from the distance to the next integer.
  Value size = f.apply<math::AbsFOp>(x);
  Value part = f.subtract(size, f.apply<math::FloorOp>(size));
  Value isFar = f.compare(arith::CmpFPredicate::OGT, part, f.number(0.5));
  part = f.select(isFar, f.subtract(f.number(1), part), part);
  Value logSin = f.apply<math::LogOp>(f.apply<math::SinOp>(f.multiply(f.number(pi), part)));
  Value left = f.subtract(f.subtract(f.number(std::log(pi)), logSin), right);
  // The poles are at 0 and the negative integers.
  Value infinity = f.number(std::numeric_limits<double>::infinity());
  Value isPole = f.compare(arith::CmpFPredicate::OEQ, part, f.number(0));
  left = f.select(isPole, infinity, left);
  Value isInfinite = f.compare(arith::CmpFPredicate::OEQ, size, infinity);
  return f.select(isInfinite, infinity, f.select(isLeft, left, right));
}

/// ψ(z + 1) = log t + A'(z)/A(z) - g/t, the derivative of log Γ; left of ½ by reflection,
/// ψ(x) = ψ(1 - x) - π cot πx.
static Value digamma(Importer &importer, Value x) {
  Formula f(importer, x);
  Value isLeft = f.compare(arith::CmpFPredicate::OLT, x, f.number(0.5));
  Value z = f.select(isLeft, f.apply<arith::NegFOp>(x), f.subtract(x, f.number(1)));
  auto [sum, logT] = lanczos(f, z);
  Value slope = f.number(0);
  for (auto [i, coefficient] : llvm::enumerate(lanczosCoefficients)) {
    Value place = f.add(z, f.number(i + 1));
    slope = f.subtract(slope, f.divide(f.number(coefficient), f.multiply(place, place)));
  }
  Value t = f.add(z, f.number(lanczosG + 0.5));
  Value right = f.subtract(f.add(logT, f.divide(slope, sum)), f.divide(f.number(lanczosG), t));
  Value nearest = f.apply<math::FloorOp>(f.add(x, f.number(0.5)));
  Value angle = f.multiply(f.number(pi), f.subtract(x, nearest));
  Value cotangent = f.divide(f.apply<math::CosOp>(angle), f.apply<math::SinOp>(angle));
  Value left = f.subtract(right, f.multiply(f.number(pi), cotangent));
  Value isPole = f.compare(arith::CmpFPredicate::OEQ, x, nearest);
  left = f.select(isPole, f.number(std::numeric_limits<double>::quiet_NaN()), left);
  return f.select(isLeft, left, right);
}

/// The inverse of erf, by three steps of Halley's method from Winitzki's approximation (2008): with
/// Δ = (erf y - x)/erf' y the next y is y - Δ/(1 + yΔ). The start is a constant for derivatives.
/// Each step triples the order up to which the derivatives are those of the inverse. If |x| ≥ ½,
/// the difference erf y - x is computed by erfc, which is accurate near 0.
static Value erfInverse(Importer &importer, Value x) {
  Formula f(importer, x);
  using P = arith::CmpFPredicate;
  auto flip = [&](Value isLeft, Value v) { return f.select(isLeft, f.apply<arith::NegFOp>(v), v); };
  Value isLeft = f.compare(P::OLT, x, f.number(0));
  Value s = flip(isLeft, x), one = f.number(1), rest = f.subtract(one, s);
  Value isTail = f.compare(P::OGE, s, f.number(0.5));
  constexpr double a = 0.147;
  Value fixed = importer.create<StopGradientOp>(s), restOfFixed = f.subtract(one, fixed);
  Value log = f.apply<math::LogOp>(f.multiply(restOfFixed, f.add(one, fixed)));
  Value t = f.add(f.number(2 / (pi * a)), f.multiply(f.number(0.5), log));
  Value square = f.subtract(f.multiply(t, t), f.divide(log, f.number(a)));
  Value y = f.apply<math::SqrtOp>(f.subtract(f.apply<math::SqrtOp>(square), t));
  // Outside of the domain, and at its ends, the iteration is not used.
  Value isInside = f.compare(P::OLT, s, one);
  y = f.select(isInside, y, f.number(0));
  for (int step = 0; step < 3; ++step) {
    Value near = f.subtract(f.apply<math::ErfOp>(y), s);
    Value far = f.subtract(rest, f.apply<math::ErfcOp>(y));
    Value exp = f.apply<math::ExpOp>(f.multiply(y, y));
    Value slope = f.multiply(f.number(std::sqrt(pi) / 2), exp);
    Value delta = f.multiply(f.select(isTail, far, near), slope);
    y = f.subtract(y, f.divide(delta, f.add(one, f.multiply(y, delta))));
  }
  double infinity = std::numeric_limits<double>::infinity();
  Value isEnd = f.compare(P::OEQ, s, one);
  Value end =
      f.select(isEnd, f.number(infinity), f.number(std::numeric_limits<double>::quiet_NaN()));
  return flip(isLeft, f.select(isInside, y, end));
}

/// Hurwitz' zeta function, ζ(s, q) = Σ_{k ≥ 0} (q + k)^-s for s > 1, by the formula of Euler and
/// Maclaurin (DLMF, §25.11(iii)). With a = q + n and the Bernoulli numbers B_2j it is the sum of
///   (q + k)^-s for k < n,  a^(1 - s)/(s - 1),  a^-s/2,
///   B_2j/(2j)!·s(s + 1)…(s + 2j - 2)·a^(1 - s - 2j) for j ≥ 1.
static Value hurwitzZeta(Importer &importer, Value s, Value q) {
  Formula f(importer, s);
  using P = arith::CmpFPredicate;
  // Points down to -9 are served; a > 10 there, so that the remainder is below the rounding error.
  constexpr int n = 20, last = -9;
  // B_2j/(2j)! for j = 1, 2, ...
  static constexpr double factors[] = {1.0 / 12,
                                       -1.0 / 720,
                                       1.0 / 30240,
                                       -1.0 / 1209600,
                                       1.0 / 47900160,
                                       -691.0 / 1307674368000,
                                       1.0 / 74724249600.,
                                       -3617.0 / 10670622842880000,
                                       43867.0 / 5109094217170944000};
  double infinity = std::numeric_limits<double>::infinity();
  Value none = f.number(std::numeric_limits<double>::quiet_NaN()), one = f.number(1);
  // Where the function has no value, the formula is evaluated at another point, so that no
  // intermediate value is infinite.
  Value isLess = f.compare(P::OLE, s, one), isFar = f.compare(P::OLE, q, f.number(last));
  Value isPole = f.compare(P::OEQ, q, f.apply<math::FloorOp>(q));
  Value isLeft = f.compare(P::OLE, q, f.number(0));
  isPole = importer.fold<arith::AndIOp>(isLeft, isPole);
  // If s is even, all terms are positive on both sides of a pole, whose value is then infinity.
  Value half = f.multiply(f.number(0.5), s);
  Value isEven = f.compare(P::OEQ, half, f.apply<math::FloorOp>(half));
  Value atPole = f.select(isEven, f.number(infinity), none);
  Value isOutside = importer.fold<arith::OrIOp>(isFar, isPole);
  Value x = f.select(isLess, f.number(2), s), first = f.select(isOutside, one, q);
  Value minus = f.apply<arith::NegFOp>(x), sum = importer.fold<math::PowFOp>(first, minus);
  for (int k = 1; k < n; ++k)
    sum = f.add(sum, importer.fold<math::PowFOp>(f.add(first, f.number(k)), minus));
  Value a = f.add(first, f.number(n)), power = importer.fold<math::PowFOp>(a, minus);
  sum = f.add(sum, f.divide(f.multiply(power, a), f.subtract(x, one)));
  sum = f.add(sum, f.multiply(f.number(0.5), power));
  Value rising = x;
  for (auto [j, factor] : llvm::enumerate(factors)) {
    power = f.divide(power, a);
    sum = f.add(sum, f.multiply(f.multiply(f.number(factor), rising), power));
    for (int64_t more : {2 * j + 1, 2 * j + 2})
      rising = f.multiply(rising, f.add(x, f.number(more)));
    power = f.divide(power, a);
  }
  sum = f.select(isPole, atPole, f.select(isFar, none, sum));
  Value atOne = f.select(f.compare(P::OEQ, s, one), f.number(infinity), none);
  return f.select(isLess, atOne, f.select(f.compare(P::UNO, s, q), none, sum));
}

/// The derivative of order n of ψ, (-1)^(n + 1)·n!·ζ(n + 1, x) (DLMF, §5.15 and §25.11(xii)); of
/// order 0, ψ. The order is a natural number, and has no derivative.
static Value polygamma(Importer &importer, Value order, Value x) {
  Formula f(importer, x);
  using P = arith::CmpFPredicate;
  Value n = importer.create<StopGradientOp>(order), one = f.number(1);
  Value isZero = f.compare(P::OEQ, n, f.number(0)), isNatural = f.compare(P::OGT, n, f.number(0));
  isNatural =
      importer.fold<arith::AndIOp>(isNatural, f.compare(P::OEQ, n, f.apply<math::FloorOp>(n)));
  Value number = f.select(isNatural, n, one), next = f.add(number, one);
  Value half = f.multiply(f.number(0.5), number);
  Value isEven = f.compare(P::OEQ, half, f.apply<math::FloorOp>(half));
  Value factorial = f.apply<math::ExpOp>(logGamma(importer, next));
  Value sign = f.select(isEven, f.number(-1), one);
  Value value = f.multiply(f.multiply(sign, factorial), hurwitzZeta(importer, next, x));
  Value none = f.number(std::numeric_limits<double>::quiet_NaN());
  return f.select(isZero, digamma(importer, x), f.select(isNatural, value, none));
}

/// exp(-x)·I₁(x) at x ≥ 0, where I₁(x) = 1/π·∫ exp(x·cos θ)·cos θ dθ over [0, π]. The integral is
/// computed by the midpoint rule, which converges geometrically for analytic periodic functions.
static double scaledBesselI1(double x) {
  int count = 64 + static_cast<int>(16 * std::sqrt(x));
  double sum = 0;
  for (int k = 0; k < count; ++k) {
    double c = std::cos((k + 0.5) * pi / count);
    sum += std::exp(x * (c - 1)) * c;
  }
  return sum / count;
}

/// Returns the first `count` coefficients of `function` on [-1, 1] in Chebyshev polynomials,
/// computed from its values at `count` points.
static SmallVector<double> chebyshev(int count, llvm::function_ref<double(double)> function) {
  SmallVector<double> values, coefficients;
  for (int k = 0; k < count; ++k)
    values.push_back(function(std::cos((k + 0.5) * pi / count)));
  for (int j = 0; j < count; ++j) {
    double sum = 0;
    for (int k = 0; k < count; ++k)
      sum += values[k] * std::cos(j * (k + 0.5) * pi / count);
    coefficients.push_back((j ? 2 : 1) * sum / count);
  }
  return coefficients;
}

/// Σ c_j T_j(t), by Clenshaw 1955.
static Value sumChebyshev(const Formula &f, ArrayRef<double> coefficients, Value t) {
  Value twice = f.add(t, t), last = f.number(0), next = last;
  for (double c : llvm::reverse(coefficients.drop_front())) {
    Value sum = f.add(f.subtract(f.multiply(twice, last), next), f.number(c));
    next = std::exchange(last, sum);
  }
  return f.add(f.subtract(f.multiply(t, last), next), f.number(coefficients.front()));
}

/// exp(-|x|)·I₁(x), where I₁ is the modified Bessel function. It is x·p(|x|) for |x| ≤ 8, and
/// ±q(1/|x|)/√|x| beyond, with polynomials p and q.
static Value besselI1Scaled(Importer &importer, Value x) {
  static const SmallVector<double> near = chebyshev(40, [](double t) {
    double x = 4 * (t + 1);
    return x < 1e-9 ? 0.5 : scaledBesselI1(x) / x;
  });
  static const SmallVector<double> far = chebyshev(32, [](double t) {
    double x = 16 / (t + 1);
    return scaledBesselI1(x) * std::sqrt(x);
  });
  Formula f(importer, x);
  Value size = f.apply<math::AbsFOp>(x), eight = f.number(8), one = f.number(1);
  Value isFar = f.compare(arith::CmpFPredicate::OGT, size, eight);
  Value inside = f.select(isFar, eight, x), outside = f.select(isFar, size, eight);
  Value t = f.subtract(f.multiply(f.number(0.25), f.apply<math::AbsFOp>(inside)), one);
  Value left = f.multiply(inside, sumChebyshev(f, near, t));
  Value right = f.multiply(sumChebyshev(f, far, f.subtract(f.divide(f.number(16), outside), one)),
                           f.apply<math::RsqrtOp>(outside));
  return f.select(isFar, importer.fold<math::CopySignOp>(right, x), left);
}

/// Imports a function of two floats.
template <Value (*function)(Importer &, Value, Value)>
static LogicalResult importBinaryFunction(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 2);
  if (failed(values))
    return failure();
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(values->front().getType()));
  if (!element || getElementTypeOrSelf(values->back().getType()) != element)
    return importer.error(op, "is imported on two floats of one type");
  Type wide = element.getWidth() >= 32 ? element : importer.builder.getF32Type();
  return importer.set(op, importer.mapElements(*values, element, [&](ValueRange args) {
    auto convert = [&](Value x, Type type) { return importer.convert(x, type, false, false); };
    return convert(function(importer, convert(args[0], wide), convert(args[1], wide)), element);
  }));
}

/// Imports a function of a float. On tensors, the whole formula is the body of one structured op,
/// so that its residuals are chosen together. The formula is computed in f32 for f16 and bf16.
template <Value (*function)(Importer &, Value)>
static LogicalResult importFunction(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  auto element = cast<FloatType>(getElementTypeOrSelf(x->getType()));
  return importer.set(op, importer.mapElements(*x, element, [&](ValueRange args) {
    if (element.getWidth() >= 32)
      return function(importer, args[0]);
    Value wide = importer.convert(args[0], importer.builder.getF32Type(), false, false);
    return importer.convert(function(importer, wide), element, false, false);
  }));
}

static LogicalResult importSquare(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  return importer.set(op, importer.fold<arith::MulFOp>(*x, *x));
}

/// Whether a number is one of the infinities.
template <bool plus, bool minus>
static LogicalResult importIsInfinite(Importer &importer, Operation *op) {
  FailureOr<Value> x = floatOperand(importer, op);
  if (failed(x))
    return failure();
  Formula f(importer, *x);
  double infinity = std::numeric_limits<double>::infinity();
  Value number = plus && minus ? f.apply<math::AbsFOp>(*x) : *x;
  return importer.set(
      op, f.compare(arith::CmpFPredicate::OEQ, number, f.number(plus ? infinity : -infinity)));
}

/// `chlo.constant_like`: an array of the shape of the operand, all of whose elements are the
/// constant.
static LogicalResult importConstantLike(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  auto number = op->getAttrOfType<TypedAttr>("value");
  if (failed(values))
    return failure();
  Type type = values->front().getType();
  if (auto value = dyn_cast_or_null<FloatAttr>(number);
      value && value.getType() == getElementTypeOrSelf(type))
    return importer.set(op, importer.floatConstant(type, value.getValue(), values->front()));
  if (auto value = dyn_cast_or_null<IntegerAttr>(number);
      value && isa<IntegerType>(getElementTypeOrSelf(type)) &&
      value.getValue().getBitWidth() == getElementTypeOrSelf(type).getIntOrFloatBitWidth())
    return importer.set(op, importer.integerConstant(type, value.getValue(), values->front()));
  return importer.error(op, "needs a number of its type as attribute 'value'");
}

//===----------------------------------------------------------------------===//
// Ops that broadcast
//===----------------------------------------------------------------------===//

/// `chlo.broadcast_NAME` broadcasts each operand to the shape of the result, and then applies
/// `stablehlo.NAME`. Dimensions are aligned from the last one on, unless `broadcast_dimensions`
/// maps the dimensions of the operand of lower rank.
static LogicalResult importBroadcasting(Importer &importer, Operation *op) {
  StringRef plain = op->getName().stripDialect().drop_front(10);
  std::string name = ("chlo." + plain).str();
  if (!getRules().contains(name))
    name = ("stablehlo." + plain).str();
  const RuleTable &rules = usesComplex(op) ? getComplexRules() : getRules();
  auto rule = rules.find(name);
  if (rule == rules.end())
    return importer.error(op, noComplexRule);
  if (op->getNumResults() != 1)
    return importer.expect(op, op->getNumOperands());
  auto target = dyn_cast<RankedTensorType>(importer.resultType(op));
  SmallVector<Value> before = importer.operands(op), spread;
  if (target && !target.hasStaticShape())
    return importer.error(op, "is imported for static shapes");
  for (Value value : before) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!target) {
      spread.push_back(value);
      continue;
    }
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(importer.builder.getContext(), target.getShape());
    int64_t rank = type ? type.getRank() : 0, shift = target.getRank() - rank;
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(shift, target.getRank()));
    if (shift > 0 && type && op->hasAttr("broadcast_dimensions")) {
      auto given = importer.integers(op, "broadcast_dimensions");
      if (failed(given))
        return failure();
      dims = *given;
    }
    if (shift < 0 || static_cast<int64_t>(dims.size()) != rank)
      return importer.error(op, "has an operand of a higher rank than the result");
    if (failed(importer.checkDims(op, dims, target.getRank(), "broadcast_dimensions")))
      return failure();
    for (int64_t dim = 0; dim < rank; ++dim)
      if (type.getDimSize(dim) != 1 && type.getDimSize(dim) != target.getDimSize(dims[dim]))
        return importer.error(op, "has operands that cannot be spread to its result");
    spread.push_back(importer.broadcast(value, dims, sizes));
  }
  for (auto [source, value] : llvm::zip_equal(op->getOperands(), spread))
    importer.map(source, value);
  LogicalResult result = rule->second(importer, op);
  for (auto [source, value] : llvm::zip_equal(op->getOperands(), before))
    importer.map(source, value);
  return result;
}

Rule chad::stablehlo::getBroadcastingRule() { return importBroadcasting; }

void chad::stablehlo::addFunctionRules(RuleTable &rules) {
  rules["stablehlo.logistic"] = importFunction<logistic>;
  rules["chlo.lgamma"] = importFunction<logGamma>;
  rules["chlo.digamma"] = importFunction<digamma>;
  rules["chlo.erf_inv"] = importFunction<erfInverse>;
  rules["chlo.bessel_i1e"] = importFunction<besselI1Scaled>;
  rules["chlo.polygamma"] = importBinaryFunction<polygamma>;
  rules["chlo.zeta"] = importBinaryFunction<hurwitzZeta>;
  rules["chlo.square"] = importSquare;
  rules["chlo.is_inf"] = importIsInfinite<true, true>;
  rules["chlo.is_pos_inf"] = importIsInfinite<true, false>;
  rules["chlo.is_neg_inf"] = importIsInfinite<false, true>;
  rules["chlo.constant_like"] = importConstantLike;
  for (StringRef name : {"add",
                         "and",
                         "atan2",
                         "compare",
                         "divide",
                         "maximum",
                         "minimum",
                         "multiply",
                         "next_after",
                         "or",
                         "power",
                         "remainder",
                         "select",
                         "shift_left",
                         "polygamma",
                         "shift_right_arithmetic",
                         "shift_right_logical",
                         "subtract",
                         "xor",
                         "zeta"})
    rules[("chlo.broadcast_" + name).str()] = importBroadcasting;
}
