//===- Slices.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_SLICES_H
#define CHAD_IR_SLICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

namespace chad {

/// The slice of `source` at these offsets, of these sizes, as a value of type `type`. If the types
/// say that it has no elements, an empty tensor is made instead of a slice, since an offset, even
/// 0, is not below an extent of 0.
mlir::Value extractSlice(mlir::OpBuilder &builder, mlir::Location loc, mlir::RankedTensorType type,
                         mlir::Value source, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         llvm::ArrayRef<mlir::OpFoldResult> strides);

/// `dest` with `source` in place of its slice at these offsets, of these sizes.
mlir::Value insertSlice(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source,
                        mlir::Value dest, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        llvm::ArrayRef<mlir::OpFoldResult> strides);

/// `array[position]`: a scalar, or the tensor of the remaining dimensions.
mlir::Value readElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array,
                        mlir::ValueRange position);

/// `array` with `element` at `position`.
mlir::Value writeElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value element,
                         mlir::Value array, mlir::ValueRange position);

/// The row-major offset of the element that `op` reads, in an array of static shape; nothing if an
/// index is not constant, or out of bounds, or the shape is not known.
std::optional<int64_t> getConstantOffset(mlir::tensor::ExtractOp op);

/// How an array without some of its dimensions, which have extent one, is made by
/// `tensor.collapse_shape`: each of these is in the group of the dimension before it, the first
/// ones in the first group. There are no groups if all dimensions are dropped.
llvm::SmallVector<mlir::ReassociationIndices> groupDroppedDims(const llvm::SmallBitVector &dropped);

/// Laws of slices in cases that MLIR's own patterns do not cover: slices that have no elements by
/// their types, and slices whose types leave open which dimensions they drop.
void populateSliceLaws(mlir::RewritePatternSet &patterns);

} // namespace chad

#endif // CHAD_IR_SLICES_H
