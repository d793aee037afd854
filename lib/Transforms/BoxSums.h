//===- BoxSums.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The sum of two boxes of tangents, of which an empty one is zero:
//
//   add(0, b) = b,   add(a, 0) = a,   add(box(x), box(y)) = box(x + y)

#ifndef CHAD_LIB_TRANSFORMS_BOXSUMS_H
#define CHAD_LIB_TRANSFORMS_BOXSUMS_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// The function `@R.add` that adds two boxes of a record `@R`, without a body, and in no module.
mlir::func::FuncOp declareBoxSum(RecordOp record);

/// Gives it its body. `add` makes the sum of two fields, which may call the function itself.
void defineBoxSum(
    mlir::func::FuncOp sum, RecordOp record,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, mlir::Value, mlir::Value)>
        add);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_BOXSUMS_H
