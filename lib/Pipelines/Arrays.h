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

/// The passes on the arrays of a first-order program that come before loops are fused.
void normalizeArrays(mlir::OpPassManager &pm, bool checkBounds, bool keepExtendedProducts = false,
                     bool exactFloats = false, bool batchProducts = false);

} // namespace chad::detail

#endif // CHAD_LIB_PIPELINES_ARRAYS_H
