//===- SplitInvariant.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_SKIPZEROS_SPLITINVARIANT_H
#define CHAD_LIB_TRANSFORMS_SKIPZEROS_SPLITINVARIANT_H

#include "mlir/IR/Operation.h"

namespace chad::detail {

/// For a map inside of a loop: moves sums that do not depend on the iteration of the loop to a map
/// of their own, which can then be hoisted from the loop. With s a sum over x:
///
///   build (i. map (x. f(i, s x)) X) = build (i. map (y. f(i, y)) (map s X))
///
/// Returns whether there were any.
bool splitInvariant(mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_SPLITINVARIANT_H
