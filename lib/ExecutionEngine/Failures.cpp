//===- Failures.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Failures.h"
#include "Blocks.h"
#include "CInterface.h"
#include "chad/ExecutionEngine/Memory.h"
#include "chad/GPURuntime/Runtime.h"
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstring>

using namespace chad;
using namespace chad::detail;

namespace {
/// A message, cut where it is too long.
struct Message {
  char text[512];
};

/// A call of a program.
struct Call {
  CallBlocks blocks;
  jmp_buf jump;
};

/// What is known of a team of threads: `chad-threads-to-openmp` makes room for it.
struct Team {
  std::atomic<int32_t> status;
  Call *call;
  Message message;
};

/// Of this thread: the call that it works for, where failures go, and the last of them.
thread_local Call *currentCall = nullptr;
thread_local void *currentJump = nullptr;
thread_local Message lastMessage;
} // namespace

[[noreturn]] static void leave(CStatus status) {
  std::longjmp(*static_cast<jmp_buf *>(currentJump), static_cast<int>(status));
}

//===----------------------------------------------------------------------===//
// What programs call
//===----------------------------------------------------------------------===//

[[noreturn]] static void fail(int32_t status, const char *format, int64_t a, int64_t b, int64_t c,
                              int64_t d) {
  std::snprintf(lastMessage.text, sizeof(Message), format, a, b, c, d);
  leave(static_cast<CStatus>(status));
}

[[noreturn]] static void failWithoutMemory(size_t bytes) {
  std::snprintf(lastMessage.text, sizeof(Message),
                "the program needs an array of %zu bytes, for which there is no memory", bytes);
  leave(CStatus::NoMemory);
}

static void *allocate(size_t bytes) {
  void *buffer = currentCall->blocks.allocate(bytes);
  if (!buffer)
    failWithoutMemory(bytes);
  return buffer;
}

/// Before a large allocation. `format` takes what is wrong, and the extents.
static void reserve(const char *format, double bytes, int64_t a, int64_t b, int64_t c, int64_t d) {
  auto failWith = [&](const char *what, CStatus status) {
    std::snprintf(lastMessage.text, sizeof(Message), format, what, a, b, c, d);
    leave(status);
  };
  if (a < 0 || b < 0 || c < 0 || d < 0)
    failWith("an extent is negative in an", CStatus::CheckFailed);
  // More than there are addresses.
  constexpr double most = double(int64_t(1) << 47);
  // With what the allocation adds to align it.
  if (bytes >= most || !reserveBuffer(static_cast<size_t>(bytes) + 64))
    failWith("there is no memory for an", CStatus::NoMemory);
}

static void beginTeam(Team *team) {
  team->status = 0;
  team->call = currentCall;
}

static void endTeam(Team *team) {
  if (int32_t status = team->status) {
    lastMessage = team->message;
    leave(static_cast<CStatus>(status));
  }
}

/// Has failures of this thread go to `jump`; returns where they went before.
static void *enterThread(Team *team, void *jump) {
  void *outer = currentJump;
  currentCall = team->call;
  currentJump = jump;
  return outer;
}

static void leaveThread(void *outer) { currentJump = outer; }

/// The first failure of a team is the one that is reported.
static void failThread(Team *team, int32_t status) {
  int32_t none = 0;
  if (team->status.compare_exchange_strong(none, status))
    team->message = lastMessage;
}

[[noreturn]] static void failDevice(const char *message, DeviceFailure kind) {
  std::snprintf(lastMessage.text, sizeof(Message), "%s", message);
  leave(static_cast<CStatus>(kind));
}

void chad::detail::defineRuntime(llvm::function_ref<void(llvm::StringRef, void *)> define) {
  auto defineFunction = [&](llvm::StringRef name, auto *function) {
    define(name, reinterpret_cast<void *>(function));
  };
  defineFunction("malloc", allocate);
  defineFunction("free", releaseBuffer);
  defineFunction("chadrt.fail", fail);
  defineFunction("chadrt.reserve", reserve);
  defineFunction("chadrt.team.begin", beginTeam);
  defineFunction("chadrt.team.end", endTeam);
  defineFunction("chadrt.thread.enter", enterThread);
  defineFunction("chadrt.thread.leave", leaveThread);
  defineFunction("chadrt.thread.fail", failThread);
  setDeviceFailureHandler(failDevice);
  defineDeviceFunctions([&](const char *name, void *function) { define(name, function); });
}

//===----------------------------------------------------------------------===//
// Calls of programs
//===----------------------------------------------------------------------===//

/// Whether the call comes back by itself. It has nothing to destroy, as a jump passes it.
static bool callOrJump(Call &call, void (*code)(void **), void **parts) {
  if (_setjmp(call.jump))
    return false;
  code(parts);
  return true;
}

llvm::LogicalResult chad::detail::callProgram(void (*code)(void **), void **parts,
                                              std::string &why) {
  Call call;
  Call *outerCall = currentCall;
  void *outerJump = currentJump;
  currentCall = &call;
  currentJump = &call.jump;
  bool isDone = callOrJump(call, code, parts);
  currentCall = outerCall;
  currentJump = outerJump;
  if (isDone)
    return llvm::success();
  call.blocks.release();
  releaseDeviceMemory();
  why = lastMessage.text;
  return llvm::failure();
}
