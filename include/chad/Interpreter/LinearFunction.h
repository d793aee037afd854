//===- LinearFunction.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Linear functions at run time, and the algebra of linear values.

#ifndef CHAD_INTERPRETER_LINEARFUNCTION_H
#define CHAD_INTERPRETER_LINEARFUNCTION_H

#include "chad/IR/ChadOps.h"
#include "chad/Values/RuntimeValue.h"

namespace chad {

/// A linear function that can be applied in both directions.
class LinearFunction {
public:
  virtual ~LinearFunction() = default;

  /// `m • args`, or `mᵀ • args` if `transposed`. Errors are reported at `at`, the
  /// op that applies the function.
  virtual llvm::FailureOr<RuntimeValues> apply(Interpreter &interpreter, mlir::Operation *at,
                                               llvm::ArrayRef<RuntimeValue> args,
                                               bool transposed) const = 0;

  /// If this is a composition or a transpose: pushes the functions that it consists of onto
  /// `pending`, the one to apply first last. So a loop applies a chain of any length, without
  /// recursion.
  virtual bool unfold(llvm::SmallVectorImpl<std::pair<LinearFunctionValue, bool>> &pending,
                      bool transposed) const {
    return false;
  }
};

/// Applies any linear function.
llvm::FailureOr<RuntimeValues> applyLinear(Interpreter &interpreter, mlir::Operation *at,
                                           LinearFunctionValue map,
                                           llvm::ArrayRef<RuntimeValue> args,
                                           bool transposed = false);

//===----------------------------------------------------------------------===//
// The monoid and the scaling of a linear type
//===----------------------------------------------------------------------===//

/// The zero of `type`; takes one of `sizes` from its front for each dynamic
/// dimension, as `chad.zero` does.
llvm::FailureOr<RuntimeValue> zeroOf(Interpreter &interpreter, mlir::Operation *at, mlir::Type type,
                                     llvm::ArrayRef<int64_t> &sizes);
llvm::FailureOr<RuntimeValues> zerosOf(Interpreter &interpreter, mlir::Operation *at,
                                       mlir::TypeRange types, llvm::ArrayRef<int64_t> sizes);

llvm::FailureOr<RuntimeValue> addLinear(Interpreter &interpreter, mlir::Operation *at,
                                        mlir::Type type, const RuntimeValue &lhs,
                                        const RuntimeValue &rhs);
llvm::FailureOr<RuntimeValues> addLinear(Interpreter &interpreter, mlir::Operation *at,
                                         mlir::TypeRange types, llvm::ArrayRef<RuntimeValue> lhs,
                                         llvm::ArrayRef<RuntimeValue> rhs);

/// `factor · value`, where zeros stay zero as `absorption` says.
RuntimeValue scaleLinear(Interpreter &interpreter, mlir::Type type, double factor,
                         const RuntimeValue &value, Absorption absorption = Absorption::None);

} // namespace chad

#endif // CHAD_INTERPRETER_LINEARFUNCTION_H
