//===- Hip.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The driver of AMD's GPUs, HIP. Except for a few, its functions are those of CUDA's driver with
// other names. So are the codes that the runtime passes to them: of attributes of pointers, of
// options of modules, of flags of streams, and of modes of capturing. The codes below are those of
// HIP 5, 6 and 7.

#include "Driver.h"
#include <cstring>

using namespace chad::detail;

namespace {
/// The functions that differ from CUDA's.
struct {
  Result (*setDevice)(int);
  Result (*getDevice)(int *);
  Result (*memcpyAsync)(void *, const void *, size_t, int, void *);
  const char *(*getErrorString)(Result);
  Result (*getDeviceAttribute)(int *, int, int);
  Result (*getVersion)(int *);
  Result (*getAttribute)(void *, int, DevicePointer);
  Result (*takeError)();
} hip;
} // namespace

/// A device has one context, which is represented by the number of the device.
static Result getCurrent(void **context) {
  int device = 0;
  Result result = hip.getDevice(&device);
  *context = reinterpret_cast<void *>(static_cast<intptr_t>(device));
  return result;
}

static Result retainContext(void **context, int device) {
  *context = reinterpret_cast<void *>(static_cast<intptr_t>(device));
  int before = -1;
  bool isKnown = hip.getDevice && !hip.getDevice(&before);
  Result result = hip.setDevice(device);
  if (isKnown)
    hip.setDevice(before);
  return result;
}

static Result setCurrent(void *context) {
  return hip.setDevice(static_cast<int>(reinterpret_cast<intptr_t>(context)));
}

static Result copy(DevicePointer target, DevicePointer source, size_t bytes, void *stream) {
  constexpr int asAddressesSay = 4;
  return hip.memcpyAsync(reinterpret_cast<void *>(target), reinterpret_cast<const void *>(source),
                         bytes, asAddressesSay, stream);
}

/// At an address of the host this is an error, which other code of the thread is not to see.
static Result getAttribute(void *value, int attribute, DevicePointer place) {
  Result result = hip.getAttribute(value, attribute, place);
  if (result && hip.takeError)
    hip.takeError();
  return result;
}

static Result getMultiprocessors(int *count, int device) {
  constexpr int multiprocessorCount = 63;
  return hip.getDeviceAttribute(count, multiprocessorCount, device);
}

static Result getThreads(int *count, int device) {
  constexpr int maxThreadsPerMultiprocessor = 57;
  return hip.getDeviceAttribute(count, maxThreadsPerMultiprocessor, device);
}

/// The code for memory of a device. HIP 6 took over that of CUDA.
static unsigned getDeviceMemoryCode() {
  constexpr int majorUnit = 10'000'000;
  int version = 0;
  return !hip.getVersion(&version) && version < 6 * majorUnit ? 1 : 2;
}

static const char *describe(Result result) { return hip.getErrorString(result); }

/// The code is a 64-bit ELF file that ends with the table of sections.
static size_t getImageSize(const char *image) {
  uint64_t sections = 0;
  uint16_t size = 0, count = 0;
  std::memcpy(&sections, image + 40, sizeof(sections));
  std::memcpy(&size, image + 58, sizeof(size));
  std::memcpy(&count, image + 60, sizeof(count));
  return sections + size_t(size) * count;
}

static bool load(Driver &driver, std::string &why) {
  void *library = nullptr;
  for (const char *name :
       {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"})
    if (!library)
      library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    why = "there is no AMD driver: libamdhip64.so was not found; run on the CPU";
    return true;
  }
  SymbolFinder find{library};
  find(driver.init, "hipInit");
  find(driver.getCount, "hipGetDeviceCount");
  find(driver.getDevice, "hipDeviceGet");
  find(driver.createStream, "hipStreamCreateWithFlags");
  find(driver.synchronize, "hipStreamSynchronize");
  find(driver.destroyStream, "hipStreamDestroy");
  find(driver.loadModule, "hipModuleLoadDataEx");
  find(driver.getFunction, "hipModuleGetFunction");
  find(driver.allocate, "hipMalloc");
  find(driver.free, "hipFree");
  find(hip.getAttribute, "hipPointerGetAttribute");
  find.orNull(hip.takeError, "hipGetLastError");
  driver.getAttribute = getAttribute;
  find(driver.launch, "hipModuleLaunchKernel");
  find(hip.setDevice, "hipSetDevice");
  find.orNull(hip.getDevice, "hipGetDevice");
  driver.getCurrent = hip.getDevice ? getCurrent : nullptr;
  find(hip.memcpyAsync, "hipMemcpyAsync");
  find(hip.getErrorString, "hipGetErrorString");
  find(hip.getVersion, "hipRuntimeGetVersion");
  find.orNull(driver.beginCapture, "hipStreamBeginCapture");
  find.orNull(driver.endCapture, "hipStreamEndCapture");
  find.orNull(driver.instantiateGraph, "hipGraphInstantiateWithFlags");
  find.orNull(driver.launchGraph, "hipGraphLaunch");
  find.orNull(driver.destroyRecord, "hipGraphDestroy");
  find.orNull(driver.destroyGraph, "hipGraphExecDestroy");
  find.orNull(driver.createEvent, "hipEventCreateWithFlags");
  find.orNull(driver.recordEvent, "hipEventRecord");
  find.orNull(driver.getElapsed, "hipEventElapsedTime");
  find.orNull(driver.destroyEvent, "hipEventDestroy");
  find.orNull(driver.getActiveBlocks, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
  find.orNull(hip.getDeviceAttribute, "hipDeviceGetAttribute");
  driver.getMultiprocessors = hip.getDeviceAttribute ? getMultiprocessors : nullptr;
  driver.getThreads = hip.getDeviceAttribute ? getThreads : nullptr;
  if (find.missing) {
    why = std::string("the AMD driver is too old: it has no ") + find.missing;
    return true;
  }
  driver.deviceMemoryCode = getDeviceMemoryCode();
  return false;
}

Driver chad::detail::getHipDriver() {
  Driver driver{};
  driver.name = "AMD";
  driver.variable = "CHAD_HIP_DEVICE";
  driver.load = load;
  driver.retainContext = retainContext;
  driver.setCurrent = setCurrent;
  driver.copy = copy;
  driver.describe = describe;
  driver.getImageSize = getImageSize;
  return driver;
}
