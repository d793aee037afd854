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

/// Whether reverse mode has a rule for the body of `op`, a `chad.reduce`, `chad.scan` or
/// `chad.hist`, so that the op need not become a fold first. `isActive` says which of its
/// accumulators are differentiated.
bool hasOwnReverse(mlir::Operation *op, llvm::function_ref<bool(unsigned)> isActive);

/// Makes, before `op`, a `chad.fold` that computes the results of `op`: a `chad.reduce`,
/// `chad.scan`, `chad.hist` or `scf.for` with any body. The body moves to the fold. Reverse mode
/// has a rule for folds, and so for every op that has no rule of its own. Returns the results of
/// the fold.
llvm::SmallVector<mlir::Value> expandToFold(mlir::Operation *op, Activity &activity);

/// Makes two loops before `loop`, an `scf.while`: one that counts the iterations, and an `scf.for`
/// with this number of iterations, which computes the results. Returns the results, and appends the
/// ops that compute them to `made`. A value in these ops is active where the value of `loop` that
/// it is copied from is active.
///
/// So each iteration of the function runs twice, and `d + 1` times in a loop that is nested in `d`
/// other ones.
llvm::SmallVector<mlir::Value> expandToFor(mlir::Operation *loop, Activity &activity,
                                           llvm::SmallVectorImpl<mlir::Operation *> &made);

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

/// The transpose of a sum: an array of type `array` with `extent` elements, each of which is the
/// cotangent of the sum.
mlir::Value transposeSum(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value cotangent,
                         mlir::Value extent, mlir::Type array);

/// The transpose of the derivative of a product: the cotangent of an element of `array` is the
/// product of the other elements, times the cotangent of the product. It is computed without
/// division, and so is exact where elements are zero (Huot & Shaikhha 2022, Example 1.2).
mlir::Value transposeProduct(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array,
                             mlir::Value unit, mlir::Value cotangent, bool zeroAbsorbing);

/// The transpose of prefix sums: the suffix sums of the cotangent. That of suffix sums: its prefix
/// sums.
mlir::Value transposeScanSum(mlir::OpBuilder &builder, mlir::Location loc, Direction direction,
                             ScanKind kind, mlir::Value cotangent, mlir::Value zero);

/// The product of the elements of `array`.
mlir::Value makeProduct(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

/// The linear tensor `value` as one of type `type`, which has other static extents.
mlir::Value castLinear(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                       mlir::Type type);

} // namespace chad

#endif // CHAD_RULES_COMBINERS_H
