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
void setDeviceTiming(Vendor vendor, bool isOn);
/// Adds what this thread has done on the GPUs of a vendor to the counts, and forgets it.
void takeDeviceCounts(Vendor vendor, DeviceCounts &counts);
void defineEmulator(const Define &define);
void releaseEmulatedMemory();

} // namespace chad::detail

#endif // CHAD_LIB_GPURUNTIME_RUNTIME_H
