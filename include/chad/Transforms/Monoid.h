//===- Monoid.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives over other monoids (Vákár & Smeding 2022, §11.3): code on linear values, as the
// derivative rules make it, is interpreted with another type in the place of floats, another sum,
// and another product by a factor.

#ifndef CHAD_TRANSFORMS_MONOID_H
#define CHAD_TRANSFORMS_MONOID_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace chad {
namespace detail {
class CarrierBoxes;
} // namespace detail

/// A commutative monoid on which the scalars of a program act.
///
/// The methods describe the monoid that replaces the tangents at one type of floats. Its values
/// have the type *carrier*. A tangent at an array is an array of carriers; ops on arrays stay as
/// they are.
class Monoid {
public:
  virtual ~Monoid() = default;
  /// The name of the monoid in messages and in names of functions.
  virtual llvm::StringRef getName() const = 0;
  /// The carrier: the type whose values represent tangents at floats of type `scalar`.
  virtual mlir::Type getCarrier(mlir::Type scalar) const = 0;
  /// 0, a value of type `carrier`.
  virtual mlir::Value zero(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Type carrier) const = 0;
  /// a + b
  virtual mlir::Value add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a,
                          mlir::Value b) const = 0;
  /// k · a, where k is a float of the program.
  virtual mlir::Value scale(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value factor,
                            mlir::Value a) const = 0;
  /// Whether `scale` reads its factor.
  virtual bool readsFactors() const = 0;
  /// The value that replaces a choice between `a` and `b` by `condition`, for each element where
  /// each has a condition of its own. A choice between arrays by one condition stays as it is.
  virtual mlir::Value choose(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
                             mlir::Value a, mlir::Value b) const = 0;
};

/// Sets of at most 64 members, as an `i64` with one bit for each possible member. The sum is the
/// union; the product by a factor is the set itself, also if the factor is zero; a choice between
/// numbers is the union of both sides. So the sets depend on the branches that the program takes
/// and on its indices, and on no other values.
class SetMonoid : public Monoid {
public:
  llvm::StringRef getName() const override { return "sets"; }
  mlir::Type getCarrier(mlir::Type scalar) const override;
  mlir::Value zero(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type carrier) const override;
  mlir::Value add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a,
                  mlir::Value b) const override;
  mlir::Value scale(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value factor,
                    mlir::Value a) const override;
  bool readsFactors() const override { return false; }
  mlir::Value choose(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
                     mlir::Value a, mlir::Value b) const override;
};

/// Upper bounds of absolute values: (ℝ≥0, +, 0) in `f64`. The product of a factor k and a is |k| ·
/// a.
class BoundMonoid : public Monoid {
public:
  llvm::StringRef getName() const override { return "bounds"; }
  mlir::Type getCarrier(mlir::Type scalar) const override;
  mlir::Value zero(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type carrier) const override;
  mlir::Value add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a,
                  mlir::Value b) const override;
  mlir::Value scale(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value factor,
                    mlir::Value a) const override;
  bool readsFactors() const override { return true; }
  mlir::Value choose(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
                     mlir::Value a, mlir::Value b) const override;
};

/// Translates functions on linear values to functions on a monoid. Each function is translated
/// once, with the functions that it calls.
class MonoidReader {
public:
  MonoidReader(const Monoid &monoid, mlir::SymbolTable &symbols);
  ~MonoidReader();

  /// Translates a function `(x..., dx...) -> (y..., dy...)`, where `dx` and `dy` have types
  /// `!chad.lin<T>`, to one with carriers, or arrays or boxes of them, in their place. Emits an
  /// error at an op that has no meaning in the monoid.
  llvm::FailureOr<mlir::func::FuncOp> read(mlir::func::FuncOp function);

private:
  const Monoid &monoid;
  mlir::SymbolTable &symbols;
  std::unique_ptr<detail::CarrierBoxes> carriers;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> known;
};

} // namespace chad

#endif // CHAD_TRANSFORMS_MONOID_H
