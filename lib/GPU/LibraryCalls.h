//===- LibraryCalls.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_LIBRARYCALLS_H
#define CHAD_LIB_GPU_LIBRARYCALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// The loops of a product of matrices, c[i, j] += a[i, k] b[k, j]. All others number products.
struct ProductLoops {
  unsigned row, column, common;
};

/// Whether results may depend on timing, and factors of f32 be rounded to the format tf32.
struct ProductRounding {
  bool deterministic = true, roundsFactors = false;
};

/// Asks the runtime to compute a product in the memory of the device by a library. Returns whether
/// it has: else there is no library, or none that can. The product is added to the result, unless
/// it `overwrites` it.
mlir::Value createLibraryCall(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op,
                              const ProductLoops &loops, const ProductRounding &rounding,
                              bool overwrites);

/// Whether an op is such a call: it reads its first two buffers, and writes the last one.
bool isLibraryCall(mlir::Operation *op);

/// The words that describe the product of a call to the runtime.
llvm::SmallVector<mlir::Value> describeProduct(mlir::RewriterBase &rewriter,
                                               mlir::func::CallOp call);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_LIBRARYCALLS_H
