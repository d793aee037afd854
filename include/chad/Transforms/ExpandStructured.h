//===- ExpandStructured.h ---------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces structured ops (`linalg`) on tensors by loops over arrays.

#ifndef CHAD_TRANSFORMS_EXPANDSTRUCTURED_H
#define CHAD_TRANSFORMS_EXPANDSTRUCTURED_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad {

/// How an array is put into the order in which loops read it.
enum class Permutation {
  Structured, ///< By `linalg.transpose`, whose derivative is one.
  Builds      ///< By `chad.build`.
};

/// Makes before `op`, a structured op on tensors, a nest of `chad.map`, `chad.build`, `chad.reduce`
/// and `chad.fold` that computes its results. The loops take the elements of arrays as arguments.
/// The order of the loops is the one in which the fewest arrays have to be permuted, with
/// reductions innermost. A sliding window becomes a slice. An op that has no such nest becomes
/// `scf.for` loops.
///
/// Returns the results. `op` itself is not changed.
llvm::SmallVector<mlir::Value> expandStructuredOp(mlir::RewriterBase &rewriter,
                                                  mlir::linalg::LinalgOp op,
                                                  Permutation permutation);

/// Replaces the ops of the linalg dialect in `root` that are no structured ops, such as
/// `linalg.softmax` and `linalg.pack`, by structured ops and tensor ops. Those for which there is
/// no such replacement stay. With `forDerivatives`, the maximum that a softmax subtracts is passed
/// through `chad.stop_gradient`: the result does not depend on it.
void decomposeAggregates(mlir::Operation *root, bool forDerivatives);

} // namespace chad

#endif // CHAD_TRANSFORMS_EXPANDSTRUCTURED_H
