//===- SumArrays.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_SUMARRAYS_H
#define CHAD_IR_SUMARRAYS_H

#include "chad/IR/ChadTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace chad {

/// Whether `type` is a sum of which there are arrays: its alternatives hold scalars, boxes, tensors
/// of known extents, and such sums, and it is not the sum with one value. An array of sums is an
/// array of tags with an array for each value in an alternative.
bool isElementSum(mlir::Type type);

/// The type of the tag of a sum in code without sums: `i1` of two alternatives, `index` of more,
/// and null if there is only one, which needs no tag.
mlir::Type getTagType(SumType sum);

/// The type of an array with the extents of `array` whose elements are `part`, a scalar or a tensor
/// of known extents.
mlir::RankedTensorType getArrayOfParts(mlir::RankedTensorType array, mlir::Type part);

/// The type of the array that stands for one part of the elements of `array`: `getArrayOfParts`, or
/// for a part of a linear type the linear type of that array.
mlir::Type getColumnType(mlir::RankedTensorType array, mlir::Type part);

/// Whether `type` is a sum or an array of sums.
bool isSumOrArrayOfSums(mlir::Type type);

/// Appends the types of the values that stand for a value of `type` in code without sums: for a
/// sum the tag and the values of all alternatives, for an array of sums an array of each of these,
/// and `type` itself for all others. Fails at a sum without alternatives, and at an array of sums
/// that have no arrays.
llvm::LogicalResult flattenSums(mlir::Type type, llvm::SmallVectorImpl<mlir::Type> &types);

/// `type` with `replace` of each type in it that is no sum and no array of sums. Values for which
/// it gives null are left out of the alternatives. Null if nothing is left, or if there are no
/// arrays of such sums.
mlir::Type replaceInSums(mlir::Type type, llvm::function_ref<mlir::Type(mlir::Type)> replace);

/// The type of tangents and of cotangents at `type`: its linear type if it holds floats; for a sum
/// the sum of those of its parts, and for an array of sums an array of such sums. Null if nothing
/// has a tangent.
mlir::Type getTypeOfTangents(mlir::Type type);

/// The type of the gradient by an argument of type `type`: that type if it holds floats; for a sum
/// that of the same alternatives, each with the gradients by those of its values that have one; for
/// an array of sums that of an array of such sums. Null if nothing has a gradient.
mlir::Type getGradientType(mlir::Type type);

} // namespace chad

#endif // CHAD_IR_SUMARRAYS_H
