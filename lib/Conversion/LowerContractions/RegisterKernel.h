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

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// What the functions are made for.
struct KernelTarget {
  mlir::FloatType element;
  /// The width of the processor's vectors.
  unsigned bits;
  /// Whether it multiplies and adds in one step.
  bool hasFMA;
};

/// Makes the function `(A, B, C)` of matrices with any layout, which adds the product of the
/// first two to the third, and the functions that it consists of, all of them private.
mlir::func::FuncOp createRegisterKernel(mlir::ModuleOp module, KernelTarget target);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_CONTRACTIONS_REGISTERKERNEL_H
