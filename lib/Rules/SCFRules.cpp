//===- SCFRules.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/SCFRules.h"
#include "LinearityModels.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace chad::detail;

void chad::registerSCFRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    // Bounds, conditions and cases forward nothing, so they are not linear.
    attachToAll<ForwardsThroughRegions, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
                scf::IndexSwitchOp, scf::WhileOp>(context);
  });
}
