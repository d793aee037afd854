//===- Sections.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sections.h"
#include "llvm/Support/Memory.h"
#include <algorithm>

using namespace chad::detail;
using llvm::sys::Memory;
using llvm::sys::MemoryBlock;

MemoryBlock
NearbySections::allocateMappedMemory(llvm::SectionMemoryManager::AllocationPurpose purpose,
                                     size_t bytes, const MemoryBlock *nearBlock, unsigned flags,
                                     std::error_code &error) {
  std::lock_guard<std::mutex> lock(mutex);
  /// Takes a block at `wanted` if the system gives one there or elsewhere within reach.
  auto take = [&](uint64_t wanted) {
    MemoryBlock before(reinterpret_cast<void *>(wanted), 0);
    MemoryBlock block =
        Memory::allocateMappedMemory(bytes, wanted ? &before : nullptr, flags, error);
    if (error)
      return MemoryBlock();
    uint64_t begin = reinterpret_cast<uint64_t>(block.base());
    uint64_t end = begin + block.allocatedSize();
    if (low != high) {
      begin = std::min(begin, low);
      end = std::max(end, high);
    }
    if (end - begin >= reach) {
      Memory::releaseMappedMemory(block);
      return MemoryBlock();
    }
    low = begin;
    high = end;
    return block;
  };
  MemoryBlock block = take(high);
  if (block.base() || error)
    return block;
  // The system prefers another place where the wanted one is not free.
  constexpr uint64_t step = uint64_t(1) << 22;
  for (uint64_t distance = step; distance < reach; distance += step) {
    for (uint64_t wanted : {high + distance, low - std::min(low, distance + bytes)}) {
      block = take(wanted);
      if (block.base() || error)
        return block;
    }
  }
  error = std::make_error_code(std::errc::not_enough_memory);
  return MemoryBlock();
}

std::error_code NearbySections::protectMappedMemory(const MemoryBlock &block, unsigned flags) {
  return Memory::protectMappedMemory(block, flags);
}

std::error_code NearbySections::releaseMappedMemory(MemoryBlock &block) {
  return Memory::releaseMappedMemory(block);
}
