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
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad::detail;

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
  });
}
