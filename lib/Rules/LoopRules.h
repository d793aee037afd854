//===- LoopRules.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_RULES_LOOPRULES_H
#define CHAD_LIB_RULES_LOOPRULES_H

#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"

namespace chad::detail {

/// A loop over the elements of arrays: `chad.map`, `chad.build` or `chad.fold`.
/// The body returns the next states, then what is collected.
struct Loop {
  mlir::Operation *op = nullptr;
  mlir::Block *body = nullptr;
  Direction direction = Direction::Left;
  /// Arrays, and the arguments of the body that are their elements.
  mlir::ValueRange arrays;
  mlir::Block::BlockArgListType elements;
  /// Initial states, and the arguments of the body that are the states.
  mlir::ValueRange initialStates;
  mlir::Block::BlockArgListType states;
  /// Where there are no arrays: the extent, and the argument that is the index.
  mlir::Value extent;
  mlir::BlockArgument index;

  static Loop of(mlir::Operation *op);
  static Loop of(MapOp op);
  static Loop of(BuildOp op);
  static Loop of(FoldOp op);
};

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
llvm::LogicalResult reverseLoop(ReverseSweep &sweep, const Loop &loop);

/// Has a loop compute tangents beside values: its body on dual numbers.
llvm::LogicalResult forwardLoop(ForwardSweep &sweep, const Loop &loop);

/// A fold with the body `region`, or a map where there is no state. The body's
/// arguments are the elements of `arrays`, then the states.
mlir::Operation *createLoop(mlir::OpBuilder &builder, mlir::Location loc, Direction direction,
                            mlir::ValueRange arrays, mlir::ValueRange initialStates,
                            mlir::TypeRange results, std::unique_ptr<mlir::Region> region);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_LOOPRULES_H
