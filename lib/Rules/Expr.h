//===- Expr.h - Partial derivatives as formulas -----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Formulas for the table of partial derivatives, such as `-sin(x)` and `1 / (1 + x * x)`.

#ifndef CHAD_LIB_RULES_EXPR_H
#define CHAD_LIB_RULES_EXPR_H

#include "chad/Rules/Sweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <memory>

namespace chad::detail {

/// A formula over the operands and results of an op. Nothing is computed before an
/// `ExprEvaluator` asks for it.
class Expr {
public:
  struct Node;

  /*implicit*/ Expr(double constant);
  explicit Expr(std::shared_ptr<const Node> node) : node(std::move(node)) {}

  static Expr operand(unsigned number);
  static Expr result(unsigned number);

  /// A function that creates the op of an application.
  using Build = mlir::Value (*)(mlir::OpBuilder &, mlir::Location, mlir::ValueRange);
  static Expr apply(llvm::StringRef name, Build build, llvm::ArrayRef<Expr> args);

  std::optional<double> getConstant() const;
  /// The same formula, which `str` prints as `text`.
  Expr as(llvm::StringRef text) const;
  /// The formula as it is written in mathematics.
  std::string str() const;

  const Node &operator*() const { return *node; }
  const Node *operator->() const { return node.get(); }

private:
  std::shared_ptr<const Node> node;
};

struct Expr::Node {
  enum Kind { Operand, Result, Constant, Apply, Where, AtLeast, Unbounded };
  Kind kind;
  unsigned number = 0;
  double constant = 0;
  llvm::StringRef name;
  Build build = nullptr;
  llvm::SmallVector<Expr, 2> args;
  std::string text;
};

/// `name(args)` by the op `Op`.
template <typename Op> Expr apply(llvm::StringRef name, llvm::ArrayRef<Expr> args) {
  return Expr::apply(
      name,
      [](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange args) -> mlir::Value {
        mlir::OperationState state(loc, Op::getOperationName(), args, {args.front().getType()});
        return builder.create(state)->getResult(0);
      },
      args);
}

Expr operator+(const Expr &a, const Expr &b);
Expr operator-(const Expr &a, const Expr &b);
Expr operator*(const Expr &a, const Expr &b);
Expr operator/(const Expr &a, const Expr &b);
Expr operator-(const Expr &a);

// Conditions. Comparisons with NaN are false, so that for NaN the last branch is chosen.
Expr operator<(const Expr &a, const Expr &b);
Expr operator==(const Expr &a, const Expr &b);
Expr operator&&(const Expr &a, const Expr &b);
Expr isNumber(const Expr &a);

/// Whether `a ≥ b`, for ops that choose one of two operands. If both are equal, a constant is
/// chosen, so that `max(x, 0)` has the derivative 0 at 0, and otherwise `a`.
Expr atLeast(const Expr &a, const Expr &b);
Expr atMost(const Expr &a, const Expr &b);

/// `a` where `condition` holds, otherwise `b`. In a partial derivative it chooses between products,
/// so that the product that is not chosen may be infinite or NaN.
Expr where(const Expr &condition, const Expr &a, const Expr &b);

/// A partial derivative that may be infinite or NaN at finite operands. Its product with a tangent
/// or cotangent that is zero is zero. The products in the formula are marked, so that the same
/// holds for their derivatives.
Expr unbounded(const Expr &partial);

/// `k · v`, which is 0 where `v` is 0, for any `k`. Its derivative by `v` is `k`, also there.
Expr absorbing(const Expr &k, const Expr &v);

/// Computes formulas at an op.
class ExprEvaluator {
public:
  /// With `isTerm` the result is a term of a sum: a product of finite operands, which may be part
  /// of a contraction, has no guards. The ops that compute the operands must be in place still, as
  /// they are in the reverse mode.
  ExprEvaluator(Sweep &sweep, mlir::Operation *op, bool isTerm = false);

  /// The value of `expr`, in derivative code.
  mlir::Value value(const Expr &expr);

  /// `partial · v`; null where that is zero.
  mlir::Value scale(const Expr &partial, mlir::Value v);

  /// `a` where `condition` holds, otherwise `b`. A null operand stands for a zero.
  mlir::Value choose(const Expr &condition, mlir::Value a, mlir::Value b, mlir::Value zeroLike);

private:
  mlir::Value create(const Expr &expr);
  mlir::Value compare(const Expr &expr);
  /// Whether partial derivatives that may be infinite at other operands of the op are finite.
  bool isBounded();
  mlir::Value unify(mlir::Value value);

  Sweep &sweep;
  mlir::Operation *op;
  bool isTerm;
  mlir::FloatType type;
  mlir::arith::FastMathFlags flags;
  bool inUnbounded = false;
  std::optional<bool> knownBounded;
  llvm::DenseMap<const Expr::Node *, mlir::Value> known;
  llvm::SmallVector<mlir::Operation *> created;
};

} // namespace chad::detail

#endif // CHAD_LIB_RULES_EXPR_H
