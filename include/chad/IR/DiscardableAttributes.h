//===- DiscardableAttributes.h ----------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The attributes `chad.*` that ops of other dialects may have. The dialect accepts no others.

#ifndef CHAD_IR_DISCARDABLEATTRIBUTES_H
#define CHAD_IR_DISCARDABLEATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace chad {

//===----------------------------------------------------------------------===//
// For users, on functions
//===----------------------------------------------------------------------===//

/// Names a function that is the forward derivative: (x..., dx...) -> (y..., dy...).
inline constexpr llvm::StringLiteral customJvpAttr = "chad.custom_jvp";
/// Names a function that is the reverse derivative, (x..., ȳ...) -> (x̄...), or in an array two:
/// (x...) -> (y..., kept...) and (kept..., ȳ...) -> (x̄...).
inline constexpr llvm::StringLiteral customVjpAttr = "chad.custom_vjp";
/// Says that the derivative of the function is zero.
inline constexpr llvm::StringLiteral inactiveAttr = "chad.inactive";

//===----------------------------------------------------------------------===//
// For users, on arguments and results
//===----------------------------------------------------------------------===//

/// The attribute of an argument or a result that says what it is called, a string.
inline constexpr llvm::StringLiteral parameterNameAttr = "chad.name";

//===----------------------------------------------------------------------===//
// For users, on loops over arrays
//===----------------------------------------------------------------------===//

/// A `ScheduleAttr`: how the iterations of a loop are to run.
inline constexpr llvm::StringLiteral scheduleAttr = "chad.schedule";

//===----------------------------------------------------------------------===//
// For users, on loops that carry states
//===----------------------------------------------------------------------===//

/// Says that the reverse sweep keeps only some states of a loop, and computes the others again. A
/// unit attribute keeps about the square root of their number; an integer attribute is the number
/// of levels of blocks.
inline constexpr llvm::StringLiteral checkpointAttr = "chad.checkpoint";

//===----------------------------------------------------------------------===//
// Between passes
//===----------------------------------------------------------------------===//

/// Marks an `arith.mulf` in the formula of a partial derivative that may be infinite: zeros among
/// its tangents and cotangents stay zero. `chad-erase-linear` removes it.
inline constexpr llvm::StringLiteral absorbingAttr = "chad.absorbing";
/// Marks a loop whose iterations may run in any order, which changes the results by rounding only:
/// its states are sums, and each iteration makes its own element of the arrays that it collects.
inline constexpr llvm::StringLiteral anyOrderAttr = "chad.any_order";
/// On a call of a forward function, which returns residuals: names the backward function.
inline constexpr llvm::StringLiteral backwardAttr = "chad.backward";
/// Marks an argument whose memory the caller owns: an input array, or memory for a result.
inline constexpr llvm::StringLiteral bufferAttr = "chad.buffer";
/// The cost that `chad-print-cost` has computed.
inline constexpr llvm::StringLiteral costAttr = "chad.cost";
/// Marks an argument of a private function whose memory no other argument points to, or none writes
/// into.
inline constexpr llvm::StringLiteral distinctAttr = "chad.distinct";
/// On a function that is being converted to LLVM: the positions of the pointers that alias no other
/// memory.
inline constexpr llvm::StringLiteral distinctPointersAttr = "chad.distinct_pointers";
/// Marks ops that keep their linear types.
inline constexpr llvm::StringLiteral keptAttr = "chad.kept";

/// On a function: the positions of the arguments that all steps of the loop have in common. The
/// function is the step of a loop with checkpoints, or a derivative of one. It is never inlined, so
/// that all runs of a step are the same code. Its reverse derivative is one function of its
/// arguments, in which the step is computed again.
inline constexpr llvm::StringLiteral stepAttr = "chad.step";
/// On a call of such a function: groups of four numbers r, d, a, e, each of which says that
/// dimension d of result r has the extent of dimension e of operand a. It holds where the function
/// cannot be looked up, in code that is in no module yet.
inline constexpr llvm::StringLiteral resultExtentsAttr = "chad.result_extents";

/// Marks a loop that the reverse sweep computes again.
inline constexpr llvm::StringLiteral recomputeAttr = "chad.recompute";

/// Checks an attribute of a custom rule: each function that it names exists and has the type
/// that the rule of `function` must have.
llvm::LogicalResult verifyCustomRule(mlir::Operation *function, mlir::NamedAttribute attr);

} // namespace chad

#endif // CHAD_IR_DISCARDABLEATTRIBUTES_H
