//===- FuncRules.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/FuncRules.h"
#include "LinearityModels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace chad;

namespace {
struct CallLinearity : LinearOpInterface::ExternalModel<CallLinearity, func::CallOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    return propagateThroughCall(op->getOpOperands(), op->getResults(), propagator);
  }
};

struct CallIndirectLinearity
    : LinearOpInterface::ExternalModel<CallIndirectLinearity, func::CallIndirectOp> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &propagator) const {
    return propagateThroughCall(op->getOpOperands().drop_front(), op->getResults(), propagator);
  }
};
} // namespace

void chad::registerFuncRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallLinearity>(*context);
    func::CallIndirectOp::attachInterface<CallIndirectLinearity>(*context);
  });
}
