//===- Handles.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Releases handles of programs in this process, as `chad_release` does in C. LowerArenas.cpp says
// how handles and arenas are laid out.

#include "chad/ExecutionEngine/Memory.h"
#include "llvm/ADT/SmallVector.h"
#include <atomic>

using namespace chad;

namespace {
struct Block {
  Block *before;
};

/// A part of the list of the arenas that an arena refers to; in a block of that arena.
struct Held {
  Held *next;
  struct Arena *arena;
};

struct Arena {
  int64_t next, end;
  Block *blocks;
  int64_t blockSize, lock;
  std::atomic<int64_t> references;
  Held *held;
};

struct Handle {
  int64_t record;
  Arena *arena;
};
} // namespace

static_assert(sizeof(Arena) == 56, "the words that compiled code writes");

void chad::releaseHandle(void *address) {
  if (!address)
    return;
  auto *handle = static_cast<Handle *>(address);
  // A chain of arenas may be long.
  llvm::SmallVector<Arena *> dropped = {handle->arena};
  releaseBuffer(handle);
  while (!dropped.empty()) {
    Arena *arena = dropped.pop_back_val();
    if (arena->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
      continue;
    for (Held *held = arena->held; held; held = held->next)
      dropped.push_back(held->arena);
    for (Block *block = arena->blocks; block;) {
      Block *before = block->before;
      releaseBuffer(block);
      block = before;
    }
    releaseBuffer(arena);
  }
}
