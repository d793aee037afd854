//===- Runtime.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "chad/GPURuntime/Runtime.h"
#include <atomic>
#include <cstdio>
#include <cstdlib>

using namespace chad;
using namespace chad::detail;

static std::atomic<DeviceFailureHandler> failureHandler;
/// The handler of the C function that this thread is in; null outside of C functions.
static thread_local DeviceFailureHandler callHandler = nullptr;

void chad::setDeviceFailureHandler(DeviceFailureHandler handler) { failureHandler = handler; }

void chad::setDeviceStream(void *stream) {
  for (Vendor vendor : {Vendor::CUDA, Vendor::HIP})
    detail::setDeviceStream(vendor, stream);
}

void chad::setDeviceNumber(int number) {
  for (Vendor vendor : {Vendor::CUDA, Vendor::HIP})
    detail::setDeviceNumber(vendor, number);
}

DeviceContextScope::DeviceContextScope() { beginContextScope(); }

DeviceContextScope::~DeviceContextScope() { endContextScope(); }

void chad::setDeviceTiming(bool isOn) {
  for (Vendor vendor : {Vendor::CUDA, Vendor::HIP})
    detail::setDeviceTiming(vendor, isOn);
}

void chad::detail::failOnDevice(const std::string &message, DeviceFailure kind) {
  if (DeviceFailureHandler handler = callHandler ? callHandler : failureHandler.load())
    handler(message.c_str(), kind);
  std::fprintf(stderr, "chad: %s\n", message.c_str());
  std::abort();
}

void chad::defineDeviceFunctions(const Define &define) {
  defineDevices(define);
  defineEmulator(define);
}

void chad::releaseDeviceMemory() {
  releaseDeviceResults();
  detail::releaseDeviceMemory(Vendor::CUDA);
  detail::releaseDeviceMemory(Vendor::HIP);
  releaseEmulatedMemory();
}

//===----------------------------------------------------------------------===//
// Calls of C functions
//===----------------------------------------------------------------------===//

namespace {
/// The state of the surrounding call, in memory of the caller.
struct OuterCall {
  DeviceFailureHandler handler;
  void *stream;
  int device;
};
} // namespace

extern "C" {
void chadrt_device_begin(OuterCall *outer, DeviceFailureHandler handler, void *stream,
                         int32_t device) {
  beginContextScope();
  outer->device = detail::setDeviceNumber(Vendor::CUDA, device);
  detail::setDeviceNumber(Vendor::HIP, device);
  outer->stream = detail::setDeviceStream(Vendor::CUDA, stream);
  detail::setDeviceStream(Vendor::HIP, stream);
  outer->handler = callHandler;
  callHandler = handler;
}

void chadrt_device_end(OuterCall *outer, int32_t status) {
  callHandler = outer->handler;
  if (status)
    releaseDeviceMemory();
  chad::setDeviceStream(outer->stream);
  chad::setDeviceNumber(outer->device);
  endContextScope();
}
} // extern "C"
