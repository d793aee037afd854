//===- Complex.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops on complex numbers, which become ops of the complex dialect on each element, and Fourier
// transforms.

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "Elementwise.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::stablehlo;
using utils::IteratorType;

static bool isComplex(Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); }

/// An op of the complex dialect on each element.
template <typename OpTy, unsigned numOperands>
static LogicalResult importEach(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, numOperands);
  if (failed(values))
    return failure();
  for (Value value : *values)
    if (getElementTypeOrSelf(value.getType()) != getElementTypeOrSelf(values->front().getType()))
      return importer.error(op, "has operands of different types");
  Type element = getElementTypeOrSelf(importer.resultType(op));
  return importer.set(op, importer.mapElements(*values, element, [&](ValueRange args) -> Value {
    if constexpr (numOperands == 1)
      return importer.create<OpTy>(args[0]);
    else
      return importer.create<OpTy>(args[0], args[1]);
  }));
}

/// x + i·y.
static LogicalResult importComplex(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 2);
  if (failed(values))
    return failure();
  auto type = dyn_cast<ComplexType>(getElementTypeOrSelf(importer.resultType(op)));
  for (Value value : *values)
    if (!type || getElementTypeOrSelf(value.getType()) != type.getElementType())
      return importer.error(op, "makes complex numbers of two floats of their type");
  return importer.set(op, importer.mapElements(*values, type, [&](ValueRange args) -> Value {
    return importer.create<complex::CreateOp>(type, args[0], args[1]);
  }));
}

static LogicalResult importComplexCompare(Importer &importer, Operation *op) {
  auto direction = importer.enumeration(op, "comparison_direction", "comparison_direction");
  if (failed(direction))
    return failure();
  if (*direction == "EQ")
    return importEach<complex::EqualOp, 2>(importer, op);
  if (*direction == "NE")
    return importEach<complex::NotEqualOp, 2>(importer, op);
  return importer.error(op, "orders complex numbers, which have no order");
}

static LogicalResult importComplexSelect(Importer &importer, Operation *op) {
  if (failed(importer.expect(op, 3)))
    return failure();
  Value a = importer.operand(op, 1);
  SmallVector<Value> values;
  for (unsigned i : {0, 1, 2}) {
    FailureOr<Value> value = spreadTo(importer, op, importer.operand(op, i), a);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  if (!getElementTypeOrSelf(values[0].getType()).isInteger(1) ||
      values[1].getType() != values[2].getType())
    return importer.error(op, "chooses between values of one type by truth values");
  Type element = getElementTypeOrSelf(a.getType());
  return importer.set(op, importer.mapElements(values, element, [&](ValueRange args) -> Value {
    return importer.create<arith::SelectOp>(args[0], args[1], args[2]);
  }));
}

/// Converts between precisions of complex numbers, from real to complex numbers, and from complex
/// to real numbers, which takes the real part.
static LogicalResult importComplexConvert(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Type target = getElementTypeOrSelf(importer.resultType(op));
  bool isUnsigned = importer.isUnsigned(op, 0);
  bool toUnsigned = getElementTypeOrSelf(op->getResult(0).getType()).isUnsignedInteger();
  return importer.set(op, importer.mapElements(*values, target, [&](ValueRange args) -> Value {
    Value real = args[0], imaginary;
    if (isComplex(real.getType())) {
      imaginary = importer.create<complex::ImOp>(args[0]);
      real = importer.create<complex::ReOp>(args[0]);
    }
    auto type = dyn_cast<ComplexType>(target);
    if (!type)
      return importer.convert(real, target, false, toUnsigned);
    Type part = type.getElementType();
    real = importer.convert(real, part, isUnsigned, false);
    imaginary =
        imaginary ? importer.convert(imaginary, part, false, false) : importer.constant(part, 0);
    return importer.create<complex::CreateOp>(type, real, imaginary);
  }));
}

//===----------------------------------------------------------------------===//
// Inverse functions, and others with a formula
//===----------------------------------------------------------------------===//

namespace {
/// Formulas over complex numbers of one type, and over their parts.
class ComplexFormula {
public:
  ComplexFormula(Importer &importer, Value like)
      : importer(importer), type(cast<ComplexType>(like.getType())) {}

  Value number(double value) const { return importer.constant(type.getElementType(), value); }
  Value re(Value z) const { return importer.create<complex::ReOp>(z); }
  Value im(Value z) const { return importer.create<complex::ImOp>(z); }
  Value make(Value x, Value y) const { return importer.create<complex::CreateOp>(type, x, y); }
  template <typename OpTy> Value apply(Value z) const { return importer.create<OpTy>(z); }
  template <typename OpTy> Value apply(Value a, Value b) const {
    return importer.create<OpTy>(a, b);
  }
  Value negate(Value x) const { return apply<arith::NegFOp>(x); }
  /// √(sign·z + 1).
  Value rootOfOne(Value z, double sign) const {
    Value x = re(z), y = im(z);
    if (sign < 0)
      z = make(negate(x), negate(y));
    return apply<complex::SqrtOp>(make(apply<arith::AddFOp>(re(z), number(1)), im(z)));
  }
  /// i·z and -i·z.
  Value turn(Value z) const { return make(negate(im(z)), re(z)); }
  Value turnBack(Value z) const { return make(im(z), negate(re(z))); }

private:
  Importer &importer;
  ComplexType type;
};
} // namespace

// The inverse functions are those of Kahan 1987, "Branch cuts for complex elementary functions",
// with r₋ = √(1 - z) and r₊ = √(1 + z).

/// acos z = 2·atan2(Re r₋, Re r₊) + i·asinh(Im(r̄₊·r₋)).
static Value complexAcos(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  Value minus = f.rootOfOne(z, -1), plus = f.rootOfOne(z, 1);
  Value half = f.apply<math::Atan2Op>(f.re(minus), f.re(plus));
  Value product = f.apply<complex::MulOp>(f.apply<complex::ConjOp>(plus), minus);
  return f.make(f.apply<arith::AddFOp>(half, half), f.apply<math::AsinhOp>(f.im(product)));
}

/// asin z = atan2(Re z, Re(r₋·r₊)) + i·asinh(Im(r̄₋·r₊)).
static Value complexAsin(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  Value minus = f.rootOfOne(z, -1), plus = f.rootOfOne(z, 1);
  Value product = f.apply<complex::MulOp>(minus, plus);
  Value mixed = f.apply<complex::MulOp>(f.apply<complex::ConjOp>(minus), plus);
  return f.make(f.apply<math::Atan2Op>(f.re(z), f.re(product)),
                f.apply<math::AsinhOp>(f.im(mixed)));
}

/// acosh z = asinh(Re(conj √(z - 1)·√(z + 1))) + 2i·atan2(Im √(z - 1), Re √(z + 1)).
static Value complexAcosh(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  Value less = f.make(f.apply<arith::SubFOp>(f.re(z), f.number(1)), f.im(z));
  Value minus = f.apply<complex::SqrtOp>(less), plus = f.rootOfOne(z, 1);
  Value product = f.apply<complex::MulOp>(f.apply<complex::ConjOp>(minus), plus);
  Value half = f.apply<math::Atan2Op>(f.im(minus), f.re(plus));
  return f.make(f.apply<math::AsinhOp>(f.re(product)), f.apply<arith::AddFOp>(half, half));
}

/// asinh z = -i·asin(i·z).
static Value complexAsinh(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  return f.turnBack(complexAsin(importer, f.turn(z)));
}

/// atanh(x + iy) = ¼·log(1 + 4x/((1 - x)² + y²)) + ½i·atan2(2y, (1 - x)(1 + x) - y²).
static Value complexAtanh(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  Value x = f.re(z), y = f.im(z), one = f.number(1);
  Value less = f.apply<arith::SubFOp>(one, x), more = f.apply<arith::AddFOp>(one, x);
  Value square = f.apply<arith::MulFOp>(y, y);
  Value below = f.apply<arith::AddFOp>(f.apply<arith::MulFOp>(less, less), square);
  Value ratio = f.apply<arith::DivFOp>(f.apply<arith::MulFOp>(f.number(4), x), below);
  Value real = f.apply<arith::MulFOp>(f.number(0.25), f.apply<math::Log1pOp>(ratio));
  Value across = f.apply<arith::SubFOp>(f.apply<arith::MulFOp>(less, more), square);
  Value angle = f.apply<math::Atan2Op>(f.apply<arith::AddFOp>(y, y), across);
  return f.make(real, f.apply<arith::MulFOp>(f.number(0.5), angle));
}

/// atan z = -i·atanh(i·z).
static Value complexAtan(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  return f.turnBack(complexAtanh(importer, f.turn(z)));
}

/// cosh z = cos(i·z).
static Value complexCosh(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  return f.apply<complex::CosOp>(f.turn(z));
}

/// sinh z = -i·sin(i·z).
static Value complexSinh(Importer &importer, Value z) {
  ComplexFormula f(importer, z);
  return f.turnBack(f.apply<complex::SinOp>(f.turn(z)));
}

static Value complexSquare(Importer &importer, Value z) {
  return importer.create<complex::MulOp>(z, z);
}

/// The principal root, z^⅓.
static Value complexCbrt(Importer &importer, Value z) {
  auto type = cast<ComplexType>(z.getType());
  Type part = type.getElementType();
  Value third = importer.create<complex::CreateOp>(type, importer.constant(part, 1.0 / 3),
                                                   importer.constant(part, 0));
  return importer.create<complex::PowOp>(z, third);
}

/// A function with a formula.
template <Value (*function)(Importer &, Value)>
static LogicalResult importComplexFunction(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  auto element = dyn_cast<ComplexType>(getElementTypeOrSelf(values->front().getType()));
  if (!element)
    return importer.error(op, "is about complex numbers, and has an operand of another type");
  return importer.set(op, importer.mapElements(*values, element, [&](ValueRange args) {
    return function(importer, args[0]);
  }));
}

/// 1 / (1 + exp(-x)).
static LogicalResult importComplexLogistic(Importer &importer, Operation *op) {
  auto values = elementwiseOperands(importer, op, 1);
  if (failed(values))
    return failure();
  Type element = getElementTypeOrSelf(importer.resultType(op));
  return importer.set(op, importer.mapElements(*values, element, [&](ValueRange args) -> Value {
    Value minus = importer.create<complex::NegOp>(args[0]);
    Value e = importer.create<complex::ExpOp>(minus), one = importer.constant(element, 1);
    Value sum = importer.create<complex::AddOp>(one, e);
    return importer.create<complex::DivOp>(one, sum);
  }));
}

//===----------------------------------------------------------------------===//
// Fourier transforms
//===----------------------------------------------------------------------===//

namespace {
/// Transforms along the last dimension of arrays of two dimensions.
class Fourier {
public:
  /// `type` is the type of the elements, `sign` the sign of the exponent: -1 for the forward
  /// transform.
  Fourier(Importer &importer, ComplexType type, int sign)
      : importer(importer), type(type), sign(sign) {}

  /// X_j = Σ_k exp(sign·2πi·jk/n) x_k. If n = n₁·n₂, the transform consists of transforms of length
  /// n₁, a multiplication by roots of unity, and transforms of length n₂: Cooley and Tukey 1965,
  /// "An algorithm for the machine calculation of complex Fourier series".
  Value transform(Value x, int64_t n);

private:
  /// exp(sign·2πi·jk/n) for j below `rows` and k below `columns`.
  Value makeRoots(int64_t rows, int64_t columns, int64_t n);
  AffineMap map(unsigned numLoops, ArrayRef<unsigned> loops) {
    SmallVector<AffineExpr> exprs = llvm::map_to_vector(
        loops, [&](unsigned loop) { return importer.builder.getAffineDimExpr(loop); });
    return AffineMap::get(numLoops, 0, exprs, importer.builder.getContext());
  }
  OpFoldResult number(int64_t value) { return importer.builder.getIndexAttr(value); }

  Importer &importer;
  ComplexType type;
  int sign;
};
} // namespace

Value Fourier::makeRoots(int64_t rows, int64_t columns, int64_t n) {
  OpBuilder &builder = importer.builder;
  Type f64 = builder.getF64Type();
  AffineMap identity = builder.getMultiDimIdentityMap(2);
  auto roots = importer.generic(
      {}, importer.empty({number(rows), number(columns)}, type), identity,
      {IteratorType::parallel, IteratorType::parallel},
      [&](ValueRange) -> FailureOr<SmallVector<Value>> {
        Value product = importer.create<arith::MulIOp>(importer.create<linalg::IndexOp>(0),
                                                       importer.create<linalg::IndexOp>(1));
        // The product j·k is reduced modulo n as an integer, so that the angle has two rounding
        // errors only, for large j·k, too.
        Value part = importer.create<arith::RemUIOp>(product, importer.index(n));
        Value integer = importer.create<arith::IndexCastOp>(builder.getI64Type(), part);
        Value angle = importer.create<arith::MulFOp>(
            importer.create<arith::SIToFPOp>(f64, integer),
            importer.constant(f64, sign * 2 * llvm::numbers::pi / static_cast<double>(n)));
        auto convert = [&](Value x) {
          return importer.convert(x, type.getElementType(), false, false);
        };
        Value real = convert(importer.create<math::CosOp>(angle));
        Value imaginary = convert(importer.create<math::SinOp>(angle));
        return SmallVector<Value>{importer.create<complex::CreateOp>(type, real, imaginary)};
      });
  return roots->front();
}

Value Fourier::transform(Value x, int64_t n) {
  constexpr auto parallel = IteratorType::parallel, reduction = IteratorType::reduction;
  OpFoldResult count = importer.size(x, 0);
  int64_t rows = 1;
  for (int64_t divisor = 2; divisor * divisor <= n; ++divisor)
    if (n % divisor == 0)
      rows = divisor;
  constexpr int64_t small = 16;
  if (n <= small || rows == 1)
    return addProducts(importer, x, makeRoots(n, n, n),
                       {map(3, {0, 2}), map(3, {1, 2}), map(3, {0, 1})},
                       {parallel, parallel, reduction}, {count, number(n)});
  // k = n₂·k₁ + k₂ and j = j₁ + n₁·j₂.
  int64_t columns = n / rows;
  x = importer.reshape(x, {count, number(rows), number(columns)});
  Value y = addProducts(importer, x, makeRoots(rows, rows, rows),
                        {map(4, {0, 3, 2}), map(4, {1, 3}), map(4, {0, 1, 2})},
                        {parallel, parallel, parallel, reduction},
                        {count, number(rows), number(columns)});
  AffineMap identity = importer.builder.getMultiDimIdentityMap(3);
  y = importer
          .generic({y, makeRoots(rows, columns, n)},
                   importer.empty({count, number(rows), number(columns)}, type),
                   {identity, map(3, {1, 2}), identity}, {parallel, parallel, parallel},
                   [&](ValueRange args) -> FailureOr<SmallVector<Value>> {
                     return SmallVector<Value>{importer.create<complex::MulOp>(args[0], args[1])};
                   })
          ->front();
  OpFoldResult all = importer.multiply(count, number(rows));
  y = transform(importer.reshape(y, {all, number(columns)}), columns);
  y = importer.transpose(importer.reshape(y, {count, number(rows), number(columns)}), {0, 2, 1});
  return importer.reshape(y, {count, number(n)});
}

/// Transforms along dimension `dim`, of extent n.
static Value transformAlong(Importer &importer, Value x, int64_t dim, int64_t n, int sign) {
  int64_t rank = rankOf(x);
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[dim], order.back());
  x = importer.transpose(x, order);
  SmallVector<OpFoldResult> sizes = importer.sizes(x);
  OpFoldResult count = importer.builder.getIndexAttr(1);
  for (OpFoldResult size : ArrayRef(sizes).drop_back())
    count = importer.multiply(count, size);
  auto type = cast<ComplexType>(getElementTypeOrSelf(x.getType()));
  Value rows = importer.reshape(x, {count, importer.builder.getIndexAttr(n)});
  rows = Fourier(importer, type, sign).transform(rows, n);
  return importer.transpose(importer.reshape(rows, sizes), order);
}

/// The spectrum of a real array of extent n from its first half: X_{n-k} is the conjugate of X_k.
static Value completeSpectrum(Importer &importer, Value x, int64_t n) {
  OpBuilder &builder = importer.builder;
  int64_t last = rankOf(x) - 1, half = n / 2 + 1;
  SmallVector<OpFoldResult> offsets(last + 1, builder.getIndexAttr(0)), sizes = importer.sizes(x);
  if (n == half)
    return x;
  offsets[last] = builder.getIndexAttr(1);
  sizes[last] = builder.getIndexAttr(n - half);
  Type element = getElementTypeOrSelf(x.getType());
  Value rest = importer.reverse(importer.slice(x, offsets, sizes), last);
  rest = importer.mapElements(rest, element, [&](ValueRange args) -> Value {
    return importer.create<complex::ConjOp>(args[0]);
  });
  return importer.create<tensor::ConcatOp>(last, ValueRange{x, rest});
}

static LogicalResult importFourier(Importer &importer, Operation *op) {
  auto kind = importer.enumeration(op, "fft_type", "fft_type");
  auto lengths = importer.integers(op, "fft_length");
  if (failed(importer.expect(op, 1)) || failed(kind) || failed(lengths))
    return failure();
  OpBuilder &builder = importer.builder;
  Value x = importer.operand(op, 0);
  int64_t rank = rankOf(x), numDims = lengths->size(), first = rank - numDims;
  bool fromReal = *kind == "RFFT", toReal = *kind == "IRFFT", isInverse = *kind == "IFFT" || toReal;
  if (!fromReal && !isInverse && *kind != "FFT")
    return importer.error(op, "is of a kind that is not known: " + *kind);
  if (numDims < 1 || first < 0 || llvm::any_of(*lengths, [](int64_t n) { return n < 0; }))
    return importer.error(op, "needs a length for each of its last dimensions");
  if (isComplex(x.getType()) == fromReal || (fromReal && !isa<FloatType>(getElementTypeOrSelf(x))))
    return importer.error(op, "has elements of a type that '" + *kind + "' does not transform");
  auto xType = cast<RankedTensorType>(x.getType());
  for (auto [i, length] : llvm::enumerate(*lengths)) {
    bool isHalf = toReal && static_cast<int64_t>(i) == numDims - 1;
    if (xType.getDimSize(first + i) != (isHalf && length ? length / 2 + 1 : length))
      return importer.error(op, "needs the lengths of the array, as static extents");
  }
  auto result = dyn_cast<RankedTensorType>(importer.resultType(op));
  if (!result)
    return importer.error(op, "has a result that is no array");
  if (llvm::is_contained(*lengths, 0)) {
    SmallVector<OpFoldResult> sizes = importer.sizes(x);
    sizes.back() = builder.getIndexAttr(result.getDimSize(rank - 1));
    return importer.set(op, importer.fill(importer.constant(result.getElementType(), 0), sizes));
  }
  auto type = fromReal ? ComplexType::get(xType.getElementType())
                       : cast<ComplexType>(xType.getElementType());
  Type part = type.getElementType();
  if (fromReal)
    x = importer.mapElements(x, type, [&](ValueRange args) -> Value {
      return importer.create<complex::CreateOp>(type, args[0], importer.constant(part, 0));
    });
  int sign = isInverse ? 1 : -1;
  double count = 1;
  for (auto [i, length] : llvm::enumerate(*lengths)) {
    count *= static_cast<double>(length);
    if (toReal && static_cast<int64_t>(i) == numDims - 1)
      x = completeSpectrum(importer, x, length);
    x = transformAlong(importer, x, first + i, length, sign);
  }
  if (fromReal) {
    SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)), sizes = importer.sizes(x);
    sizes.back() = builder.getIndexAttr(lengths->back() / 2 + 1);
    x = importer.slice(x, offsets, sizes);
  }
  if (!isInverse)
    return importer.set(op, x);
  return importer.set(
      op, importer.mapElements(x, toReal ? part : Type(type), [&](ValueRange args) -> Value {
        Value scale = importer.constant(part, 1 / count);
        Value real = importer.create<arith::MulFOp>(importer.create<complex::ReOp>(args[0]), scale);
        if (toReal)
          return real;
        Value imaginary =
            importer.create<arith::MulFOp>(importer.create<complex::ImOp>(args[0]), scale);
        return importer.create<complex::CreateOp>(type, real, imaginary);
      }));
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

const RuleTable &chad::stablehlo::getComplexRules() {
  static const RuleTable rules = [] {
    RuleTable rules;
    rules["stablehlo.abs"] = importEach<complex::AbsOp, 1>;
    rules["stablehlo.add"] = importEach<complex::AddOp, 2>;
    rules["stablehlo.atan2"] = importEach<complex::Atan2Op, 2>;
    rules["stablehlo.cbrt"] = importComplexFunction<complexCbrt>;
    rules["stablehlo.compare"] = importComplexCompare;
    rules["stablehlo.complex"] = importComplex;
    rules["stablehlo.convert"] = importComplexConvert;
    rules["stablehlo.cosine"] = importEach<complex::CosOp, 1>;
    rules["stablehlo.divide"] = importEach<complex::DivOp, 2>;
    rules["stablehlo.exponential"] = importEach<complex::ExpOp, 1>;
    rules["stablehlo.exponential_minus_one"] = importEach<complex::Expm1Op, 1>;
    rules["stablehlo.fft"] = importFourier;
    rules["stablehlo.imag"] = importEach<complex::ImOp, 1>;
    rules["stablehlo.log"] = importEach<complex::LogOp, 1>;
    rules["stablehlo.log_plus_one"] = importEach<complex::Log1pOp, 1>;
    rules["stablehlo.logistic"] = importComplexLogistic;
    rules["stablehlo.multiply"] = importEach<complex::MulOp, 2>;
    rules["stablehlo.negate"] = importEach<complex::NegOp, 1>;
    rules["stablehlo.power"] = importEach<complex::PowOp, 2>;
    rules["stablehlo.real"] = importEach<complex::ReOp, 1>;
    rules["stablehlo.rsqrt"] = importEach<complex::RsqrtOp, 1>;
    rules["stablehlo.select"] = importComplexSelect;
    rules["stablehlo.sign"] = importEach<complex::SignOp, 1>;
    rules["stablehlo.sine"] = importEach<complex::SinOp, 1>;
    rules["stablehlo.sqrt"] = importEach<complex::SqrtOp, 1>;
    rules["stablehlo.subtract"] = importEach<complex::SubOp, 2>;
    rules["stablehlo.tan"] = importEach<complex::TanOp, 1>;
    rules["stablehlo.tanh"] = importEach<complex::TanhOp, 1>;
    rules["chlo.acos"] = importComplexFunction<complexAcos>;
    rules["chlo.acosh"] = importComplexFunction<complexAcosh>;
    rules["chlo.asin"] = importComplexFunction<complexAsin>;
    rules["chlo.asinh"] = importComplexFunction<complexAsinh>;
    rules["chlo.atan"] = importComplexFunction<complexAtan>;
    rules["chlo.atanh"] = importComplexFunction<complexAtanh>;
    rules["chlo.conj"] = importEach<complex::ConjOp, 1>;
    rules["chlo.cosh"] = importComplexFunction<complexCosh>;
    rules["chlo.sinh"] = importComplexFunction<complexSinh>;
    rules["chlo.square"] = importComplexFunction<complexSquare>;
    rules["chlo.tan"] = importEach<complex::TanOp, 1>;
    for (StringRef name :
         {"add", "compare", "complex", "divide", "multiply", "power", "select", "subtract"})
      rules[("chlo.broadcast_" + name).str()] = getBroadcastingRule();
    // Ops that move, add or multiply elements, and ops with regions, have the same rule for real
    // and for complex numbers.
    for (StringRef name : {"all_gather",
                           "all_reduce",
                           "all_to_all",
                           "broadcast_in_dim",
                           "case",
                           "collective_broadcast",
                           "collective_permute",
                           "composite",
                           "concatenate",
                           "constant",
                           "convolution",
                           "dot",
                           "dot_general",
                           "dynamic_broadcast_in_dim",
                           "dynamic_conv",
                           "dynamic_gather",
                           "dynamic_pad",
                           "dynamic_reshape",
                           "dynamic_slice",
                           "dynamic_update_slice",
                           "einsum",
                           "gather",
                           "get_dimension_size",
                           "if",
                           "map",
                           "optimization_barrier",
                           "pad",
                           "real_dynamic_slice",
                           "reduce",
                           "reduce_scatter",
                           "reduce_window",
                           "reshape",
                           "reverse",
                           "scatter",
                           "set_dimension_size",
                           "slice",
                           "sort",
                           "torch_index_select",
                           "transpose",
                           "unary_einsum",
                           "while"}) {
      std::string full = ("stablehlo." + name).str();
      rules[full] = getRules().lookup(full);
    }
    return rules;
  }();
  return rules;
}
