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

/// Whether `root` contains an op of `DerivedOps.td`.
bool hasDerivedOps(mlir::Operation *root);

/// Expands the derived ops in `module`, and in the modules inside of it, for which `mayExpand`
/// returns true; if it is null, all of them. Adds the functions that compute gradients and that the
/// expansions call, each once.
void expandDerivedOps(mlir::ModuleOp module,
                      llvm::function_ref<bool(mlir::Operation *)> mayExpand = {});

/// Creates a `chad.map` whose body `makeCall` builds, and returns its results. `args` are the
/// arguments, and `inputs` the types of the called function's inputs. An argument of the type of
/// its input is the same in all calls. Any other argument is an array of such values, and is mapped
/// over: each call gets one of its elements.
llvm::SmallVector<mlir::Value>
mapCalls(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange args,
         mlir::TypeRange inputs,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> makeCall);

/// Expands the matrices of linear functions in `root`, except those of derivatives that `root`
/// requests: their operators are known only when the requests have been expanded.
void expandMatrices(mlir::Operation *root);

/// Expands the loops of linear functions in `root`, and their matrices.
void expandLinearFunctions(mlir::Operation *root);

/// Creates the product `left · right`. The first `leading` dimensions of `left` are those of its
/// rows. The others are summed over; `right` begins with the same dimensions.
mlir::Value multiplyMatrices(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value left,
                             int64_t leading, mlir::Value right);

/// Creates the product of the matrices `factors`. The rows of factor `i` have `ranks[i]`
/// dimensions, its columns `ranks[i + 1]`. A factor is an array, or a linear function of known
/// structure, such as a diagonal. The order of the multiplications is the one that takes the fewest
/// products of numbers. If extents are dynamic, the program chooses the order at run time.
mlir::Value multiplyChain(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<mlir::Value> factors, llvm::ArrayRef<int64_t> ranks);

/// Transposes `matrix`: its first `leading` dimensions become the last ones.
mlir::Value transposeMatrix(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value matrix,
                            int64_t leading);

/// Replaces requests for derivatives of function values in `module` by requests that name
/// functions.
void nameFunctionValues(mlir::ModuleOp module);

/// Rewrites each `chad.lfun.lambda` in `function` as a composition of operators. If an op in its
/// region has no operator, the lambda stays, and that op is returned; otherwise the result is null.
mlir::Operation *writeAsOperators(mlir::func::FuncOp function);

} // namespace chad

#endif // CHAD_DERIVED_DERIVED_H
