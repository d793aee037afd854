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

/// Whether `type` is a sum or an array of sums.
bool isSumOrArrayOfSums(mlir::Type type);

/// Appends the types of the values that stand for a value of `type` in code without sums: for a
/// sum the tag and the values of all alternatives, for an array of sums an array of each of these,
/// and `type` itself for all others. Fails at a sum without alternatives, and at an array of sums
/// that have no arrays.
llvm::LogicalResult flattenSums(mlir::Type type, llvm::SmallVectorImpl<mlir::Type> &types);

/// The type of the gradient by an argument of type `type`: that type if it holds floats; for a sum
/// that of the same alternatives, each with the gradients by those of its values that have one; for
/// an array of sums that of an array of such sums. Null if nothing has a gradient.
mlir::Type getGradientType(mlir::Type type);

} // namespace chad

#endif // CHAD_IR_SUMARRAYS_H
