//===- ScalarTable.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The table of the partial derivatives of the ops of arith and math, with one row for each op and
// one formula for each operand. Forward and reverse rules are both made from it.

#include "ScalarTable.h"
#include "chad/Rules/DerivativeModels.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

const ScalarRow *chad::detail::findScalarRow(StringRef name) {
  static const llvm::StringMap<const ScalarRow *> rows = [] {
    llvm::StringMap<const ScalarRow *> map;
    for (const ScalarRow &row : getScalarTable())
      map[row.name] = &row;
    return map;
  }();
  return rows.lookup(name);
}

namespace {
template <typename Op>
struct TableRule : DifferentiableOpInterface::ExternalModel<TableRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardScalar(*findScalarRow(Op::getOperationName()), op, sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseScalar(*findScalarRow(Op::getOperationName()), op, sweep);
  }
};
} // namespace

template <typename Op> static ScalarRow makeRow() {
  return {Op::getOperationName(),
          [](MLIRContext &context) { Op::template attachInterface<TableRule<Op>>(context); },
          {},
          std::nullopt};
}

/// The partial derivatives with respect to each operand.
template <typename Op> static ScalarRow row(std::initializer_list<Expr> partials) {
  ScalarRow result = makeRow<Op>();
  result.partials.push_back(partials);
  return result;
}

/// The partial derivatives of two results.
template <typename Op>
static ScalarRow row(std::initializer_list<Expr> first, std::initializer_list<Expr> second) {
  ScalarRow result = row<Op>(first);
  result.partials.push_back(second);
  return result;
}

/// An op whose result is one of its operands. The chosen operand has partial derivative 1, the
/// others 0.
template <typename Op> static ScalarRow choice(const Expr &chosen) {
  ScalarRow result = makeRow<Op>();
  result.choice = chosen;
  return result;
}

/// Ops that are locally constant.
template <typename... Ops> static void addZeros(std::vector<ScalarRow> &table) {
  (table.push_back(
       {Ops::getOperationName(),
        [](MLIRContext &context) { Ops::template attachInterface<ZeroDerivative<Ops>>(context); },
        {},
        std::nullopt}),
   ...);
}

/// Ops on integers.
template <typename... Ops> static void addIntegers(std::vector<ScalarRow> &table) {
  size_t first = table.size();
  addZeros<Ops...>(table);
  for (size_t i = first; i < table.size(); ++i)
    table[i].isInteger = true;
}

//===----------------------------------------------------------------------===//
// Functions that the formulas use
//===----------------------------------------------------------------------===//

static Expr absolute(const Expr &x) { return apply<math::AbsFOp>("abs", x); }
static Expr cos(const Expr &x) { return apply<math::CosOp>("cos", x); }
static Expr cosh(const Expr &x) { return apply<math::CoshOp>("cosh", x); }
static Expr exp(const Expr &x) { return apply<math::ExpOp>("exp", x); }
static Expr log(const Expr &x) { return apply<math::LogOp>("log", x); }
static Expr pow(const Expr &x, const Expr &y) { return apply<math::PowFOp>("pow", {x, y}); }
static Expr powi(const Expr &x, const Expr &n) { return apply<math::FPowIOp>("pow", {x, n}); }
static Expr rounded(const Expr &x) { return apply<math::RoundEvenOp>("round", x); }
/// 1 or -1, also at the two zeros.
static Expr sign(const Expr &x) { return apply<math::CopySignOp>("copysign", {1, x}); }
static Expr sin(const Expr &x) { return apply<math::SinOp>("sin", x); }
static Expr sinh(const Expr &x) { return apply<math::SinhOp>("sinh", x); }
static Expr sqrt(const Expr &x) { return apply<math::SqrtOp>("sqrt", x); }

/// The integer `n` as a float of the type of `like`.
static Expr toFloat(const Expr &n, const Expr &like) {
  return Expr::apply("float",
                     [](OpBuilder &builder, Location loc, ValueRange args) -> Value {
                       Value n = args[0];
                       if (isa<IndexType>(n.getType()))
                         n = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), n);
                       return arith::SIToFPOp::create(builder, loc, args[1].getType(), n);
                     },
                     {n, like})
      .as(n.str());
}
static Expr predecessor(const Expr &n) {
  return Expr::apply(
             "predecessor",
             [](OpBuilder &builder, Location loc, ValueRange args) -> Value {
               Value one = arith::ConstantOp::create(builder, loc,
                                                     builder.getIntegerAttr(args[0].getType(), 1));
               return arith::SubIOp::create(builder, loc, args[0], one);
             },
             n)
      .as(n.str() + " - 1");
}
static Expr isZero(const Expr &n) {
  return Expr::apply(
             "isZero",
             [](OpBuilder &builder, Location loc, ValueRange args) -> Value {
               Value zero = arith::ConstantOp::create(builder, loc,
                                                      builder.getIntegerAttr(args[0].getType(), 0));
               return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, args[0], zero);
             },
             n)
      .as(n.str() + " = 0");
}

/// The partial derivatives of `atan2(a, b)`, `b/(a² + b²)` and `-a/(a² + b²)`. The
/// larger operand is factored out, so that squares do not overflow.
static ScalarRow atan2Row(const Expr &a, const Expr &b) {
  Expr isSteep = absolute(b) < absolute(a);
  Expr large = where(isSteep, a, b), ratio = where(isSteep, b, a) / large;
  Expr factor = 1 / (large * (1 + ratio * ratio)), other = ratio * factor;
  Expr overA = unbounded(where(isSteep, other, factor)).as("y / (x * x + y * y)");
  Expr overB = unbounded(-where(isSteep, factor, other)).as("-x / (x * x + y * y)");
  Expr isOrigin = (large == 0).as("x = y = 0");
  return row<math::Atan2Op>({where(isOrigin, 0, overA), where(isOrigin, 0, overB)});
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static std::vector<ScalarRow> makeTable() {
  using namespace llvm::numbers;
  const Expr x = Expr::operand(0), y = Expr::operand(1), z = Expr::operand(2);
  const Expr result = Expr::result(0), sine = Expr::result(0), cosine = Expr::result(1);

  std::vector<ScalarRow> table = {
      row<arith::AddFOp>({1, 1}),
      row<arith::SubFOp>({1, -1}),
      row<arith::NegFOp>({-1}),
      row<arith::ExtFOp>({1}),
      row<arith::TruncFOp>({1}),
      row<arith::MulFOp>({y, x}),
      row<arith::DivFOp>({unbounded(1 / y), unbounded(-result * (1 / y))}),
      // The quotient is an integer; x / y may differ from it by rounding.
      row<arith::RemFOp>({1, unbounded(rounded((result - x) / y))}),

      // The chosen operand has partial derivative 1. For equal operands see `atLeast`.
      choice<arith::MaximumFOp>(where(atLeast(x, y), x, y)),
      choice<arith::MinimumFOp>(where(atMost(x, y), x, y)),
      choice<arith::MaxNumFOp>(where(isNumber(x) && atLeast(x, y), x, y)),
      choice<arith::MinNumFOp>(where(isNumber(x) && atMost(x, y), x, y)),
      choice<arith::SelectOp>(where(x, y, z)),
      choice<math::ClampFOp>(where(atLeast(x, y), where(atMost(x, z), x, z), y)),

      // At the kink, 0 is chosen: the middle of the derivatives on both sides.
      row<math::AbsFOp>({where(x == 0, 0, sign(x))}),
      row<math::CopySignOp>({where(x == 0, 0, sign(x) * sign(y)), 0}),

      // At 0 the square root has no derivative. The value 0 is chosen, so that the derivative of a
      // norm is 0 there.
      row<math::SqrtOp>({where(result == 0, 0, 0.5 / result)}),
      row<math::RsqrtOp>({unbounded(-0.5 * result * (result * result))}),
      row<math::CbrtOp>({unbounded(1 / (3 * (result * result)))}),
      // 0·x⁻¹ is 0 also at x = 0, where x⁰ is constant. Its derivative by y is x⁻¹ elsewhere.
      row<math::PowFOp>(
          {unbounded(absorbing(pow(x, y - 1), y)), where(x == 0, 0, unbounded(result * log(x)))}),
      row<math::FPowIOp>(
          {where(isZero(y), 0, unbounded(toFloat(y, x) * powi(x, predecessor(y)))), 0}),

      row<math::ExpOp>({result}),
      row<math::Exp2Op>({ln2 * result}),
      row<math::ExpM1Op>({exp(x)}),
      row<math::LogOp>({unbounded(1 / x)}),
      row<math::Log2Op>({unbounded(log2e / x)}),
      row<math::Log10Op>({unbounded(log10e / x)}),
      row<math::Log1pOp>({unbounded(1 / (1 + x))}),

      row<math::SinOp>({cos(x)}),
      row<math::CosOp>({-sin(x)}),
      row<math::SincosOp>({cosine}, {-sine}),
      row<math::TanOp>({1 + result * result}),
      row<math::AsinOp>({unbounded(1 / sqrt((1 - x) * (1 + x)))}),
      row<math::AcosOp>({unbounded(-1 / sqrt((1 - x) * (1 + x)))}),
      row<math::AtanOp>({1 / (1 + x * x)}),
      atan2Row(x, y),

      row<math::SinhOp>({cosh(x)}),
      row<math::CoshOp>({sinh(x)}),
      row<math::TanhOp>({1 - result * result}),
      row<math::AsinhOp>({1 / sqrt(1 + x * x)}),
      row<math::AcoshOp>({unbounded(1 / sqrt((x - 1) * (x + 1)))}),
      row<math::AtanhOp>({unbounded(1 / ((1 - x) * (1 + x)))}),

      row<math::ErfOp>({2 * inv_sqrtpi * exp(-(x * x))}),
      row<math::ErfcOp>({-2 * inv_sqrtpi * exp(-(x * x))}),
      row<math::FmaOp>({y, x, 1}),
  };

  addZeros<math::CeilOp, math::FloorOp, math::RoundOp, math::RoundEvenOp, math::TruncOp,
           arith::CmpFOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::IsNormalOp,
           arith::FPToSIOp, arith::FPToUIOp, arith::SIToFPOp, arith::UIToFPOp, arith::ConstantOp>(
      table);
  addIntegers<arith::AddIOp, arith::AddUIExtendedOp, arith::SubIOp, arith::MulIOp,
              arith::MulSIExtendedOp, arith::MulUIExtendedOp, arith::DivSIOp, arith::DivUIOp,
              arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
              arith::RemUIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp,
              arith::ShRSIOp, arith::ShRUIOp, arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
              arith::MinUIOp, arith::CmpIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
              arith::IndexCastOp, arith::IndexCastUIOp, math::AbsIOp, math::CountLeadingZerosOp,
              math::CountTrailingZerosOp, math::CtPopOp, math::IPowIOp>(table);
  return table;
}

ArrayRef<ScalarRow> chad::detail::getScalarTable() {
  static const std::vector<ScalarRow> table = makeTable();
  return table;
}

void chad::detail::attachScalarRules(StringRef dialect, MLIRContext &context) {
  for (const ScalarRow &row : getScalarTable())
    if (row.name.split('.').first == dialect)
      row.attach(context);
}
