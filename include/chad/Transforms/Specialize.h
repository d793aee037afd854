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

/// Gives the arguments of a function the shapes `shapes`, one for each argument; that of a scalar
/// is empty. No other function may call it. Emits an error at the function if a shape does not fit
/// the type of its argument.
llvm::LogicalResult specialize(mlir::func::FuncOp function,
                               llvm::ArrayRef<llvm::SmallVector<int64_t>> shapes);

} // namespace chad

#endif // CHAD_TRANSFORMS_SPECIALIZE_H
