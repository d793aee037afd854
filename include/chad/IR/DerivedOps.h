//===- DerivedOps.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops of `DerivedOps.td`, which are defined by their expansion to other ops. They have a header
// of their own, since few files use them.

#ifndef CHAD_IR_DERIVEDOPS_H
#define CHAD_IR_DERIVEDOPS_H

#include "chad/IR/ChadOps.h"

namespace chad {

/// The type of an array of `extent` values of type `element`; for a tensor of rank 0, the type of
/// an array of its scalars. Null where there is no such type.
mlir::Type getBatchOf(mlir::Type element, int64_t extent);

/// Whether `batch` is an array of values of type `element`, of any extent.
bool isBatchOf(mlir::Type batch, mlir::Type element);

/// The type of `number` tangents, or cotangents, at one point, each of which has type `tangent`: an
/// array of them along a first dimension. Tangents of a sum all have its tag, so that it is a sum
/// of such arrays. Null where there is no such type.
mlir::Type getTypeOfSeeds(mlir::Type tangent, int64_t number);

/// The number of tangents of type `tangent` that a value of type `seeds` holds, which may be
/// dynamic; none where that is not `getTypeOfSeeds` of any number.
std::optional<int64_t> getNumSeeds(mlir::Type seeds, mlir::Type tangent);

/// The type of a Jacobian: a tensor with the dimensions of `result`, then those of `arg`, and with
/// the element type of `result`. If both are scalars, the type of the scalar. For a sum, a sum of
/// the types for the floats in it. Null where there is none, as for a result that is an array of
/// sums.
mlir::Type getJacobianType(mlir::Type result, mlir::Type arg);

} // namespace chad

#define GET_OP_CLASSES
#include "chad/IR/DerivedOps.h.inc"

#endif // CHAD_IR_DERIVEDOPS_H
