//===- LinearityCalls.h -----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How linearity propagates through calls of functions whose signatures do not say it: those of
// which an argument of Cartesian type depends on a linear argument of the caller, or of which only
// some arguments of linear type do.

#ifndef CHAD_LIB_ANALYSIS_LINEARITYCALLS_H
#define CHAD_LIB_ANALYSIS_LINEARITYCALLS_H

#include "LinearitySolver.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>
#include <memory>
#include <optional>

namespace chad::detail {

/// A called function with the set of its arguments that count as linear. The function is linear in
/// them jointly, or an error.
struct CallContext {
  mlir::Region *body;
  llvm::SmallVector<mlir::BlockArgument> linear;
  /// The results that depend on `linear`.
  llvm::SmallBitVector results;
  /// Null while it is computed.
  std::unique_ptr<DependenceSolver> dependence;
  /// Whether `results` has been read before it was computed, as a recursive call does.
  bool isAssumed = false;
  /// What the verifier found; true while it searches, for recursive calls.
  std::optional<bool> isVerified;
};

/// The contexts of the calls of a program, each found once: for a function and a set of linear
/// arguments. Contexts nest up to 500 deep.
class CallSolver {
public:
  CallSolver(const ProgramOrder &order, llvm::function_ref<bool(mlir::Value)> isZero)
      : order(order), isZero(isZero) {}

  /// The context of the function that `op` calls where `isLinear` holds of its operands. Null if
  /// the signature says how linearity propagates, if the function has no body here, or if contexts
  /// would nest too deep.
  CallContext *getContext(mlir::Operation *op, llvm::function_ref<bool(mlir::Value)> isLinear);

  /// Asks `op` how linearity propagates through it, where `isLinear` holds; a call with a context
  /// answers by it.
  llvm::LogicalResult describe(mlir::Operation *op, llvm::function_ref<bool(mlir::Value)> isLinear,
                               LinearityPropagator &propagator);

private:
  using Key = std::pair<mlir::Region *, std::vector<unsigned>>;

  /// The least solution: the results are first assumed to depend on nothing.
  void solve(CallContext &context);

  const ProgramOrder &order;
  llvm::function_ref<bool(mlir::Value)> isZero;
  mlir::SymbolTableCollection symbols;
  std::map<Key, std::unique_ptr<CallContext>> contexts;
  /// The keys of `contexts`, from the first made to the last.
  std::vector<Key> made;
  /// How many contexts are being solved.
  unsigned depth = 0;
};

} // namespace chad::detail

#endif // CHAD_LIB_ANALYSIS_LINEARITYCALLS_H
