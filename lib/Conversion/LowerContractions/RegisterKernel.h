//===- RegisterKernel.h -------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A product of matrices as a function that keeps a tile of the result in registers.

#ifndef CHAD_LIB_CONVERSION_CONTRACTIONS_REGISTERKERNEL_H
#define CHAD_LIB_CONVERSION_CONTRACTIONS_REGISTERKERNEL_H

#include "chad/Analysis/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// Makes the function `(A, B, C)` of matrices of `element` with any layout, which adds the product
/// of the first two to the third, and the functions that it consists of, all of them private.
mlir::func::FuncOp createRegisterKernel(mlir::ModuleOp module, mlir::FloatType element,
                                        const Target &target);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CONTRACTIONS_REGISTERKERNEL_H
