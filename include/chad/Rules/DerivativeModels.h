//===- DerivativeModels.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ready-made implementations of `DifferentiableOpInterface`: for ops that are locally
// constant, and for ops that are known by their partial derivatives.

#ifndef CHAD_RULES_DERIVATIVEMODELS_H
#define CHAD_RULES_DERIVATIVEMODELS_H

#include "chad/IR/ChadInterfaces.h"
#include "mlir/IR/Value.h"

namespace chad {

/// An external model: an op that is locally constant, or has no float among operands
/// or results.
template <typename Op>
struct ZeroDerivative : DifferentiableOpInterface::ExternalModel<ZeroDerivative<Op>, Op> {
  bool hasZeroDerivative(mlir::Operation *) const { return true; }
};

/// `∂result/∂operand` of an op with one result, made with the sweep's builder from
/// primals; null where it is zero. A scalar, or for an elementwise op on tensors of
/// one shape a tensor of that shape.
using Partial = llvm::function_ref<mlir::Value(Sweep &sweep, mlir::OpOperand &operand)>;

/// The forward rule `ẏ = Σⱼ ∂ⱼ·ẋⱼ`, for `DifferentiableOpInterface::forward`. Partial derivatives
/// are asked for only where they are needed. Where they may be infinite, or not a
/// number, `zeroAbsorbing` keeps what is zero: `0 · ∞ = 0`.
llvm::LogicalResult forwardByPartials(mlir::Operation *op, ForwardSweep &sweep, Partial partial,
                                      bool zeroAbsorbing = false);

/// The reverse rule `x̄ⱼ += ∂ⱼ·ȳ`, for `DifferentiableOpInterface::reverse`.
llvm::LogicalResult reverseByPartials(mlir::Operation *op, ReverseSweep &sweep, Partial partial,
                                      bool zeroAbsorbing = false);

/// An external model with both rules, from a method of `Model`
///
///   Value getPartial(Op op, Sweep &sweep, OpOperand &operand) const;
template <typename Model, typename Op>
struct PartialsModel : DifferentiableOpInterface::ExternalModel<Model, Op> {
  llvm::LogicalResult forward(mlir::Operation *op, ForwardSweep &sweep) const {
    return forwardByPartials(op, sweep, [&](Sweep &sweep, mlir::OpOperand &operand) {
      return static_cast<const Model *>(this)->getPartial(llvm::cast<Op>(op), sweep, operand);
    });
  }
  llvm::LogicalResult reverse(mlir::Operation *op, ReverseSweep &sweep) const {
    return reverseByPartials(op, sweep, [&](Sweep &sweep, mlir::OpOperand &operand) {
      return static_cast<const Model *>(this)->getPartial(llvm::cast<Op>(op), sweep, operand);
    });
  }
};

} // namespace chad

#endif // CHAD_RULES_DERIVATIVEMODELS_H
