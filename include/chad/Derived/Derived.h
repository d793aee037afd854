//===- Derived.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The expansion of the ops of `DerivedOps.td`.

#ifndef CHAD_DERIVED_DERIVED_H
#define CHAD_DERIVED_DERIVED_H

#include "chad/IR/DerivedOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad {

/// Whether an op of `DerivedOps.td` is in `root`.
bool hasDerivedOps(mlir::Operation *root);

/// Expands the derived ops in `module` that `mayExpand` accepts, all if there is none, also those
/// in modules in it. Gradients are added, each once.
void expandDerivedOps(mlir::ModuleOp module,
                      llvm::function_ref<bool(mlir::Operation *)> mayExpand = {});

/// Calls `makeCall` for each element of those `args` that are arrays of what `inputs` says, in a
/// `chad.map`, and returns arrays of its results. The other `args` are the same for all calls.
llvm::SmallVector<mlir::Value>
mapCalls(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange args,
         mlir::TypeRange inputs,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> makeCall);

/// Expands all `chad.lfun.from_matrix` and `chad.lfun.to_matrix` in `root`.
void expandMatrices(mlir::Operation *root);

/// `left · right`: the first `leading` dimensions of `left` are those of the rows, and the others,
/// which are the first of `right`, are summed over.
mlir::Value multiplyMatrices(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value left,
                             int64_t leading, mlir::Value right);

/// The product of the matrices `factors`, of which `ranks` are the numbers of dimensions that each
/// is summed over with the next, or that lead: `ranks[i]` and `ranks[i + 1]` are those of factor
/// `i`. It is associated so that the fewest products of numbers are needed: where an extent is not
/// known, by the program.
mlir::Value multiplyChain(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<mlir::Value> factors, llvm::ArrayRef<int64_t> ranks);

/// `matrix` with its first `leading` dimensions behind the others.
mlir::Value transposeMatrix(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value matrix,
                            int64_t leading);

} // namespace chad

#endif // CHAD_DERIVED_DERIVED_H
