//===- SumArrays.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An array of sums is stored as a structure of arrays: one of the tags, and one for each value in
// an alternative.

#ifndef CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_SUMARRAYS_H
#define CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_SUMARRAYS_H

#include "mlir/Transforms/DialectConversion.h"

namespace chad::detail {

/// Converts an array of sums to the arrays of the values that `types` converts the sum to.
void addSumArrayConversion(mlir::TypeConverter &types);

/// Adds the patterns of ops that move elements of arrays: the same is done to each of the arrays.
void populateSumArrayPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);

/// Reports ops below `root` that take or make arrays of sums, and for which there is no pattern.
mlir::LogicalResult checkSumArrays(mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_SUMARRAYS_H
