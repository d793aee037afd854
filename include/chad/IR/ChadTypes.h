//===- ChadTypes.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADTYPES_H
#define CHAD_IR_CHADTYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Types.h"

#define GET_TYPEDEF_CLASSES
#include "chad/IR/ChadTypes.h.inc"

namespace chad {

//===----------------------------------------------------------------------===//
// Linear types
//===----------------------------------------------------------------------===//

/// Whether `type` is a commutative monoid of the dialect: `!chad.lin`,
/// `!chad.copower`, a power (a function type whose results are all linear), and
/// sums and tuples of linear types.
bool isLinearType(mlir::Type type);

/// Whether values of `type` have tangents other than zero, of a type `!chad.lin`.
bool isDifferentiable(mlir::Type type);

/// `T` of `!chad.lin<T>`; other types are returned as they are.
mlir::Type getPrimalType(mlir::Type type);

/// A scalar that arrays are made of: a float, an integer or an index.
bool isScalarType(mlir::Type type);

/// `vector<WxT>` of scalars: the values of one scalar in W iterations of a loop.
bool isLaneVector(mlir::Type type);

/// The number of sizes that a zero of `types` needs: one for each dynamic
/// dimension of each tensor of floats.
unsigned getNumDynamicSizes(mlir::TypeRange types);

/// Whether each float in the linear type `type` has the type `scalar`.
bool isOverScalar(mlir::Type type, mlir::Type scalar);

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Whether `type` is a ranked tensor of scalars or boxes of rank 1 or more, or
/// `!chad.lin` of one.
bool isArrayType(mlir::Type type);

/// Whether `type` is an array of index or integer that is not linear.
bool isIndexArrayType(mlir::Type type);

/// The tensor under an array type.
mlir::RankedTensorType getArrayTensor(mlir::Type array);

/// The leading extent of an array type, which may be `ShapedType::kDynamic`.
int64_t getArrayExtent(mlir::Type array);

/// The type of the elements of an array along its leading dimension.
mlir::Type getArrayElement(mlir::Type array);

/// The array of `extent` elements of type `element`; null where `element`
/// cannot be an element.
mlir::Type getArrayOf(mlir::Type element, int64_t extent);

} // namespace chad

#endif // CHAD_IR_CHADTYPES_H
