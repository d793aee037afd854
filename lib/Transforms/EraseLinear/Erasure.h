//===- Erasure.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The steps of `chad-erase-linear`.

#ifndef CHAD_LIB_TRANSFORMS_ERASELINEAR_ERASURE_H
#define CHAD_LIB_TRANSFORMS_ERASELINEAR_ERASURE_H

#include "chad/IR/ChadOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace chad::detail {

/// Converts types to lists of types: `lin<T>` becomes `T`, or nothing if it is a unit, also inside
/// of function types, tuples and sums.
struct ErasedTypes : mlir::TypeConverter {
  ErasedTypes();
};

/// The type of erased tangents of a box.
BoxType getErasedTangent(BoxType box);

/// The sum of two erased tangents of a box.
mlir::Value addBoxes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                     mlir::Value rhs);

/// Makes the records of the erased tangents of boxes in `root`, with functions that add such
/// tangents, and erases linear types in the existing records.
mlir::LogicalResult eraseRecords(mlir::Operation *root, const ErasedTypes &types);

/// Whether a linear type is part of `type`.
bool hasLinearType(mlir::Type type);

/// Reports everything in `root` that cannot be erased.
mlir::LogicalResult checkErasable(mlir::Operation *root);

/// Changes each combinator below `root` so that it keeps its extent and its effects when its arrays
/// and results of unit type are erased. Changes nothing on failure.
mlir::LogicalResult keepExtents(mlir::Operation *root);

/// Adds the conversions of function types and of sums, which convert the types that these consist
/// of.
void addStructuralConversions(mlir::TypeConverter &types);

/// Adds patterns for ops of any kind, and for functions: each value is replaced by a list of
/// values.
void populateStructuralPatterns(const mlir::TypeConverter &types,
                                mlir::RewritePatternSet &patterns);

/// How `chad.scale` is erased. `Erased`: to arithmetic, and so is `chad.absorbing_mul`.
/// `Absorbing`: to arithmetic, or to `chad.absorbing_mul` if the product is zero-absorbing. `Kept`:
/// not at all; it stays between a `chad.to_linear` and a `chad.from_linear`.
enum class Scales { Erased, Absorbing, Kept };

void populateErasurePatterns(const ErasedTypes &types, Scales scales,
                             mlir::RewritePatternSet &patterns);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_ERASELINEAR_ERASURE_H
