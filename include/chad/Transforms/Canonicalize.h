//===- Canonicalize.h - Upstream's passes, where they are sound -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TRANSFORMS_CANONICALIZE_H
#define CHAD_TRANSFORMS_CANONICALIZE_H

#include "mlir/Pass/Pass.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace chad {

/// The canonicalization patterns of upstream that change what a program computes, by the names
/// that `disable-patterns` takes:
///
/// * `ForOpTensorCastFolder`: where a state of `scf.for` starts as the cast of a static tensor, it
///   gives the state the static type, also if an iteration changes the extents of the state.
llvm::ArrayRef<std::string> getUnsoundPatterns();

/// Replaces the ops below `root` that upstream's folds make invalid, or crash at, by others of the
/// same meaning. To be called before anything is folded. They are:
///
/// * comparisons of tensors with dynamic extents: `scalarizeOpenComparisons` (Scalarize.h);
/// * `vector.transpose` of vectors of rank 0, which is its operand, and `vector.shuffle` of them,
///   which becomes one of vectors of rank 1: the fold of a `vector.extract` from their results
///   takes them to have a dimension, and crashes.
void avoidUnsoundFolds(mlir::Operation *root);

/// How far patterns that are applied below `root` should also simplify regions: not at all where no
/// region has several blocks, as all that is then left to do is to erase ops without uses, and
/// applying patterns does so, too.
mlir::GreedySimplifyRegionLevel getRegionLevel(mlir::Operation *root);

/// `canonicalize` without `getUnsoundPatterns()`, and after `avoidUnsoundFolds`. Use it in place of
/// upstream's pass. Blocks that look alike are not merged, whatever `config` says: a merged block
/// has an argument for each value in which they differ, and in a function of thousands of blocks
/// these are hundreds of thousands.
std::unique_ptr<mlir::Pass>
createSoundCanonicalizerPass(mlir::GreedyRewriteConfig config = mlir::GreedyRewriteConfig());

/// Upstream's `inline`, which also canonicalizes the functions that it visits: here by
/// `createSoundCanonicalizerPass`.
std::unique_ptr<mlir::Pass> createSoundInlinerPass();

} // namespace chad

#endif // CHAD_TRANSFORMS_CANONICALIZE_H
