//===- OutlineSteps.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_OUTLINESTEPS_H
#define CHAD_LIB_TRANSFORMS_OUTLINESTEPS_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// Moves the body of `fold`, a loop of `function`, into a private function, the step of the loop,
/// which the body calls.
void outlineStep(FoldOp fold, mlir::func::FuncOp function, mlir::SymbolTable &symbols);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_OUTLINESTEPS_H
