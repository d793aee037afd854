//===- AdjointLoop.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_ADJOINTLOOP_H
#define CHAD_RULES_ADJOINTLOOP_H

#include "chad/IR/ArrayLoops.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// Makes the adjoint of a loop: a loop over the same elements in the opposite direction. Its states
/// are the cotangents of the states and of all values from outside that the body uses; it collects
/// the cotangents of the elements. A value of the forward body that the backward body needs is
/// computed again where this is cheap; otherwise it is a residual, which the forward loop returns.
/// An adjoint without states is a `chad.map`.
///
///   x̄[i], s̄ᵢ, ū += Jᵀbody(x[i], sᵢ, u) • (s̄ᵢ₊₁, ȳ[i])
///
/// Source: Huot & Shaikhha 2022, §4, A.3; Ellis et al. 2020, Fig. 12-15.
///
/// Fails, with an error at the op, where an op of the body has no reverse rule.
llvm::LogicalResult reverseLoop(ReverseSweep &sweep, ArrayLoopOpInterface loop);

/// The body of an adjoint loop before the loop is made, with the operands and results that the loop
/// is to have.
struct AdjointBody {
  /// The op that holds the body until the loop is made. Code that walks from an op to its ancestors
  /// ends at it.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::Block &getBlock() { return holder->getBodyRegion().front(); }

  /// `inputs` are the arrays whose elements are the first arguments of the body. `initials` are the
  /// initial values of the states, which are its other arguments.
  llvm::SmallVector<mlir::Value> inputs, initials;
  /// Inputs that are null: their arguments stand for states of the forward loop, as pairs of the
  /// input and the number of the state, by ascending input. Only where `findsStates` was asked for.
  llvm::SmallVector<std::pair<unsigned, unsigned>> states;
  /// The values from outside of the forward loop whose cotangents are states, after the cotangents
  /// of its own states.
  llvm::SmallVector<mlir::Value> entered;
  /// The body yields last the cotangents of the elements of arrays: these are the positions of the
  /// arrays among those that the forward loop reads.
  llvm::SmallVector<unsigned> collected;
  /// For each value that the body yields, whether it is masked (`Sweep::isMasked`).
  llvm::SmallVector<bool> masked;
};

/// The body of the adjoint of `loop`. `seeds` are the cotangents of its results, null
/// where there is none. With `findsStates` the forward loop returns no residuals, and the caller
/// finds its states again.
llvm::FailureOr<AdjointBody> buildAdjoint(ReverseSweep &sweep, ArrayLoopOpInterface loop,
                                          llvm::ArrayRef<mlir::Value> seeds,
                                          bool findsStates = false);

/// Forward mode of a loop: its body computes tangents beside values.
llvm::LogicalResult forwardLoop(ForwardSweep &sweep, ArrayLoopOpInterface loop);

} // namespace chad::detail

#endif // CHAD_RULES_ADJOINTLOOP_H
