//===- EmptyTensors.h - Arrays made in larger ones ---------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_BUFFERIZE_EMPTYTENSORS_H
#define CHAD_LIB_BUFFERIZE_EMPTYTENSORS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad::detail {

/// The use of an empty tensor with which the chain of ops that write `source` begins, or null.
mlir::OpOperand *findEmptyStart(mlir::Value source);

/// If all parts of a `tensor.concat` are results of one loop, which fills empty tensors and does
/// not read them, and have no other uses, makes them one result, the whole, into which the loop
/// writes.
void placeParts(mlir::tensor::ConcatOp concat);

} // namespace chad::detail

#endif // CHAD_LIB_BUFFERIZE_EMPTYTENSORS_H
