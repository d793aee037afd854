//===- Fibers.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fibers.h"
#include <cstdint>
#include <cstdlib>
#include <ucontext.h>

using namespace chad::detail;

static constexpr size_t stackBytes = 128 << 10;
[[maybe_unused]] static constexpr size_t pageBytes = 4096;

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHAD_USE_UCONTEXT
#endif
#endif
#else
#define CHAD_USE_UCONTEXT
#endif

struct Fiber::Impl {
  void (*function)(void *) = nullptr;
  void *argument = nullptr;
  char *stack = nullptr;
  bool isRunning = false;
  /// What ran before `resume` was called, on this fiber or on one whose turn it took, and where
  /// that goes on.
  Impl *outer = nullptr;
  Impl **running = nullptr; ///< Where the operating system's thread has the fiber that it runs.
#ifdef CHAD_USE_UCONTEXT
  ucontext_t own, place, *caller = nullptr;
#else
  void *own = nullptr, *caller = nullptr;
#endif
};

static thread_local Fiber::Impl *current = nullptr;

#ifndef CHAD_USE_UCONTEXT
// Saves the registers that a called function must preserve, switches to the other stack, and
// continues where that was suspended. POSIX's `swapcontext` would also save the mask of signals,
// which takes two system calls.
extern "C" void chadSwitchStacks(void **from, void *to);
asm(R"(
  .text
  .local chadSwitchStacks
  .type chadSwitchStacks, @function
chadSwitchStacks:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
  .size chadSwitchStacks, .-chadSwitchStacks
)");
#endif

static void runCurrent() {
  Fiber::Impl *fiber = current;
  fiber->function(fiber->argument);
  fiber->isRunning = false;
  Fiber::giveWay();
  // A fiber that has ended is not resumed.
  std::abort();
}

Fiber::Fiber() : impl(std::make_unique<Impl>()) {
  impl->stack = static_cast<char *>(std::malloc(stackBytes));
}

Fiber::~Fiber() { std::free(impl->stack); }

void Fiber::start(void (*function)(void *), void *argument) {
  impl->function = function;
  impl->argument = argument;
  impl->isRunning = true;
#ifdef CHAD_USE_UCONTEXT
  getcontext(&impl->own);
  impl->own.uc_stack.ss_sp = impl->stack;
  impl->own.uc_stack.ss_size = stackBytes;
  impl->own.uc_link = nullptr;
  makecontext(&impl->own, runCurrent, 0);
#else
  // The new stack looks as if its function had called chadSwitchStacks: it holds six saved
  // registers, and the address at which the function continues.
  // All stacks are as far from the beginning of a page. They begin in different lines of it, so
  // that they are in the caches at once.
  auto start = reinterpret_cast<uintptr_t>(impl->stack);
  auto top = (start + stackBytes - start / pageBytes % 64 * 64) & ~uintptr_t(15);
  auto *words = reinterpret_cast<void **>(top) - 8;
  for (int i = 0; i < 6; ++i)
    words[i] = nullptr;
  words[6] = reinterpret_cast<void *>(runCurrent);
  words[7] = nullptr;
  impl->own = words;
#endif
}

bool Fiber::isRunning() const { return impl->isRunning; }

void Fiber::resume() {
  impl->outer = current;
  impl->running = &current;
  current = impl.get();
#ifdef CHAD_USE_UCONTEXT
  impl->caller = &impl->place;
  swapcontext(impl->caller, &impl->own);
#else
  chadSwitchStacks(&impl->caller, impl->own);
#endif
}

void Fiber::giveWay() {
  Impl *fiber = current;
  current = fiber->outer;
#ifdef CHAD_USE_UCONTEXT
  swapcontext(&fiber->own, fiber->caller);
#else
  chadSwitchStacks(&fiber->own, fiber->caller);
#endif
}

void Fiber::makeWayFor(Fiber &other) {
  Impl *next = other.impl.get();
  next->outer = impl->outer;
  next->caller = impl->caller;
  next->running = impl->running;
  *next->running = next;
#ifdef CHAD_USE_UCONTEXT
  swapcontext(&impl->own, &next->own);
#else
  chadSwitchStacks(&impl->own, next->own);
#endif
}

void Fiber::prefetch() const {
#ifndef CHAD_USE_UCONTEXT
  auto *stack = static_cast<const char *>(impl->own);
  __builtin_prefetch(stack);
  __builtin_prefetch(stack + 64);
  __builtin_prefetch(stack + 128);
#endif
}
