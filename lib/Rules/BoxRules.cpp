//===- BoxRules.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules of boxes, which are records on the heap. The rules are those of tuples. The tangent of a
// box is zero, or a box with the tangents of the fields; the same holds for its cotangent. So a
// cotangent is only as large as the fields that were read, and to add two cotangents takes no more
// work than to make the smaller one.
//
// Source: Vákár & Smeding 2022, §2.5 (products); Smeding & Vákár 2024, §5 (zeros of products).

#include "ChadRuleSets.h"
#include "chad/IR/ChadInterfaces.h"
#include "chad/IR/ChadOps.h"
#include "chad/Rules/DerivativeModels.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

static SmallVector<Value> chooseDifferentiable(ValueRange values) {
  return llvm::filter_to_vector(values,
                                [](Value value) { return isDifferentiable(value.getType()); });
}

static SmallVector<Type> getTangentTypes(ValueRange values) {
  return llvm::map_to_vector(values, [](Value value) { return getTangentType(value.getType()); });
}

/// Opens `box`, a tangent: returns the tangents of `values`, the fields of the primal box. `dim`
/// gives the extents of these fields, for tangents that are zero.
static OpenOp openTangent(OpBuilder &builder, Location loc, Value box, ValueRange values,
                          llvm::function_ref<Value(Value, int64_t)> dim) {
  SmallVector<Value> sizes;
  for (Value value : values)
    if (auto tensor = dyn_cast<RankedTensorType>(getPrimalType(value.getType())))
      for (int64_t i = 0; i < tensor.getRank(); ++i)
        if (tensor.isDynamicDim(i))
          sizes.push_back(dim(value, i));
  return OpenOp::create(builder, loc, getTangentTypes(values), box, sizes);
}

namespace {
/// b = box(x): ḃ = box(ẋ), x̄ += open(b̄).
struct BoxRule : DifferentiableOpInterface::ExternalModel<BoxRule, BoxOp> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto box = cast<BoxOp>(op);
    SmallVector<Value> tangents;
    for (Value value : chooseDifferentiable(box.getPayload()))
      tangents.push_back(sweep.tangentOrZero(value));
    sweep.setTangent(
        box, BoxOp::create(sweep.builder, op->getLoc(), getTangentType(box.getType()), tangents));
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto box = cast<BoxOp>(op);
    SmallVector<Value> values = chooseDifferentiable(box.getPayload());
    auto open = openTangent(sweep.builder, op->getLoc(), sweep.cotangent(box), values,
                            [&](Value value, int64_t i) { return sweep.dim(value, i); });
    for (auto [value, cotangent] : llvm::zip(values, open.getResults()))
      sweep.accumulate(value, cotangent);
    return success();
  }
};

/// x = open(b): ẋ = open(ḃ), b̄ += box(x̄).
struct OpenRule : DifferentiableOpInterface::ExternalModel<OpenRule, OpenOp> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto open = cast<OpenOp>(op);
    SmallVector<Value> values = chooseDifferentiable(open.getResults());
    Value tangent = sweep.tangent(open.getBox());
    if (!tangent)
      return success();
    auto tangents = openTangent(
        sweep.builder, op->getLoc(), tangent, values, [&](Value value, int64_t i) -> Value {
          return tensor::DimOp::create(sweep.builder, op->getLoc(), value, i);
        });
    for (auto [value, result] : llvm::zip(values, tangents.getResults()))
      sweep.setTangent(value, result);
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto open = cast<OpenOp>(op);
    SmallVector<Value> cotangents;
    for (Value value : chooseDifferentiable(open.getResults()))
      cotangents.push_back(sweep.cotangentOrZero(value));
    sweep.accumulate(open.getBox(),
                     BoxOp::create(sweep.builder, op->getLoc(),
                                   getTangentType(open.getBox().getType()), cotangents));
    return success();
  }
};
} // namespace

void chad::detail::attachBoxRules(MLIRContext *context) {
  BoxOp::attachInterface<BoxRule>(*context);
  OpenOp::attachInterface<OpenRule>(*context);
  EmptyBoxOp::attachInterface<ZeroDerivative<EmptyBoxOp>>(*context);
  IsEmptyBoxOp::attachInterface<ZeroDerivative<IsEmptyBoxOp>>(*context);
}
