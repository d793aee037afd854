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

/// A function that runs on a stack of its own until it suspends itself or ends.
class Fiber {
public:
  Fiber();
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Makes the fiber run `function` from the start when it is resumed next.
  void start(void (*function)(void *), void *argument);
  /// Runs the fiber until it gives way, or ends; false if it has ended.
  bool resume();
  /// Suspends the running fiber: returns to the code that has resumed it.
  static void giveWay();

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_FIBERS_H
