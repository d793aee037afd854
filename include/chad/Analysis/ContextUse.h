//===- ContextUse.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_ANALYSIS_CONTEXTUSE_H
#define CHAD_ANALYSIS_CONTEXTUSE_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Verifies that each value of type `!chad.ctx` under `root` is used exactly
/// once. A use in each of several regions of which exactly one runs, once, is
/// one use.
llvm::LogicalResult verifyContextUse(mlir::Operation *root);

} // namespace chad

#endif // CHAD_ANALYSIS_CONTEXTUSE_H
