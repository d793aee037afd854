//===- Memory.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/Memory.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

using namespace chad;

namespace {
constexpr size_t alignment = 64;
constexpr unsigned numClasses = 48;

/// What stands in the line before a block.
struct Header {
  unsigned sizeClass;
  size_t bytes;
};

/// Blocks of 2^k bytes.
struct Pool {
  std::mutex mutex;
  std::array<std::vector<void *>, numClasses> kept;
  MemoryStatistics statistics;
};
} // namespace

static Header &headerOf(void *buffer) {
  return *reinterpret_cast<Header *>(static_cast<char *>(buffer) - alignment);
}

/// Never destroyed: threads may outlive static objects.
static Pool &pool() {
  static Pool *instance = new Pool;
  return *instance;
}

[[noreturn]] static void outOfMemory(size_t bytes) {
  std::fprintf(stderr,
               "error: the program needs an array of %zu bytes, for which there is no memory\n",
               bytes);
  std::_Exit(1);
}

void *chad::allocateBuffer(size_t bytes) {
  unsigned sizeClass = llvm::Log2_64_Ceil(std::max(bytes, alignment));
  if (sizeClass >= numClasses)
    outOfMemory(bytes);
  Pool &memory = pool();
  {
    std::lock_guard<std::mutex> lock(memory.mutex);
    ++memory.statistics.allocations;
    ++memory.statistics.live;
    memory.statistics.liveBytes += bytes;
    memory.statistics.peakBytes =
        std::max(memory.statistics.peakBytes, memory.statistics.liveBytes);
    std::vector<void *> &kept = memory.kept[sizeClass];
    if (!kept.empty()) {
      void *buffer = kept.back();
      kept.pop_back();
      headerOf(buffer).bytes = bytes;
      return buffer;
    }
  }
  auto *block =
      static_cast<char *>(std::aligned_alloc(alignment, (size_t(1) << sizeClass) + alignment));
  if (!block)
    outOfMemory(bytes);
  headerOf(block + alignment) = {sizeClass, bytes};
  return block + alignment;
}

void chad::releaseBuffer(void *buffer) {
  if (!buffer)
    return;
  Header header = headerOf(buffer);
  Pool &memory = pool();
  std::lock_guard<std::mutex> lock(memory.mutex);
  --memory.statistics.live;
  memory.statistics.liveBytes -= header.bytes;
  memory.kept[header.sizeClass].push_back(buffer);
}

MemoryStatistics chad::getMemoryStatistics() {
  std::lock_guard<std::mutex> lock(pool().mutex);
  return pool().statistics;
}

void chad::restartPeak() {
  std::lock_guard<std::mutex> lock(pool().mutex);
  pool().statistics.peakBytes = pool().statistics.liveBytes;
}

void chad::trimMemory() {
  std::lock_guard<std::mutex> lock(pool().mutex);
  for (std::vector<void *> &kept : pool().kept) {
    for (void *buffer : kept)
      std::free(static_cast<char *>(buffer) - alignment);
    kept.clear();
  }
}
