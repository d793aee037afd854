//===- Reverse.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_UNF_REVERSE_H
#define CHAD_LIB_TRANSFORMS_UNF_REVERSE_H

#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// A function in unary normal form whose forward code has been made: its body is plain code, and
/// the chain of ops on its context is recorded, so that the reverse code can be made as a chain of
/// ops on a context of cotangents.
///
/// Source: Huot & Shaikhha 2022, Fig. 8: `D(p) = ⟨p, Y ∘ Jᵀp⟩` for each op p.
class ContextChain {
public:
  /// Replaces the chain in `function` by plain code. Fails, with an error, if the body is not one
  /// chain from the arguments to the returned values.
  static llvm::FailureOr<ContextChain> evaluate(mlir::func::FuncOp function);

  /// Makes the reverse code of the chain, from the cotangents in the scope of `sweep`.
  llvm::LogicalResult reverse(ReverseSweep &sweep);

  /// Forgets the chain: the function stays as plain code.
  void clear();

private:
  friend class ContextReversal;

  /// One op on the context.
  struct Step {
    enum Kind { Enter, Var, Pair, Get, Proj, Op, Map, Associative } kind;
    mlir::Location loc;
    /// The components before it.
    llvm::ArrayRef<mlir::Type> types;
    /// Attributes: an index, or offset and size; the number of components that are
    /// arguments, and of those that are results.
    int64_t index = 0, size = 0;
    unsigned numArguments = 0, numResults = 0;
    /// An op after the code that the step became. Its operands are the values of the components; so
    /// they are known even when other passes replace them.
    mlir::Operation *anchor = nullptr;
  };
  llvm::SmallVector<Step> steps;
  /// The values of the components at the end.
  mlir::Operation *end = nullptr;
  llvm::ArrayRef<mlir::Type> endTypes;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_UNF_REVERSE_H
