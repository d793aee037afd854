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

void chad::setDeviceFailureHandler(DeviceFailureHandler handler) { failureHandler = handler; }

void chad::detail::failOnDevice(const std::string &message) {
  if (DeviceFailureHandler handler = failureHandler)
    handler(message.c_str());
  std::fprintf(stderr, "chad: %s\n", message.c_str());
  std::abort();
}

void chad::defineDeviceFunctions(const Define &define) {
  defineCuda(define);
  defineEmulator(define);
}

void chad::releaseDeviceMemory() {
  releaseCudaMemory();
  releaseEmulatedMemory();
}
