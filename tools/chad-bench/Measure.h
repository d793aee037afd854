//===- Measure.h --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Times of functions under the same conditions.

#ifndef CHAD_TOOLS_BENCH_MEASURE_H
#define CHAD_TOOLS_BENCH_MEASURE_H

#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <vector>

namespace chad::bench {

/// The least number of rounds.
constexpr unsigned fewRounds = 5;

/// The median seconds of a run of each function, from `repeat` rounds, fewer where they
/// are long; in each round every function has its turn. A turn is as many runs as make it long
/// enough for the clock.
std::vector<double> measure(llvm::ArrayRef<std::function<void()>> functions, unsigned repeat);

/// Bytes per second of copying arrays of so many bytes, read and written ones counted:
/// by plain stores, and by stores past the caches.
struct CopySpeed {
  double plain, nonTemporal;
};
CopySpeed measureCopy(int64_t bytesMoved, unsigned repeat);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_MEASURE_H
