//===- Workspace.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Memory for the intermediate results of a function, kept from call to call: no
// time goes into fresh pages.

#ifndef CHAD_TEST_BENCHMARK_WORKSPACE_H
#define CHAD_TEST_BENCHMARK_WORKSPACE_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

namespace chad::baseline {

class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  ~Workspace() {
    for (Block &block : blocks)
      std::free(block.data);
  }

  /// `count` elements, on a boundary of 64 bytes; they hold anything.
  template <typename T> T *take(int64_t count) {
    size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
    used += bytes;
    peak = used > peak ? used : peak;
    while (current < blocks.size() && blocks[current].used + bytes > blocks[current].size)
      ++current;
    if (current == blocks.size()) {
      size_t size = bytes < minBlock ? minBlock : bytes;
      void *data = std::aligned_alloc(64, size);
      if (!data)
        throw std::bad_alloc();
      blocks.push_back({static_cast<char *>(data), size, 0});
    }
    Block &block = blocks[current];
    T *result = reinterpret_cast<T *>(block.data + block.used);
    block.used += bytes;
    return result;
  }

  /// Takes back what was given since `getMark`.
  struct Mark {
    size_t current, usedOfCurrent, used;
  };
  Mark getMark() const {
    return {current, current < blocks.size() ? blocks[current].used : 0, used};
  }
  void release(const Mark &mark) {
    for (size_t i = mark.current; i < blocks.size(); ++i)
      blocks[i].used = i == mark.current ? mark.usedOfCurrent : 0;
    current = mark.current;
    used = mark.used;
  }

  /// Takes back all that was given.
  void clear() {
    for (Block &block : blocks)
      block.used = 0;
    current = used = 0;
  }

  /// The most bytes that were in use.
  size_t peakBytes() const { return peak; }

private:
  struct Block {
    char *data;
    size_t size, used;
  };
  static constexpr size_t minBlock = size_t(1) << 20;

  std::vector<Block> blocks;
  size_t current = 0, used = 0, peak = 0;
};

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_WORKSPACE_H
