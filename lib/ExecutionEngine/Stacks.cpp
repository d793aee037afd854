//===- Stacks.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Stacks of their own for programs in this process that recur. CRuntime.cpp has them for programs
// in C.

#include "Stacks.h"

#ifdef __linux__
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#else
#include "llvm/Support/ProgramStack.h"
#endif

using namespace chad;

#ifdef __linux__

namespace {
/// Address space, of which only pages that are used take memory.
struct Stack {
  char *base = nullptr;
  size_t size = 0;
};

/// The stacks of a thread that no call uses.
class StackCache {
public:
  ~StackCache() {
    for (Stack stack : idle)
      munmap(stack.base, stack.size);
  }

  Stack take() {
    if (!idle.empty())
      return idle.pop_back_val();
    constexpr size_t most = size_t(1) << 36, least = size_t(1) << 26;
    for (size_t size = most; size >= least; size /= 2) {
      void *base = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (base == MAP_FAILED)
        continue;
      // An overflow is a fault rather than a write to other memory.
      mprotect(base, sysconf(_SC_PAGESIZE), PROT_NONE);
      return {static_cast<char *>(base), size};
    }
    return {};
  }

  void give(Stack stack) {
    // A call that went deep does not keep its memory.
    constexpr size_t kept = size_t(1) << 20;
    madvise(stack.base, stack.size - kept, MADV_DONTNEED);
    idle.push_back(stack);
  }

private:
  llvm::SmallVector<Stack> idle;
};

struct Switch {
  ucontext_t caller, callee;
  llvm::function_ref<void()> task;
};
} // namespace

static void enter(unsigned high, unsigned low) {
  reinterpret_cast<Switch *>(uintptr_t(high) << 32 | low)->task();
}

void chad::detail::runOnLargeStack(llvm::function_ref<void()> task) {
  thread_local StackCache cache;
  Stack stack = cache.take();
  if (!stack.base)
    return task();
  Switch contexts{{}, {}, task};
  getcontext(&contexts.callee);
  contexts.callee.uc_stack.ss_sp = stack.base;
  contexts.callee.uc_stack.ss_size = stack.size;
  contexts.callee.uc_link = &contexts.caller;
  auto address = reinterpret_cast<uintptr_t>(&contexts);
  makecontext(&contexts.callee, reinterpret_cast<void (*)()>(enter), 2, unsigned(address >> 32),
              unsigned(address));
  swapcontext(&contexts.caller, &contexts.callee);
  cache.give(stack);
}

#else

void chad::detail::runOnLargeStack(llvm::function_ref<void()> task) {
  llvm::runOnNewStack(1u << 30, task);
}

#endif
