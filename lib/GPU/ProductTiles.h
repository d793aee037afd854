//===- ProductTiles.h - The shapes of tiles of products ----*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_PRODUCTTILES_H
#define CHAD_LIB_GPU_PRODUCTTILES_H

#include <algorithm>
#include <cstdint>

namespace chad::detail {

/// The threads of a block are arranged as a square.
inline constexpr int64_t side = 16;
/// The extent of tiles along the common index.
inline constexpr int64_t depth = 16;
/// The least number of multiplications of a part of the common index: one multiprocessor takes
/// about as long for them as the launch of the kernel that adds the parts.
inline constexpr int64_t partWork = 1 << 20;

/// The shape of the part of the result that a thread computes.
struct Shape {
  int64_t rows, columns;
  int64_t tileRows() const { return rows * side; }
  int64_t tileColumns() const { return columns * side; }
  /// Without tensor cores, a thread has rows in groups of adjacent ones, which it reads from a tile
  /// at once: its first row is a multiple of this number.
  int64_t adjacentRows() const { return std::min<int64_t>(rows, 4); }
  /// How far the row of this number of a thread is from its first one.
  int64_t offsetOfRow(int64_t number) const {
    int64_t adjacent = adjacentRows();
    return number / adjacent * adjacent * side + number % adjacent;
  }
  /// The least number of steps along the common index that are a part.
  int64_t leastSteps() const { return partWork / (tileRows() * tileColumns() * depth); }
};

/// The extents of the matrices that tensor cores multiply in one instruction, and the arrangement
/// of the warps of a block.
struct Unit {
  int64_t rows, columns, depth;
  int64_t warpRows, warpColumns;
  /// The elements of the factors and of the sum that a thread has.
  int64_t numLeft, numRight, numSums;
  /// Adjacent elements along the common index that a thread has of a factor.
  int64_t adjacent;

  /// The numbers of products by tensor cores of a warp along the rows and the columns of its part.
  int64_t countRows(const Shape &shape) const { return shape.tileRows() / (warpRows * rows); }
  int64_t countColumns(const Shape &shape) const {
    return shape.tileColumns() / (warpColumns * columns);
  }
};
inline constexpr Unit unitOfF64 = {8, 8, 4, 4, 2, 1, 1, 2, 1},
                      unitOfTF32 = {16, 8, 8, 2, 4, 4, 2, 4, 1},
                      unitOf16Bits = {16, 8, 16, 2, 4, 8, 4, 4, 2};

} // namespace chad::detail

#endif // CHAD_LIB_GPU_PRODUCTTILES_H
