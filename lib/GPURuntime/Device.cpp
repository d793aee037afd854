//===- Device.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs kernels on GPUs by the functions of a vendor's driver, which is loaded when a program first
// needs it.

#include "Driver.h"
#include "Runtime.h"
#include "Sequences.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

namespace {
/// The code of a program as the driver has loaded it.
struct Code {
  void *module = nullptr;
  std::vector<std::string> messages; ///< Of its assertions.
};

struct Device;

/// A kernel that a driver has loaded.
struct LoadedKernel {
  void *function;
  Code *code;
  const Device *device;
  LoadedKernel *next;     ///< The same kernel on another GPU.
  int64_t residentBlocks; ///< How many blocks the GPU runs at once; 0 if the driver does not tell.
};

/// The record that describes a kernel in a program; `chad-lower-launches` makes it.
struct Kernel {
  const char *image, *messages, *name;
  int64_t numWords;
  LoadedKernel *loaded;
};

/// The state of a GPU in this process.
struct Device {
  Device(Vendor vendor, int number) : driver(getDriver(vendor)), number(number) {
    problem = open();
  }

  Driver driver;
  std::string problem; ///< The reason if the driver is not usable.
  void *context = nullptr;
  int number; ///< The number of the GPU, in the order of the driver.
  std::mutex mutex;
  /// The code of programs that the driver has loaded, by its text, and the kernels in it.
  std::unordered_map<std::string, Code> codes;
  std::vector<std::unique_ptr<LoadedKernel>> kernels;

  std::string open();
  std::string describe(Result result) const;
};

/// The state of a thread of the host on one GPU: its stream, and a pool of memory. Memory that a
/// call frees goes to the pool of the thread. It can be used again at once, since later work of the
/// thread runs after the work that may still use the memory.
struct ThreadState {
  ~ThreadState();
  Device *device = nullptr; ///< Null until the thread uses the GPU.
  /// The stream for work: the one that the caller has set, or else the thread's own.
  void *stream() const { return givenStream ? givenStream : ownStream; }

  void *ownStream = nullptr, *givenStream = nullptr;
  std::unordered_map<DevicePointer, size_t> buffers; ///< The buffers that the call has allocated.
  /// The pool, ordered by size and address. Calls that ask for the same sizes in the same order get
  /// the same memory, so that they make the same launches.
  std::set<std::pair<size_t, DevicePointer>> free;
  Code *code = nullptr; ///< The code whose kernel was launched last.
  /// The number on the device in which kernels of this thread store which assertion has failed
  /// (null before code with assertions), and whether kernels have been launched since it was last
  /// read.
  DevicePointer error = 0;
  bool isUnchecked = false;
  Sequences launches;
  DeviceCounts counts;
  std::unique_ptr<Library> library; ///< If there is one.
  bool hasLookedForLibrary = false;
};

/// The states of a thread on all GPUs, by their numbers, and the number that the thread has chosen.
struct ThreadStates {
  std::map<int, ThreadState> states;
  int chosen = -1;
  bool isTimed = false;
};

thread_local ThreadStates threads[numVendors];

/// The context that is to be current again at the end of a thread's scopes. Threads may free arrays
/// when their other objects are destroyed, so that this has no destructor.
struct ContextBefore {
  const Driver *driver = nullptr; ///< Null if no context has been changed.
  void *context = nullptr;
};
thread_local ContextBefore contextsBefore[numVendors];
thread_local int numContextScopes = 0;
} // namespace

void chad::detail::beginContextScope() { ++numContextScopes; }

void chad::detail::endContextScope() {
  if (--numContextScopes)
    return;
  for (ContextBefore &before : contextsBefore)
    if (const Driver *driver = std::exchange(before.driver, nullptr))
      driver->setCurrent(before.context);
}

/// Makes the context of a GPU current in this thread.
static void makeCurrent(Vendor vendor, const Device &device) {
  ContextBefore &before = contextsBefore[static_cast<int>(vendor)];
  if (numContextScopes && !before.driver && device.driver.getCurrent &&
      !device.driver.getCurrent(&before.context))
    before.driver = &device.driver;
  device.driver.setCurrent(device.context);
}

/// If the thread has chosen none, it is the GPU that the environment names, or else the first one.
int chad::detail::getNumber(Vendor vendor) {
  int chosen = threads[static_cast<int>(vendor)].chosen;
  if (chosen >= 0)
    return chosen;
  auto read = [](Vendor each) {
    const char *named = std::getenv(getDriver(each).variable);
    return named ? std::atoi(named) : 0;
  };
  static const int named[numVendors] = {read(Vendor::CUDA), read(Vendor::HIP)};
  return named[static_cast<int>(vendor)];
}

/// The state of this thread on the GPU that it uses.
static ThreadState &getThread(Vendor vendor) {
  return threads[static_cast<int>(vendor)].states[getNumber(vendor)];
}

Driver chad::detail::getDriver(Vendor vendor) {
  return vendor == Vendor::CUDA ? getCudaDriver() : getHipDriver();
}

std::string Device::describe(Result result) const {
  const char *text = driver.describe(result);
  return text ? text : "error " + std::to_string(result);
}

std::string Device::open() {
  std::string name = driver.name, why;
  if (driver.load(driver, why))
    return why;
  if (Result result = driver.init(0))
    return "the " + name + " driver cannot be used: " + describe(result);
  int count = 0, device = 0;
  if (Result result = driver.getCount(&count))
    return "the " + name + " driver cannot be used: " + describe(result);
  if (number < 0 || number >= count)
    return "there is no GPU of number " + std::to_string(number) + ": there are " +
           std::to_string(count);
  if (Result result = driver.getDevice(&device, number))
    return "cannot use the GPU: " + describe(result);
  if (Result result = driver.retainContext(&context, device))
    return "cannot use the GPU: " + describe(result);
  return "";
}

ThreadState::~ThreadState() {
  // The driver waits for the work that uses memory before it frees the memory. If the driver has
  // been shut down before this thread ends, its functions return errors, which are ignored.
  if (!device)
    return;
  device->driver.setCurrent(device->context);
  launches.clear(device->driver);
  if (library) {
    library->close();
    device->driver.free(library->getWorkspace());
  }
  for (auto &[size, block] : free)
    device->driver.free(block);
  if (error)
    device->driver.free(error);
  if (ownStream)
    device->driver.destroyStream(ownStream);
}

std::string chad::findDeviceProblem() {
  return Device(Vendor::CUDA, getNumber(Vendor::CUDA)).problem;
}

/// Returns a GPU, which may have a problem.
static Device &findDevice(Vendor vendor, int number) {
  // Devices are never destroyed: the destructors of threads use them, and may run after those of
  // static objects.
  static std::mutex mutex;
  static auto &devices = *new std::map<std::pair<Vendor, int>, Device>;
  std::lock_guard<std::mutex> lock(mutex);
  return devices.try_emplace({vendor, number}, vendor, number).first->second;
}

/// Returns the GPU that this thread uses. The GPU's context is current in this thread, and the
/// thread has a stream. Null, with the reason, if the GPU cannot be used.
static Device *openDevice(Vendor vendor, std::string &problem) {
  ThreadState &thread = getThread(vendor);
  if (!thread.device) {
    Device &found = findDevice(vendor, getNumber(vendor));
    if (!found.problem.empty()) {
      problem = found.problem;
      return nullptr;
    }
    thread.device = &found;
    thread.launches.timer.isOn = threads[static_cast<int>(vendor)].isTimed;
  }
  Device &device = *thread.device;
  // Other code in this process may have made another context current.
  makeCurrent(vendor, device);
  if (!thread.stream()) {
    constexpr unsigned nonBlocking = 1;
    if (Result result = device.driver.createStream(&thread.ownStream, nonBlocking)) {
      thread.ownStream = nullptr;
      problem = "cannot make a stream on the GPU: " + device.describe(result);
      return nullptr;
    }
  }
  return &device;
}

/// The same; a problem ends the call.
static Device &getDevice(Vendor vendor) {
  // A failure leaves this function by a jump.
  static thread_local std::string problem;
  Device *device = openDevice(vendor, problem);
  if (!device)
    failOnDevice(problem);
  return *device;
}

static void check(const Device &device, Result result, const char *what) {
  if (result)
    failOnDevice(std::string(what) + " failed on the GPU: " + device.describe(result));
}

/// Ends the call where a launch has failed.
static void checkLaunch(const Device &device, const ThreadState &thread, Result result) {
  if (result >= libraryFailure)
    failOnDevice(thread.library->describe(result - libraryFailure));
  check(device, result, "a launch");
}

/// What follows comes after the kernels that are launched so far.
static void finishLaunches(const Device &device, ThreadState &thread) {
  checkLaunch(device, thread, thread.launches.finish(device.driver, thread.stream()));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Rounds a size up, so that a block of memory fits a later call with a similar size.
static size_t roundUp(size_t bytes) {
  size_t unit = 256;
  while (unit * 8 < bytes)
    unit *= 2;
  return (bytes + unit - 1) / unit * unit;
}

template <Vendor vendor> static int64_t allocate(int64_t bytes) {
  Device &device = getDevice(vendor);
  ThreadState &thread = getThread(vendor);
  if (bytes < 0)
    failOnDevice("an extent is negative, or an array too large for the GPU");
  size_t size = roundUp(std::max<int64_t>(bytes, 1));
  DevicePointer pointer = 0;
  if (auto found = thread.free.lower_bound({size, 0});
      found != thread.free.end() && found->first == size) {
    pointer = found->second;
    thread.free.erase(found);
  }
  if (!pointer && device.driver.allocate(&pointer, size)) {
    // Free the memory in the pool, and ask the driver again.
    finishLaunches(device, thread);
    for (auto &[kept, block] : thread.free)
      device.driver.free(block);
    thread.free.clear();
    pointer = 0;
    if (device.driver.allocate(&pointer, size))
      pointer = 0;
  }
  if (!pointer)
    failOnDevice("there is no memory on the GPU for an array of " + std::to_string(bytes) +
                     " bytes",
                 DeviceFailure::NoMemory);
  thread.buffers[pointer] = size;
  return static_cast<int64_t>(pointer);
}

template <Vendor vendor> static void release(int64_t address) {
  ThreadState &thread = getThread(vendor);
  auto found = thread.buffers.find(static_cast<DevicePointer>(address));
  if (found == thread.buffers.end())
    return;
  thread.free.emplace(found->second, found->first);
  thread.buffers.erase(found);
}

/// Copies between two addresses, each on the host or on the device: the driver knows to which
/// memory an address belongs.
static void copyBytes(Device &device, ThreadState &thread, uint64_t target, uint64_t source,
                      int64_t bytes) {
  if (bytes <= 0 || target == source)
    return;
  finishLaunches(device, thread);
  check(device, device.driver.copy(target, source, bytes, thread.stream()), "a copy");
}

/// Whether an address is in the memory of a GPU.
static bool isOnAnyGPU(Device &device, uint64_t address) {
  constexpr int memoryType = 2; // The code of an attribute of pointers.
  unsigned type = 0;
  // The driver answers with an error at an address that it has not allocated.
  return !device.driver.getAttribute(&type, memoryType, address) &&
         type == device.driver.deviceMemoryCode;
}

/// Whether the GPU can use an address as it is: one in its own memory, or in memory that the driver
/// manages.
static bool isOnGPU(Device &device, uint64_t address) {
  constexpr int ordinal = 9; // The code of an attribute of pointers.
  int number = 0, isManaged = 0;
  if (device.driver.managedAttribute &&
      !device.driver.getAttribute(&isManaged, device.driver.managedAttribute, address) && isManaged)
    return true;
  return isOnAnyGPU(device, address) && !device.driver.getAttribute(&number, ordinal, address) &&
         number == device.number;
}

/// What follows in the stream of the thread begins without a failed assertion.
static Result clearError(const Device &device, const ThreadState &thread) {
  static const int32_t none = 0;
  return device.driver.copy(thread.error, reinterpret_cast<DevicePointer>(&none), sizeof(none),
                            thread.stream());
}

/// Fails if an assertion of a kernel has failed since this was last asked.
static void checkErrors(Device &device, ThreadState &thread) {
  if (!std::exchange(thread.isUnchecked, false))
    return;
  int32_t number = 0;
  const Driver &driver = device.driver;
  check(device,
        driver.copy(reinterpret_cast<DevicePointer>(&number), thread.error, sizeof(number),
                    thread.stream()),
        "a copy");
  check(device, driver.synchronize(thread.stream()), "a kernel");
  if (number == 0)
    return;
  clearError(device, thread);
  driver.synchronize(thread.stream());
  const std::vector<std::string> &messages = thread.code->messages;
  failOnDevice(number > 0 && size_t(number) <= messages.size() ? messages[number - 1]
                                                               : "a check of the program failed",
               DeviceFailure::Check);
}

template <Vendor vendor> static void copy(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice(vendor);
  copyBytes(device, getThread(vendor), target, source, bytes);
}

/// Copies an array of the host, which is there until the call ends.
template <Vendor vendor>
static Device &copyArgument(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice(vendor);
  ThreadState &thread = getThread(vendor);
  thread.counts.copiesIn += bytes > 0;
  thread.counts.bytesIn += bytes;
  copyBytes(device, thread, target, source, bytes);
  return device;
}

/// The same for an array of the program, which may be freed next.
template <Vendor vendor> static void copyIn(int64_t target, int64_t source, int64_t bytes) {
  Device &device = copyArgument<vendor>(target, source, bytes);
  check(device, device.driver.synchronize(getThread(vendor).stream()), "a copy");
}

template <Vendor vendor> static void copyOut(int64_t target, int64_t source, int64_t bytes) {
  Device &device = getDevice(vendor);
  ThreadState &thread = getThread(vendor);
  finishLaunches(device, thread);
  if (bytes > 0 && !isOnGPU(device, target)) {
    ++thread.counts.copiesOut;
    thread.counts.bytesOut += bytes;
  }
  copyBytes(device, thread, target, source, bytes);
  check(device, device.driver.synchronize(thread.stream()), "a kernel");
  thread.counts.kernelSeconds += thread.launches.timer.take(device.driver);
  checkErrors(device, thread);
}

/// Copies between an array of the caller, which may be on the device, and one of the host.
template <Vendor vendor> static void copyCaller(int64_t target, int64_t source, int64_t bytes) {
  if (bytes <= 0)
    return;
  Device &device = getDevice(vendor);
  if (isOnGPU(device, source))
    return copyOut<vendor>(target, source, bytes);
  // The host cannot access the memory of another GPU either.
  if (isOnGPU(device, target) || isOnAnyGPU(device, target) || isOnAnyGPU(device, source))
    return copyIn<vendor>(target, source, bytes);
  std::memcpy(reinterpret_cast<void *>(target), reinterpret_cast<const void *>(source),
              static_cast<size_t>(bytes));
}

/// Returns the address of an array on the device: `source` itself if it is there, or a copy.
template <Vendor vendor> static int64_t borrow(int64_t source, int64_t bytes) {
  Device &device = getDevice(vendor);
  if (bytes > 0 && isOnGPU(device, source))
    return source;
  int64_t target = allocate<vendor>(bytes);
  copyArgument<vendor>(target, source, bytes);
  return target;
}

/// Allocates a result where the caller wants it on the device. Returns 0 otherwise.
template <Vendor vendor> static int64_t allocateResult(int64_t bytes) {
  if (!hasResultsOnDevice())
    return 0;
  int64_t address = allocate<vendor>(bytes);
  getThread(vendor).buffers.erase(static_cast<DevicePointer>(address));
  addDeviceResult(reinterpret_cast<void *>(address), std::max<int64_t>(bytes, 1),
                  vendor == Vendor::CUDA ? DeviceKind::CUDA : DeviceKind::HIP);
  return address;
}

void *chad::detail::allocateArray(Vendor vendor, size_t bytes, std::string &why) {
  Device *device = openDevice(vendor, why);
  if (!device)
    return nullptr;
  DevicePointer pointer = 0;
  if (Result result = device->driver.allocate(&pointer, bytes)) {
    why = "there is no memory on the GPU for an array of " + std::to_string(bytes) +
          " bytes: " + device->describe(result);
    return nullptr;
  }
  return reinterpret_cast<void *>(pointer);
}

void chad::detail::freeArray(Vendor vendor, int number, void *array) {
  // If the driver has been shut down, its functions return errors, which are ignored.
  Device &device = findDevice(vendor, number);
  makeCurrent(vendor, device);
  device.driver.free(reinterpret_cast<DevicePointer>(array));
}

bool chad::detail::copyArray(Vendor vendor, void *target, const void *source, size_t bytes,
                             std::string &why) {
  if (!bytes)
    return true;
  Device *device = openDevice(vendor, why);
  if (!device)
    return false;
  ThreadState &thread = getThread(vendor);
  Result result = thread.launches.finish(device->driver, thread.stream());
  if (!result)
    result = device->driver.copy(reinterpret_cast<DevicePointer>(target),
                                 reinterpret_cast<DevicePointer>(source), bytes, thread.stream());
  if (!result)
    result = device->driver.synchronize(thread.stream());
  if (result)
    why = "a copy failed on the GPU: " + device->describe(result);
  return !result;
}

bool chad::detail::getStream(Vendor vendor, uint64_t &stream, std::string &why) {
  if (!openDevice(vendor, why))
    return false;
  stream = reinterpret_cast<uintptr_t>(getThread(vendor).stream());
  return true;
}

void *chad::detail::setDeviceStream(Vendor vendor, void *stream) {
  ThreadState &thread = getThread(vendor);
  void *before = thread.givenStream;
  // Memory that is kept must not be used in another stream before the work here is done.
  if (before != stream && thread.device && thread.stream()) {
    DeviceContextScope scope;
    makeCurrent(vendor, *thread.device);
    const Driver &driver = thread.device->driver;
    thread.launches.finish(driver, thread.stream());
    driver.synchronize(thread.stream());
  }
  thread.givenStream = stream;
  return before;
}

int chad::detail::setDeviceNumber(Vendor vendor, int number) {
  return std::exchange(threads[static_cast<int>(vendor)].chosen, number);
}

void chad::detail::setDeviceTiming(Vendor vendor, bool isOn) {
  ThreadStates &thread = threads[static_cast<int>(vendor)];
  thread.isTimed = isOn;
  for (auto &[number, state] : thread.states)
    state.launches.timer.isOn = isOn;
}

void chad::detail::takeDeviceCounts(Vendor vendor, DeviceCounts &counts) {
  for (auto &[number, state] : threads[static_cast<int>(vendor)].states) {
    DeviceCounts own = std::exchange(state.counts, {});
    counts.launches += own.launches;
    counts.mostThreads = std::max(counts.mostThreads, own.mostThreads);
    counts.copiesIn += own.copiesIn;
    counts.copiesOut += own.copiesOut;
    counts.bytesIn += own.bytesIn;
    counts.bytesOut += own.bytesOut;
    counts.kernelSeconds += own.kernelSeconds;
  }
}

void chad::detail::releaseDeviceMemory(Vendor vendor) {
  ThreadState &thread = getThread(vendor);
  thread.launches.drop();
  // The next call begins without an assertion that has failed in this one.
  if (std::exchange(thread.isUnchecked, false)) {
    DeviceContextScope scope;
    makeCurrent(vendor, *thread.device);
    clearError(*thread.device, thread);
  }
  for (auto &[pointer, size] : thread.buffers)
    thread.free.emplace(size, pointer);
  thread.buffers.clear();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// How many blocks of so many threads the GPU runs at once, if their kernel does not need so many
/// registers that it runs fewer.
template <Vendor vendor> static int64_t countBlocks(int64_t numThreads) {
  Device &device = getDevice(vendor);
  const Driver &driver = device.driver;
  int multiprocessors = 0, threads = 0;
  if (!driver.getMultiprocessors || !driver.getThreads ||
      driver.getMultiprocessors(&multiprocessors, device.number) ||
      driver.getThreads(&threads, device.number) || threads < numThreads)
    return usualBlocks;
  return std::max<int64_t>(1, multiprocessors * (threads / numThreads));
}

/// Returns the kernel as the driver has loaded it. Returns null if the driver rejects the code,
/// with the reason in `problem`.
static LoadedKernel *load(Device &device, const Kernel &kernel, int64_t threads,
                          std::string &problem) {
  std::lock_guard<std::mutex> lock(device.mutex);
  // The key is the text of the code. Its address is not a key, since the code of a later program
  // may have the same address.
  const Driver &driver = device.driver;
  auto &[text, code] =
      *device.codes.try_emplace(std::string(kernel.image, driver.getImageSize(kernel.image))).first;
  if (!code.module) {
    char log[400] = "";
    int options[] = {5, 6}; // Codes: the buffer for errors, and its size.
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    if (Result result = driver.loadModule(&code.module, text.data(), 2, options, values)) {
      code.module = nullptr;
      problem = device.describe(result) + ": " + log;
      return nullptr;
    }
    for (const char *message = kernel.messages; *message; message += std::strlen(message) + 1)
      code.messages.push_back(message);
  }
  void *function = nullptr;
  if (Result result = driver.getFunction(&function, code.module, kernel.name)) {
    problem = device.describe(result);
    return nullptr;
  }
  int active = 0, multiprocessors = 0;
  if (!driver.getActiveBlocks || !driver.getMultiprocessors ||
      driver.getActiveBlocks(&active, function, static_cast<int>(threads), /*sharedBytes=*/0) ||
      driver.getMultiprocessors(&multiprocessors, device.number))
    active = 0;
  device.kernels.push_back(std::make_unique<LoadedKernel>(
      LoadedKernel{function, &code, &device, nullptr, int64_t(active) * multiprocessors}));
  return device.kernels.back().get();
}

static Result addLaunch(const Device &device, ThreadState &thread, const LoadedKernel &kernel,
                        int64_t blocks, int64_t numThreads, const uint64_t *first,
                        const uint64_t *last) {
  // The last argument is where failed assertions are noted.
  std::vector<uint64_t> args(first, last);
  args.push_back(thread.error);
  return thread.launches.add(device.driver,
                             {kernel.function, static_cast<unsigned>(blocks),
                              static_cast<unsigned>(numThreads), std::move(args)},
                             thread.stream());
}

template <Vendor vendor>
static void launch(Kernel *kernel, int64_t blocks, int64_t numThreads, uint64_t *words,
                   int64_t flags) {
  if (blocks == 0)
    return;
  Device &device = getDevice(vendor);
  ThreadState &thread = getThread(vendor);
  LoadedKernel *loaded = __atomic_load_n(&kernel->loaded, __ATOMIC_ACQUIRE);
  while (loaded && loaded->device != &device)
    loaded = loaded->next;
  if (!loaded) {
    std::string problem;
    loaded = load(device, *kernel, numThreads, problem);
    if (!loaded)
      failOnDevice(std::string("the driver does not take the code of the kernel '") + kernel->name +
                   "': " + problem);
    loaded->next = __atomic_load_n(&kernel->loaded, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&kernel->loaded, &loaded->next, loaded, /*weak=*/true,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      ;
  }
  // The number of a failed assertion is one of the code whose kernels have been launched.
  if (thread.isUnchecked && thread.code != loaded->code) {
    finishLaunches(device, thread);
    checkErrors(device, thread);
  }
  thread.code = loaded->code;
  if (!thread.code->messages.empty()) {
    if (!thread.error) {
      DevicePointer error = 0;
      check(device, device.driver.allocate(&error, sizeof(int32_t)), "an allocation");
      thread.error = error;
      check(device, clearError(device, thread), "a copy");
    }
    thread.isUnchecked = true;
  }
  // Blocks beyond those that run at once would wait for them, and be started one by one.
  if ((flags & takesFewerBlocksFlag) && loaded->residentBlocks > 0)
    blocks = std::min(blocks, loaded->residentBlocks);
  // AMD's GPUs number all threads of a launch by 32 bits.
  int64_t most = vendor == Vendor::HIP ? 0xffffffff / numThreads : 0x7fffffff;
  if (blocks < 0 || blocks > most)
    failOnDevice("a kernel needs " + std::to_string(blocks) + " blocks, more than a GPU takes");
  ++thread.counts.launches;
  thread.counts.mostThreads = std::max(thread.counts.mostThreads, blocks * numThreads);
  // A failure leaves this function by a jump, so that no object with a destructor may be alive
  // here.
  Result result =
      addLaunch(device, thread, *loaded, blocks, numThreads, words, words + kernel->numWords);
  checkLaunch(device, thread, result);
}

//===----------------------------------------------------------------------===//
// Products of matrices by a library
//===----------------------------------------------------------------------===//

/// The library that multiplies matrices for this thread; null if there is none.
template <Vendor vendor> static Library *getLibrary(Device &device, ThreadState &thread) {
  if (thread.hasLookedForLibrary)
    return thread.library.get();
  thread.hasLookedForLibrary = true;
  const char *path = std::getenv("CHAD_GPU_LIBRARY");
  if (path && std::strcmp(path, "none") == 0)
    return nullptr;
  const LibraryFunctions *functions = findLibrary(vendor, path);
  if (!functions) {
    if (path)
      failOnDevice(std::string("CHAD_GPU_LIBRARY: there is no library for products of matrices on "
                               "this GPU at '") +
                   path + "'; unset it, or set it to 'none'");
    return nullptr;
  }
  // NVIDIA's recommendation for its newest GPUs.
  constexpr size_t workspaceBytes = 32 << 20;
  DevicePointer workspace = 0;
  if (device.driver.allocate(&workspace, workspaceBytes))
    return nullptr;
  auto library = std::make_unique<Library>(*functions, workspace, workspaceBytes);
  if (Result status = library->open()) {
    device.driver.free(workspace);
    std::string text = library->describe(status);
    library.reset();
    // A library that is too new for the driver, for example, is as none, if nobody has asked for
    // it.
    if (!path)
      return nullptr;
    thread.hasLookedForLibrary = false;
    failOnDevice(text);
  }
  thread.library = std::move(library);
  return thread.library.get();
}

static bool canMultiply(const Library &library, const uint64_t *words) {
  return library.canMultiply(MatrixProduct(words));
}

/// Multiplies matrices as the words say, by a library. Returns 0 if there is none, or none that
/// can: the program then launches kernels.
template <Vendor vendor> static int64_t multiply(const uint64_t *words, int64_t count) {
  Device &device = getDevice(vendor);
  ThreadState &thread = getThread(vendor);
  Library *library = getLibrary<vendor>(device, thread);
  if (!library || !canMultiply(*library, words))
    return 0;
  ++thread.counts.launches;
  Result result = thread.launches.add(
      device.driver, {nullptr, 0, 0, std::vector<uint64_t>(words, words + count), library},
      thread.stream());
  checkLaunch(device, thread, result);
  return 1;
}

template <Vendor vendor> static void defineAll(const std::string &prefix, const Define &define) {
  auto defineFunction = [&](const char *name, auto *function) {
    define((prefix + name).c_str(), reinterpret_cast<void *>(function));
  };
  defineFunction("allocate", allocate<vendor>);
  defineFunction("release", release<vendor>);
  defineFunction("result", allocateResult<vendor>);
  defineFunction("borrow", borrow<vendor>);
  defineFunction("copy", copy<vendor>);
  defineFunction("copy.in", copyIn<vendor>);
  defineFunction("copy.out", copyOut<vendor>);
  defineFunction("copy.caller", copyCaller<vendor>);
  defineFunction("launch", launch<vendor>);
  defineFunction("blocks", countBlocks<vendor>);
  defineFunction("multiply", multiply<vendor>);
}

void chad::detail::defineDevices(const Define &define) {
  defineAll<Vendor::CUDA>("chadrt.cuda.", define);
  defineAll<Vendor::HIP>("chadrt.hip.", define);
}

//===----------------------------------------------------------------------===//
// The functions for C libraries, which are linked with the runtime
//===----------------------------------------------------------------------===//

#define CHAD_DEVICE_FUNCTIONS(prefix, vendor)                                                      \
  int64_t prefix##_allocate(int64_t bytes) { return allocate<vendor>(bytes); }                     \
  void prefix##_release(int64_t address) { release<vendor>(address); }                             \
  int64_t prefix##_result(int64_t bytes) { return allocateResult<vendor>(bytes); }                 \
  int64_t prefix##_borrow(int64_t source, int64_t bytes) { return borrow<vendor>(source, bytes); } \
  void prefix##_copy(int64_t target, int64_t source, int64_t bytes) {                              \
    copy<vendor>(target, source, bytes);                                                           \
  }                                                                                                \
  void prefix##_copy_in(int64_t target, int64_t source, int64_t bytes) {                           \
    copyIn<vendor>(target, source, bytes);                                                         \
  }                                                                                                \
  void prefix##_copy_out(int64_t target, int64_t source, int64_t bytes) {                          \
    copyOut<vendor>(target, source, bytes);                                                        \
  }                                                                                                \
  void prefix##_copy_caller(int64_t target, int64_t source, int64_t bytes) {                       \
    copyCaller<vendor>(target, source, bytes);                                                     \
  }                                                                                                \
  void prefix##_launch(void *kernel, int64_t blocks, int64_t numThreads, uint64_t *words,          \
                       int64_t flags) {                                                            \
    launch<vendor>(static_cast<Kernel *>(kernel), blocks, numThreads, words, flags);               \
  }                                                                                                \
  int64_t prefix##_blocks(int64_t numThreads) { return countBlocks<vendor>(numThreads); }          \
  int64_t prefix##_multiply(const uint64_t *words, int64_t count) {                                \
    return multiply<vendor>(words, count);                                                         \
  }

extern "C" {
CHAD_DEVICE_FUNCTIONS(chadrt_cuda, Vendor::CUDA)
CHAD_DEVICE_FUNCTIONS(chadrt_hip, Vendor::HIP)
} // extern "C"
