//===- Choice.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which values are kept, and which are computed again from them.

#ifndef CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H
#define CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H

#include "Nests.h"
#include "llvm/ADT/MapVector.h"

namespace chad::detail {

/// What a value follows from.
struct Origin {
  /// Why it is not computed again; empty if it can be.
  std::string why;
  /// What it is computed from: operands, or the array that it is an element of.
  llvm::SmallVector<mlir::Value, 2> from;
  unsigned flops = 0;
};

/// Of a value in one of the nest's bodies.
Origin originOf(const Nest &nest, mlir::Value value);

struct Choice {
  /// In the order of the code; arrays of them may be there anyway or not.
  llvm::SmallVector<mlir::Value> kept;
  /// What is computed again for the others, and the operations that this takes: none where the
  /// reading loop performs them anyway.
  llvm::MapVector<mlir::Value, unsigned> redone;

  bool isKept(mlir::Value value) const { return keptSet.contains(value); }
  llvm::DenseSet<mlir::Value> keptSet;
};

/// The bytes of a number, or of an element.
unsigned bytesOf(mlir::Type type);

/// The cheapest choice: a byte that is not kept may cost so many operations.
Choice chooseResiduals(const Nest &nest, double maxFlopsPerByte);

/// Remarks at each loop of the nest, and at each value.
void describeChoice(const Nest &nest, const Choice &choice);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_RESIDUALS_CHOICE_H
