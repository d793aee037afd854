//===- UNF.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the passes on unary normal form share.

#ifndef CHAD_LIB_TRANSFORMS_UNF_UNF_H
#define CHAD_LIB_TRANSFORMS_UNF_UNF_H

#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace chad::detail {

/// Whether the body of `function` is a chain of ops on a context.
bool isInUNF(mlir::func::FuncOp function);

/// Whether `op` is one of the ops on contexts.
bool isContextOp(mlir::Operation *op);

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Checks that contexts, and tuples in them, go from one op on contexts to the next.
llvm::LogicalResult checkContexts(mlir::Operation *root);

/// A function that is called for each op on a context, with the values of the components before and
/// after it. The code that the op became is before the builder's insertion point.
using ContextObserver =
    llvm::function_ref<void(mlir::OpBuilder &builder, mlir::Operation *op,
                            llvm::ArrayRef<mlir::Value> before, llvm::ArrayRef<mlir::Value> after)>;

/// Replaces the ops on contexts in `block`, and within its ops, by ops on the values of
/// the components; `observer` is told of those in `block`.
void evaluateContexts(mlir::Block &block, ContextObserver observer = {});

/// The types of the values that a component of type `type` is made of: a tuple is
/// its parts.
void flattenComponent(mlir::Type type, llvm::SmallVectorImpl<mlir::Type> &types);
size_t numLeaves(mlir::Type type);
size_t numLeaves(llvm::ArrayRef<mlir::Type> types);

/// The transposes of reductions and scans as loops over arrays: they are given by the attributes,
/// the primal arrays and units, and two regions.
struct AssociativeTranspose {
  mlir::ValueRange arrays, units;
  mlir::Region &combiner, &adjoint;
  /// Of the scan; a reduction is from the left.
  Direction direction = Direction::Left;
  std::optional<ScanKind> scan;
};

/// Adds to `free`, the cotangents of the free variables, and to `totals`, those of the arrays, the
/// parts that follow from `cotangents`, those of the results.
void expandTranspose(mlir::OpBuilder &builder, mlir::Location loc,
                     const AssociativeTranspose &transpose, llvm::MutableArrayRef<mlir::Value> free,
                     llvm::MutableArrayRef<mlir::Value> totals, mlir::ValueRange cotangents);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_UNF_UNF_H
