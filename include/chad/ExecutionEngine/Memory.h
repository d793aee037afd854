//===- Memory.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The memory of compiled programs. Blocks that are freed are kept for the next call, since to get
// new pages from the system takes longer than most kernels run.

#ifndef CHAD_EXECUTIONENGINE_MEMORY_H
#define CHAD_EXECUTIONENGINE_MEMORY_H

#include <cstddef>
#include <cstdint>

namespace chad {

/// At least `bytes` bytes at an address that is a multiple of 64; null where there is no such
/// memory, even after `trimMemory`.
void *allocateBuffer(size_t bytes);
void releaseBuffer(void *buffer);

/// Frees a handle that a program has returned, and what only it refers to. What was made from it
/// stays. Null is allowed.
void releaseHandle(void *handle);

/// What has been allocated so far.
struct MemoryStatistics {
  int64_t allocations = 0; ///< Calls of `allocateBuffer`.
  int64_t live = 0;        ///< Buffers that have not been released.
  int64_t liveBytes = 0;   ///< What was asked for in these buffers.
  int64_t peakBytes = 0;   ///< The most that `liveBytes` was since `restartPeak`.
};
MemoryStatistics getMemoryStatistics();

/// Sets `peakBytes` to the bytes that are live now.
void restartPeak();

/// Gives the blocks that are kept back to the system.
void trimMemory();

/// For tests: the allocation after `after` further ones fails, and those after it succeed again.
/// With a negative number none fails.
void failAllocation(int64_t after);

} // namespace chad

#endif // CHAD_EXECUTIONENGINE_MEMORY_H
