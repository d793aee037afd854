//===- Arrays.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays on GPUs that belong to callers, by their addresses.

#include "chad/GPURuntime/Arrays.h"
#include "Runtime.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <utility>
#include <vector>

using namespace chad;
using namespace chad::detail;

namespace {
/// The arrays of all callers. They are never destroyed, since threads may end after static objects.
struct Arrays {
  std::mutex mutex;
  std::map<const char *, DeviceArrayInfo> known;
  /// The size of `known`, for calls that look for nothing.
  std::atomic<size_t> count{0};
  /// How many threads access the arrays of the emulation.
  int64_t numOpen = 0;

  void protectEmulated() {
    for (auto &[begin, array] : known)
      if (array.kind == DeviceKind::Emulated)
        protect(array);
  }
  void protect(const DeviceArrayInfo &array) const {
    mprotect(array.begin, array.bytes, numOpen ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
};

thread_local bool areResultsOnDevice = false;
/// The results of the call that runs on this thread.
thread_local std::vector<void *> results;
} // namespace

static Arrays &arrays() {
  static auto &instance = *new Arrays;
  return instance;
}

/// The array that contains an address. The lock is held.
static std::map<const char *, DeviceArrayInfo>::iterator find(const void *address) {
  auto &known = arrays().known;
  auto *place = static_cast<const char *>(address);
  auto found = known.upper_bound(place);
  if (found == known.begin() || place >= std::prev(found)->first + std::prev(found)->second.bytes)
    return known.end();
  return std::prev(found);
}

static std::optional<Vendor> vendorOf(DeviceKind kind) {
  if (kind == DeviceKind::Emulated)
    return std::nullopt;
  return kind == DeviceKind::CUDA ? Vendor::CUDA : Vendor::HIP;
}

void chad::detail::addDeviceArray(void *begin, size_t bytes, DeviceKind kind, int number) {
  Arrays &all = arrays();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.known[static_cast<char *>(begin)] = {begin, bytes, kind, number};
  all.count = all.known.size();
  if (kind == DeviceKind::Emulated)
    all.protect({begin, bytes, kind, number});
}

void *chad::allocateDeviceArray(DeviceKind kind, size_t bytes, std::string &why) {
  DeviceContextScope scope;
  bytes = std::max<size_t>(bytes, 1);
  void *begin = nullptr;
  if (std::optional<Vendor> vendor = vendorOf(kind)) {
    begin = allocateArray(*vendor, bytes, why);
  } else {
    begin = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED) {
      begin = nullptr;
      why = "there is no memory for an array of " + std::to_string(bytes) + " bytes";
    } else {
      // As f64 or f32 a NaN.
      std::memset(begin, 0xff, bytes);
    }
  }
  if (begin)
    addDeviceArray(begin, bytes, kind, getDeviceNumber(kind));
  return begin;
}

bool chad::releaseDeviceArray(void *array) {
  Arrays &all = arrays();
  if (!array || all.count == 0)
    return false;
  DeviceArrayInfo info;
  {
    std::lock_guard<std::mutex> lock(all.mutex);
    auto found = all.known.find(static_cast<char *>(array));
    if (found == all.known.end())
      return false;
    info = found->second;
    all.known.erase(found);
    all.count = all.known.size();
  }
  DeviceContextScope scope;
  if (std::optional<Vendor> vendor = vendorOf(info.kind))
    freeArray(*vendor, info.number, array);
  else
    munmap(array, info.bytes);
  return true;
}

std::optional<DeviceArrayInfo> chad::findDeviceArray(const void *address) {
  Arrays &all = arrays();
  if (all.count == 0)
    return std::nullopt;
  std::lock_guard<std::mutex> lock(all.mutex);
  auto found = find(address);
  if (found == all.known.end())
    return std::nullopt;
  return found->second;
}

bool chad::copyDeviceArray(DeviceKind kind, void *target, const void *source, size_t bytes,
                           std::string &why) {
  DeviceContextScope scope;
  if (std::optional<Vendor> vendor = vendorOf(kind))
    return copyArray(*vendor, target, source, bytes, why);
  openEmulatedArrays();
  std::memmove(target, source, bytes);
  closeEmulatedArrays();
  return true;
}

int chad::getDeviceNumber(DeviceKind kind) {
  std::optional<Vendor> vendor = vendorOf(kind);
  return vendor ? getNumber(*vendor) : 0;
}

bool chad::getDeviceStream(DeviceKind kind, uint64_t &stream, std::string &why) {
  DeviceContextScope scope;
  if (std::optional<Vendor> vendor = vendorOf(kind))
    return getStream(*vendor, stream, why);
  // What calls of the thread do is done when they return: any number will do.
  stream = reinterpret_cast<uintptr_t>(&areResultsOnDevice);
  return true;
}

bool chad::setResultsOnDevice(bool isOn) { return std::exchange(areResultsOnDevice, isOn); }

void chad::keepDeviceResults() { results.clear(); }

bool chad::detail::hasResultsOnDevice() { return areResultsOnDevice; }

void chad::detail::addDeviceResult(void *begin, size_t bytes, DeviceKind kind) {
  addDeviceArray(begin, bytes, kind, getDeviceNumber(kind));
  results.push_back(begin);
}

void chad::detail::releaseDeviceResults() {
  for (void *result : results)
    releaseDeviceArray(result);
  results.clear();
}

void chad::detail::openEmulatedArrays() {
  Arrays &all = arrays();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (all.numOpen++ == 0)
    all.protectEmulated();
}

void chad::detail::closeEmulatedArrays() {
  Arrays &all = arrays();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (--all.numOpen == 0)
    all.protectEmulated();
}
