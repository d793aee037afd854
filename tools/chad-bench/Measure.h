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

#include "Array.h"
#include <functional>
#include <vector>

namespace chad::bench {

/// The least number of rounds.
constexpr unsigned fewRounds = 5;

/// The number that represents the times of several rounds.
enum class Statistic { Median, Minimum };

/// The median or minimum seconds of a run of each function, from `repeat` rounds, fewer where they
/// are long; in each round every function has its turn, which begins with a run that is not
/// timed. A turn is as many runs as make it long
/// enough for the clock.
std::vector<double> measure(llvm::ArrayRef<std::function<void()>> functions, unsigned repeat,
                            Statistic statistic);

/// Arrays that are copied: so many bytes are read or written by a copy.
class Copy {
public:
  explicit Copy(int64_t bytesMoved);
  void plain() const;
  /// Copies by stores that bypass the caches.
  void nonTemporal() const;
  double moved() const { return 2 * double(bytes); }

private:
  int64_t bytes;
  Array from, to;
};

/// Bytes per second.
struct CopySpeed {
  double plain, nonTemporal;
};
CopySpeed measureCopy(int64_t bytesMoved, unsigned repeat, Statistic statistic);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_MEASURE_H
