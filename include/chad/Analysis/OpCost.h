//===- OpCost.h - What an op costs ------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The cost of an op on scalars, or on the elements of arrays, that runs many times.

#ifndef CHAD_ANALYSIS_OPCOST_H
#define CHAD_ANALYSIS_OPCOST_H

#include "mlir/IR/Operation.h"

namespace chad {

/// What an op does with each element.
enum class OpKind {
  Free,            ///< Constants, extents, views, and arithmetic on indices, which is part of
                   ///< addresses or done once for many iterations.
  Movement,        ///< Reads, writes or arranges elements.
  Choice,          ///< Compares, selects, rounds, converts, changes a sign or a bit.
  Addition,        ///< Adds or subtracts; integers, too.
  Multiplication,  ///< Multiplies; integers, too.
  MultiplyAdd,     ///< Does both in one step.
  Division,        ///< Divides, takes a remainder, or a square root.
  Function,        ///< Evaluates a function that is approximated in line: exp, log, sin, tanh, ...
  LibraryFunction, ///< Evaluates another function: pow, tan, atan, ...
  Other,           ///< All else: loops and branches, which cost what is in them, calls, and what
                   ///< has no result.
};

OpKind getOpKind(mlir::Operation *op);

/// Whether an op computes nothing: it moves elements, or is free.
inline bool isMovement(mlir::Operation *op) { return getOpKind(op) <= OpKind::Movement; }

/// The time for one element, as a multiple of the time of an addition, on vectors as on scalars, if
/// all data is in a near cache. The ops in regions do not count.
unsigned getCost(mlir::Operation *op);

/// The sum over `op` and all ops in its regions, each of which counts once.
unsigned getNestedCost(mlir::Operation *op);

/// The number of instructions of an op. Functions such as `exp` count as inline code, with branches
/// for rare arguments. The ops in regions do not count.
unsigned getCodeLength(mlir::Operation *op);

/// The cost of reading an element of an array that may not be in a near cache. A value that costs
/// no more is computed again wherever it is read.
constexpr unsigned costOfReading = 4;

/// The cost of writing an element and of reading it later. A value of a loop that costs no more is
/// computed again by a later loop.
constexpr unsigned costOfKeeping = 12;

} // namespace chad

#endif // CHAD_ANALYSIS_OPCOST_H
