//===- Steps.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The steps by which a function is raised, in their order.

#ifndef CHAD_LIB_FRONTENDS_RAISE_STEPS_H
#define CHAD_LIB_FRONTENDS_RAISE_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace chad::detail {

/// Drops encodings of tensors that mean nothing, such as strings, moves constants from resources
/// into the attributes, and makes sparse constants dense.
void simplifyAttributes(mlir::ModuleOp module);

/// An error at a constant in `function` whose numbers are not in the program.
llvm::LogicalResult checkConstants(mlir::func::FuncOp function);

/// Replaces calls of function values by `chad.apply`.
void replaceIndirectCalls(mlir::func::FuncOp function);

/// Replaces the dialect `index` by `arith` on indices.
void replaceIndexOps(mlir::func::FuncOp function);

/// Replaces `scf.for` loops that compare without a sign, and those whose index has fewer bits than
/// `index`, by loops whose index is an `index`, which ends at the bound, also at the greatest
/// number of its type.
void replaceIntegerLoops(mlir::func::FuncOp function);

/// Replaces `vector.multi_reduction` over no dimension, which combines two vectors, before MLIR
/// folds it to one of them.
void replaceEmptyReductions(mlir::func::FuncOp function);

/// Replaces ops that are other ops in another form: masks around transfers, atomic updates that
/// nothing else may disturb, scans of vectors, and views through buffers without a rank.
void normalizeOps(mlir::func::FuncOp function);

/// Replaces what `function` reads of globals of the dialect `ml_program` by constants. An error at
/// a read of a global that may change, and at a write.
llvm::LogicalResult replaceGlobals(mlir::func::FuncOp function);

/// Whether `function` has values of the dialect `shape`.
bool usesShapes(mlir::func::FuncOp function);

/// Whether an argument or a result of `function` is a shape, a size or a witness.
bool hasShapesInType(mlir::func::FuncOp function);

/// Replaces the dialect `shape` in `function` and in its type: shapes by tensors of their extents,
/// sizes by indices, and witnesses by conditions. Emits an error at an op on a value of unknown
/// rank.
llvm::LogicalResult replaceShapes(mlir::func::FuncOp function);

/// Whether `function` branches between blocks, or has ops of the affine dialect other than those
/// that compute indices.
bool isUnstructured(mlir::func::FuncOp function);

/// Replaces branches between blocks by `scf` (as `lift-cf-to-scf` does), loops that count by
/// `scf.for`, and the affine dialect by `scf`, `arith` and `memref`.
llvm::LogicalResult makeStructured(mlir::func::FuncOp function);

/// Whether a value of `function` is a buffer.
bool usesBuffers(mlir::func::FuncOp function);

/// Whether an argument or a result of `function` is a buffer.
bool hasBuffersInType(mlir::func::FuncOp function);

/// A function on tensors that replaces a function on buffers. It returns the results of the latter,
/// then the final contents of the arguments `written`.
struct RaisedFunction {
  mlir::func::FuncOp function;
  llvm::SmallVector<unsigned> written;
  /// For each result of the function on buffers, whether it is a buffer that is also an argument.
  llvm::SmallVector<bool> isArgument;
};
using RaisedFunctions = llvm::DenseMap<llvm::StringRef, RaisedFunction>;

/// Replaces the buffers of `function` by tensors. `callees` are the functions with buffers in their
/// types that it may call. Emits an error at an op that has no counterpart on tensors.
llvm::FailureOr<RaisedFunction> replaceBuffers(mlir::func::FuncOp function,
                                               const RaisedFunctions &callees);

/// Whether a type in or below `root` is or contains a vector.
bool usesVectors(mlir::Operation *root);

/// Whether an argument or a result of `function` is or contains a vector.
bool hasVectorsInType(mlir::func::FuncOp function);

/// Whether the compiler for the CPU supports all uses of vectors in `function`.
bool hasSimpleVectors(mlir::func::FuncOp function);

/// Replaces the vectors of `function` by tensors, in its type, too. An error at the op that has no
/// counterpart on tensors.
llvm::LogicalResult replaceVectors(mlir::func::FuncOp function);

/// Whether a type in or below `root` is or contains a complex type.
bool usesComplex(mlir::Operation *root);

/// Whether an argument or a result of `function` is complex.
bool hasComplexInType(mlir::func::FuncOp function);

/// Replaces each complex value in `functions` by two real values. With each function, `functions`
/// must contain all functions of `module` that it names, or that name it, and that use complex
/// values. With `keepPublicTypes`, a public function keeps its type: it then calls a new private
/// function on pairs.
llvm::LogicalResult splitComplex(mlir::ModuleOp module,
                                 llvm::ArrayRef<mlir::func::FuncOp> functions,
                                 bool keepPublicTypes);

/// Replaces `scf.for` loops that read and write elements of arrays at their index by loops over
/// these elements, `chad.map` and `chad.fold`.
void raiseLoops(mlir::func::FuncOp function);

} // namespace chad::detail

#endif // CHAD_LIB_FRONTENDS_RAISE_STEPS_H
