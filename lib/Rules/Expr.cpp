//===- Expr.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expr.h"
#include "Singularities.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

static Expr makeExpr(Expr::Node node) {
  return Expr(std::make_shared<const Expr::Node>(std::move(node)));
}

Expr::Expr(double constant) : Expr(makeExpr({Node::Constant, 0, constant, "", nullptr, {}, ""})) {}

Expr Expr::operand(unsigned number) {
  return makeExpr({Node::Operand, number, 0, "", nullptr, {}, ""});
}

Expr Expr::result(unsigned number) {
  return makeExpr({Node::Result, number, 0, "", nullptr, {}, ""});
}

Expr Expr::apply(StringRef name, Build build, ArrayRef<Expr> args) {
  return makeExpr({Node::Apply, 0, 0, name, build, llvm::to_vector<2>(args), ""});
}

Expr Expr::as(StringRef text) const {
  Node copy = *node;
  copy.text = text.str();
  return makeExpr(std::move(copy));
}

std::optional<double> Expr::getConstant() const {
  return node->kind == Node::Constant ? std::optional(node->constant) : std::nullopt;
}

Expr chad::detail::operator+(const Expr &a, const Expr &b) {
  if (a.getConstant() && b.getConstant())
    return Expr(*a.getConstant() + *b.getConstant());
  return apply<arith::AddFOp>("+", {a, b});
}
Expr chad::detail::operator-(const Expr &a, const Expr &b) {
  return apply<arith::SubFOp>("-", {a, b});
}
Expr chad::detail::operator*(const Expr &a, const Expr &b) {
  return apply<arith::MulFOp>("*", {a, b});
}
Expr chad::detail::operator/(const Expr &a, const Expr &b) {
  return apply<arith::DivFOp>("/", {a, b});
}
Expr chad::detail::operator-(const Expr &a) {
  if (auto constant = a.getConstant())
    return Expr(-*constant);
  return apply<arith::NegFOp>("-", {a});
}

template <arith::CmpFPredicate predicate>
static Value buildComparison(OpBuilder &builder, Location loc, ValueRange args) {
  return arith::CmpFOp::create(builder, loc, predicate, args.front(), args.back());
}

Expr chad::detail::operator<(const Expr &a, const Expr &b) {
  return Expr::apply("<", buildComparison<arith::CmpFPredicate::OLT>, {a, b});
}
Expr chad::detail::operator==(const Expr &a, const Expr &b) {
  return Expr::apply("=", buildComparison<arith::CmpFPredicate::OEQ>, {a, b});
}
Expr chad::detail::operator&&(const Expr &a, const Expr &b) {
  return apply<arith::AndIOp>("and", {a, b});
}
Expr chad::detail::isNumber(const Expr &a) {
  Expr test = Expr::apply(
      "is number",
      [](OpBuilder &builder, Location loc, ValueRange args) -> Value {
        return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, args[0], args[0]);
      },
      a);
  return test.as(a.str() + " is a number");
}

// If an operand is NaN, it is chosen.
Expr chad::detail::atLeast(const Expr &a, const Expr &b) {
  return makeExpr({Expr::Node::AtLeast,
                   0,
                   0,
                   "≥",
                   buildComparison<arith::CmpFPredicate::UGE>,
                   {a, b, Expr::apply(">", buildComparison<arith::CmpFPredicate::UGT>, {a, b})},
                   ""});
}
Expr chad::detail::atMost(const Expr &a, const Expr &b) {
  return makeExpr({Expr::Node::AtLeast,
                   0,
                   0,
                   "≤",
                   buildComparison<arith::CmpFPredicate::ULE>,
                   {a, b, Expr::apply("<", buildComparison<arith::CmpFPredicate::ULT>, {a, b})},
                   ""});
}

Expr chad::detail::where(const Expr &condition, const Expr &a, const Expr &b) {
  return makeExpr({Expr::Node::Where, 0, 0, "", nullptr, {condition, a, b}, ""});
}
Expr chad::detail::unbounded(const Expr &partial) {
  return makeExpr({Expr::Node::Unbounded, 0, 0, "", nullptr, {partial}, ""});
}

Expr chad::detail::absorbing(const Expr &k, const Expr &v) {
  Expr product = Expr::apply("absorbing",
                             [](OpBuilder &builder, Location loc, ValueRange args) -> Value {
                               return AbsorbingMulOp::create(builder, loc, args[0], args[1],
                                                             Absorption::Value);
                             },
                             {k, v});
  return product.as("0 if " + v.str() + " = 0, else " + v.str() + " * " + k.str());
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

/// The precedence of the outermost operator of `node`.
static int precedenceOf(const Expr::Node &node) {
  if (node.kind == Expr::Node::Unbounded)
    return precedenceOf(*node.args[0]);
  if (node.kind != Expr::Node::Apply)
    return node.kind == Expr::Node::Where ? 0 : node.constant < 0 ? 4 : 9;
  if (node.args.size() == 1)
    return node.name == "-" ? 4 : 9;
  return llvm::StringSwitch<int>(node.name)
      .Cases({"+", "-"}, 2)
      .Cases({"*", "/"}, 4)
      .Cases({"<", "=", ">", "and"}, 1)
      .Default(9);
}

std::string Expr::str() const {
  auto inside = [](const Expr &part, int precedence) {
    return precedenceOf(*part) < precedence ? "(" + part.str() + ")" : part.str();
  };
  const Node &n = *node;
  if (!n.text.empty())
    return n.text;
  switch (n.kind) {
  case Node::Operand:
    return std::string(1, "xyz"[n.number]);
  case Node::Result:
    return n.number == 0 ? "r" : "s";
  case Node::Constant: {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.6g", n.constant);
    return text;
  }
  case Node::Unbounded:
    return n.args[0].str();
  case Node::Where:
    return inside(n.args[1], 1) + " if " + n.args[0].str() + ", else " + n.args[2].str();
  case Node::AtLeast:
    return n.args[0].str() + " " + n.name.str() + " " + n.args[1].str();
  case Node::Apply:
    break;
  }
  int precedence = precedenceOf(n);
  if (precedence == 9) {
    std::string text = n.name.str() + "(";
    text += llvm::join(llvm::map_range(n.args, [](const Expr &arg) { return arg.str(); }), ", ");
    return text + ")";
  }
  if (n.args.size() == 1)
    return n.name.str() + inside(n.args[0], precedence + 1);
  bool isLeftOnly = n.name == "-" || n.name == "/" || n.args[1]->name == "/";
  return inside(n.args[0], precedence) + " " + n.name.str() + " " +
         inside(n.args[1], precedence + isLeftOnly);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

ExprEvaluator::ExprEvaluator(Sweep &sweep, Operation *op, bool isTerm)
    : sweep(sweep), op(op), isTerm(isTerm),
      type(dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()))),
      flags(arith::FastMathFlags::none) {
  // Fast-math flags that assume nothing about values hold for derivatives, too.
  constexpr auto kept = arith::FastMathFlags::reassoc | arith::FastMathFlags::nsz |
                        arith::FastMathFlags::arcp | arith::FastMathFlags::contract |
                        arith::FastMathFlags::afn;
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto attr = fast.getFastMathFlagsAttr())
      flags = attr.getValue() & kept;
}

/// Returns an op that computes the same as `value`, if one was made before: formulas of one op
/// share subexpressions.
Value ExprEvaluator::unify(Value value) {
  Operation *made = value.getDefiningOp();
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(made))
    made->setAttr(fast.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(op->getContext(), flags));
  for (Operation *other : created)
    if (OperationEquivalence::isEquivalentTo(made, other, OperationEquivalence::IgnoreLocations)) {
      made->erase();
      return other->getResult(0);
    }
  created.push_back(made);
  return value;
}

bool ExprEvaluator::isBounded() {
  if (!knownBounded)
    knownBounded = hasBoundedPartials(op);
  return *knownBounded;
}

Value ExprEvaluator::compare(const Expr &expr) {
  // The constant is chosen where both are equal.
  unsigned other = expr->args[1]->number;
  if (matchPattern(op->getOperand(other), m_Constant()))
    return value(expr->args[2]);
  Value a = value(expr->args[0]), b = value(expr->args[1]);
  return unify(expr->build(sweep.builder, op->getLoc(), {a, b}));
}

Value ExprEvaluator::create(const Expr &expr) {
  Location loc = op->getLoc();
  switch (expr->kind) {
  case Expr::Node::Operand:
    return sweep.primal(op->getOperand(expr->number));
  case Expr::Node::Result:
    return sweep.primal(op->getResult(expr->number));
  case Expr::Node::Constant:
    return unify(arith::ConstantOp::create(sweep.builder, loc,
                                           sweep.builder.getFloatAttr(type, expr->constant)));
  case Expr::Node::Unbounded: {
    llvm::SaveAndRestore<bool> guard(inUnbounded, !isBounded());
    return value(expr->args[0]);
  }
  case Expr::Node::AtLeast:
    return compare(expr);
  case Expr::Node::Apply:
  case Expr::Node::Where:
    break;
  }
  SmallVector<Value> args;
  for (const Expr &arg : expr->args)
    args.push_back(value(arg));
  if (expr->kind == Expr::Node::Where)
    return unify(arith::SelectOp::create(sweep.builder, loc, args[0], args[1], args[2]));
  Value made = expr->build(sweep.builder, loc, args);
  if (auto product = made.getDefiningOp<arith::MulFOp>(); product && inUnbounded)
    product->setDiscardableAttr(absorbingAttr, sweep.builder.getUnitAttr());
  return unify(made);
}

Value ExprEvaluator::value(const Expr &expr) {
  auto at = known.find(&*expr);
  return at != known.end() ? at->second : known[&*expr] = create(expr);
}

Value ExprEvaluator::choose(const Expr &condition, Value a, Value b, Value zeroLike) {
  if (!a && !b)
    return {};
  Value test = value(condition);
  if (!a)
    a = sweep.zero(zeroLike);
  if (!b)
    b = sweep.zero(zeroLike);
  Value result = arith::SelectOp::create(sweep.builder, op->getLoc(), test, a, b);
  if (sweep.isMasked(a) || sweep.isMasked(b))
    sweep.setMasked(result);
  return result;
}

Value ExprEvaluator::scale(const Expr &partial, Value v) {
  if (!v)
    return {};
  if (auto constant = partial.getConstant()) {
    if (*constant == 0)
      return {};
    if (*constant == 1)
      return v;
    if (*constant == -1)
      return sweep.negate(v);
  }
  // Of ops that may have infinite partial derivatives, the case is that of these.
  if (partial->kind == Expr::Node::Where && isBounded())
    return scale(partial->args[2], v);
  if (partial->kind == Expr::Node::Where)
    return choose(partial->args[0], scale(partial->args[1], v), scale(partial->args[2], v),
                  op->getResult(0));
  bool absorbs =
      (partial->kind == Expr::Node::Unbounded && !isBounded()) || op->hasAttr(absorbingAttr);
  // A product with an operand that is finite keeps zeros without a guard, and may be a part of a
  // contraction.
  if (isTerm && !absorbs && partial->kind == Expr::Node::Operand && sweep.isMasked(v) &&
      !mayBeInfinite(op->getOperand(partial->number))) {
    Value result = ScaleOp::create(sweep.builder, op->getLoc(), value(partial), v);
    sweep.setMasked(result);
    return result;
  }
  return sweep.scale(value(partial), v, absorbs);
}
