//===- CallMasks.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_CALLMASKS_H
#define CHAD_RULES_CALLMASKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include <functional>

namespace chad {

/// Marks a call that `CallMasks::mayMeetInfinity` is false of, while the function around it is
/// differentiated.
inline constexpr llvm::StringLiteral finiteFactorsAttr = "chad.finite_factors";

/// Which calls in a function have derivatives with guards: those that may be given a zero because a
/// branch was not taken, and multiply it by what may be infinite. Where the function itself is
/// called for such a branch, all calls in it may.
class CallMasks {
public:
  explicit CallMasks(const mlir::SymbolTable &symbols) : symbols(symbols) {}
  /// Of a function that is called, `read` gives one that computes the same, in which ops on
  /// contexts are ops on values; without `read`, none is on contexts.
  CallMasks(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
            std::function<mlir::Operation *(mlir::Operation *)> read = {});

  /// Whether a cotangent that is given to the derivative of the call may be masked, and meets what
  /// may be infinite there.
  bool needsGuards(mlir::func::CallOp call);

  /// Whether what the derivative of the call multiplies by may be infinite where the arguments of
  /// the function are finite.
  bool mayMeetInfinity(mlir::func::CallOp call);

private:
  /// What is known of functions.
  using Facts = llvm::DenseMap<mlir::Operation *, bool>;

  bool masks(mlir::Operation *op);
  void findMasked(mlir::func::FuncOp function);
  bool holdsBelow(mlir::func::CallOp call, Facts &facts,
                  llvm::function_ref<bool(mlir::Operation *)> holds) const;

  const mlir::SymbolTable &symbols;
  std::function<mlir::Operation *(mlir::Operation *)> read;
  llvm::DenseSet<mlir::Value> masked;
  /// Of functions that are called, whether they choose, and whether they meet an infinity.
  Facts masking, infinite;
};

} // namespace chad

#endif // CHAD_RULES_CALLMASKS_H
