//===- TosaRules.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A rule for an op of a dialect that knows nothing of derivatives, from outside.

#include "Example.h"
#include "chad/Rules/DerivativeModels.h"
#include "chad/Rules/Sweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;

namespace {
/// ∂y/∂x = y - y², elementwise.
struct SigmoidModel : chad::PartialsModel<SigmoidModel, tosa::SigmoidOp> {
  Value getPartial(tosa::SigmoidOp op, chad::Sweep &sweep, OpOperand &) const {
    Value y = sweep.primal(op.getOutput());
    Value square = arith::MulFOp::create(sweep.builder, op.getLoc(), y, y);
    return arith::SubFOp::create(sweep.builder, op.getLoc(), y, square);
  }
};
} // namespace

void example::registerTosaRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    tosa::SigmoidOp::attachInterface<SigmoidModel>(*context);
    context->loadDialect<arith::ArithDialect>();
  });
}
