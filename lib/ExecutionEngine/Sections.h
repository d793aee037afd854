//===- Sections.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_SECTIONS_H
#define CHAD_LIB_EXECUTIONENGINE_SECTIONS_H

#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include <mutex>

namespace chad::detail {

/// Memory for the sections of one program. The small code model addresses code and data relative to
/// the instruction, by 32 signed bits; so all sections lie in one range of less than 2 GiB. LLVM's
/// loader only asks for a place near the last section, and does not check what it gets.
class NearbySections : public llvm::SectionMemoryManager::MemoryMapper {
public:
  /// The bytes that all sections together may span.
  static constexpr uint64_t reach = uint64_t(1) << 31;

  llvm::sys::MemoryBlock allocateMappedMemory(llvm::SectionMemoryManager::AllocationPurpose purpose,
                                              size_t bytes, const llvm::sys::MemoryBlock *nearBlock,
                                              unsigned flags, std::error_code &error) override;
  std::error_code protectMappedMemory(const llvm::sys::MemoryBlock &block, unsigned flags) override;
  std::error_code releaseMappedMemory(llvm::sys::MemoryBlock &block) override;

private:
  std::mutex mutex;
  /// The range that holds the sections so far; empty before the first one.
  uint64_t low = 0, high = 0;
};

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_SECTIONS_H
