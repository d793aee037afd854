//===- MathRules.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/MathRules.h"
#include "LinearityModels.h"
#include "ScalarTable.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad::detail;

void chad::registerMathRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    // x * y + z: linear in x and z, and in y and z.
    LinearOps<Jointly<0, 2>, Jointly<1, 2>>::attach<math::FmaOp>(context);

    attachScalarRules("math", *context);
  });
}
