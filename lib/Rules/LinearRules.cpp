//===- LinearRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules of ops on linear values, which occur where code that contains derivatives is differentiated
// again; the tangent of a linear value has the type of the value. Also the rule of
// `chad.absorbing_mul`, which replaces `chad.scale zero_absorbing` when linear types are erased.

#include "ChadRuleSets.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/IR/ChadOps.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"

using namespace mlir;
using namespace chad;

namespace {
/// `T → lin<T>` and back, which are the identity on tangents.
template <typename Op>
struct IsomorphismRule : DifferentiableOpInterface::ExternalModel<IsomorphismRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    sweep.setTangent(op->getResult(0), sweep.tangent(op->getOperand(0)));
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    sweep.accumulate(op->getOperand(0), sweep.cotangent(op->getResult(0)));
    return success();
  }
};

/// r = k · v, where `k` does not depend on what is differentiated: ṙ = k · v̇, v̄ += k · r̄.
struct ScaleRule : DifferentiableOpInterface::ExternalModel<ScaleRule, ScaleOp> {
  static LogicalResult checkFactor(ScaleOp op, Sweep &sweep) {
    if (!sweep.isActive(op.getFactor()))
      return success();
    return op.emitError("chad: the factor depends on what is differentiated by; run "
                        "'--chad-erase-linear' first, after which the op is a product");
  }
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto scale = cast<ScaleOp>(op);
    if (failed(checkFactor(scale, sweep)))
      return failure();
    sweep.setTangent(
        scale.getResult(),
        sweep.scale(scale.getFactor(), sweep.tangent(scale.getValue()), scale.getAbsorption()));
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto scale = cast<ScaleOp>(op);
    if (failed(checkFactor(scale, sweep)))
      return failure();
    sweep.accumulate(scale.getValue(),
                     sweep.scale(sweep.primal(scale.getFactor()),
                                 sweep.cotangent(scale.getResult()), scale.getAbsorption()));
    return success();
  }
};

/// s = k ⊛ v: ṡ = k ⊛ v̇ + v ⊛ k̇, v̄ += k ⊛ s̄, k̄ += v ⊛ s̄. The product is linear in `v`, also
/// at 0; a choice between 0 and k · v would not be. In the products of `v` with k̇ and s̄ a zero of
/// either factor makes the product zero: where `v` is zero, the derivative of `k` does not matter,
/// even if it is infinite.
struct AbsorbingMulRule
    : DifferentiableOpInterface::ExternalModel<AbsorbingMulRule, AbsorbingMulOp> {
  static Absorption absorptionOf(AbsorbingMulOp op) {
    return op.getBoth() ? Absorption::Both : Absorption::Value;
  }
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto product = cast<AbsorbingMulOp>(op);
    Value factor = product.getFactor(), value = product.getValue();
    Value byValue = sweep.scale(factor, sweep.tangent(value), absorptionOf(product));
    Value byFactor = sweep.scale(value, sweep.tangent(factor), Absorption::Both);
    sweep.setTangent(product.getResult(), sweep.add(byValue, byFactor));
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto product = cast<AbsorbingMulOp>(op);
    Value factor = product.getFactor(), value = product.getValue();
    Value cotangent = sweep.cotangent(product.getResult());
    if (sweep.isActive(value))
      sweep.accumulate(value, sweep.scale(sweep.primal(factor), cotangent, absorptionOf(product)));
    if (sweep.isActive(factor))
      sweep.accumulate(factor, sweep.scale(sweep.primal(value), cotangent, Absorption::Both));
    return success();
  }
};
} // namespace

void chad::detail::attachLinearRules(MLIRContext *context) {
  ToLinearOp::attachInterface<IsomorphismRule<ToLinearOp>>(*context);
  FromLinearOp::attachInterface<IsomorphismRule<FromLinearOp>>(*context);
  ScaleOp::attachInterface<ScaleRule>(*context);
  AbsorbingMulOp::attachInterface<AbsorbingMulRule>(*context);
}
