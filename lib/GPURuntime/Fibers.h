//===- Fibers.h - Threads that take turns -------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPURUNTIME_FIBERS_H
#define CHAD_LIB_GPURUNTIME_FIBERS_H

#include <cstddef>
#include <memory>

namespace chad::detail {

/// Something that runs on a stack of its own, until it gives way or ends.
class Fiber {
public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Has the fiber run `function` from the start, when it is resumed.
  void start(void (*function)(void *), void *argument);
  /// Runs the fiber until it gives way, or ends; false if it has ended.
  bool resume();
  /// Returns to who has resumed the fiber that runs, until it is resumed again.
  static void giveWay();

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_FIBERS_H
