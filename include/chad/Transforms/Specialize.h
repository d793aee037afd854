//===- Specialize.h -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions for arguments whose extents are known.

#ifndef CHAD_TRANSFORMS_SPECIALIZE_H
#define CHAD_TRANSFORMS_SPECIALIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad {

/// Gives the arguments of a function that nothing calls the shapes `shapes`, one for each;
/// those of scalars are empty. An error at the function says where a shape does not fit.
llvm::LogicalResult specialize(mlir::func::FuncOp function,
                               llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes);

} // namespace chad

#endif // CHAD_TRANSFORMS_SPECIALIZE_H
