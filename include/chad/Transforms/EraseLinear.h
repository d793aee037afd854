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

/// Replaces linear types by the types that represent them, in and below `root`. Fails, with errors
/// at the ops, if `chad-simplify` or `chad-differentiate` has to run first; `root` is then as
/// before.
llvm::LogicalResult eraseLinear(mlir::Operation *root);

/// Like `eraseLinear`, but products in which zero times infinity is zero become
/// `chad.absorbing_mul`, so that the code can be differentiated again.
llvm::LogicalResult eraseLinearForDerivatives(mlir::Operation *root);

/// Like `eraseLinear`, but each `chad.scale` stays, between a `chad.to_linear` and a
/// `chad.from_linear`.
llvm::LogicalResult eraseLinearAroundScales(mlir::Operation *root);

/// Whether a linear type is part of the type of a value in or below `root`.
bool usesLinearTypes(mlir::Operation *root);

} // namespace chad

#endif // CHAD_TRANSFORMS_ERASELINEAR_H
