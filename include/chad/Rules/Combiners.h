//===- Combiners.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_COMBINERS_H
#define CHAD_RULES_COMBINERS_H

#include "chad/Analysis/Activity.h"
#include "chad/IR/ChadOps.h"

namespace chad {

/// Whether `op`, a reduce, scan or hist, has a reverse rule for its body as it is.
/// `isActive` says which of its accumulators are differentiated.
bool hasOwnReverse(mlir::Operation *op, llvm::function_ref<bool(unsigned)> isActive);

/// Makes a `chad.fold` before `op`, a reduce, scan or hist, or `scf.for`, that computes
/// its results for any body, which it takes from `op`. What has no reverse rule of its
/// own is reversed in this form. Returns the results.
llvm::SmallVector<mlir::Value> expandToFold(mlir::Operation *op, Activity &activity);

/// Makes before `loop`, an `scf.while`, a loop that counts its iterations and an
/// `scf.for` of as many, which computes its results. Returns these, and the ops that
/// compute them to `made`: they are active as those of `loop` are.
///
/// The iterations run twice then, `d + 1` times for a loop that is nested `d` deep.
llvm::SmallVector<mlir::Value> expandToFor(mlir::Operation *loop, Activity &activity,
                                           llvm::SmallVectorImpl<mlir::Operation *> &made);

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

/// What a sum passes back to an array of type `array`: its cotangent, `extent` times.
mlir::Value transposeSum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value cotangent,
                         mlir::Value extent, mlir::Type array);

/// What a product passes back to the elements of `array`: the product of the others
/// times its cotangent. Without division, so exact where elements are zero (Huot &
/// Shaikhha 2022, Example 1.2).
mlir::Value transposeProduct(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array,
                             mlir::Value unit, mlir::Value cotangent, bool zeroAbsorbing);

/// What prefix sums pass back: the suffix sums of the cotangent, and the other way round.
mlir::Value transposeScanSum(mlir::OpBuilder &builder, mlir::Location loc, Direction direction,
                             ScanKind kind, mlir::Value cotangent, mlir::Value zero);

/// The product of the elements of `array`.
mlir::Value makeProduct(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

/// The linear tensor `value` as one of type `type`, which has other static extents.
mlir::Value castLinear(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                       mlir::Type type);

} // namespace chad

#endif // CHAD_RULES_COMBINERS_H
