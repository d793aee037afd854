//===- UNFEvaluation.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shared by the handlers of the ops on contexts and of their transposes.

#ifndef CHAD_LIB_INTERPRETER_UNFEVALUATION_H
#define CHAD_LIB_INTERPRETER_UNFEVALUATION_H

#include "chad/IR/ChadOps.h"
#include "chad/Interpreter/Interpreter.h"

namespace chad::detail {

template <typename OpTy>
llvm::ArrayRef<RuntimeValue> componentsOf(const Evaluation &eval, OpTy op) {
  return eval.get(op.getCtx()).template as<CtxValue>().get();
}

/// The extent of arrays, which must be the same.
llvm::FailureOr<int64_t> extentOf(const Evaluation &eval, llvm::ArrayRef<RuntimeValue> arrays,
                                  mlir::TypeRange types);

RuntimeValues elementsAt(llvm::ArrayRef<RuntimeValue> arrays, int64_t i);

RuntimeValues concat(std::initializer_list<llvm::ArrayRef<RuntimeValue>> parts);

/// Appends to `to` the array of `rows[i][j]` over i for each j.
llvm::LogicalResult appendColumns(const Evaluation &eval, mlir::TypeRange types,
                                  llvm::ArrayRef<RuntimeValues> rows, RuntimeValues &to);

} // namespace chad::detail

#endif // CHAD_LIB_INTERPRETER_UNFEVALUATION_H
