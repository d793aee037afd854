//===- ScalarStates.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_SCALARSTATES_H
#define CHAD_TRANSFORMS_SCALARSTATES_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Replaces states that are tensors of rank 0 by scalars, in the loops below `root` (`chad.fold`,
/// `scf.for`, `scf.while`). Reason: reverse mode keeps the states of all iterations in an array,
/// and the elements of an array may be scalars, but not tensors of rank 0.
void makeStatesScalar(mlir::Operation *root);

} // namespace chad

#endif // CHAD_TRANSFORMS_SCALARSTATES_H
