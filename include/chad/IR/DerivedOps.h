//===- DerivedOps.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The ops of `DerivedOps.td`: what other ops define. A header of its own, since few files know
// them.

#ifndef CHAD_IR_DERIVEDOPS_H
#define CHAD_IR_DERIVEDOPS_H

#include "chad/IR/ChadOps.h"

namespace chad {

/// The array of `extent` values of type `element` (the array of the floats, for tensors of rank 0);
/// null where there is none.
mlir::Type getBatchOf(mlir::Type element, int64_t extent);

/// Whether `batch` is an array of values of type `element`, of any extent.
bool isBatchOf(mlir::Type batch, mlir::Type element);

/// The tensor with the dimensions of `result`, then those of `arg`, and elements as those of
/// `result`; the scalar type where both are scalars.
mlir::Type getJacobianType(mlir::Type result, mlir::Type arg);

} // namespace chad

#define GET_OP_CLASSES
#include "chad/IR/DerivedOps.h.inc"

#endif // CHAD_IR_DERIVEDOPS_H
