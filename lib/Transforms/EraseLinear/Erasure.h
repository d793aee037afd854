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

/// From types to lists of types: `lin<T>` becomes `T`, or nothing where it is a
/// unit, everywhere in functions, tuples and sums.
struct ErasedTypes : mlir::TypeConverter {
  ErasedTypes();
};

/// The type of erased tangents of a box.
BoxType getErasedTangent(BoxType box);

/// The sum of two erased tangents of a box.
mlir::Value addBoxes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value lhs,
                     mlir::Value rhs);

/// Makes the records of the erased tangents of boxes in `root`, with functions that add them, and
/// erases linear types in the records that there are.
mlir::LogicalResult eraseRecords(mlir::Operation *root, const ErasedTypes &types);

/// Whether a linear type is part of `type`.
bool hasLinearType(mlir::Type type);

/// Reports everything in `root` that cannot be erased.
mlir::LogicalResult checkErasable(mlir::Operation *root);

/// Makes each combinator below `root` keep its extent, and its effects, when
/// the arrays and the results of unit type are gone. Changes nothing on failure.
mlir::LogicalResult keepExtents(mlir::Operation *root);

/// Ops of any kind, and functions, with each value replaced by a list of values.
void populateStructuralPatterns(const mlir::TypeConverter &types,
                                mlir::RewritePatternSet &patterns);

/// What becomes of `chad.scale`: arithmetic, which also becomes of `chad.absorbing_mul`;
/// arithmetic, and `chad.absorbing_mul` where zeros absorb; or itself, between `chad.to_linear`
/// and `chad.from_linear`.
enum class Scales { Erased, Absorbing, Kept };

void populateErasurePatterns(const ErasedTypes &types, Scales scales,
                             mlir::RewritePatternSet &patterns);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_ERASELINEAR_ERASURE_H
