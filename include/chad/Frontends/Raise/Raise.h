//===- Raise.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Raising: programs of front ends, with buffers, branches or vectors, become programs on immutable
// values, which chad differentiates.

#ifndef CHAD_FRONTENDS_RAISE_RAISE_H
#define CHAD_FRONTENDS_RAISE_RAISE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad {

/// Which values raising keeps: complex values, and vectors. Vectors are kept only in functions in
/// which the compiler for the CPU supports all ops on vectors.
struct RaiseOptions {
  bool keepComplex = false, keepVectors = false;
};

/// Replaces each `ml_program.func` and `ml_program.subgraph` of `module` by a `func.func` of the
/// same name and with the same attributes. Emits an error at a graph with a cycle.
llvm::LogicalResult convertMLPrograms(mlir::ModuleOp module);

/// Raises `roots`, functions of `module`, and those that they call, as the pass `chad-raise`
/// describes: branches between blocks and the affine dialect become structured control flow, and
/// buffers become tensors. A function whose type has buffers is replaced by one on tensors. Complex
/// values become pairs of real ones, and vectors tensors, unless they are kept. Shapes become
/// tensors of their extents, and globals that do not change become constants.
///
/// Functions without such ops stay as they are. Where a function cannot be raised, an error is
/// emitted at the op that prevents it, with the remedy.
llvm::LogicalResult raiseFunctions(mlir::ModuleOp module, llvm::ArrayRef<mlir::func::FuncOp> roots,
                                   RaiseOptions options = {});

/// Raises the functions that requests for derivatives in `root` name, and those that they call.
/// Public functions whose types have buffers stay, beside the ones on tensors that are used.
llvm::LogicalResult raiseRequestedFunctions(mlir::Operation *root);

} // namespace chad

#endif // CHAD_FRONTENDS_RAISE_RAISE_H
