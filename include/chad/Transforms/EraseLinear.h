//===- EraseLinear.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_ERASELINEAR_H
#define CHAD_TRANSFORMS_ERASELINEAR_H

#include "mlir/IR/Operation.h"

namespace chad {

/// Replaces linear types by the types that represent them, in and below `root`.
/// Fails, with errors at the ops, where `chad-simplify` or `chad-differentiate` have
/// to come first; `root` is then as before.
llvm::LogicalResult eraseLinear(mlir::Operation *root);

/// As `eraseLinear`, with `chad.absorbing_mul` where zeros absorb, so that what is left can be
/// differentiated again.
llvm::LogicalResult eraseLinearForDerivatives(mlir::Operation *root);

/// As `eraseLinear`, with `chad.scale` left, between `chad.to_linear` and `from_linear`.
llvm::LogicalResult eraseLinearAroundScales(mlir::Operation *root);

/// Whether a linear type is part of the type of a value in or below `root`.
bool usesLinearTypes(mlir::Operation *root);

} // namespace chad

#endif // CHAD_TRANSFORMS_ERASELINEAR_H
