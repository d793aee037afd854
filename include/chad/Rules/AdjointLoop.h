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

/// The adjoint of a loop: a loop over the same elements, the other way round, that
/// carries the cotangents of the states and of all values that the body takes from
/// outside, and collects those of the elements. What the backward body needs of the
/// forward one is computed again where that is cheap; otherwise the loop is made to
/// return it. Without anything to carry it is a map.
///
///   x̄[i], s̄ᵢ, ū += Jᵀbody(x[i], sᵢ, u) • (s̄ᵢ₊₁, ȳ[i])
///
/// Source: Huot & Shaikhha 2022, §4, A.3; Ellis et al. 2020, Fig. 12-15.
///
/// Fails, with an error at the op, where the body has no reverse.
llvm::LogicalResult reverseLoop(ReverseSweep &sweep, ArrayLoopOpInterface loop);

/// The body of an adjoint loop that is not yet in one, and what it takes and gives.
struct AdjointBody {
  /// Holds the body: within an op, so that what asks for ancestors finds an end of them.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::Block &getBlock() { return holder->getBodyRegion().front(); }

  /// Arrays whose elements are the first arguments, and what is carried by the others.
  llvm::SmallVector<mlir::Value> inputs, initials;
  /// The values from outside whose cotangents are carried, after those of the states.
  llvm::SmallVector<mlir::Value> entered;
  /// The numbers of the arrays whose elements' cotangents are yielded last.
  llvm::SmallVector<unsigned> collected;
  /// For each value that is yielded, whether it is masked.
  llvm::SmallVector<bool> masked;
};

/// The body of the adjoint of `loop`. `seeds` are the cotangents of its results, null
/// where there is none.
llvm::FailureOr<AdjointBody> buildAdjoint(ReverseSweep &sweep, ArrayLoopOpInterface loop,
                                          llvm::ArrayRef<mlir::Value> seeds);

/// Has a loop compute tangents beside values: its body on dual numbers.
llvm::LogicalResult forwardLoop(ForwardSweep &sweep, ArrayLoopOpInterface loop);

} // namespace chad::detail

#endif // CHAD_RULES_ADJOINTLOOP_H
