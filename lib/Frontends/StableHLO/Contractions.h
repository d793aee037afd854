//===- Contractions.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that the rules of ops on sums of products share.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_CONTRACTIONS_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_CONTRACTIONS_H

#include "Importer.h"

namespace chad::stablehlo {

/// Returns operands number 0 and 1, converted to the type in which their products are added.
FailureOr<std::pair<Value, Value>> convertFactors(Importer &importer, Operation *op);

/// Maps the result to the sums, converted from the type in which they were added.
LogicalResult setSums(Importer &importer, Operation *op, Value sums);

/// Reports an error if dimensions that two factors have in common differ in their extents.
LogicalResult checkPairs(Importer &importer, Operation *op, ShapedType a, ArrayRef<int64_t> aDims,
                         ShapedType b, ArrayRef<int64_t> bDims);

/// The dimensions that the factors have in common: those of the batch, and those that are summed.
struct DotDims {
  SmallVector<int64_t> aBatch, bBatch, aContracting, bContracting;
};
/// Imports `op` as sums of products of operands number 0 and 1. The dimensions of the result are
/// those of the batch, then those that only `a` has, then those that only `b` has.
LogicalResult importDot(Importer &importer, Operation *op, const DotDims &dims);

/// Adds the rules of sums of products whose dimensions have letters (`einsum`), and of those by
/// groups of rows (`ragged_dot`).
void addEinsumRules(RuleTable &rules);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_CONTRACTIONS_H
