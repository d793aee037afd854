//===- Recursion.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_RECURSION_H
#define CHAD_LIB_TRANSFORMS_RECURSION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace chad::detail {

/// `function`, and the functions that it calls, directly or through other functions.
llvm::SetVector<mlir::Operation *> findReached(mlir::func::FuncOp function,
                                               const mlir::SymbolTable &symbols);

/// Finds the functions that call themselves, directly or through other functions. Each function is
/// examined once, at the first question about it.
class Recursion {
public:
  explicit Recursion(mlir::SymbolTable &symbols) : symbols(symbols) {}

  bool isRecursive(mlir::Operation *function);

private:
  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Operation *, bool> known;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_RECURSION_H
