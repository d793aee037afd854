// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions that fail on a GPU, in one of two threads, and before another failure. The driver that
// stands in has all kernels fail while the variable CHECK is set.
#include "extents.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <thread>

static void (**beforeCopyOut)();

static std::string call() {
  double values[] = {1, 2, 3};
  chad_f64_1d a{values, {3}}, result{nullptr, {0}};
  std::string said = chad_elements(&a, &a, &result) ? chad_last_error() : "fine";
  chad_free(result.data);
  return said;
}

int main() {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  beforeCopyOut = static_cast<void (**)()>(dlsym(driver, "before_copy_out"));
  // While this thread has a kernel with a failed assertion, another one makes a call.
  setenv("CHECK", "1", 1);
  *beforeCopyOut = [] {
    *beforeCopyOut = nullptr;
    unsetenv("CHECK");
    std::thread([] { std::printf("other thread: %s\n", call().c_str()); }).join();
  };
  std::string own = call();
  std::printf("this thread: %s\n", own.c_str());
  std::printf("next call: %s\n", call().c_str());
  // The same where the call ends for another reason.
  setenv("CHECK", "1", 1);
  *beforeCopyOut = [] {
    *beforeCopyOut = nullptr;
    setenv("FAIL", "copy", 1);
  };
  own = call();
  std::printf("failed copy: %s\n", own.c_str());
  unsetenv("CHECK");
  unsetenv("FAIL");
  std::printf("next call: %s\n", call().c_str());
}
