// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs emulated kernels, each in a process of its own, as a mistake ends it.
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

#define KERNELS(each)                                                                              \
  each(fine) each(beyond) each(beyond_of_block) each(unallocated) each(unwritten) each(read_early) \
      each(written_early) each(blocks) each(blocks_read) each(atomic) each(sums) each(some_wait)   \
          each(wait_apart)

#define DECLARE(name) void name();
extern "C" {
KERNELS(DECLARE)
}

static void run(const char *name, void (*function)()) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(1, 2);
    function();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  std::printf("%s: %s\n", name, status == 0 ? "ends" : "fails");
}

int main() {
#define RUN(name) run(#name, name);
  KERNELS(RUN)
}
