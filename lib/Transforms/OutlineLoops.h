//===- OutlineLoops.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_OUTLINELOOPS_H
#define CHAD_LIB_TRANSFORMS_OUTLINELOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// Makes private functions of the `scf.while` loops of `function` that are nested in such loops,
/// and in which at least two such loops are nested in one another.
void outlineNestedLoops(mlir::func::FuncOp function, mlir::SymbolTable &symbols);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_OUTLINELOOPS_H
