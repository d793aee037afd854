//===- Outline.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions made of ops, so that LLVM can be told which of the buffers that the ops use are
// distinct.

#ifndef CHAD_LIB_BUFFERIZE_OUTLINE_H
#define CHAD_LIB_BUFFERIZE_OUTLINE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace chad::detail {

/// The buffer that `buffer` is a view of, through all views.
mlir::Value getRoot(mlir::Value buffer);

/// Whether the op is in a `func.func` of the module whose symbols these are, next to which a
/// function can be made of it.
bool mayOutline(mlir::SymbolTable &symbols, mlir::Operation *op);

/// For each of some values, whether it is a buffer such that no memory that is written through it
/// is reached through another one of the values.
using FindDistinct = llvm::function_ref<llvm::SmallVector<bool>(mlir::ValueRange)>;

/// Replaces the ops, which follow each other in a block, by a call of a new private function with
/// their code, which is called `name`, or similar. It takes the values that the ops use, `first`
/// before the others, and returns `results`, which the ops compute, instead of which the results of
/// the call are used. The arguments that are distinct are marked with `chad.distinct`.
mlir::func::FuncOp outline(mlir::SymbolTable &symbols, llvm::StringRef name,
                           llvm::ArrayRef<mlir::Operation *> ops, mlir::ValueRange first,
                           mlir::ValueRange results, FindDistinct findDistinct);

} // namespace chad::detail

#endif // CHAD_LIB_BUFFERIZE_OUTLINE_H
