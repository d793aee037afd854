//===- SoundPatterns.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_SOUNDPATTERNS_H
#define CHAD_LIB_TRANSFORMS_SOUNDPATTERNS_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace chad::detail {

/// Freezes canonicalization patterns, without `getUnsoundPatterns()` and those that `disabled`
/// names. Equal results of a branch or loop, and equal arguments, become one by a pattern that
/// takes n·log n steps for n of them: upstream's compares each pair, which takes 20 seconds of the
/// simplification of a function whose branches have 600 results.
mlir::FrozenRewritePatternSet freezeSound(mlir::RewritePatternSet patterns,
                                          llvm::ArrayRef<std::string> disabled = {});

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SOUNDPATTERNS_H
