//===- Sweep.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a derivative rule works with: the argument of the methods of
// `DifferentiableOpInterface`.

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

  /// Where derivative code goes.
  mlir::OpBuilder builder;

  /// The value of `value`, an operand or a result of the op at hand, for use in
  /// derivative code.
  virtual mlir::Value primal(mlir::Value value) = 0;

  /// Whether `value` has a derivative that is asked for.
  bool isActive(mlir::Value value) const { return activity.isActive(source(value)); }

  /// `factor · value`. A factor that may be infinite or not a number where `value`
  /// is zero asks for `zeroAbsorbing`: zero then stays zero.
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

  /// Whether `value` was zeroed in a place because a branch was not taken there, so
  /// that the factors that it meets may belong to the other branch.
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

  /// Where the op at hand is in the source: the location of derivative code about `value`. Where no
  /// op is at hand, that of `value`.
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

  /// Has `op` be the op at hand as long as this lives; then the one before it is again.
  class At {
  public:
    At(Sweep &sweep, mlir::Operation *op);
    ~At() { sweep.place = outer; }

  private:
    Sweep &sweep;
    mlir::LocationAttr outer;
  };

private:
  /// The location of the op at hand, or null.
  mlir::LocationAttr place;
  llvm::DenseSet<mlir::Value> masked;
};

} // namespace chad

#endif // CHAD_RULES_SWEEP_H
