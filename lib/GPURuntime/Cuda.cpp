//===- Cuda.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Kernels on NVIDIA's GPUs, by the functions of the driver, which is looked for when a program
// first needs it.

#include "Runtime.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

using namespace chad::detail;

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

using Result = int;
using DevicePointer = uint64_t;

namespace {
/// The driver's functions that are used, as its documentation declares them.
struct Driver {
  Result (*cuInit)(unsigned);
  Result (*cuDeviceGet)(int *, int);
  Result (*cuDeviceGetCount)(int *);
  Result (*cuDevicePrimaryCtxRetain)(void **, int);
  Result (*cuCtxSetCurrent)(void *);
  Result (*cuStreamCreate)(void **, unsigned);
  Result (*cuStreamSynchronize)(void *);
  Result (*cuModuleLoadDataEx)(void **, const void *, unsigned, int *, void **);
  Result (*cuModuleGetFunction)(void **, void *, const char *);
  Result (*cuModuleGetGlobal)(DevicePointer *, size_t *, void *, const char *);
  Result (*cuMemAlloc)(DevicePointer *, size_t);
  Result (*cuMemFree)(DevicePointer);
  Result (*cuMemcpyHtoDAsync)(DevicePointer, const void *, size_t, void *);
  Result (*cuMemcpyDtoHAsync)(void *, DevicePointer, size_t, void *);
  Result (*cuMemcpyDtoDAsync)(DevicePointer, DevicePointer, size_t, void *);
  Result (*cuLaunchKernel)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                           unsigned, void *, void **, void **);
  Result (*cuGetErrorString)(Result, const char **);
};

/// What a program says of a kernel; `chad-lower-launches` makes it.
struct Kernel {
  const char *image, *messages, *name;
  int64_t numWords;
  void *function;
};

/// What the driver has made of the code of a program.
struct Code {
  void *module = nullptr;
  DevicePointer error = 0; ///< Where failed checks leave their numbers, if there are any.
  const char *messages = nullptr;
};

/// What this process has of a GPU.
struct Device {
  Driver driver;
  std::string problem; ///< Why there is none.
  void *context = nullptr;
  std::mutex mutex;
  /// The code of programs that the driver has loaded, by where it lies in the program.
  std::unordered_map<const char *, Code> modules;
  /// Blocks of memory that are free, by their size.
  std::multimap<size_t, DevicePointer> free;

  Device() { problem = open(); }
  std::string open();
  std::string describe(Result result) const;
};

/// What this thread has: the order of its work, and the memory of its call.
struct ThreadState {
  void *stream = nullptr;
  std::unordered_map<DevicePointer, size_t> buffers;
  Code *code = nullptr; ///< Of the program whose kernel was launched last.
};

thread_local ThreadState thread;
} // namespace

std::string Device::describe(Result result) const {
  const char *text = nullptr;
  driver.cuGetErrorString(result, &text);
  return text ? text : "error " + std::to_string(result);
}

std::string Device::open() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return "there is no NVIDIA driver: libcuda.so.1 was not found; run on the CPU, or with the "
           "emulation of the GPU";
  const char *missing = nullptr;
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function)
      missing = name;
  };
  find(driver.cuInit, "cuInit");
  find(driver.cuDeviceGet, "cuDeviceGet");
  find(driver.cuDeviceGetCount, "cuDeviceGetCount");
  find(driver.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  find(driver.cuCtxSetCurrent, "cuCtxSetCurrent");
  find(driver.cuStreamCreate, "cuStreamCreate");
  find(driver.cuStreamSynchronize, "cuStreamSynchronize");
  find(driver.cuModuleLoadDataEx, "cuModuleLoadDataEx");
  find(driver.cuModuleGetFunction, "cuModuleGetFunction");
  find(driver.cuModuleGetGlobal, "cuModuleGetGlobal_v2");
  find(driver.cuMemAlloc, "cuMemAlloc_v2");
  find(driver.cuMemFree, "cuMemFree_v2");
  find(driver.cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
  find(driver.cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
  find(driver.cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
  find(driver.cuLaunchKernel, "cuLaunchKernel");
  find(driver.cuGetErrorString, "cuGetErrorString");
  if (missing)
    return std::string("the NVIDIA driver is too old: it has no ") + missing;
  if (Result result = driver.cuInit(0))
    return "the NVIDIA driver cannot be used: " + describe(result);
  int count = 0, number = 0, device = 0;
  if (Result result = driver.cuDeviceGetCount(&count))
    return "the NVIDIA driver cannot be used: " + describe(result);
  if (const char *chosen = std::getenv("CHAD_CUDA_DEVICE"))
    number = std::atoi(chosen);
  if (number < 0 || number >= count)
    return "there is no GPU of number " + std::to_string(number) + ": there are " +
           std::to_string(count);
  if (Result result = driver.cuDeviceGet(&device, number))
    return "cannot use the GPU: " + describe(result);
  if (Result result = driver.cuDevicePrimaryCtxRetain(&context, device))
    return "cannot use the GPU: " + describe(result);
  return "";
}

/// The GPU, with its context for this thread, and a stream.
static Device &getDevice() {
  static Device device;
  if (!device.problem.empty())
    failOnDevice(device.problem);
  if (!thread.stream) {
    device.driver.cuCtxSetCurrent(device.context);
    constexpr unsigned nonBlocking = 1;
    if (Result result = device.driver.cuStreamCreate(&thread.stream, nonBlocking)) {
      thread.stream = nullptr;
      failOnDevice("cannot make a stream on the GPU: " + device.describe(result));
    }
  }
  return device;
}

static void check(const Device &device, Result result, const char *what) {
  if (result)
    failOnDevice(std::string(what) + " failed on the GPU: " + device.describe(result));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Sizes are rounded up, so that a block fits the next call, too.
static size_t roundUp(size_t bytes) {
  size_t unit = 256;
  while (unit * 8 < bytes)
    unit *= 2;
  return (bytes + unit - 1) / unit * unit;
}

static int64_t allocate(int64_t bytes) {
  Device &device = getDevice();
  if (bytes < 0)
    failOnDevice("an extent is negative, or an array too large for the GPU");
  size_t size = roundUp(std::max<int64_t>(bytes, 1));
  DevicePointer pointer = 0;
  {
    std::lock_guard<std::mutex> lock(device.mutex);
    if (auto found = device.free.find(size); found != device.free.end()) {
      pointer = found->second;
      device.free.erase(found);
    }
  }
  if (!pointer && device.driver.cuMemAlloc(&pointer, size)) {
    // What is kept may be what is needed.
    std::lock_guard<std::mutex> lock(device.mutex);
    for (auto &[kept, block] : device.free)
      device.driver.cuMemFree(block);
    device.free.clear();
    pointer = 0;
    if (device.driver.cuMemAlloc(&pointer, size))
      pointer = 0;
  }
  if (!pointer)
    failOnDevice("there is no memory on the GPU for an array of " + std::to_string(bytes) +
                 " bytes");
  thread.buffers[pointer] = size;
  return static_cast<int64_t>(pointer);
}

/// The next user of the block comes later in the same stream, or waits for the end of the call.
static void release(int64_t address) {
  Device &device = getDevice();
  auto found = thread.buffers.find(static_cast<DevicePointer>(address));
  if (found == thread.buffers.end())
    return;
  auto [pointer, size] = *found;
  thread.buffers.erase(found);
  std::lock_guard<std::mutex> lock(device.mutex);
  device.free.emplace(size, pointer);
}

static void copyIn(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice();
  if (bytes > 0)
    check(device,
          device.driver.cuMemcpyHtoDAsync(static_cast<DevicePointer>(target),
                                          reinterpret_cast<void *>(source), bytes, thread.stream),
          "a copy to the device");
}

/// Whether a check of the program has failed since results were copied last.
static void checkErrors(Device &device) {
  if (!thread.code || !thread.code->error)
    return;
  int32_t number = 0;
  const Driver &driver = device.driver;
  check(device,
        driver.cuMemcpyDtoHAsync(&number, thread.code->error, sizeof(number), thread.stream),
        "a copy from the device");
  check(device, driver.cuStreamSynchronize(thread.stream), "a kernel");
  if (number == 0)
    return;
  int32_t none = 0;
  driver.cuMemcpyHtoDAsync(thread.code->error, &none, sizeof(none), thread.stream);
  driver.cuStreamSynchronize(thread.stream);
  const char *message = thread.code->messages;
  for (; number > 1; --number)
    message += std::strlen(message) + 1;
  failOnDevice(message);
}

static void copyOut(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice();
  if (bytes <= 0)
    return;
  check(device,
        device.driver.cuMemcpyDtoHAsync(reinterpret_cast<void *>(target),
                                        static_cast<DevicePointer>(source), bytes, thread.stream),
        "a copy from the device");
  check(device, device.driver.cuStreamSynchronize(thread.stream), "a kernel");
  checkErrors(device);
}

static void copy(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice();
  if (bytes > 0)
    check(device,
          device.driver.cuMemcpyDtoDAsync(static_cast<DevicePointer>(target),
                                          static_cast<DevicePointer>(source), bytes, thread.stream),
          "a copy on the device");
}

void chad::detail::releaseCudaMemory() {
  if (thread.buffers.empty())
    return;
  Device &device = getDevice();
  device.driver.cuStreamSynchronize(thread.stream);
  std::lock_guard<std::mutex> lock(device.mutex);
  for (auto &[pointer, size] : thread.buffers)
    device.free.emplace(size, pointer);
  thread.buffers.clear();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void *load(Device &device, Kernel &kernel) {
  std::lock_guard<std::mutex> lock(device.mutex);
  Code &code = device.modules[kernel.image];
  void *&module = code.module;
  if (!module) {
    // What the driver says of the code, where it does not take it.
    static char log[4096];
    log[0] = 0;
    int options[] = {5, 6}; // The buffer for errors, and its size.
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    if (Result result =
            device.driver.cuModuleLoadDataEx(&module, kernel.image, 2, options, values)) {
      module = nullptr;
      return nullptr;
    }
    size_t size;
    if (device.driver.cuModuleGetGlobal(&code.error, &size, module, "chad_error"))
      code.error = 0;
    code.messages = kernel.messages;
  }
  thread.code = &code;
  void *function = nullptr;
  if (device.driver.cuModuleGetFunction(&function, module, kernel.name))
    return nullptr;
  return function;
}

static void launch(Kernel *kernel, int64_t blocks, int64_t threads, uint64_t *words, int64_t) {
  if (blocks == 0)
    return;
  Device &device = getDevice();
  void *function = __atomic_load_n(&kernel->function, __ATOMIC_ACQUIRE);
  if (!function || !thread.code) {
    function = load(device, *kernel);
    if (!function)
      failOnDevice(std::string("the driver does not take the code of the kernel '") + kernel->name +
                   "'");
    __atomic_store_n(&kernel->function, function, __ATOMIC_RELEASE);
  }
  constexpr int64_t most = 0x7fffffff;
  if (blocks < 0 || blocks > most)
    failOnDevice("a kernel needs " + std::to_string(blocks) + " blocks, more than a GPU takes");
  std::vector<void *> params(kernel->numWords);
  for (int64_t i = 0; i < kernel->numWords; ++i)
    params[i] = words + i;
  check(device,
        device.driver.cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, /*sharedBytes=*/0,
                                     thread.stream, params.data(), nullptr),
        "a launch");
}

void chad::detail::defineCuda(const Define &define) {
  auto defineFunction = [&](const char *name, auto *function) {
    define(name, reinterpret_cast<void *>(function));
  };
  defineFunction("chadrt.cuda.allocate", allocate);
  defineFunction("chadrt.cuda.release", release);
  defineFunction("chadrt.cuda.copy", copy);
  defineFunction("chadrt.cuda.copy.in", copyIn);
  defineFunction("chadrt.cuda.copy.out", copyOut);
  defineFunction("chadrt.cuda.launch", launch);
}
