//===- Arrays.h - What lowerings begin with ---------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_PIPELINES_ARRAYS_H
#define CHAD_LIB_PIPELINES_ARRAYS_H

#include "mlir/Pass/PassManager.h"

namespace chad::detail {

/// Canonicalization, and elimination of common subexpressions.
void simplify(mlir::OpPassManager &pm);

/// Frees buffers by their ownership, in the last block that may use them, and removes the ops of
/// the bufferization dialect. Upstream's pipeline is the same but for its canonicalizers, each of
/// which collects patterns of its own.
void freeBuffers(mlir::OpPassManager &pm);

/// Those of `CPUOptions` that concern arrays.
struct ArrayOptions {
  bool checkBounds = false, keepExtendedProducts = false, exactFloats = false,
       batchProducts = false;
  llvm::SmallVector<std::string> libraries = {};
};

/// The passes on the arrays of a first-order program that come before loops are fused.
void normalizeArrays(mlir::OpPassManager &pm, const ArrayOptions &options);

} // namespace chad::detail

#endif // CHAD_LIB_PIPELINES_ARRAYS_H
