//===- UNFSupport.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Shared pieces of the ops on contexts: their parts, types, assembly and errors.

#ifndef CHAD_LIB_IR_UNFSUPPORT_H
#define CHAD_LIB_IR_UNFSUPPORT_H

#include "RegionAssembly.h"

namespace chad::detail {

using ErrorEmitter = llvm::function_ref<mlir::InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

mlir::FailureOr<CtxType> makeContext(ErrorEmitter emitError, mlir::MLIRContext *context,
                                     llvm::ArrayRef<mlir::Type> components);

/// Checks that a context has `count` components for `what`.
mlir::LogicalResult verifyEnough(ErrorEmitter emitError, CtxType ctx, int64_t count,
                                 llvm::StringRef what);

/// Checks that components from `first` on are arrays of one extent.
mlir::LogicalResult verifyArrays(ErrorEmitter emitError, CtxType ctx, size_t first);

/// Checks that all components are linear types.
mlir::LogicalResult verifyCotangents(ErrorEmitter emitError, CtxType ctx);

/// `ctx` and `more`.
mlir::FailureOr<CtxType> extend(ErrorEmitter emitError, CtxType ctx, mlir::TypeRange more);

/// `ctx` without its last `count` components. Emits an error if it has fewer.
mlir::FailureOr<CtxType> shorten(ErrorEmitter emitError, CtxType ctx, int64_t count,
                                 llvm::StringRef what);

/// `ctx` and an array for each of `elements`, of the extent of its last
/// `numArrays` components.
mlir::FailureOr<CtxType> extendByArrays(ErrorEmitter emitError, CtxType ctx, int64_t numArrays,
                                        mlir::TypeRange elements);

/// `ctx` and its last `numArrays` components again.
mlir::FailureOr<CtxType> extendByLast(ErrorEmitter emitError, CtxType ctx, int64_t numArrays);

/// `!chad.lin` of each type.
llvm::SmallVector<mlir::Type> cotangentsOf(mlir::TypeRange types);

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// Parses `of %c : type`.
mlir::ParseResult parseContext(mlir::OpAsmParser &parser,
                               mlir::OpAsmParser::UnresolvedOperand &operand, CtxType &type);

/// Parses `[%g : type, ...]`, if it is there, and appends to `args`.
mlir::ParseResult parseFreeArguments(mlir::OpAsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::OpAsmParser::Argument> &args);

void printContext(mlir::OpAsmPrinter &printer, mlir::Value ctx);
void printFreeArguments(mlir::OpAsmPrinter &printer, mlir::Block::BlockArgListType args);

/// Adds an inferred result type. The parser has reported a failure. A builder with operands that do
/// not match adds the type of the context unchanged, and the verifier reports the error.
mlir::ParseResult addResult(mlir::OperationState &state, mlir::FailureOr<CtxType> type);
void addResultOr(mlir::OperationState &state, mlir::FailureOr<CtxType> type, mlir::Value ctx);

/// Checks the result of `op` against an inferred type.
mlir::LogicalResult verifyResult(mlir::Operation *op, mlir::FailureOr<CtxType> expected);

} // namespace chad::detail

#endif // CHAD_LIB_IR_UNFSUPPORT_H
