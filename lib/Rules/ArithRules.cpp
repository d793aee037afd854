//===- ArithRules.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/ArithRules.h"
#include "LinearityModels.h"
#include "ScalarTable.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// `value` as the linear type of `type`, by the change of precision `Cast`.
template <typename Cast>
static Value castLinear(Sweep &sweep, Location loc, Value value, Type type) {
  if (!value)
    return {};
  Value plain = FromLinearOp::create(sweep.builder, loc, value);
  Value cast = Cast::create(sweep.builder, loc, type, plain);
  Value result = ToLinearOp::create(sweep.builder, loc, cast);
  if (sweep.isMasked(value))
    sweep.setMasked(result);
  return result;
}

namespace {
/// A change of precision is linear; the other one is its transpose.
template <typename Op, typename Transpose>
struct PrecisionRule : DifferentiableOpInterface::ExternalModel<PrecisionRule<Op, Transpose>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    Value result = op->getResult(0);
    sweep.setTangent(result, castLinear<Op>(sweep, op->getLoc(), sweep.tangent(op->getOperand(0)),
                                            result.getType()));
    return success();
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    Value operand = op->getOperand(0);
    sweep.accumulate(operand,
                     castLinear<Transpose>(sweep, op->getLoc(), sweep.cotangent(op->getResult(0)),
                                           operand.getType()));
    return success();
  }
};
} // namespace

void chad::registerArithRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    // x + y, x - y: linear in both together.
    LinearOps<Jointly<0, 1>>::attach<arith::AddFOp, arith::SubFOp>(context);
    // x * y: linear in each, the other held.
    LinearOps<Jointly<0>, Jointly<1>>::attach<arith::MulFOp>(context);
    // x / y, -x, and changes of precision: linear in x.
    LinearOps<Jointly<0>>::attach<arith::DivFOp, arith::NegFOp, arith::ExtFOp, arith::TruncFOp>(
        context);
    // c ? x : y: linear in both values together.
    LinearOps<Jointly<1, 2>>::attach<arith::SelectOp>(context);

    attachScalarRules("arith", *context);
    arith::ExtFOp::attachInterface<PrecisionRule<arith::ExtFOp, arith::TruncFOp>>(*context);
    arith::TruncFOp::attachInterface<PrecisionRule<arith::TruncFOp, arith::ExtFOp>>(*context);
  });
}
