//===- FirstOrder.h ---------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_FIRSTORDER_H
#define CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_FIRSTORDER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace chad::detail {

/// Removes function values and sums, if there are any, as `chad-remove-functions` does, and linear
/// functions if `linear` is set. `run` runs passes.
llvm::LogicalResult removeFunctions(
    mlir::ModuleOp module,
    llvm::function_ref<llvm::LogicalResult(mlir::OpPassManager &, mlir::Operation *)> run,
    bool linear = false);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_FIRSTORDER_H
