//===- TensorRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/TensorRules.h"
#include "LinearityModels.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The shape of a linear value is known beforehand.
template <typename Op> struct ReadsShape : LinearOpInterface::ExternalModel<ReadsShape<Op>, Op> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    propagator.shapeOnly(op->getOpOperand(0));
    return success();
  }
};

/// What an empty tensor holds is not said: zeros, as well as anything.
struct EmptyLinearity : LinearOpInterface::ExternalModel<EmptyLinearity, tensor::EmptyOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    propagator.zero(op->getResult(0));
    return success();
  }
};

/// The elements are those of the source, if there is one, and what the region yields.
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
  });
}
