//===- Driver.h - What a vendor's driver offers -----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The part of the runtime that depends on the vendor of a GPU. A further vendor needs one file,
// which fills a `Driver`.

#ifndef CHAD_LIB_GPURUNTIME_DRIVER_H
#define CHAD_LIB_GPURUNTIME_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <string>

namespace chad::detail {

enum class Vendor { CUDA, HIP };
inline constexpr int numVendors = 2;

/// Zero, or the driver's number of an error.
using Result = int;
using DevicePointer = uint64_t;

/// The functions of a driver that the runtime calls, with the meaning that CUDA's driver gives
/// them.
struct Driver {
  const char *name;     ///< The name in messages.
  const char *variable; ///< The environment variable that chooses a GPU.
  /// Finds the functions below. On failure returns true, and `why` has the reason and the remedy.
  bool (*load)(Driver &driver, std::string &why);

  Result (*init)(unsigned flags);
  Result (*getCount)(int *count);
  Result (*getDevice)(int *device, int number);
  Result (*retainContext)(void **context, int device);
  Result (*setCurrent)(void *context);
  /// The context that is current in this thread; null if the driver lacks the function.
  Result (*getCurrent)(void **context);
  Result (*createStream)(void **stream, unsigned flags);
  Result (*synchronize)(void *stream);
  Result (*destroyStream)(void *stream);
  Result (*loadModule)(void **module, const void *image, unsigned numOptions, int *options,
                       void **values);
  Result (*getFunction)(void **function, void *module, const char *name);
  Result (*allocate)(DevicePointer *place, size_t bytes);
  Result (*free)(DevicePointer place);
  /// Copies between two addresses, each of the host or of a device.
  Result (*copy)(DevicePointer target, DevicePointer source, size_t bytes, void *stream);
  Result (*getAttribute)(void *value, int attribute, DevicePointer place);
  unsigned deviceMemoryCode; ///< What `getAttribute` says of the memory of a device.
  /// The attribute of memory that the driver moves between the host and all devices; 0 if there is
  /// none.
  int managedAttribute;
  Result (*launch)(void *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                   unsigned blockY, unsigned blockZ, unsigned sharedBytes, void *stream,
                   void **params, void **extra);
  // Graphs of launches, which older drivers lack. A graph is first captured, and then instantiated.
  Result (*beginCapture)(void *stream, int mode);
  Result (*endCapture)(void *stream, void **recorded);
  Result (*instantiateGraph)(void **graph, void *recorded, unsigned long long flags);
  Result (*launchGraph)(void *graph, void *stream);
  Result (*destroyRecord)(void *recorded);
  Result (*destroyGraph)(void *graph);
  bool hasGraphs() const {
    return beginCapture && endCapture && instantiateGraph && launchGraph && destroyRecord &&
           destroyGraph;
  }

  // Events, which older drivers lack: points of a stream, with their time.
  Result (*createEvent)(void **event, unsigned flags);
  Result (*recordEvent)(void *event, void *stream);
  Result (*getElapsed)(float *milliseconds, void *before, void *after);
  Result (*destroyEvent)(void *event);
  bool hasEvents() const { return createEvent && recordEvent && getElapsed && destroyEvent; }

  // Occupancy, which older drivers lack: how many blocks of a kernel a multiprocessor runs at once,
  // the number of multiprocessors, and how many threads each of them runs at once.
  Result (*getActiveBlocks)(int *count, void *function, int threads, size_t sharedBytes);
  Result (*getMultiprocessors)(int *count, int device);
  Result (*getThreads)(int *count, int device);

  /// The text for the number of an error; null for a number that the driver does not know.
  const char *(*describe)(Result result);
  /// The number of bytes of a program's code.
  size_t (*getImageSize)(const char *image);
};

/// Finds functions in a shared library. `missing` is the name of one that the library lacks, or
/// null.
struct SymbolFinder {
  void *library;
  const char *missing = nullptr;

  template <typename Function> void operator()(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function)
      missing = name;
  }
  /// Finds a function that may be missing; it is null then.
  template <typename Function> void orNull(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
  }
};

/// A driver that is not loaded yet.
Driver getDriver(Vendor vendor);
Driver getCudaDriver();
Driver getHipDriver();

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_DRIVER_H
