//===- LinalgRules.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/LinalgRules.h"
#include "LinalgDerivatives.h"
#include "LinearityModels.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// The rule of a structured op follows from its region, which reads elements of the inputs, and
/// elements of an init if it accumulates into it.
template <typename Op>
struct StructuredLinearity : LinearOpInterface::ExternalModel<StructuredLinearity<Op>, Op> {
  LogicalResult propagateLinearity(Operation *op, LinearityPropagator &p) const {
    auto structured = cast<linalg::LinalgOp>(op);
    // An op on buffers writes its values to memory, not to results.
    if (!structured.hasPureTensorSemantics())
      return failure();
    Block *body = structured.getBlock();
    for (OpOperand &operand : op->getOpOperands()) {
      if (structured.payloadUsesValueFromOperand(&operand))
        p.flow(operand, structured.getMatchingBlockArgument(&operand));
      else
        p.shapeOnly(operand);
    }
    for (auto [i, yielded] : llvm::enumerate(body->getTerminator()->getOpOperands())) {
      OpOperand *init = structured.getDpsInitOperand(i);
      if (structured.payloadUsesValueFromOperand(init)) {
        p.flow(yielded, structured.getMatchingBlockArgument(init));
        if (i < op->getNumResults())
          p.flow(*init, op->getResult(i));
      }
      if (i < op->getNumResults())
        p.flow(yielded, op->getResult(i));
    }
    return success();
  }
};

template <typename Op>
struct StructuredRule : DifferentiableOpInterface::ExternalModel<StructuredRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardOf(cast<linalg::LinalgOp>(op), sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseOf(cast<linalg::LinalgOp>(op), sweep);
  }
};
} // namespace

void chad::registerLinalgRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachToAll<StructuredLinearity,
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
                >(context);
    attachToAll<StructuredRule,
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
                >(context);
  });
}
