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

/// Adds tangents to code, where it stands: dual numbers.
///
/// Source: Vákár & Smeding 2022, §2.3, appendix A.
class ForwardSweep : public Sweep {
public:
  ForwardSweep(mlir::MLIRContext *context, Activity &activity) : Sweep(context, activity) {}
  ~ForwardSweep() override;

  /// The tangent of `value`; null where it is zero.
  mlir::Value tangent(mlir::Value value) const { return tangents.lookup(value); }

  /// The tangent of `value`, a zero where it is a structural one.
  mlir::Value tangentOrZero(mlir::Value value);

  void setTangent(mlir::Value value, mlir::Value tangent);

  /// The value itself: forward rules work where the op stands.
  mlir::Value primal(mlir::Value value) override { return value; }

  mlir::Value zero(mlir::Value value) override;

  /// Adds tangents to the ops of `block`, other than its terminator.
  llvm::LogicalResult differentiate(mlir::Block &block);

  /// Adds the tangents of `op`, which is active; derivative code goes to `builder`.
  llvm::LogicalResult differentiate(mlir::Operation *op);

  /// Says that `primals`, with tangents `tangents`, are what `op` computed. `op` is
  /// gone after the sweep. For rules that make an op anew, with tangents among its operands.
  void replace(mlir::Operation *op, mlir::ValueRange primals, mlir::ValueRange tangents);

private:
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;
  /// Kept to the end, so that no new value has the address of an old one.
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace chad

#endif // CHAD_RULES_FORWARDSWEEP_H
