//===- Skeletons.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_BENCH_SKELETONS_H
#define CHAD_TOOLS_BENCH_SKELETONS_H

#include "Inputs.h"

namespace chad::bench {

/// Appends the transforms of a hand's bones, their inverses at rest, and vertices with
/// their weights, of which two are not zero.
void addSkeleton(Inputs &in, int64_t vertices, Arrays &args);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_SKELETONS_H
