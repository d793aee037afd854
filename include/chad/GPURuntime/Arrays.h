//===- Arrays.h - Arrays of callers on a GPU --------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays in the memory of a GPU that belong to callers of programs: results that stay there, and
// arrays that a caller allocates. Functions that can fail return false or null, and `why` then has
// the reason.

#ifndef CHAD_GPURUNTIME_ARRAYS_H
#define CHAD_GPURUNTIME_ARRAYS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace chad {

/// What has a memory of its own.
enum class DeviceKind {
  CUDA,     ///< GPUs of NVIDIA.
  HIP,      ///< GPUs of AMD.
  Emulated, ///< The emulation of a GPU. The host cannot access its arrays, as it cannot a GPU's.
};

/// An array of a caller.
struct DeviceArrayInfo {
  void *begin;
  size_t bytes;
  DeviceKind kind;
  int number; ///< Of the GPU, in the order of the driver.
};

/// Allocates an array on the GPU that this thread uses.
void *allocateDeviceArray(DeviceKind kind, size_t bytes, std::string &why);
/// Frees an array, on any thread, when the GPU has done what works on it. Returns false, and does
/// nothing, if `array` is not an array that these functions or a program have allocated.
bool releaseDeviceArray(void *array);
/// The array that such an allocation has made and that contains an address.
std::optional<DeviceArrayInfo> findDeviceArray(const void *address);
/// Copies between two addresses, each of the host or of the GPU that this thread uses, after what
/// this thread has done there, and waits for the end.
bool copyDeviceArray(DeviceKind kind, void *target, const void *source, size_t bytes,
                     std::string &why);

/// The GPU that calls of this thread use, and the stream in which they work.
int getDeviceNumber(DeviceKind kind);
bool getDeviceStream(DeviceKind kind, uint64_t &stream, std::string &why);

/// Sets whether calls of this thread allocate their results on the GPU, from where
/// `releaseDeviceArray` frees them, as far as the caller gives no memory. Returns the old setting.
bool setResultsOnDevice(bool isOn);
/// To be called after a call of this thread has succeeded: its results on the GPU are the caller's.
void keepDeviceResults();

} // namespace chad

#endif // CHAD_GPURUNTIME_ARRAYS_H
