//===- Blocks.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_BLOCKS_H
#define CHAD_LIB_EXECUTIONENGINE_BLOCKS_H

#include <cstddef>

namespace chad::detail {

/// A block of memory in a list.
struct BlockLink {
  BlockLink *previous = nullptr, *next = nullptr;
};

/// The blocks that a call of a program has allocated and not released, in a ring. Several threads
/// may add to it.
class CallBlocks {
public:
  CallBlocks() { ring.previous = ring.next = &ring; }
  CallBlocks(const CallBlocks &) = delete;
  ~CallBlocks() { forget(); }

  /// Like `allocateBuffer`, and adds the block to the ring.
  void *allocate(size_t bytes);
  /// Forgets the blocks, which then belong to the caller.
  void forget();
  /// Releases the blocks.
  void release();

private:
  BlockLink ring;
};

/// Allocates a block and keeps it, so that the next `allocateBuffer` of this size takes it. Returns
/// false if there is no memory.
bool reserveBuffer(size_t bytes);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_BLOCKS_H
