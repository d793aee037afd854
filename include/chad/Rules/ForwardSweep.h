//===- ForwardSweep.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_FORWARDSWEEP_H
#define CHAD_RULES_FORWARDSWEEP_H

#include "chad/Rules/Sweep.h"

namespace chad {

/// Forward mode by dual numbers: puts, beside each op of a function, the ops that compute the
/// tangents of its results.
///
/// Source: Vákár & Smeding 2022, §2.3, appendix A.
class ForwardSweep : public Sweep {
public:
  ForwardSweep(mlir::MLIRContext *context, Activity &activity) : Sweep(context, activity) {}
  ~ForwardSweep() override;

  /// The tangent of `value`; null where it is zero.
  mlir::Value tangent(mlir::Value value) const { return tangents.lookup(value); }

  /// The tangent of `value`; where it is a structural zero, an op that makes a zero.
  mlir::Value tangentOrZero(mlir::Value value);

  void setTangent(mlir::Value value, mlir::Value tangent);

  /// Returns `value` itself: forward rules build code beside the op that they differentiate, where
  /// its operands can be used.
  mlir::Value primal(mlir::Value value) override { return value; }

  mlir::Value zero(mlir::Value value) override;

  /// Adds tangents to the ops of `block`, other than its terminator.
  llvm::LogicalResult differentiate(mlir::Block &block);

  /// Adds the tangents of `op`, which is active; derivative code goes to `builder`.
  llvm::LogicalResult differentiate(mlir::Operation *op);

  /// Replaces the results of `op` by `primals`, whose tangents are `tangents`. The sweep erases
  /// `op` at its end. For rules that make a new op, which computes the values and the tangents.
  void replace(mlir::Operation *op, mlir::ValueRange primals, mlir::ValueRange tangents);

private:
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;
  /// The ops that `replace` was called for. They are erased at the end of the sweep, so that no new
  /// value gets the address of an old one.
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace chad

#endif // CHAD_RULES_FORWARDSWEEP_H
