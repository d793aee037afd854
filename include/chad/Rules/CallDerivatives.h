//===- CallDerivatives.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_CALLDERIVATIVES_H
#define CHAD_RULES_CALLDERIVATIVES_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace chad {

/// The derivative of a function, as functions. `wrt` are the positions of the
/// arguments, `of` those of the results that it covers.
struct DualFunction {
  /// `(x..., dx...) -> (y..., dy...)`.
  mlir::func::FuncOp dual;
  llvm::SmallVector<int64_t> wrt, of;
  /// Whether a `dy` may be masked where no `dx` is: see `Sweep::isMasked`.
  bool masks = false;
};

struct ReverseFunctions {
  /// `(x...) -> (y..., kept...)`.
  mlir::func::FuncOp forward;
  /// `(x[arguments]..., kept..., ȳ...) -> (x̄...)`.
  mlir::func::FuncOp backward;
  llvm::SmallVector<int64_t> wrt, of;
  /// The positions of the arguments that the backward function takes, too: all of them if the
  /// forward function keeps no residual.
  llvm::SmallVector<int64_t> arguments;
  /// Whether an `x̄` may be masked where no `ȳ` is.
  bool masks = false;
  /// The positions of the arguments to whose cotangents the backward function adds: it takes these
  /// cotangents last, and their sums are its results.
  llvm::SmallVector<int64_t> sums;
};

/// Makes the derivatives of called functions, each once, and the records that derivatives need in
/// the module. Errors are emitted at `call`. With `isMasked`, what the derivative is given may be
/// masked: products with it have a guard.
class CallDerivatives {
public:
  virtual ~CallDerivatives() = default;
  virtual llvm::FailureOr<DualFunction> getDual(mlir::func::CallOp call,
                                                llvm::ArrayRef<int64_t> wrt,
                                                llvm::ArrayRef<int64_t> of, bool isMasked) = 0;
  virtual llvm::FailureOr<ReverseFunctions> getReverse(mlir::func::CallOp call,
                                                       llvm::ArrayRef<int64_t> wrt,
                                                       llvm::ArrayRef<int64_t> of,
                                                       bool isMasked) = 0;
  /// The functions that are called.
  virtual mlir::SymbolTable &getSymbols() = 0;
  /// Makes a `chad.record` for the residuals of the derivative `derivative`. The record is erased
  /// if that derivative cannot be made.
  virtual RecordOp makeRecord(mlir::func::FuncOp derivative, llvm::ArrayRef<mlir::Type> fields) = 0;
};

} // namespace chad

#endif // CHAD_RULES_CALLDERIVATIVES_H
