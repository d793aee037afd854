//===- Runtime.h - What compiled programs ask of a GPU ----------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The runtime of programs that were compiled for a GPU, or for its emulation. The runtime needs the
// C++ library only: it looks for a driver when a program first needs one.

#ifndef CHAD_GPURUNTIME_RUNTIME_H
#define CHAD_GPURUNTIME_RUNTIME_H

#include <cstdint>
#include <functional>
#include <string>

namespace chad {

/// Calls `define` with the name in programs, and the address, of each function of the runtime.
void defineDeviceFunctions(const std::function<void(const char *name, void *function)> &define);

/// Why a call failed on a device. The numbers are the statuses that C functions return
/// (docs/CABI.md).
enum class DeviceFailure : int32_t {
  Check = 3,    ///< A check of the program failed.
  NoMemory = 4, ///< There is not enough memory on the device.
  Unusable = 5, ///< There is no device, or its driver reported an error.
};

/// What a launch says of its kernel: that its threads wait for each other, and that it may run with
/// fewer blocks than are asked for.
inline constexpr int64_t hasBarriersFlag = 1, takesFewerBlocksFlag = 2;

/// How many blocks of 256 threads a GPU runs at once, if it does not say: an H100 or H200.
inline constexpr int64_t usualBlocks = 1056;

/// A function that the runtime calls on failure, with a message. The handler must not return.
/// Without a handler the runtime ends the process.
using DeviceFailureHandler = void (*)(const char *message, DeviceFailure kind);
void setDeviceFailureHandler(DeviceFailureHandler handler);

/// From now on, calls of this thread work in `stream`, a `CUstream`. Arrays on the device that the
/// caller passes must have been made in the same stream. With null, the default, calls work in a
/// stream of the thread's own. Programs on the CPU ignore the stream.
void setDeviceStream(void *stream);

/// From now on, calls of this thread use the GPU of this number, in the order of the driver. With a
/// negative one, the default, they use the GPU that `CHAD_CUDA_DEVICE` or `CHAD_HIP_DEVICE` names,
/// or else the first one. A stream belongs to one GPU. Programs on the CPU ignore the number.
void setDeviceNumber(int number);

/// Work on a GPU makes the GPU's context current in the thread. When the outermost of these objects
/// of a thread ends, the context is current again that was before, so that other libraries find the
/// GPU in use that they have chosen. Calls of programs, and the functions of Arrays.h, have one.
class DeviceContextScope {
public:
  DeviceContextScope();
  ~DeviceContextScope();
  DeviceContextScope(const DeviceContextScope &) = delete;
  DeviceContextScope &operator=(const DeviceContextScope &) = delete;
};

/// Why this thread cannot use the GPU of NVIDIA's that it has chosen; empty if it can. A process
/// that has asked must not fork afterwards.
std::string findDeviceProblem();

/// Counts of the work that calls of this thread have done on the emulated GPU, or on GPUs.
struct DeviceCounts {
  int64_t launches = 0;
  /// The largest number of threads of a kernel.
  int64_t mostThreads = 0;
  /// The number of copies of arrays or numbers between the host and the device, and their bytes.
  int64_t copiesIn = 0, copiesOut = 0, bytesIn = 0, bytesOut = 0;
  /// How long kernels have run on a GPU, while `setDeviceTiming` was on.
  double kernelSeconds = 0;
  /// The following counts are for programs that were compiled with
  /// `CompilerOptions::countOnDevice`. `accessedBytes` are those that threads read and write in the
  /// memory of the device. `movedBytes` are those that kernels move in sectors of 32 bytes, where a
  /// sector that a kernel has touched before is found in a cache. `operations` are those on floats;
  /// an elementary function counts as 20.
  int64_t accessedBytes = 0, movedBytes = 0, operations = 0;
  /// The sum, over kernels, of the number of accesses of the thread that has most of them.
  int64_t longestThreads = 0;
  /// The sum, over the accesses that the 32 threads of a warp make together, of the number of
  /// sectors of 32 bytes in which these are. Where the threads access what lies side by side, there
  /// are as few as the bytes fill.
  int64_t sectors = 0;
  /// The bytes that pass the first-level cache of a multiprocessor: sectors that a block writes,
  /// and those that it reads and that are not among the 64 KiB which it has accessed last.
  int64_t passedBytes = 0;
  /// The sum, over the accesses that the 32 threads of a warp make together, of the cycles that
  /// they take a multiprocessor at least: one for each four sectors of the memory of the device; in
  /// the memory of a block, the most words that any of its 32 banks, of 4 bytes, has to give.
  int64_t accessCycles = 0;
};

/// Sets whether events of the driver measure how long the kernels of this thread run. Events cost
/// some microseconds for each sequence of launches.
void setDeviceTiming(bool isOn);

/// Returns the counts of this thread since they were last taken.
DeviceCounts takeDeviceCounts();

/// To be called after a call of this thread has failed. Frees the memory on devices that the call
/// allocated and did not free.
void releaseDeviceMemory();

} // namespace chad

#endif // CHAD_GPURUNTIME_RUNTIME_H
