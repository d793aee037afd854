//===- Cuda.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The driver of NVIDIA's GPUs.

#include "Driver.h"
#include <cstring>

using namespace chad::detail;

static Result (*getErrorString)(Result, const char **);
static Result (*getDeviceAttribute)(int *, int, int);

static Result getMultiprocessors(int *count, int device) {
  constexpr int multiprocessorCount = 16;
  return getDeviceAttribute(count, multiprocessorCount, device);
}

static Result getThreads(int *count, int device) {
  constexpr int maxThreadsPerMultiprocessor = 39;
  return getDeviceAttribute(count, maxThreadsPerMultiprocessor, device);
}

static const char *describe(Result result) {
  const char *text = nullptr;
  getErrorString(result, &text);
  return text;
}

static bool load(Driver &driver, std::string &why) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    why = "there is no NVIDIA driver: libcuda.so.1 was not found; run on the CPU, or with the "
          "emulation of the GPU";
    return true;
  }
  SymbolFinder find{library};
  find(driver.init, "cuInit");
  find(driver.getCount, "cuDeviceGetCount");
  find(driver.getDevice, "cuDeviceGet");
  find(driver.retainContext, "cuDevicePrimaryCtxRetain");
  find(driver.setCurrent, "cuCtxSetCurrent");
  find(driver.createStream, "cuStreamCreate");
  find(driver.synchronize, "cuStreamSynchronize");
  find(driver.destroyStream, "cuStreamDestroy_v2");
  find(driver.loadModule, "cuModuleLoadDataEx");
  find(driver.getFunction, "cuModuleGetFunction");
  find(driver.allocate, "cuMemAlloc_v2");
  find(driver.free, "cuMemFree_v2");
  find(driver.copy, "cuMemcpyAsync");
  find(driver.getAttribute, "cuPointerGetAttribute");
  find(driver.launch, "cuLaunchKernel");
  find(getErrorString, "cuGetErrorString");
  find.orNull(driver.getCurrent, "cuCtxGetCurrent");
  find.orNull(driver.beginCapture, "cuStreamBeginCapture_v2");
  find.orNull(driver.endCapture, "cuStreamEndCapture");
  find.orNull(driver.instantiateGraph, "cuGraphInstantiateWithFlags");
  find.orNull(driver.launchGraph, "cuGraphLaunch");
  find.orNull(driver.destroyRecord, "cuGraphDestroy");
  find.orNull(driver.destroyGraph, "cuGraphExecDestroy");
  find.orNull(driver.createEvent, "cuEventCreate");
  find.orNull(driver.recordEvent, "cuEventRecord");
  find.orNull(driver.getElapsed, "cuEventElapsedTime");
  find.orNull(driver.destroyEvent, "cuEventDestroy_v2");
  find.orNull(driver.getActiveBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  find.orNull(getDeviceAttribute, "cuDeviceGetAttribute");
  driver.getMultiprocessors = getDeviceAttribute ? getMultiprocessors : nullptr;
  driver.getThreads = getDeviceAttribute ? getThreads : nullptr;
  if (find.missing)
    why = std::string("the NVIDIA driver is too old: it has no ") + find.missing;
  return find.missing != nullptr;
}

Driver chad::detail::getCudaDriver() {
  Driver driver{};
  driver.name = "NVIDIA";
  driver.variable = "CHAD_CUDA_DEVICE";
  driver.deviceMemoryCode = 2;
  driver.managedAttribute = 8;
  driver.load = load;
  driver.describe = describe;
  // PTX is text that ends with a zero.
  driver.getImageSize = std::strlen;
  return driver;
}
