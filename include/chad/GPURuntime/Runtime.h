//===- Runtime.h - What compiled programs ask of a GPU ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The functions that a program calls which was compiled for a GPU, or for its emulation. Neither
// needs more than the C++ library: a driver is looked for when the first program asks for it.

#ifndef CHAD_GPURUNTIME_RUNTIME_H
#define CHAD_GPURUNTIME_RUNTIME_H

#include <cstdint>
#include <functional>

namespace chad {

/// Calls `define` with the name in programs, and the address, of each function of the runtime.
void defineDeviceFunctions(const std::function<void(const char *name, void *function)> &define);

/// Why a call fails on a device, by the statuses of C functions (docs/CABI.md).
enum class DeviceFailure : int32_t {
  Check = 3,    ///< A check of the program.
  NoMemory = 4, ///< There is not enough memory on the device.
  Unusable = 5, ///< There is no device, or it does not do what it is asked for.
};

/// What is called where the runtime fails, with a message; it does not return. None ends the
/// process.
using DeviceFailureHandler = void (*)(const char *message, DeviceFailure kind);
void setDeviceFailureHandler(DeviceFailureHandler handler);

/// Has the following calls of this thread do their work in `stream`, a `CUstream`, in which arrays
/// on the device that they are given have been made; null (the default): in a stream of the
/// thread's own. Programs on the CPU have no use for it.
void setDeviceStream(void *stream);

/// Frees what this thread's last call has allocated on devices and not freed, after it has failed.
void releaseDeviceMemory();

} // namespace chad

#endif // CHAD_GPURUNTIME_RUNTIME_H
