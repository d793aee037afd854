//===- Monoid.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives over other monoids (Vákár & Smeding 2022, §11.3): the code on linear values that
// the rules of derivatives made, read in another carrier, with another sum and another product
// by a factor.

#ifndef CHAD_TRANSFORMS_MONOID_H
#define CHAD_TRANSFORMS_MONOID_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace chad {

/// A commutative monoid on which the scalars of a program act.
///
/// The methods are about the scalars of one element type. Arrays are arrays of carriers, and
/// what a program does with them stays.
class Monoid {
public:
  virtual ~Monoid() = default;
  /// How messages and functions name it.
  virtual llvm::StringRef getName() const = 0;
  /// What represents a tangent at floats of a type.
  virtual mlir::Type getCarrier(mlir::Type scalar) const = 0;
  /// 0, of a carrier.
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
  /// What stands for a choice between `a` and `b` by a condition.
  virtual mlir::Value choose(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
                             mlir::Value a, mlir::Value b) const = 0;
};

/// Sets of at most 64 members: a bit in an `i64` says that one is in it. The sum is the union, and
/// a factor changes nothing, be it zero or not. Both sides of a choice count. So the sets depend on
/// the ways that the program took through branches and on its indices, and on no other values.
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

/// Bounds of absolute values: (ℝ≥0, +, 0) in `f64`, with |k| · a as product.
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

/// Reads functions on linear values in a monoid. Each function is made once, with the functions
/// that it calls.
class MonoidReader {
public:
  MonoidReader(const Monoid &monoid, mlir::SymbolTable &symbols)
      : monoid(monoid), symbols(symbols) {}

  /// From `(x..., dx...) -> (y..., dy...)`, where `dx` and `dy` are of types `!chad.lin<T>`, the
  /// same with carriers for these. Where an op has no meaning in the monoid, an error at it says
  /// so.
  llvm::FailureOr<mlir::func::FuncOp> read(mlir::func::FuncOp function);

private:
  const Monoid &monoid;
  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Operation *, mlir::func::FuncOp> known;
};

} // namespace chad

#endif // CHAD_TRANSFORMS_MONOID_H
