//===- Memory.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/Memory.h"
#include "Blocks.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstdlib>
#include <mutex>

using namespace chad;
using namespace chad::detail;

namespace {
constexpr size_t alignment = 64;
constexpr unsigned numClasses = 48;

/// The header, in the cache line before a block. For a block that is kept, `next` is the next kept
/// one.
struct Header : BlockLink {
  unsigned sizeClass;
  size_t bytes;
};
static_assert(sizeof(Header) <= alignment);

/// Blocks of 2^k bytes.
struct Pool {
  std::mutex mutex;
  std::array<BlockLink *, numClasses> kept = {};
  MemoryStatistics statistics;
  int64_t untilFailure = -1;

  void *take(unsigned sizeClass);
  void count(size_t bytes);
};
} // namespace

static Header &headerOf(void *buffer) {
  return *reinterpret_cast<Header *>(static_cast<char *>(buffer) - alignment);
}

static void *bufferOf(BlockLink *header) { return reinterpret_cast<char *>(header) + alignment; }

/// Never destroyed: threads may outlive static objects.
static Pool &pool() {
  static Pool *instance = new Pool;
  return *instance;
}

/// A block that is kept, or null.
void *Pool::take(unsigned sizeClass) {
  BlockLink *header = kept[sizeClass];
  if (!header)
    return nullptr;
  kept[sizeClass] = header->next;
  return bufferOf(header);
}

void Pool::count(size_t bytes) {
  ++statistics.allocations;
  ++statistics.live;
  statistics.liveBytes += bytes;
  statistics.peakBytes = std::max(statistics.peakBytes, statistics.liveBytes);
}

static void *newBlock(unsigned sizeClass) {
  void *block = std::aligned_alloc(alignment, (size_t(1) << sizeClass) + alignment);
  return block ? bufferOf(new (block) Header) : nullptr;
}

/// Makes a block. If there is no memory, gives all kept blocks back to the system and tries again.
static void *newBlockOrTrim(unsigned sizeClass) {
  if (void *buffer = newBlock(sizeClass))
    return buffer;
  trimMemory();
  return newBlock(sizeClass);
}

static unsigned classOf(size_t bytes) { return llvm::Log2_64_Ceil(std::max(bytes, alignment)); }

/// Adds the block to `ring`, if there is one.
static void *allocate(size_t bytes, BlockLink *ring) {
  unsigned sizeClass = classOf(bytes);
  if (sizeClass >= numClasses)
    return nullptr;
  Pool &memory = pool();
  std::unique_lock<std::mutex> lock(memory.mutex);
  if (memory.untilFailure >= 0 && memory.untilFailure-- == 0)
    return nullptr;
  void *buffer = memory.take(sizeClass);
  if (!buffer) {
    lock.unlock();
    buffer = newBlockOrTrim(sizeClass);
    if (!buffer)
      return nullptr;
    lock.lock();
  }
  memory.count(bytes);
  Header &header = headerOf(buffer);
  header.sizeClass = sizeClass;
  header.bytes = bytes;
  header.previous = ring;
  header.next = nullptr;
  if (ring) {
    header.next = ring->next;
    ring->next->previous = &header;
    ring->next = &header;
  }
  return buffer;
}

void *chad::allocateBuffer(size_t bytes) { return allocate(bytes, nullptr); }

/// Keeps a block for later. Precondition: the pool is locked.
static void keep(Pool &memory, Header &header) {
  if (header.previous) {
    header.previous->next = header.next;
    header.next->previous = header.previous;
  }
  --memory.statistics.live;
  memory.statistics.liveBytes -= header.bytes;
  header.previous = nullptr;
  header.next = memory.kept[header.sizeClass];
  memory.kept[header.sizeClass] = &header;
}

void chad::releaseBuffer(void *buffer) {
  if (!buffer)
    return;
  Pool &memory = pool();
  std::lock_guard<std::mutex> lock(memory.mutex);
  keep(memory, headerOf(buffer));
}

bool chad::detail::reserveBuffer(size_t bytes) {
  unsigned sizeClass = classOf(bytes);
  if (sizeClass >= numClasses)
    return false;
  Pool &memory = pool();
  std::unique_lock<std::mutex> lock(memory.mutex);
  if (memory.kept[sizeClass])
    return true;
  lock.unlock();
  void *buffer = newBlockOrTrim(sizeClass);
  if (!buffer)
    return false;
  lock.lock();
  Header &header = headerOf(buffer);
  header.next = memory.kept[sizeClass];
  memory.kept[sizeClass] = &header;
  return true;
}

void *CallBlocks::allocate(size_t bytes) { return ::allocate(bytes, &ring); }

void CallBlocks::forget() {
  std::lock_guard<std::mutex> lock(pool().mutex);
  while (ring.next != &ring) {
    BlockLink *link = ring.next;
    ring.next = link->next;
    link->previous = link->next = nullptr;
  }
  ring.previous = &ring;
}

void CallBlocks::release() {
  std::lock_guard<std::mutex> lock(pool().mutex);
  while (ring.next != &ring)
    keep(pool(), *static_cast<Header *>(ring.next));
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
  for (BlockLink *&kept : pool().kept)
    while (kept) {
      BlockLink *block = kept;
      kept = block->next;
      std::free(static_cast<Header *>(block));
    }
}

void chad::failAllocation(int64_t after) {
  std::lock_guard<std::mutex> lock(pool().mutex);
  pool().untilFailure = after;
}
