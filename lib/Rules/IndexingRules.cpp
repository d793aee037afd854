//===- IndexingRules.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad.gather`, `chad.scatter_add` and `chad.accumulate`: linear in their arrays,
// and transposes of each other (rules of array operations; Huot & Shaikhha 2022, §4).

#include "ChadRuleSets.h"
#include "chad/IR/Slices.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

Value chad::detail::readLinearElement(OpBuilder &builder, Location loc, Value tensor,
                                      ValueRange indices) {
  return ToLinearOp::create(builder, loc, readElement(builder, loc, tensor, indices));
}

namespace {
struct GatherRule : DifferentiableOpInterface::ExternalModel<GatherRule, GatherOp> {
  // dr = gather(dx)
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto gather = cast<GatherOp>(op);
    if (Value tangent = sweep.tangent(gather.getSource()))
      sweep.setTangent(gather.getResult(),
                       GatherOp::create(sweep.builder, op->getLoc(),
                                        getTangentType(gather.getResult().getType()), tangent,
                                        gather.getIndices()));
    return success();
  }
  // x̄[indices[i]] += r̄[i]
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto gather = cast<GatherOp>(op);
    Value cotangent = sweep.cotangent(gather.getResult());
    Value indices = sweep.primal(gather.getIndices());
    Value acc = sweep.cotangentOrZero(gather.getSource());
    sweep.updateCotangent(
        gather.getSource(),
        ScatterAddOp::create(sweep.builder, op->getLoc(), acc.getType(), cotangent, acc, indices),
        cotangent);
    return success();
  }
};

struct ScatterAddRule : DifferentiableOpInterface::ExternalModel<ScatterAddRule, ScatterAddOp> {
  // dr = scatter_add(dv into da)
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto scatter = cast<ScatterAddOp>(op);
    Value values = sweep.tangent(scatter.getValues()), acc = sweep.tangent(scatter.getAcc());
    if (values) {
      acc = sweep.tangentOrZero(scatter.getAcc());
      acc = ScatterAddOp::create(sweep.builder, op->getLoc(), acc.getType(), values, acc,
                                 scatter.getIndices());
    }
    sweep.setTangent(scatter.getResult(), acc);
    return success();
  }
  // v̄[i] += r̄[indices[i]], ā += r̄
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto scatter = cast<ScatterAddOp>(op);
    Value cotangent = sweep.cotangent(scatter.getResult());
    if (sweep.isActive(scatter.getValues())) {
      Value values = GatherOp::create(sweep.builder, op->getLoc(),
                                      getTangentType(scatter.getValues().getType()), cotangent,
                                      sweep.primal(scatter.getIndices()));
      if (sweep.isMasked(cotangent))
        sweep.setMasked(values);
      sweep.accumulate(scatter.getValues(), values);
    }
    sweep.accumulate(scatter.getAcc(), cotangent);
    return success();
  }
};

struct AccumulateRule : DifferentiableOpInterface::ExternalModel<AccumulateRule, AccumulateOp> {
  // dr = accumulate(dv into da)
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    auto accumulate = cast<AccumulateOp>(op);
    Value value = sweep.tangent(accumulate.getValue()), acc = sweep.tangent(accumulate.getAcc());
    if (value) {
      acc = sweep.tangentOrZero(accumulate.getAcc());
      acc = AccumulateOp::create(sweep.builder, op->getLoc(), acc.getType(), value, acc,
                                 accumulate.getIndices());
    }
    sweep.setTangent(accumulate.getResult(), acc);
    return success();
  }
  // v̄ += r̄[i], ā += r̄
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    auto accumulate = cast<AccumulateOp>(op);
    Value cotangent = sweep.cotangent(accumulate.getResult());
    if (sweep.isActive(accumulate.getValue())) {
      SmallVector<Value> indices = llvm::map_to_vector(
          accumulate.getIndices(), [&](Value index) { return sweep.primal(index); });
      Value tensor = FromLinearOp::create(sweep.builder, op->getLoc(), cotangent);
      Value value = chad::detail::readLinearElement(sweep.builder, op->getLoc(), tensor, indices);
      if (sweep.isMasked(cotangent))
        sweep.setMasked(value);
      sweep.accumulate(accumulate.getValue(), value);
    }
    sweep.accumulate(accumulate.getAcc(), cotangent);
    return success();
  }
};
} // namespace

void chad::detail::attachIndexingRules(MLIRContext *context) {
  GatherOp::attachInterface<GatherRule>(*context);
  ScatterAddOp::attachInterface<ScatterAddRule>(*context);
  AccumulateOp::attachInterface<AccumulateRule>(*context);
}
