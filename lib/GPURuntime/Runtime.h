//===- Runtime.h - Parts of the runtime --------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPURUNTIME_RUNTIME_H
#define CHAD_LIB_GPURUNTIME_RUNTIME_H

#include "Driver.h"
#include "chad/GPURuntime/Arrays.h"
#include "chad/GPURuntime/Runtime.h"
#include <functional>
#include <string>

namespace chad::detail {

using Define = std::function<void(const char *name, void *function)>;

/// Ends the call of the program that runs on this thread, with a message.
[[noreturn]] void failOnDevice(const std::string &message,
                               DeviceFailure kind = DeviceFailure::Unusable);

void defineDevices(const Define &define);
void releaseDeviceMemory(Vendor vendor);
/// Sets the stream for this thread's work to `stream`, or, if that is null, to the thread's own
/// stream. Returns the old setting.
void *setDeviceStream(Vendor vendor, void *stream);
/// Sets the GPU for this thread's work by its number. A negative number means the GPU that the
/// environment names. Returns the old setting.
int setDeviceNumber(Vendor vendor, int number);
/// See DeviceContextScope.
void beginContextScope();
void endContextScope();
void setDeviceTiming(Vendor vendor, bool isOn);
/// Adds what this thread has done on the GPUs of a vendor to the counts, and forgets it.
void takeDeviceCounts(Vendor vendor, DeviceCounts &counts);
/// The number of the GPU that this thread uses.
int getNumber(Vendor vendor);
/// The following are for one vendor what the functions of Arrays.h are.
void *allocateArray(Vendor vendor, size_t bytes, std::string &why);
void freeArray(Vendor vendor, int number, void *array);
bool copyArray(Vendor vendor, void *target, const void *source, size_t bytes, std::string &why);
bool getStream(Vendor vendor, uint64_t &stream, std::string &why);

/// Makes memory an array of a caller.
void addDeviceArray(void *begin, size_t bytes, DeviceKind kind, int number);
/// Whether the results of this thread's calls are to be on the device.
bool hasResultsOnDevice();
/// Makes memory a result of the call that runs on this thread.
void addDeviceResult(void *begin, size_t bytes, DeviceKind kind);
/// Frees the results of a call of this thread that has failed.
void releaseDeviceResults();
/// Between these two calls the host can access the callers' arrays on the emulated device.
void openEmulatedArrays();
void closeEmulatedArrays();

void defineEmulator(const Define &define);
void releaseEmulatedMemory();

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_RUNTIME_H
