//===- SumOfCopies.h - Copies of a sum that are added up ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_KERNELS_SUMOFCOPIES_H
#define CHAD_LIB_LOOPS_KERNELS_SUMOFCOPIES_H

#include "Workers.h"

namespace chad::detail {

/// The number that all elements of an array are, by the op that makes it; null if there is none.
mlir::Value getNumberOf(mlir::Value array);

/// An array of the shape of `state`, which is no scalar. `compute` makes the code of an element
/// from that of `state` and its row-major position. Sets `build` to the loop over the elements.
mlir::Value
createElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value state,
               mlir::Operation *&build,
               llvm::function_ref<mlir::Value(mlir::Value start, mlir::Value place)> compute);

/// An array whose dimensions but the first are one.
mlir::Value collapseRows(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value array);

/// `state` and the sum of its copies. The first dimension of `copies` is the number of the copy.
/// Sets `build` to the loop over the elements of the sum.
mlir::Value createSumOfCopies(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value state,
                              mlir::Value copies, mlir::Value numCopies, mlir::Operation *&build);

/// The same by a kernel, of copies of floats that are no scalars: the threads of a block divide the
/// copies of adjacent elements.
mlir::Value createSumKernel(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value state,
                            mlir::Value copies, mlir::Value numCopies, const Machine &machine);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_KERNELS_SUMOFCOPIES_H
