//===- CustomRules.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Derivatives of a function that the user has given by attributes:
//
//   chad.custom_jvp = @rule           (x..., dx...) -> (y..., dy...)
//   chad.custom_vjp = @rule           (x..., ȳ...) -> (x̄...)
//   chad.custom_vjp = @rule           (x..., y..., ȳ...) -> (x̄...)
//   chad.custom_vjp = [@rule, @back]  (x...) -> (y..., kept...), (kept..., ȳ...) -> (x̄...)
//
// Tangents and cotangents have linear types; there is one for each argument and
// each result that holds floats.

#ifndef CHAD_LIB_TRANSFORMS_CUSTOMRULES_H
#define CHAD_LIB_TRANSFORMS_CUSTOMRULES_H

#include "chad/IR/DiscardableAttributes.h"
#include "chad/Rules/CallDerivatives.h"
#include "mlir/IR/SymbolTable.h"

namespace chad::detail {

inline bool hasCustomJvp(mlir::func::FuncOp function) { return function->hasAttr(customJvpAttr); }
inline bool hasCustomVjp(mlir::func::FuncOp function) { return function->hasAttr(customVjpAttr); }

/// The rules that `function` names. Errors say which types were expected.
llvm::FailureOr<DualFunction> getCustomJvp(mlir::func::FuncOp function, mlir::SymbolTable &symbols);
llvm::FailureOr<ReverseFunctions> getCustomVjp(mlir::func::FuncOp function,
                                               mlir::SymbolTable &symbols);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_CUSTOMRULES_H
