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
#include "chad/GPURuntime/Arrays.h"
#include "chad/GPURuntime/Runtime.h"
#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstring>

using namespace chad;
using namespace chad::detail;

namespace {
/// A message, truncated if it is too long.
struct Message {
  char text[512];
};

/// A call of a program.
struct Call {
  CallBlocks blocks;
  jmp_buf jump;
};

/// The record of a team of threads: `chad-threads-to-openmp` makes room for it.
struct Team {
  std::atomic<int32_t> status;
  Call *call;
  Message message;
};

/// For this thread: the call that it works for, the jump target of failures, and the last failure.
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

/// Called before a large allocation. `format` takes the reason of a failure, and the extents.
static void reserve(const char *format, double bytes, int64_t a, int64_t b, int64_t c, int64_t d) {
  auto failWith = [&](const char *what, CStatus status) {
    std::snprintf(lastMessage.text, sizeof(Message), format, what, a, b, c, d);
    leave(status);
  };
  if (a < 0 || b < 0 || c < 0 || d < 0)
    failWith("an extent is negative in an", CStatus::CheckFailed);
  // More bytes than there are addresses.
  constexpr double most = double(int64_t(1) << 47);
  // The allocation adds up to 64 bytes for alignment.
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

/// Sets the jump target of failures of this thread to `jump`. Returns the old one.
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

/// Returns true if the call returns normally, false if a failure jumps out of it. No object in
/// between has a destructor.
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
  if (isDone) {
    keepDeviceResults();
    return llvm::success();
  }
  call.blocks.release();
  releaseDeviceMemory();
  why = lastMessage.text;
  return llvm::failure();
}
