//===- ChadRules.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/ChadRules.h"
#include "ChadRuleSets.h"
#include "chad/Rules/AdjointLoop.h"
#include "chad/Rules/DerivativeModels.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The rules of `chad.map`, `chad.build` and `chad.fold`. Forward mode computes with dual numbers
/// in their bodies; reverse mode makes the adjoint loop.
template <typename Op>
struct LoopRule : DifferentiableOpInterface::ExternalModel<LoopRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardLoop(sweep, cast<Op>(op));
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseLoop(sweep, cast<Op>(op));
  }
};
} // namespace

void chad::registerChadRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ChadDialect *) {
    MapOp::attachInterface<LoopRule<MapOp>>(*context);
    BuildOp::attachInterface<LoopRule<BuildOp>>(*context);
    FoldOp::attachInterface<LoopRule<FoldOp>>(*context);
    StopGradientOp::attachInterface<ZeroDerivative<StopGradientOp>>(*context);
    attachBoxRules(context);
    attachCombinerRules(context);
    attachIndexingRules(context);
    attachLinearRules(context);
  });
}
