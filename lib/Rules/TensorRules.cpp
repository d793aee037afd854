//===- TensorRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/TensorRules.h"
#include "LinearityModels.h"
#include "TensorDerivatives.h"
#include "chad/Rules/DerivativeModels.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The op only reads the shape of a linear value, which does not depend on linear arguments.
template <typename Op> struct ReadsShape : LinearOpInterface::ExternalModel<ReadsShape<Op>, Op> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    propagator.shapeOnly(op->getOpOperand(0));
    return success();
  }
};

/// The elements of an empty tensor are not specified, and so may be taken to be zeros.
struct EmptyLinearity : LinearOpInterface::ExternalModel<EmptyLinearity, tensor::EmptyOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    propagator.zero(op->getResult(0));
    return success();
  }
};

/// The elements of the result are those of the source, if there is one, and those that the region
/// yields.
template <typename Op, unsigned numSources>
struct RegionElements : LinearOpInterface::ExternalModel<RegionElements<Op, numSources>, Op> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    LinearityPropagator::Group group;
    if (numSources)
      group.push_back(&op->getOpOperand(0));
    for (OpOperand &operand : op->getRegion(0).front().getTerminator()->getOpOperands())
      group.push_back(&operand);
    propagator.linear(std::move(group), op->getResults());
    return success();
  }
};

/// An op that is jointly linear in the operands `numbers`.
template <typename Op, unsigned... numbers>
struct MoveRule : DifferentiableOpInterface::ExternalModel<MoveRule<Op, numbers...>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardLinear(op, {numbers...}, sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseOf(cast<Op>(op), sweep);
  }
};

/// An op that is jointly linear in all of its operands.
template <typename Op>
struct MakeRule : DifferentiableOpInterface::ExternalModel<MakeRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardLinear(op, llvm::to_vector(llvm::seq(op->getNumOperands())), sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseOf(cast<Op>(op), sweep);
  }
};

template <typename Op>
struct RegionRule : DifferentiableOpInterface::ExternalModel<RegionRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardOf(cast<Op>(op), sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseOf(cast<Op>(op), sweep);
  }
};

template <unsigned... numbers> struct MoveRules {
  template <typename... Ops> static void attach(MLIRContext *context) {
    (Ops::template attachInterface<MoveRule<Ops, numbers...>>(*context), ...);
  }
};
} // namespace

void chad::registerTensorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    LinearOps<Jointly<0>>::attach<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                                  tensor::ExtractOp, tensor::ExtractSliceOp, tensor::GatherOp,
                                  tensor::ReshapeOp, tensor::SplatOp>(context);
    LinearOps<Jointly<0, 1>>::attach<tensor::InsertOp, tensor::InsertSliceOp, tensor::ScatterOp>(
        context);
    attachToAll<LinearInAll, tensor::ConcatOp, tensor::FromElementsOp>(context);
    attachToAll<ReadsShape, tensor::DimOp, tensor::RankOp>(context);
    tensor::EmptyOp::attachInterface<EmptyLinearity>(*context);
    tensor::PadOp::attachInterface<RegionElements<tensor::PadOp, 1>>(*context);
    tensor::GenerateOp::attachInterface<RegionElements<tensor::GenerateOp, 0>>(*context);

    MoveRules<0>::attach<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::ExtractOp, tensor::ExtractSliceOp, tensor::GatherOp,
                         tensor::ReshapeOp, tensor::SplatOp>(context);
    MoveRules<0, 1>::attach<tensor::InsertOp, tensor::InsertSliceOp, tensor::ScatterOp>(context);
    attachToAll<MakeRule, tensor::ConcatOp, tensor::FromElementsOp>(context);
    attachToAll<RegionRule, tensor::PadOp, tensor::GenerateOp>(context);
    attachToAll<ZeroDerivative, tensor::DimOp, tensor::EmptyOp, tensor::RankOp>(context);
  });
}
