//===- Elements.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reading and writing the elements of arrays that are tensors.

#ifndef CHAD_LOOPS_ELEMENTS_H
#define CHAD_LOOPS_ELEMENTS_H

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"

namespace chad::detail {

mlir::Value createIndex(mlir::OpBuilder &builder, mlir::Location loc, int64_t value);

/// `array` with `addend` added at `position`.
mlir::Value addToElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value addend,
                         mlir::Value array, mlir::ValueRange position);

/// The extent of an array, computed without the array if it is an iota, which is never stored, or a
/// gather, which has as many elements as its indices.
mlir::OpFoldResult getArraySize(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

/// The number of iterations of a loop: a constant if one is known, else the extent of an iota, or
/// that of the array that is defined furthest outside.
mlir::Value getNumIterations(mlir::OpBuilder &builder, CombinatorOpInterface loop);

/// Adds, before a combinator, the assertion that these arrays have one extent.
void assertOneExtent(mlir::OpBuilder &builder, mlir::Operation *combinator,
                     mlir::ValueRange arrays);

/// Adds the assertion that the arrays of a combinator have one extent, which `areSame` says.
void assertExtents(mlir::OpBuilder &builder, mlir::Operation *combinator, mlir::Value areSame);

/// Element `i` of an array. That of an iota is `i`, without a read.
mlir::Value readArray(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array,
                      mlir::Value i);

/// Element `position` of an array of indices, as an index.
mlir::Value readIndex(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value indices,
                      mlir::ValueRange position);

/// The reduction of an array of integers, indices or truth values by `kind`: a minimum or maximum,
/// or a conjunction.
mlir::Value createReduction(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array,
                            mlir::arith::AtomicRMWKind kind);

/// Whether an array has no elements.
mlir::Value createIsEmpty(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

} // namespace chad::detail

#endif // CHAD_LOOPS_ELEMENTS_H
