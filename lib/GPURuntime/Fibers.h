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
  /// Runs the fiber, and those that it makes way for, until one gives way to none, or ends.
  void resume();
  /// Whether the fiber has been started, and has not ended.
  bool isRunning() const;
  /// Suspends the running fiber: returns to the code that has called `resume`.
  static void giveWay();
  /// Suspends this fiber, which runs, and runs `next` in its place.
  void makeWayFor(Fiber &next);
  /// Moves what the fiber needs first into the cache, as it runs soon.
  void prefetch() const;

  struct Impl;

private:
  std::unique_ptr<Impl> impl;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_FIBERS_H
