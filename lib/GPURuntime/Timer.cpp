//===- Timer.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timer.h"

using namespace chad::detail;

void Timer::begin(const Driver &driver, void *stream) {
  if (!isOn || isRunning || !driver.hasEvents())
    return;
  if (numRows == rows.size()) {
    void *before = nullptr, *after = nullptr;
    constexpr unsigned withTime = 0;
    if (driver.createEvent(&before, withTime))
      return;
    if (driver.createEvent(&after, withTime)) {
      driver.destroyEvent(before);
      return;
    }
    rows.emplace_back(before, after);
  }
  isRunning = driver.recordEvent(rows[numRows].first, stream) == 0;
}

void Timer::end(const Driver &driver, void *stream) {
  if (isRunning && driver.recordEvent(rows[numRows].second, stream) == 0)
    ++numRows;
  isRunning = false;
}

double Timer::take(const Driver &driver) {
  double seconds = 0;
  for (size_t i = 0; i < numRows; ++i) {
    float milliseconds = 0;
    if (driver.getElapsed(&milliseconds, rows[i].first, rows[i].second) == 0)
      seconds += 1e-3 * static_cast<double>(milliseconds);
  }
  numRows = 0;
  return seconds;
}

void Timer::clear(const Driver &driver) {
  for (auto [before, after] : rows) {
    driver.destroyEvent(before);
    driver.destroyEvent(after);
  }
  rows.clear();
  numRows = 0;
  isRunning = false;
}
