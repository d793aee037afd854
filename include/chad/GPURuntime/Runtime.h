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

#include <functional>

namespace chad {

/// Calls `define` with the name in programs, and the address, of each function of the runtime.
void defineDeviceFunctions(const std::function<void(const char *name, void *function)> &define);

/// What is called where the runtime fails, with a message; it does not return. None ends the
/// process.
using DeviceFailureHandler = void (*)(const char *message);
void setDeviceFailureHandler(DeviceFailureHandler handler);

/// Frees what this thread's last call has allocated on devices and not freed, after it has failed.
void releaseDeviceMemory();

} // namespace chad

#endif // CHAD_GPURUNTIME_RUNTIME_H
