//===- BufferTypes.h - Types of buffers, asked for once ---------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_BUFFERIZE_BUFFERTYPES_H
#define CHAD_BUFFERIZE_BUFFERTYPES_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace chad {

/// Lets MLIR's bufferization compute the type of a buffer in linear time.
///
/// The buffer of the result of an `scf.if` has a type that depends on those of both branches, and
/// that of an array which an `scf.for` or an `scf.while` carries depends on the initial array and
/// on the one that the body yields. MLIR 22 computes both by recursion, for each use: for n ops
/// one after the other that all update one array it visits the first one 2ⁿ times. In this context
/// these three ops remember their answers afterwards, until the outermost question is answered.
///
/// This replaces a method of the models of `BufferizableOpInterface` that are registered in the
/// context, and so must not run while other threads use them: a pass calls it in `initialize`.
/// Calling it again has no effect.
void memoizeBufferTypes(mlir::MLIRContext *context);

} // namespace chad

#endif // CHAD_BUFFERIZE_BUFFERTYPES_H
