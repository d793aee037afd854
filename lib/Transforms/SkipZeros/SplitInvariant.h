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

/// Gives sums in a map in a loop that do not depend on the loop's iteration a map of their own,
/// which may leave the loop: with s a sum over x,
///
///   build (i. map (x. f(i, s x)) X) = build (i. map (y. f(i, y)) (map s X))
///
/// Returns whether there were any.
bool splitInvariant(mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_SPLITINVARIANT_H
