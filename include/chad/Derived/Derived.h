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

/// Expands the derived ops in `module`, and in the modules inside of it, that `mayExpand` accepts;
/// without `mayExpand`, all of them. Adds the gradients that the expansions call, each once.
void expandDerivedOps(mlir::ModuleOp module,
                      llvm::function_ref<bool(mlir::Operation *)> mayExpand = {});

/// Makes a `chad.map` whose body is what `makeCall` builds, and returns the arrays that it makes.
/// An argument that is an array of the type that `inputs` has for it is mapped over: each call gets
/// one of its elements. The other `args` are the same in all calls.
llvm::SmallVector<mlir::Value>
mapCalls(mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange args,
         mlir::TypeRange inputs,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)> makeCall);

/// Expands the matrices of linear functions in `root`, but for those of derivatives that are asked
/// for there: how these are represented is known when the requests are expanded.
void expandMatrices(mlir::Operation *root);

/// Expands the loops of linear functions in `root`, and their matrices.
void expandLinearFunctions(mlir::Operation *root);

/// The product `left · right`. The first `leading` dimensions of `left` are those of its rows. The
/// others are summed over; `right` begins with the same dimensions.
mlir::Value multiplyMatrices(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value left,
                             int64_t leading, mlir::Value right);

/// The product of the matrices `factors`. The rows of factor `i` have `ranks[i]` dimensions, its
/// columns `ranks[i + 1]`. A factor is an array, or a linear function of known structure, such as a
/// diagonal. The order of the multiplications is the one that takes the fewest
/// products of numbers. Where extents are not known, the program chooses it at run time.
mlir::Value multiplyChain(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<mlir::Value> factors, llvm::ArrayRef<int64_t> ranks);

/// `matrix` with its first `leading` dimensions behind the others.
mlir::Value transposeMatrix(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value matrix,
                            int64_t leading);

/// Names functions in the requests for derivatives of function values in `module`.
void nameFunctionValues(mlir::ModuleOp module);

/// Writes the linear functions that `function` makes by regions as compositions of operators.
/// Returns the op that has no such form, if there is one: then the linear function that it is in
/// stays.
mlir::Operation *writeAsOperators(mlir::func::FuncOp function);

} // namespace chad

#endif // CHAD_DERIVED_DERIVED_H
