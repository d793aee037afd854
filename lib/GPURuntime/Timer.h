//===- Timer.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPURUNTIME_TIMER_H
#define CHAD_LIB_GPURUNTIME_TIMER_H

#include "Driver.h"
#include <utility>
#include <vector>

namespace chad::detail {

/// Measures how long the kernels of a thread of the host run on a GPU: from an event of the driver
/// before the launches that follow each other to one after them. The time between two launches of
/// such a row is part of it.
class Timer {
public:
  bool isOn = false;

  /// Comes before a launch. What is measured begins here, if nothing is being measured.
  void begin(const Driver &driver, void *stream);
  /// Comes after the last launch of a row.
  void end(const Driver &driver, void *stream);
  /// Returns the seconds since the last call. The stream has been waited for.
  double take(const Driver &driver);
  /// Forgets the row that has begun, after a failure.
  void cancel() { isRunning = false; }
  void clear(const Driver &driver);

private:
  /// The events before and after each row; those up to `numRows` are in use.
  std::vector<std::pair<void *, void *>> rows;
  size_t numRows = 0;
  bool isRunning = false;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_TIMER_H
