//===- Sweep.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The object through which a derivative rule reads values and tangents or cotangents, and builds
// code: the argument of the methods of `DifferentiableOpInterface`.

#ifndef CHAD_RULES_SWEEP_H
#define CHAD_RULES_SWEEP_H

#include "chad/Analysis/Activity.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/Builders.h"

namespace chad {
class CallDerivatives;

/// The type of tangents and cotangents at `type`.
inline mlir::Type getTangentType(mlir::Type type) {
  return isLinearType(type) ? type : LinType::get(type);
}

/// What forward and reverse rules share. Tangents and cotangents of a value of
/// type `T` have type `lin<T>`; a null value stands for zero.
class Sweep {
public:
  virtual ~Sweep();

  /// Builds derivative code at the place where it belongs.
  mlir::OpBuilder builder;

  /// The value of `value`, an operand or a result of the op that is being differentiated, for use
  /// in derivative code.
  virtual mlir::Value primal(mlir::Value value) = 0;

  /// Whether `value` is active: it depends on an argument that one differentiates by, and a result
  /// that one differentiates depends on it.
  bool isActive(mlir::Value value) const { return activity.isActive(source(value)); }

  /// `factor · value`. With `zeroAbsorbing` the product of zero and any factor is zero: for factors
  /// that may be infinite or NaN where `value` is zero.
  mlir::Value scale(mlir::Value factor, mlir::Value value, bool zeroAbsorbing = false) {
    return scale(factor, value, zeroAbsorbing ? Absorption::Value : Absorption::None);
  }
  mlir::Value scale(mlir::Value factor, mlir::Value value, Absorption absorption);

  /// `a + b`, where null is zero.
  mlir::Value add(mlir::Value a, mlir::Value b);

  /// `-value`.
  mlir::Value negate(mlir::Value value);

  /// The zero among the tangents of `value`.
  virtual mlir::Value zero(mlir::Value value) = 0;

  /// Whether elements of `value` may have been set to zero because a branch was not taken for them.
  /// The factors that such elements are multiplied by belong to that branch, and may be infinite or
  /// NaN.
  bool isMasked(mlir::Value value) const { return masked.contains(value); }
  void setMasked(mlir::Value value) {
    if (value)
      masked.insert(value);
  }

  /// The value of the differentiated function that `value` is a copy of.
  mlir::Value source(mlir::Value value) const {
    mlir::Value original = origins.lookup(value);
    return original ? original : value;
  }

  /// Must be called before derivative code that has `value` is erased: another value may get its
  /// address, and would be taken for it.
  void forget(mlir::Value value) {
    origins.erase(value);
    masked.erase(value);
  }

  /// The location of derivative code about `value`: that of the op that is being differentiated,
  /// or, outside of a rule, that of `value`.
  mlir::Location getLoc(mlir::Value value) const {
    return place ? mlir::Location(place) : value.getLoc();
  }

  /// Where the derivatives of called functions come from; may be null.
  CallDerivatives *calls = nullptr;

  Activity &getActivity() { return activity; }
  const Activity &getActivity() const { return activity; }

protected:
  Sweep(mlir::MLIRContext *context, Activity &activity) : builder(context), activity(activity) {}

  Activity &activity;
  llvm::DenseMap<mlir::Value, mlir::Value> origins;

  /// While this object lives, `op` is the op that is being differentiated; afterwards the one
  /// before it is again.
  class At {
  public:
    At(Sweep &sweep, mlir::Operation *op);
    ~At() { sweep.place = outer; }

  private:
    Sweep &sweep;
    mlir::LocationAttr outer;
  };

private:
  /// The location of the op that is being differentiated, or null.
  mlir::LocationAttr place;
  llvm::DenseSet<mlir::Value> masked;
};

} // namespace chad

#endif // CHAD_RULES_SWEEP_H
