//===- LinearLoops.h - Loops of linear functions ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_LINEARLOOPS_H
#define CHAD_IR_LINEARLOOPS_H

#include "chad/IR/ChadOps.h"

namespace chad {

/// `map • args`: a map if there is no state and no sum, a map and a sum if only scalars are
/// summed, and otherwise a fold.
llvm::SmallVector<mlir::Value> applyLoop(mlir::OpBuilder &builder, mlir::Location loc,
                                         LFunFoldOp map, mlir::ValueRange args);

} // namespace chad

#endif // CHAD_IR_LINEARLOOPS_H
