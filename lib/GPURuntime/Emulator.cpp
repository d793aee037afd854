//===- Emulator.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs kernels on the CPU: the blocks one after the other, the threads of a block as fibers.

#include "Fibers.h"
#include "Library.h"
#include "Runtime.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace chad;
using namespace chad::detail;

namespace {
/// The size of a sector, the unit in which memory is moved, in bytes.
constexpr int64_t sectorBytes = 32;

/// The workers that last read and wrote an element, and the stages in which they did. A worker is a
/// thread of any block. The number of the stage grows at each barrier, at each new block, and at
/// each launch.
struct Accesses {
  int64_t writeStage = 0, readStage = 0;
  int64_t writer = -1, reader = -1;
  bool isAtomic = false;      ///< Whether the write was an atomic one.
  bool severalRead = false;   ///< Whether several threads read in `readStage`.
  bool severalBlocks = false; ///< Whether several blocks have read in the launch.
};

/// An array in the memory of the device, or of a block.
struct DeviceBuffer {
  int64_t bytes = 0;
  /// How many times the call uses it as an argument in place; 0 for memory of the call.
  int64_t numBorrows = 0;
  /// For each sector, the number of the launch that last touched (read or wrote) it, and of the one
  /// that last wrote it.
  std::vector<int64_t> touched, written;
  /// In programs that are checked: the size of the elements, and the accesses to each of them.
  int64_t elementBytes = 0;
  std::vector<Accesses> accesses;
};

/// The state of the emulator: the kernel, block and thread that run.
struct Emulator {
  int64_t block = 0, thread = 0, numBlocks = 0, numThreads = 0;
  std::vector<std::unique_ptr<Fiber>> fibers;
  /// The order in which the threads of the block take turns up to the next barrier, and the place
  /// of the next one.
  std::vector<int64_t> order;
  size_t next = 0;
  /// The memory of a block, and the number of bytes that the kernel has asked for.
  std::vector<char> shared;
  int64_t filled = 0;
  /// Whether the threads of the kernel run as fibers, so that they can wait for each other.
  bool hasFibers = false;
  std::map<char *, DeviceBuffer> buffers;
  /// The arrays in the memory of a block.
  std::map<char *, DeviceBuffer> blockArrays;
  /// The current stage, the first stage of the launch, and the first stage of the block.
  int64_t stage = 0, launchStage = 0, blockStage = 0;
  /// For each thread, the text that describes the barrier at which it waits.
  std::vector<const char *> waitsAt;
  /// The number of the launch, and the counts.
  int64_t launch = 0;
  DeviceCounts counts;
  /// The accesses of each thread of the block, in programs that are counted.
  std::vector<int64_t> accesses;
  int64_t mostAccesses = 0;
  /// For each op that accesses memory and each thread of the block, how often the thread has run it
  /// in its last stage.
  struct Runs {
    int64_t stage = -1, number = 0;
  };
  std::vector<Runs> runs;
  /// The sectors that the threads have accessed in this stage: twice the number of the op, and one
  /// more if it writes, which of its runs by a warp, the warp, and the sector.
  std::vector<std::array<int64_t, 4>> sectors;
  /// The same for the memory of the block: twice the number of the op, and one more if its elements
  /// have 8 bytes, which of its runs, the warp, and the word of 4 or 8 bytes.
  std::vector<std::array<int64_t, 4>> words;
  /// For each sector, how many others had been fetched when the block accessed it last.
  std::unordered_map<int64_t, int64_t> cached;
  int64_t fetched = 0;
  /// The elements of the two factors that each thread has passed to the tensor cores, for two
  /// consecutive products, and the number of products of the thread.
  struct Factors {
    double left[2][8], right[2][4];
    int64_t number = 0;
  };
  std::vector<Factors> factors;
  /// Whether this thread has opened the callers' arrays.
  bool isOpen = false;
  /// After a check has failed: its message and its kind.
  std::string problem;
  DeviceFailure failure = DeviceFailure::Check;
};

/// The value of each byte of a block's memory at the start: as f64 or f32 it is NaN.
constexpr int garbage = 0xff;
constexpr size_t sharedBytes = 228 << 10;

thread_local Emulator emulator;
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static int64_t allocate(int64_t bytes) {
  void *buffer = bytes < 0 ? nullptr : std::aligned_alloc(256, (bytes + 256) / 256 * 256);
  if (!buffer)
    failOnDevice("there is no memory on the device for an array of " + std::to_string(bytes) +
                     " bytes",
                 DeviceFailure::NoMemory);
  std::memset(buffer, garbage, bytes);
  emulator.buffers[static_cast<char *>(buffer)].bytes = bytes;
  return reinterpret_cast<int64_t>(buffer);
}

static void release(int64_t address) {
  auto *place = reinterpret_cast<char *>(address);
  auto found = emulator.buffers.upper_bound(place);
  if (found == emulator.buffers.begin())
    return;
  auto &[start, buffer] = *--found;
  if (buffer.numBorrows == 0) {
    if (start == place) {
      std::free(start);
      emulator.buffers.erase(found);
    }
  } else if (place - start < buffer.bytes && --buffer.numBorrows == 0) {
    emulator.buffers.erase(found);
  }
}

/// Lets this thread access the callers' arrays on the device, from here to `closeArrays`, or to a
/// failure.
static void openArrays() {
  openEmulatedArrays();
  emulator.isOpen = true;
}

static void closeArrays() {
  if (std::exchange(emulator.isOpen, false))
    closeEmulatedArrays();
}

static bool isOnEmulatedDevice(int64_t address) {
  std::optional<DeviceArrayInfo> array = findDeviceArray(reinterpret_cast<void *>(address));
  return array && array->kind == DeviceKind::Emulated;
}

static void copy(int64_t target, int64_t source, int64_t bytes) {
  openArrays();
  std::memmove(reinterpret_cast<void *>(target), reinterpret_cast<void *>(source), bytes);
  closeArrays();
}

static void copyIn(int64_t target, int64_t source, int64_t bytes) {
  emulator.counts.copiesIn += bytes > 0;
  emulator.counts.bytesIn += bytes;
  copy(target, source, bytes);
}

static void copyOut(int64_t target, int64_t source, int64_t bytes) {
  if (bytes > 0 && !isOnEmulatedDevice(target)) {
    ++emulator.counts.copiesOut;
    emulator.counts.bytesOut += bytes;
  }
  copy(target, source, bytes);
}

/// Copies between an array of the caller and one of the host.
static void copyCaller(int64_t target, int64_t source, int64_t bytes) {
  if (isOnEmulatedDevice(source))
    return copyOut(target, source, bytes);
  if (isOnEmulatedDevice(target))
    return copyIn(target, source, bytes);
  copy(target, source, bytes);
}

/// Allocates a result where the caller wants it on the device. Returns 0 otherwise.
static int64_t allocateResult(int64_t bytes) {
  if (!hasResultsOnDevice())
    return 0;
  emulator.problem.clear();
  void *result = allocateDeviceArray(DeviceKind::Emulated, bytes, emulator.problem);
  if (!result)
    failOnDevice(emulator.problem, DeviceFailure::NoMemory);
  addDeviceResult(result, std::max<int64_t>(bytes, 1), DeviceKind::Emulated);
  return reinterpret_cast<int64_t>(result);
}

/// Returns the address of an array on the device: `source` itself if it is there, or a copy.
static int64_t borrow(int64_t source, int64_t bytes) {
  std::optional<DeviceArrayInfo> array = findDeviceArray(reinterpret_cast<void *>(source));
  if (bytes > 0 && array && array->kind == DeviceKind::Emulated) {
    DeviceBuffer &buffer = emulator.buffers[static_cast<char *>(array->begin)];
    buffer.bytes = static_cast<int64_t>(array->bytes);
    ++buffer.numBorrows;
    return source;
  }
  int64_t target = allocate(bytes);
  copyIn(target, source, bytes);
  return target;
}

void chad::detail::releaseEmulatedMemory() {
  closeArrays();
  for (auto &[buffer, content] : emulator.buffers)
    if (content.numBorrows == 0)
      std::free(buffer);
  emulator.buffers.clear();
}

//===----------------------------------------------------------------------===//
// What kernels call
//===----------------------------------------------------------------------===//

static int64_t getThread() { return emulator.thread; }
static int64_t getBlock() { return emulator.block; }
static int64_t getBlockSize() { return emulator.numThreads; }
static int64_t getGridSize() { return emulator.numBlocks; }

/// The first thread that asks for a part of the block's memory fills it with `garbage`.
static void *getShared(int64_t offset, int64_t size) {
  char *start = emulator.shared.data() + offset;
  if (offset + size > emulator.filled) {
    std::memset(emulator.shared.data() + emulator.filled, garbage, offset + size - emulator.filled);
    emulator.filled = offset + size;
  }
  emulator.blockArrays[start].bytes = size;
  return start;
}

/// `place` describes the barrier.
static void waitForBlock(const char *place) {
  Emulator &state = emulator;
  if (!state.hasFibers)
    return;
  state.waitsAt[static_cast<size_t>(state.thread)] = place;
  if (state.next >= state.order.size())
    return Fiber::giveWay();
  Fiber &own = *state.fibers[static_cast<size_t>(state.thread)];
  state.thread = state.order[state.next++];
  constexpr size_t ahead = 3;
  if (state.next + ahead < state.order.size())
    state.fibers[static_cast<size_t>(state.order[state.next + ahead])]->prefetch();
  own.makeWayFor(*state.fibers[static_cast<size_t>(state.thread)]);
}

/// The barrier at which threads exchange the factors of products by tensor cores. It does not order
/// accesses to memory.
constexpr const char *exchange = "the product by tensor cores";

/// An element that this thread has of a factor of its next product.
static void setFactor(int64_t isRight, int64_t number, double value) {
  Emulator::Factors &own = emulator.factors[static_cast<size_t>(emulator.thread)];
  int64_t which = (own.number + 1) % 2;
  (isRight ? own.right[which] : own.left[which])[number] = value;
}

/// Passes the elements that a thread has of the two factors of a product to the other threads of
/// the warp. All threads wait here, so that a thread is at most one product ahead of another one.
static void showFactors() {
  ++emulator.factors[static_cast<size_t>(emulator.thread)].number;
  waitForBlock(exchange);
}

/// The sum of `before` and an element of an 8 x 4 x 8 product: thread t of a warp has the elements
/// A[t / 4, t % 4] and B[t % 4, t / 4], and computes C[t / 4, 2 (t % 4) + which].
static double addProduct(double before, int64_t which) {
  int64_t lane = emulator.thread % 32, first = emulator.thread - lane;
  const Emulator::Factors *warp = &emulator.factors[static_cast<size_t>(first)];
  int64_t now = warp[lane].number % 2, row = lane / 4, column = 2 * (lane % 4) + which;
  for (int64_t k = 0; k < 4; ++k)
    before += warp[4 * row + k].left[now][0] * warp[4 * column + k].right[now][0];
  return before;
}

/// The same for a 16 x `depth` x 8 product. With a depth of 8, thread t of a warp has the elements
/// A[t / 4 + 8 i, t % 4 + 4 j] at the number i + 2 j, and B[t % 4 + 4 j, t / 4] at j. With a depth
/// of 16 it has A[t / 4 + 8 i, 2 (t % 4) + l + 8 j] at l + 2 i + 4 j, and
/// B[2 (t % 4) + l + 8 j, t / 4] at l + 2 j. It computes C[t / 4 + 8 i, 2 (t % 4) + l] as the
/// number l + 2 i.
///
/// Source: NVIDIA, PTX ISA 8.1, "Matrix fragments for mma.m16n8k8" and "mma.m16n8k16".
static float addProductF32(float before, int64_t which, int64_t depth) {
  int64_t lane = emulator.thread % 32, first = emulator.thread - lane;
  const Emulator::Factors *warp = &emulator.factors[static_cast<size_t>(first)];
  int64_t now = warp[lane].number % 2, row = lane / 4 + which / 2 * 8;
  int64_t column = 2 * (lane % 4) + which % 2, adjacent = depth / 8, half = depth / 2;
  double sum = static_cast<double>(before);
  for (int64_t k = 0; k < depth; ++k) {
    int64_t owner = k % half / adjacent, along = k / half, inPair = k % adjacent;
    sum += warp[4 * (row % 8) + owner].left[now][inPair + adjacent * (row / 8 + 2 * along)] *
           warp[4 * column + owner].right[now][inPair + adjacent * along];
  }
  return static_cast<float>(sum);
}

/// Stops the kernel after a failed check, whose message is in `emulator.problem`: no further thread
/// runs, and the launch ends the call. This function is left by a jump, so that it must not have
/// objects with destructors.
[[noreturn]] static void stop(DeviceFailure failure) {
  emulator.failure = failure;
  if (!emulator.hasFibers)
    failOnDevice(emulator.problem, failure);
  while (true)
    Fiber::giveWay();
}

static void check(int32_t holds, const char *message) {
  if (holds)
    return;
  emulator.problem = message;
  stop(DeviceFailure::Check);
}

//===----------------------------------------------------------------------===//
// Checks of kernels
//===----------------------------------------------------------------------===//

/// How a kernel accesses memory. Code of `chad-emulate-kernels` passes these numbers.
enum Access : int64_t { Read = 0, Write = 1, Atomic = 2, kinds = 3, OfBlock = 4 };

static std::string describeWorker(int64_t worker) {
  return "thread " + std::to_string(worker % emulator.numThreads) + " of block " +
         std::to_string(worker / emulator.numThreads);
}

static int64_t getWorker() { return emulator.block * emulator.numThreads + emulator.thread; }

/// Begins the text about an access. `record` is two texts, one after the other: the place in the
/// program with the kernel's name, and the array.
static void describeAccess(const char *record, const std::string &what) {
  emulator.problem = std::string(record) + ": " + describeWorker(getWorker()) + " " + what + " " +
                     (record + std::strlen(record) + 1);
}

static void describeIndex(const char *record, int64_t dim, int64_t index, int64_t extent) {
  describeAccess(record, "accesses index " + std::to_string(index) + " of dimension " +
                             std::to_string(dim) + ", of extent " + std::to_string(extent) +
                             ", in");
}

/// Ends the call if an index is outside of its array.
static void checkIndex(const char *record, int64_t dim, int64_t index, int64_t extent) {
  if (index >= 0 && index < extent)
    return;
  describeIndex(record, dim, index, extent);
  stop(DeviceFailure::Unusable);
}

/// Whether this thread's access is not ordered with an access that the worker `other` made in the
/// stage `otherStage`. Accesses before the stage `first`, that of the launch, are ordered. Blocks
/// of a launch do not wait for each other; threads of a block wait at barriers.
static bool isUnordered(int64_t other, int64_t otherStage, int64_t first) {
  if (otherStage < first || other == getWorker())
    return false;
  return other / emulator.numThreads != emulator.block || otherStage == emulator.stage;
}

/// A wrong access: to an element that has not been written, or not ordered with an earlier access.
struct Conflict {
  enum { None, IsUnwritten, WasWritten, WasRead } kind = None;
  int64_t other = -1; ///< The worker of the earlier access.
  bool isAcrossBlocks = false;
};

/// Records an access of this thread to an element, and returns what is wrong with it, if anything.
static Conflict noteAccess(Accesses &element, int64_t mode) {
  int64_t worker = getWorker(), kind = mode & kinds;
  int64_t first = mode & OfBlock ? emulator.blockStage : emulator.launchStage;
  auto isElsewhere = [](int64_t other) { return other / emulator.numThreads != emulator.block; };
  if ((mode & OfBlock) && kind != Write && element.writeStage < first)
    return {Conflict::IsUnwritten};
  if (!(kind == Atomic && element.isAtomic) &&
      isUnordered(element.writer, element.writeStage, first))
    return {Conflict::WasWritten, element.writer, isElsewhere(element.writer)};
  bool wasRead = element.readStage >= first;
  bool severalBlocks = wasRead && element.severalBlocks;
  bool severalRead = element.readStage == emulator.stage && element.severalRead;
  if (kind == Read) {
    element.severalBlocks = severalBlocks || (wasRead && isElsewhere(element.reader));
    element.severalRead =
        severalRead || (element.readStage == emulator.stage && element.reader != worker);
    element.reader = worker;
    element.readStage = emulator.stage;
    return {};
  }
  if (severalBlocks || severalRead || isUnordered(element.reader, element.readStage, first))
    return {Conflict::WasRead, element.reader, severalBlocks || isElsewhere(element.reader)};
  element.writer = worker;
  element.writeStage = emulator.stage;
  element.isAtomic = kind == Atomic;
  return {};
}

/// Describes a wrong access to the element of this number.
static void describeConflict(const char *record, int64_t mode, int64_t number,
                             const Conflict &conflict) {
  const char *verbs[] = {"reads", "writes", "adds to"};
  describeAccess(record, verbs[mode & kinds] + (" element " + std::to_string(number)) + " of");
  std::string &text = emulator.problem;
  if (conflict.kind == Conflict::IsUnwritten) {
    text += ", which no thread has written";
    return;
  }
  text += ", which ";
  text += conflict.other == getWorker() ? "another thread" : describeWorker(conflict.other);
  text += conflict.kind == Conflict::WasRead ? " has read" : " has written";
  text += conflict.isAcrossBlocks ? ": blocks do not wait for each other"
                                  : ": there is no barrier between";
}

/// Checks an access of a thread to `bytes` bytes. The call ends if the bytes are outside of all
/// arrays, if they are in the memory of a block and no thread has written them, or if no barrier
/// orders the access with another thread's write.
static void checkAccess(const char *record, int64_t address, int64_t bytes, int64_t mode) {
  Emulator &state = emulator;
  auto &arrays = mode & OfBlock ? state.blockArrays : state.buffers;
  auto *place = reinterpret_cast<char *>(address);
  auto found = arrays.upper_bound(place);
  int64_t at = found == arrays.begin() ? -1 : place - std::prev(found)->first;
  if (at < 0 || at + bytes > std::prev(found)->second.bytes) {
    describeAccess(record, "accesses memory that is not allocated, in");
    stop(DeviceFailure::Unusable);
  }
  DeviceBuffer &buffer = std::prev(found)->second;
  if (buffer.elementBytes == 0 || bytes < buffer.elementBytes) {
    buffer.elementBytes = bytes;
    buffer.accesses.assign(static_cast<size_t>(buffer.bytes / bytes + 1), {});
  }
  int64_t number = at / buffer.elementBytes;
  Conflict conflict = noteAccess(buffer.accesses[static_cast<size_t>(number)], mode);
  if (conflict.kind == Conflict::None)
    return;
  describeConflict(record, mode, number, conflict);
  stop(DeviceFailure::Unusable);
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

DeviceCounts chad::takeDeviceCounts() {
  DeviceCounts counts = emulator.counts;
  emulator.counts = {};
  for (Vendor vendor : {Vendor::CUDA, Vendor::HIP})
    detail::takeDeviceCounts(vendor, counts);
  return counts;
}

/// Counts a sector that a warp accesses, and whether it passes the cache of the block, which holds
/// what has been accessed last. What is written always does.
static void countSector(int64_t sector, bool isWrite) {
  constexpr int64_t capacity = (int64_t(64) << 10) / sectorBytes;
  auto [place, isNew] = emulator.cached.try_emplace(sector, 0);
  bool isFetched = isNew || emulator.fetched - place->second >= capacity;
  if (isFetched)
    ++emulator.fetched;
  place->second = emulator.fetched;
  ++emulator.counts.sectors;
  if (isFetched || isWrite)
    emulator.counts.passedBytes += sectorBytes;
}

/// The number of the run in which this thread runs the op of this number. The threads of a warp run
/// an op together where their runs have the same number. Where these have none (-1), each runs it
/// for the first time in a stage, each for the second time, and so on.
static int64_t numberRun(int64_t op, int64_t run) {
  if (run >= 0)
    return run;
  auto threads = static_cast<size_t>(emulator.numThreads);
  auto at = static_cast<size_t>(op) * threads + static_cast<size_t>(emulator.thread);
  if (at >= emulator.runs.size())
    emulator.runs.resize((static_cast<size_t>(op) + 1) * threads);
  Emulator::Runs &runs = emulator.runs[at];
  if (runs.stage != emulator.stage)
    runs = {emulator.stage, 0};
  return runs.number++;
}

/// Notes the sector of an access by the op of this number.
static void noteSector(int64_t address, bool isWrite, int64_t op, int64_t run) {
  emulator.sectors.push_back({2 * op + (isWrite ? 1 : 0), numberRun(op, run), emulator.thread / 32,
                              address / sectorBytes});
}

/// Calls `count` with the different places, in order, of all accesses that the threads of a warp
/// have made together.
template <typename Count>
static void visitWarps(std::vector<std::array<int64_t, 4>> &accesses, Count count) {
  std::sort(accesses.begin(), accesses.end());
  auto end = std::unique(accesses.begin(), accesses.end());
  for (auto first = accesses.begin(); first != end;) {
    auto last = std::find_if(first, end, [&](const auto &each) {
      return !std::equal(each.begin(), each.begin() + 3, first->begin());
    });
    count(first, last);
    first = last;
  }
  accesses.clear();
}

/// Counts the accesses of the stage that ends.
static void countStage() {
  constexpr int64_t cycleBytes = 128;
  constexpr auto cycleSectors = cycleBytes / sectorBytes;
  visitWarps(emulator.sectors, [&](auto first, auto last) {
    for (auto each = first; each != last; ++each)
      countSector((*each)[3], (*each)[0] % 2 != 0);
    emulator.counts.accessCycles += (last - first + cycleSectors - 1) / cycleSectors;
  });
  visitWarps(emulator.words, [&](auto first, auto last) {
    int64_t numBanks = cycleBytes / ((*first)[0] % 2 != 0 ? 8 : 4);
    std::array<int64_t, cycleBytes / 4> words = {};
    for (auto each = first; each != last; ++each)
      ++words[static_cast<size_t>((*each)[3] % numBanks)];
    emulator.counts.accessCycles += *std::max_element(words.begin(), words.end());
  });
}

/// Counts an access of a thread to `bytes` bytes in the memory of the device, by the op of this
/// number, in the run of this number.
static void countAccess(int64_t address, int64_t bytes, int64_t isWrite, int64_t op, int64_t run) {
  DeviceCounts &counts = emulator.counts;
  noteSector(address, isWrite != 0, op, run);
  counts.accessedBytes += bytes;
  emulator.mostAccesses =
      std::max(emulator.mostAccesses, ++emulator.accesses[static_cast<size_t>(emulator.thread)]);
  auto *place = reinterpret_cast<char *>(address);
  auto found = emulator.buffers.upper_bound(place);
  if (found == emulator.buffers.begin())
    return;
  auto &[start, buffer] = *--found;
  auto sector = static_cast<size_t>((place - start) / sectorBytes);
  buffer.touched.resize(static_cast<size_t>(buffer.bytes / sectorBytes + 1), 0);
  buffer.written.resize(buffer.touched.size(), 0);
  if (place - start >= buffer.bytes)
    return;
  std::vector<int64_t> &seen = isWrite ? buffer.written : buffer.touched;
  if (seen[sector] != emulator.launch)
    counts.movedBytes += sectorBytes;
  seen[sector] = emulator.launch;
  // A later read of a sector that the same kernel has written hits a cache.
  buffer.touched[sector] = emulator.launch;
}

/// Counts an access of a thread to an element of `bytes` bytes in the memory of its block.
static void countBlockAccess(int64_t address, int64_t bytes, int64_t op, int64_t run) {
  bool isWide = bytes > 4;
  emulator.words.push_back({2 * op + (isWide ? 1 : 0), numberRun(op, run), emulator.thread / 32,
                            address / (isWide ? 8 : 4)});
}

static void countOperations(int64_t number) { emulator.counts.operations += number; }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The order in which `count` blocks, or threads of a block, run: from the first to the last. If
/// the environment variable CHAD_EMULATED_ORDER is a number other than 0, the order is another one
/// at each call. A correct kernel has the same results in every order.
static std::vector<int64_t> &orderOf(int64_t count, std::vector<int64_t> &order) {
  static const char *seed = std::getenv("CHAD_EMULATED_ORDER");
  static thread_local std::mt19937_64 random(seed ? std::strtoull(seed, nullptr, 10) : 0);
  static const bool isRandom = seed && std::strtoull(seed, nullptr, 10) != 0;
  if (static_cast<int64_t>(order.size()) != count) {
    order.resize(static_cast<size_t>(count));
    std::iota(order.begin(), order.end(), 0);
  }
  if (isRandom)
    std::shuffle(order.begin(), order.end(), random);
  return order;
}

/// Writes the message for a thread that waits at a barrier that another thread does not reach.
static void describeBarrier(int64_t waits, int64_t other, bool hasEnded) {
  const char *const *places = emulator.waitsAt.data();
  emulator.problem = std::string(places[waits]) + ": thread " + std::to_string(waits) +
                     " of block " + std::to_string(emulator.block) +
                     " waits at a barrier; thread " + std::to_string(other) +
                     (hasEnded ? std::string(" has ended")
                               : std::string(" waits at another one, ") + places[other]);
}

/// Runs a block whose threads wait for each other: each thread in turn runs up to its next barrier.
static void runFibers(void (*kernel)(void *), void *args) {
  Emulator &state = emulator;
  auto numThreads = static_cast<size_t>(state.numThreads);
  while (state.fibers.size() < numThreads)
    state.fibers.push_back(std::make_unique<Fiber>());
  for (size_t i = 0; i < numThreads; ++i)
    state.fibers[i]->start(kernel, args);
  while (true) {
    size_t numEnded = 0;
    int64_t ended = 0;
    orderOf(state.numThreads, state.order);
    for (state.next = 0; state.next < numThreads;) {
      state.thread = state.order[state.next++];
      state.fibers[static_cast<size_t>(state.thread)]->resume();
      if (!state.problem.empty())
        failOnDevice(state.problem, state.failure);
      // Threads that wait make way for the next ones. This one has ended, or is the last one.
      if (!state.fibers[static_cast<size_t>(state.thread)]->isRunning()) {
        ended = state.thread;
        ++numEnded;
      }
    }
    if (numEnded == numThreads)
      return;
    const std::vector<const char *> &places = state.waitsAt;
    auto other = std::adjacent_find(places.begin(), places.end(), std::not_equal_to<>());
    if (numEnded != 0) {
      auto waits = std::find_if(state.fibers.begin(), state.fibers.begin() + state.numThreads,
                                [](const auto &fiber) { return fiber->isRunning(); });
      describeBarrier(waits - state.fibers.begin(), ended, /*hasEnded=*/true);
    } else if (other != places.end()) {
      describeBarrier(other - places.begin(), other - places.begin() + 1, /*hasEnded=*/false);
    }
    if (!state.problem.empty())
      failOnDevice(state.problem);
    if (places.front() != exchange) {
      countStage();
      ++state.stage;
    }
  }
}

/// The blocks that the emulated GPU runs at once, which the variable CHAD_EMULATED_BLOCKS may set.
static int64_t getResidentBlocks() {
  static const char *number = std::getenv("CHAD_EMULATED_BLOCKS");
  static const int64_t blocks = number ? std::strtoll(number, nullptr, 10) : 0;
  return blocks > 0 ? blocks : std::numeric_limits<int64_t>::max();
}

static int64_t countBlocks(int64_t) {
  int64_t blocks = getResidentBlocks();
  return blocks == std::numeric_limits<int64_t>::max() ? usualBlocks : blocks;
}

static void launch(void (*kernel)(void *), int64_t blocks, int64_t threads, void *args,
                   int64_t flags) {
  if (blocks == 0)
    return;
  if (flags & takesFewerBlocksFlag)
    blocks = std::min(blocks, getResidentBlocks());
  emulator.shared.resize(sharedBytes);
  emulator.numBlocks = blocks;
  emulator.numThreads = threads;
  emulator.hasFibers = (flags & hasBarriersFlag) && threads > 1;
  emulator.problem.clear();
  emulator.launchStage = emulator.stage + 1;
  emulator.blockArrays.clear();
  emulator.waitsAt.assign(static_cast<size_t>(threads), nullptr);
  ++emulator.launch;
  ++emulator.counts.launches;
  emulator.counts.mostThreads = std::max(emulator.counts.mostThreads, blocks * threads);
  emulator.mostAccesses = 0;
  emulator.runs.clear();
  emulator.sectors.clear();
  emulator.words.clear();
  static thread_local std::vector<int64_t> blockOrder, threadOrder;
  openArrays();
  for (int64_t block : orderOf(blocks, blockOrder)) {
    emulator.block = block;
    emulator.blockStage = ++emulator.stage;
    emulator.filled = 0;
    emulator.cached.clear();
    emulator.accesses.assign(static_cast<size_t>(threads), 0);
    emulator.factors.assign(static_cast<size_t>(threads), {});
    if (emulator.hasFibers) {
      runFibers(kernel, args);
    } else {
      for (int64_t thread : orderOf(threads, threadOrder)) {
        emulator.thread = thread;
        kernel(args);
      }
    }
    countStage();
  }
  closeArrays();
  emulator.counts.longestThreads += emulator.mostAccesses;
}

/// The library that multiplies matrices in the memory of the host as cuBLAS does on a GPU, which
/// the variable CHAD_EMULATED_LIBRARY names; null if it names none.
static const Library *getLibrary() {
  static thread_local std::unique_ptr<Library> library;
  const char *path = std::getenv("CHAD_EMULATED_LIBRARY");
  if (library || !path)
    return library.get();
  const LibraryFunctions *functions = findLibrary(Vendor::CUDA, path);
  if (!functions)
    failOnDevice(std::string("CHAD_EMULATED_LIBRARY: there is no library at '") + path + "'");
  library = std::make_unique<Library>(*functions, /*workspace=*/0, /*workspaceBytes=*/0);
  library->open();
  return library.get();
}

/// Returns -1 if the library has failed; the text is `emulator.problem`.
static int64_t tryMultiply(const Library &library, const uint64_t *words) {
  MatrixProduct product(words);
  if (!library.canMultiply(product))
    return 0;
  ++emulator.counts.launches;
  openArrays();
  Result status = library.multiply(product, /*stream=*/nullptr);
  closeArrays();
  if (status)
    emulator.problem = library.describe(status);
  return status ? -1 : 1;
}

static int64_t multiply(const uint64_t *words, int64_t) {
  const Library *library = getLibrary();
  int64_t done = library ? tryMultiply(*library, words) : 0;
  if (done < 0)
    failOnDevice(emulator.problem);
  return done;
}

void chad::detail::defineEmulator(const Define &define) {
  auto defineFunction = [&](const char *name, auto *function) {
    define(name, reinterpret_cast<void *>(function));
  };
  defineFunction("chadrt.emulated.allocate", allocate);
  defineFunction("chadrt.emulated.release", release);
  defineFunction("chadrt.emulated.result", allocateResult);
  defineFunction("chadrt.emulated.borrow", borrow);
  defineFunction("chadrt.emulated.copy", copy);
  defineFunction("chadrt.emulated.copy.in", copyIn);
  defineFunction("chadrt.emulated.copy.out", copyOut);
  defineFunction("chadrt.emulated.copy.caller", copyCaller);
  defineFunction("chadrt.emulated.launch", launch);
  defineFunction("chadrt.emulated.blocks", countBlocks);
  defineFunction("chadrt.emulated.multiply", multiply);
  defineFunction("chadrt.emulated.thread", getThread);
  defineFunction("chadrt.emulated.block", getBlock);
  defineFunction("chadrt.emulated.block.size", getBlockSize);
  defineFunction("chadrt.emulated.grid.size", getGridSize);
  defineFunction("chadrt.emulated.shared", getShared);
  defineFunction("chadrt.emulated.barrier", waitForBlock);
  defineFunction("chadrt.emulated.product", showFactors);
  defineFunction("chadrt.emulated.product.sum", addProduct);
  defineFunction("chadrt.emulated.product.sum.f32", addProductF32);
  defineFunction("chadrt.emulated.factor", setFactor);
  defineFunction("chadrt.emulated.check", check);
  defineFunction("chadrt.emulated.check.index", checkIndex);
  defineFunction("chadrt.emulated.check.access", checkAccess);
  defineFunction("chadrt.emulated.count.access", countAccess);
  defineFunction("chadrt.emulated.count.block.access", countBlockAccess);
  defineFunction("chadrt.emulated.count.operations", countOperations);
}

//===----------------------------------------------------------------------===//
// The functions for C libraries, which are linked with the runtime
//===----------------------------------------------------------------------===//

extern "C" {
int64_t chadrt_emulated_allocate(int64_t bytes) { return allocate(bytes); }
void chadrt_emulated_release(int64_t address) { release(address); }
int64_t chadrt_emulated_result(int64_t bytes) { return allocateResult(bytes); }
int64_t chadrt_emulated_borrow(int64_t source, int64_t bytes) { return borrow(source, bytes); }
void chadrt_emulated_copy(int64_t target, int64_t source, int64_t bytes) {
  copy(target, source, bytes);
}
void chadrt_emulated_copy_in(int64_t target, int64_t source, int64_t bytes) {
  copyIn(target, source, bytes);
}
void chadrt_emulated_copy_out(int64_t target, int64_t source, int64_t bytes) {
  copyOut(target, source, bytes);
}
void chadrt_emulated_copy_caller(int64_t target, int64_t source, int64_t bytes) {
  copyCaller(target, source, bytes);
}
void chadrt_emulated_launch(void (*kernel)(void *), int64_t blocks, int64_t threads, void *args,
                            int64_t flags) {
  launch(kernel, blocks, threads, args, flags);
}
int64_t chadrt_emulated_blocks(int64_t threads) { return countBlocks(threads); }
int64_t chadrt_emulated_multiply(const uint64_t *words, int64_t count) {
  return multiply(words, count);
}
int64_t chadrt_emulated_thread() { return getThread(); }
int64_t chadrt_emulated_block() { return getBlock(); }
int64_t chadrt_emulated_block_size() { return getBlockSize(); }
int64_t chadrt_emulated_grid_size() { return getGridSize(); }
void *chadrt_emulated_shared(int64_t offset, int64_t size) { return getShared(offset, size); }
void chadrt_emulated_barrier(const char *place) { waitForBlock(place); }
void chadrt_emulated_factor(int64_t isRight, int64_t number, double value) {
  setFactor(isRight, number, value);
}
void chadrt_emulated_product() { showFactors(); }
float chadrt_emulated_product_sum_f32(float before, int64_t which, int64_t depth) {
  return addProductF32(before, which, depth);
}
double chadrt_emulated_product_sum(double before, int64_t which) {
  return addProduct(before, which);
}
void chadrt_emulated_check(int32_t holds, const char *message) { check(holds, message); }
void chadrt_emulated_check_index(const char *record, int64_t dim, int64_t index, int64_t extent) {
  checkIndex(record, dim, index, extent);
}
void chadrt_emulated_check_access(const char *record, int64_t address, int64_t bytes,
                                  int64_t mode) {
  checkAccess(record, address, bytes, mode);
}
} // extern "C"
