//===- Sequences.h - Launches that repeat -----------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sequences of launches. A program that is called again with arrays of the same shapes launches the
// same kernels with the same arguments, since its memory comes from the same pool. Such a sequence
// of launches becomes a graph of the driver, which one call launches.

#ifndef CHAD_LIB_GPURUNTIME_SEQUENCES_H
#define CHAD_LIB_GPURUNTIME_SEQUENCES_H

#include "Driver.h"
#include "Library.h"
#include "Timer.h"
#include <list>
#include <vector>

namespace chad::detail {

/// What is added to the status of a library, so that it is no error of the driver.
inline constexpr Result libraryFailure = 1 << 20;

/// A launch of a kernel, with its arguments, of one word each. With a library, a product of
/// matrices that the words describe.
struct Launch {
  void *function;
  unsigned blocks, threads;
  std::vector<uint64_t> words;
  const Library *library = nullptr;

  bool operator==(const Launch &other) const {
    return function == other.function && blocks == other.blocks && threads == other.threads &&
           words == other.words && library == other.library;
  }
};

/// The launches of a thread of the host. A sequence ends where a copy or the host must wait for the
/// kernels of the sequence.
///
/// A launch is submitted at once, unless an earlier sequence begins with the launches so far: then
/// launches are held back until the sequence ends or differs from the earlier one. A sequence that
/// occurs for the second time becomes a graph.
class Sequences {
public:
  /// Launches a kernel, at once or, if the launch is held back, at the latest when the sequence
  /// ends.
  Result add(const Driver &driver, Launch launch, void *stream);
  /// Ends the sequence. Afterwards all of its launches have been submitted to the stream.
  Result finish(const Driver &driver, void *stream);
  /// Forgets the launches that are held back, after a failure.
  void drop();
  /// Frees all graphs.
  void clear(const Driver &driver);

  Timer timer;

private:
  struct Sequence {
    std::vector<Launch> launches;
    void *graph = nullptr;  ///< The instantiated graph; null before the second time.
    bool hasFailed = false; ///< Whether the driver failed to make a graph.
  };

  /// Submits the launches that are held back, one after the other.
  Result launchHeld(const Driver &driver, void *stream);
  /// Makes a graph of the sequence, and launches it. Returns true if there is none.
  bool launchGraph(const Driver &driver, Sequence &sequence, void *stream);

  std::vector<Launch> current;
  size_t numLaunched = 0; ///< How many of `current` have been submitted.
  /// The earlier sequences, the most recently used first, and those of them that begin with the
  /// current launches.
  std::list<Sequence> known;
  std::vector<std::list<Sequence>::iterator> candidates;
  void *captureStream = nullptr;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_SEQUENCES_H
