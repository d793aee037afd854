//===- Apart.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Row.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace chad;
using namespace chad::bench;

static_assert(std::is_trivially_copyable_v<Figures>);

static bool writeAll(int to, const void *data, size_t size) {
  auto *bytes = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t count = write(to, bytes, size);
    if (count <= 0)
      return false;
    bytes += count;
    size -= count;
  }
  return true;
}

static std::string readAll(int from) {
  std::string text;
  char part[4096];
  for (ssize_t count; (count = read(from, part, sizeof(part))) > 0;)
    text.append(part, count);
  return text;
}

/// The limit of a row's memory, below what the machine has: a program that needs more ends with a
/// message, and no other program is pushed out of memory.
static void limitMemory() {
  // The address sanitizer reserves far more than there is.
  if (LLVM_ADDRESS_SANITIZER_BUILD)
    return;
  auto bytes = rlim_t(sysconf(_SC_PHYS_PAGES)) * rlim_t(sysconf(_SC_PAGESIZE)) / 4 * 3;
  rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
}

[[noreturn]] static void runChild(const Program &program, const Extents &extents,
                                  const Options &options, int to) {
  limitMemory();
  Row row;
  // The stack is as large as the one that other tools give to programs, for their recursion.
  llvm::thread worker(std::optional<unsigned>(512u << 20),
                      [&] { row = runRow(program, extents, options); });
  worker.join();
  const Figures &figures = row;
  bool isWritten = writeAll(to, &figures, sizeof(figures)) &&
                   writeAll(to, row.failure.data(), row.failure.size());
  _exit(isWritten ? 0 : 1);
}

Row chad::bench::runRowApart(const Program &program, const Extents &extents,
                             const Options &options) {
  Row row;
  row.program = &program;
  row.extents = extents;
  int ends[2];
  pid_t child = -1;
  if (pipe(ends) == 0) {
    child = fork();
    if (child == 0) {
      close(ends[0]);
      runChild(program, extents, options, ends[1]);
    }
    close(ends[1]);
  }
  if (child < 0) {
    row.failure = std::string("no process can be started: ") + std::strerror(errno);
    return row;
  }
  std::string text = readAll(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    row.failure = std::string("its process ended: ") + strsignal(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0 || text.size() < sizeof(Figures)) {
    row.failure = "its process ended";
  } else {
    std::memcpy(static_cast<Figures *>(&row), text.data(), sizeof(Figures));
    row.failure = text.substr(sizeof(Figures));
  }
  return row;
}
