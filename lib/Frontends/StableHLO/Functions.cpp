//===- Functions.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that math has no op for, as formulas, and the ops of CHLO that broadcast.

#include "Elementwise.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;

namespace {
/// Formulas over values of one type, floats or tensors of floats.
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

/// σ(x) = 1/(1 + exp(-x)) = exp(x)/(1 + exp(x)): the first where x ≥ 0, the second elsewhere, so
/// that neither the value nor a derivative has an infinite part.
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

/// The parts of Lanczos' approximation at z ≥ -1/2: the sum A(z), and the logarithm of z + g + ½.
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
  // Poles: at the integers that are not positive.
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

/// The inverse of erf, by three steps of Halley's method from Winitzki's approximation (2008):
/// with Δ = (erf y - x)/erf' y the next y is y - Δ/(1 + yΔ). The steps have the derivatives of the
/// inverse, each three times as many as the step before; the start is a constant. Where |x| ≥ ½
/// the difference is that of erfc, which has all its digits near 0.
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
  // Outside of the domain, and at its ends, there is nothing to iterate.
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

/// A function of floats, in one region: what of it a derivative needs is decided for the whole.
/// Those of f16 and bf16 are computed in f32.
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

/// `chlo.constant_like`: a number in the shape of the operand.
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

/// `chlo.broadcast_NAME`: each operand is spread to the shape of the result, then it is
/// `stablehlo.NAME`. Dimensions are aligned at the end unless `broadcast_dimensions` says where
/// those of the operand of lower rank are.
static LogicalResult importBroadcasting(Importer &importer, Operation *op) {
  std::string name = "stablehlo." + op->getName().stripDialect().drop_front(10).str();
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
  LogicalResult result = getRules().lookup(name)(importer, op);
  for (auto [source, value] : llvm::zip_equal(op->getOperands(), before))
    importer.map(source, value);
  return result;
}

void chad::stablehlo::addFunctionRules(RuleTable &rules) {
  rules["stablehlo.logistic"] = importFunction<logistic>;
  rules["chlo.lgamma"] = importFunction<logGamma>;
  rules["chlo.digamma"] = importFunction<digamma>;
  rules["chlo.erf_inv"] = importFunction<erfInverse>;
  rules["chlo.square"] = importSquare;
  rules["chlo.is_inf"] = importIsInfinite<true, true>;
  rules["chlo.is_pos_inf"] = importIsInfinite<true, false>;
  rules["chlo.is_neg_inf"] = importIsInfinite<false, true>;
  rules["chlo.constant_like"] = importConstantLike;
  for (StringRef name : {"add", "and", "atan2", "compare", "divide", "maximum", "minimum",
                         "multiply", "or", "power", "remainder", "select", "shift_left",
                         "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"})
    rules[("chlo.broadcast_" + name).str()] = importBroadcasting;
}
