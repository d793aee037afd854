//===- Sequences.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sequences.h"
#include <algorithm>

using namespace chad::detail;

/// A sequence with fewer launches gains nothing from a graph. A sequence with more launches is not
/// remembered.
static constexpr size_t leastLaunches = 3, mostLaunches = 4096;
/// The number of sequences that are remembered.
static constexpr size_t mostSequences = 64;

static Result launchNow(const Driver &driver, Launch &launch, void *stream) {
  if (launch.library) {
    Result status = launch.library->multiply(MatrixProduct(launch.words.data()), stream);
    return status ? status + libraryFailure : 0;
  }
  thread_local std::vector<void *> params;
  params.resize(launch.words.size());
  for (size_t i = 0; i < params.size(); ++i)
    params[i] = &launch.words[i];
  return driver.launch(launch.function, launch.blocks, 1, 1, launch.threads, 1, 1,
                       /*sharedBytes=*/0, stream, params.data(), nullptr);
}

Result Sequences::launchHeld(const Driver &driver, void *stream) {
  if (numLaunched < current.size())
    timer.begin(driver, stream);
  while (numLaunched < current.size())
    if (Result result = launchNow(driver, current[numLaunched++], stream))
      return result;
  return 0;
}

Result Sequences::add(const Driver &driver, Launch launch, void *stream) {
  size_t number = current.size();
  if (number == 0 && driver.hasGraphs())
    for (auto sequence = known.begin(); sequence != known.end(); ++sequence)
      candidates.push_back(sequence);
  auto differs = [&](std::list<Sequence>::iterator sequence) {
    return number >= sequence->launches.size() || !(sequence->launches[number] == launch);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), differs), candidates.end());
  current.push_back(std::move(launch));
  return candidates.empty() ? launchHeld(driver, stream) : 0;
}

bool Sequences::launchGraph(const Driver &driver, Sequence &sequence, void *stream) {
  if (sequence.hasFailed)
    return true;
  if (!sequence.graph) {
    sequence.hasFailed = true;
    // Launches in the caller's stream may not be capturable, so that the graph is captured in a
    // stream of its own.
    constexpr unsigned nonBlocking = 1;
    if (!captureStream && driver.createStream(&captureStream, nonBlocking)) {
      captureStream = nullptr;
      return true;
    }
    constexpr int onlyOfThread = 1;
    if (driver.beginCapture(captureStream, onlyOfThread))
      return true;
    Result failure = 0;
    for (Launch &launch : sequence.launches)
      if (!failure)
        failure = launchNow(driver, launch, captureStream);
    void *recorded = nullptr;
    if (driver.endCapture(captureStream, &recorded) || !recorded)
      return true;
    if (!failure)
      failure = driver.instantiateGraph(&sequence.graph, recorded, /*flags=*/0);
    driver.destroyRecord(recorded);
    if (failure) {
      sequence.graph = nullptr;
      return true;
    }
    sequence.hasFailed = false;
  }
  timer.begin(driver, stream);
  return driver.launchGraph(sequence.graph, stream) != 0;
}

Result Sequences::finish(const Driver &driver, void *stream) {
  if (current.empty())
    return 0;
  Result result = 0;
  auto isWhole = [&](std::list<Sequence>::iterator sequence) {
    return sequence->launches.size() == current.size();
  };
  auto same = std::find_if(candidates.begin(), candidates.end(), isWhole);
  if (same != candidates.end()) {
    known.splice(known.begin(), known, *same);
    if (launchGraph(driver, known.front(), stream))
      result = launchHeld(driver, stream);
  } else {
    result = launchHeld(driver, stream);
    if (driver.hasGraphs() && current.size() >= leastLaunches && current.size() <= mostLaunches) {
      known.emplace_front();
      known.front().launches = std::move(current);
      if (known.size() > mostSequences) {
        if (known.back().graph)
          driver.destroyGraph(known.back().graph);
        known.pop_back();
      }
    }
  }
  timer.end(driver, stream);
  drop();
  return result;
}

void Sequences::drop() {
  current.clear();
  candidates.clear();
  numLaunched = 0;
  timer.cancel();
}

void Sequences::clear(const Driver &driver) {
  drop();
  timer.clear(driver);
  for (Sequence &sequence : known)
    if (sequence.graph)
      driver.destroyGraph(sequence.graph);
  known.clear();
  if (captureStream)
    driver.destroyStream(captureStream);
  captureStream = nullptr;
}
