//===- Array.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arguments and results, in memory that machine code and C++ can both work on.

#ifndef CHAD_TOOLS_BENCH_ARRAY_H
#define CHAD_TOOLS_BENCH_ARRAY_H

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include <cstdlib>
#include <memory>

namespace chad::bench {

enum class Element { F32, F64, Index };

inline int64_t sizeOf(Element element) { return element == Element::F32 ? 4 : 8; }

inline int64_t countOf(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

/// An array row by row; a scalar has no extents. Copies share the elements.
class Array {
public:
  Array() = default;
  Array(Element element, llvm::ArrayRef<int64_t> shape)
      : element(element), shape(shape),
        memory(std::aligned_alloc(pageBytes, (bytes() + 2 * pageBytes - 1) / pageBytes * pageBytes),
               std::free) {
    if (!memory)
      llvm::report_bad_alloc_error("an array of a benchmark");
    // Where all arrays begin at the same place of a page, a load waits for stores to
    // other arrays whose addresses end alike.
    static unsigned count = 0;
    first = static_cast<char *>(memory.get()) + 64 * (count++ * 23 % 64);
  }

  Element type() const { return element; }
  llvm::ArrayRef<int64_t> extents() const { return shape; }
  int64_t size() const { return countOf(shape); }
  int64_t bytes() const { return size() * sizeOf(element); }
  template <typename T> T *as() const { return reinterpret_cast<T *>(first); }
  BufferView view() const { return {first, shape}; }

private:
  static constexpr int64_t pageBytes = 4096;

  Element element = Element::F64;
  llvm::SmallVector<int64_t> shape;
  std::shared_ptr<void> memory;
  char *first = nullptr;
};

using Arrays = std::vector<Array>;

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_ARRAY_H
