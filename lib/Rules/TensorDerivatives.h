//===- TensorDerivatives.h --------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse rules of ops of the tensor dialect. All of them move elements, so they are
// linear in the tensors: a forward rule applies the op to tangents, a reverse rule
// its transpose to the cotangent.

#ifndef CHAD_LIB_RULES_TENSORDERIVATIVES_H
#define CHAD_LIB_RULES_TENSORDERIVATIVES_H

#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad::detail {

//===----------------------------------------------------------------------===//
// Linear values as tensors
//===----------------------------------------------------------------------===//

/// The representation of a linear value.
mlir::Value fromLinear(Sweep &sweep, mlir::Location loc, mlir::Value value);

/// `value` as a linear value made of `parts`.
mlir::Value toLinear(Sweep &sweep, mlir::Location loc, mlir::Value value,
                     llvm::ArrayRef<mlir::Value> parts);

/// The sum of all elements of `value`, of type `lin<tensor>`; a linear scalar.
mlir::Value sumElements(Sweep &sweep, mlir::Location loc, mlir::Value value);

llvm::SmallVector<mlir::Value> primals(ReverseSweep &sweep, mlir::ValueRange values);
llvm::SmallVector<mlir::OpFoldResult> primals(ReverseSweep &sweep,
                                              llvm::ArrayRef<mlir::OpFoldResult> values);
/// The sizes of `value`, static ones as attributes.
llvm::SmallVector<mlir::OpFoldResult> sizesOf(ReverseSweep &sweep, mlir::Value value);

/// A rectangle in a tensor.
struct Slice {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;

  template <typename Op> static Slice of(Op op, ReverseSweep &sweep) {
    return {primals(sweep, op.getMixedOffsets()), primals(sweep, op.getMixedSizes()),
            primals(sweep, op.getMixedStrides())};
  }
};

/// `acc`, a linear tensor, with `value` added at `slice`.
mlir::Value addAt(Sweep &sweep, mlir::Location loc, mlir::Value value, mlir::Value acc,
                  const Slice &slice);

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// The forward rule of an op that is jointly linear in the operands `numbers`: the op itself,
/// applied to tangents.
llvm::LogicalResult forwardLinear(mlir::Operation *op, llvm::ArrayRef<unsigned> numbers,
                                  ForwardSweep &sweep);

llvm::LogicalResult reverseOf(mlir::tensor::ExtractOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::InsertOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::ExtractSliceOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::InsertSliceOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::ConcatOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::GatherOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::ScatterOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::SplatOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::FromElementsOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::CollapseShapeOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::ExpandShapeOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::ReshapeOp op, ReverseSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::CastOp op, ReverseSweep &sweep);

llvm::LogicalResult forwardOf(mlir::tensor::PadOp op, ForwardSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::PadOp op, ReverseSweep &sweep);
llvm::LogicalResult forwardOf(mlir::tensor::GenerateOp op, ForwardSweep &sweep);
llvm::LogicalResult reverseOf(mlir::tensor::GenerateOp op, ReverseSweep &sweep);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_TENSORDERIVATIVES_H
