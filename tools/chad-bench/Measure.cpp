//===- Measure.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "../../test/Benchmark/Copy.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <chrono>
#include <cstring>

using namespace chad;
using namespace chad::bench;

static double secondsOf(const std::function<void()> &function, int64_t runs) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  for (int64_t i = 0; i < runs; ++i)
    function();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The number of runs that take at least two milliseconds.
static int64_t runsPerTurn(const std::function<void()> &function) {
  constexpr double enough = 2e-3;
  int64_t runs = 1;
  for (;;) {
    double seconds = secondsOf(function, runs);
    if (seconds >= enough)
      return runs;
    double factor = seconds > 0 ? std::clamp(1.2 * enough / seconds, 1.5, 100.0) : 100;
    runs = int64_t(double(runs) * factor) + 1;
  }
}

std::vector<double> chad::bench::measure(llvm::ArrayRef<std::function<void()>> functions,
                                         unsigned repeat, Statistic statistic) {
  std::vector<int64_t> runs;
  for (const std::function<void()> &function : functions)
    runs.push_back(runsPerTurn(function));
  std::vector<std::vector<double>> samples(functions.size());
  // If a round takes seconds, times differ little from round to round, and fewer rounds suffice.
  double round = 0;
  for (auto [function, count] : llvm::zip_equal(functions, runs))
    round += secondsOf(function, count);
  if (round > 1)
    repeat = std::min(repeat, fewRounds);
  for (unsigned i = 0; i < repeat; ++i)
    for (size_t f = 0; f < functions.size(); ++f) {
      // Runs whose data other functions may have driven out of the caches.
      if (round < 1)
        functions[f]();
      samples[f].push_back(secondsOf(functions[f], runs[f]) / double(runs[f]));
    }
  std::vector<double> result;
  for (std::vector<double> &times : samples) {
    auto chosen = times.begin() + (statistic == Statistic::Median ? times.size() / 2 : 0);
    std::nth_element(times.begin(), chosen, times.end());
    result.push_back(*chosen);
  }
  return result;
}

Copy::Copy(int64_t bytesMoved)
    : bytes(std::max<int64_t>(64, bytesMoved / 2 / 64 * 64)), from(Element::F64, bytes / 8),
      to(Element::F64, bytes / 8) {
  // Writes all pages: pages that were never written are all one page of zeros.
  std::memset(from.as<char>(), 1, bytes);
  std::memset(to.as<char>(), 1, bytes);
}

void Copy::plain() const { baseline::copyPlain(to.as<char>(), from.as<char>(), bytes); }

void Copy::nonTemporal() const { baseline::copyNonTemporal(to.as<char>(), from.as<char>(), bytes); }

CopySpeed chad::bench::measureCopy(int64_t bytesMoved, unsigned repeat, Statistic statistic) {
  Copy copy(bytesMoved);
  std::vector<double> seconds =
      measure({[&] { copy.plain(); }, [&] { copy.nonTemporal(); }}, repeat, statistic);
  return {copy.moved() / seconds[0], copy.moved() / seconds[1]};
}
