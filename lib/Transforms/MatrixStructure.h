//===- MatrixStructure.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives whose matrices have a known structure.

#ifndef CHAD_LIB_TRANSFORMS_MATRIXSTRUCTURE_H
#define CHAD_LIB_TRANSFORMS_MATRIXSTRUCTURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace chad::detail {

/// Adds to the empty module `scratch` a function that returns what `function` does, and its
/// derivative as a composition of linear functions whose matrices have a known structure. If
/// `structure` is one of `matrixStructures`, the matrix of the derivative must have it. Otherwise
/// emits an error at the op that is in the way. `symbols` are those of the functions that
/// `function` calls.
llvm::FailureOr<mlir::func::FuncOp>
writeWithOperators(mlir::SymbolTable &symbols, mlir::func::FuncOp function,
                   llvm::ArrayRef<int64_t> wrt, llvm::ArrayRef<int64_t> of,
                   llvm::StringRef structure, mlir::ModuleOp scratch);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MATRIXSTRUCTURE_H
