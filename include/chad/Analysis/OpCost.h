//===- OpCost.h - What an op costs ------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What an op on scalars, or on the elements of arrays, costs when it runs many times.

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

/// The time for one element in additions, of vectors as well as of scalars, where all is near.
/// Regions do not count.
unsigned getCost(mlir::Operation *op);

/// The sum over `op` and all ops in its regions, each of which counts once.
unsigned getNestedCost(mlir::Operation *op);

/// How long the code of an op is, in instructions. Functions are in line, with branches for rare
/// arguments. Regions do not count.
unsigned getCodeLength(mlir::Operation *op);

/// What it costs to read an element of an array that may not be near: what costs no more is
/// computed again wherever it is read.
constexpr unsigned costOfReading = 4;

/// What it costs to write an element and to read it later: a value of a loop that costs no more is
/// computed again by a later loop.
constexpr unsigned costOfKeeping = 12;

} // namespace chad

#endif // CHAD_ANALYSIS_OPCOST_H
