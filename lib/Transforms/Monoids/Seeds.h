//===- Seeds.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_SEEDS_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_SEEDS_H

#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// The number of entries of `value`, an array or a scalar, as an index.
mlir::Value countEntries(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// Makes the scalar of an entry from the number of the entry in row-major order.
using EntryBuilder =
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::Value number)>;

/// An array in the shape of `like`, or a scalar, with entries of type `element`.
mlir::Value makeEntries(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value like,
                        mlir::Type element, EntryBuilder entry);

/// The entries of `values`, arrays and scalars, one after the other in a `tensor<?xT>`.
mlir::Value joinEntries(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange values);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_SEEDS_H
