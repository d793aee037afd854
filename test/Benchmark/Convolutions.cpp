//===- Convolutions.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convolutions.h"
#include "Baselines.h"
#include <algorithm>

namespace chad::baseline {

/// Calls `visit(place in the image, place in the row of the window's position, length)` for each
/// part of a window that lies in one row of the image.
template <typename Visit> static void forEachPart(const ConvShape &s, Visit visit) {
  int64_t length = s.windowColumns * s.channels, window = s.window();
  for (int64_t p = 0; p < s.outRows(); ++p)
    for (int64_t q = 0; q < s.outColumns(); ++q)
      for (int64_t v = 0; v < s.windowRows; ++v)
        visit(((p + v) * s.columns + q) * s.channels,
              (p * s.outColumns() + q) * window + v * length, length);
}

/// A row for each position of the window.
static void unfold(const ConvShape &s, const double *image, double *__restrict windows) {
  forEachPart(s, [&](int64_t from, int64_t to, int64_t length) {
    for (int64_t i = 0; i < length; ++i)
      windows[to + i] = image[from + i];
  });
}

/// Adds up what belongs to an element of the image.
static void fold(const ConvShape &s, const double *windows, double *__restrict image) {
  std::fill(image, image + s.rows * s.columns * s.channels, 0.0);
  forEachPart(s, [&](int64_t to, int64_t from, int64_t length) {
    for (int64_t i = 0; i < length; ++i)
      image[to + i] += windows[from + i];
  });
}

/// relu(windows kernelsᵀ + bias): a row for each position.
static void activate(const ConvShape &s, const double *windows, const double *transposed,
                     const double *bias, double *__restrict y) {
  multiply(windows, transposed, s.positions(), s.window(), s.features, y);
  for (int64_t p = 0; p < s.positions(); ++p)
    for (int64_t f = 0; f < s.features; ++f)
      y[p * s.features + f] = std::max(0.0, y[p * s.features + f] + bias[f]);
}

/// Calls `visit(first of the neighbours, pooled position)`; both are places of rows of features.
template <typename Visit> static void forEachPool(const ConvShape &s, Visit visit) {
  int64_t rows = s.outRows() / s.poolRows, columns = s.outColumns() / s.poolColumns;
  for (int64_t p = 0; p < rows; ++p)
    for (int64_t q = 0; q < columns; ++q)
      visit((p * s.poolRows * s.outColumns() + q * s.poolColumns) * s.features,
            (p * columns + q) * s.features);
}

/// Calls `visit(place)` for the rows of features of the neighbours.
template <typename Visit>
static void forEachNeighbour(const ConvShape &s, int64_t first, Visit visit) {
  for (int64_t i = 0; i < s.poolRows; ++i)
    for (int64_t j = 0; j < s.poolColumns; ++j)
      visit(first + (i * s.outColumns() + j) * s.features);
}

static void pool(const ConvShape &s, const double *y, double *__restrict result) {
  forEachPool(s, [&](int64_t first, int64_t to) {
    for (int64_t f = 0; f < s.features; ++f)
      result[to + f] = y[first + f];
    forEachNeighbour(s, first, [&](int64_t from) {
      for (int64_t f = 0; f < s.features; ++f)
        result[to + f] = std::max(result[to + f], y[from + f]);
    });
  });
}

/// The cotangents before relu: those of maxima that are not 0.
static void unpool(const ConvShape &s, const double *y, const double *result, const double *ct,
                   double *__restrict dy) {
  std::fill(dy, dy + s.positions() * s.features, 0.0);
  forEachPool(s, [&](int64_t first, int64_t from) {
    forEachNeighbour(s, first, [&](int64_t to) {
      for (int64_t f = 0; f < s.features; ++f)
        dy[to + f] = y[to + f] > 0 && y[to + f] == result[from + f] ? ct[from + f] : 0.0;
    });
  });
}

void convolution(const ConvShape &s, const ConvInputs &in, double *result, Workspace &workspace) {
  double *windows = workspace.take<double>(s.positions() * s.window()),
         *y = workspace.take<double>(s.positions() * s.features),
         *transposed = workspace.take<double>(s.features * s.window());
  transpose(in.kernels, s.features, s.window(), transposed);
  for (int64_t i = 0; i < s.images; ++i) {
    unfold(s, in.images + i * s.rows * s.columns * s.channels, windows);
    activate(s, windows, transposed, in.bias, y);
    pool(s, y, result + i * s.pooled() * s.features);
  }
}

void convolutionGradient(const ConvShape &s, const ConvInputs &in, const double *ct, double *result,
                         const ConvGradient &out, Workspace &workspace) {
  int64_t windowSize = s.positions() * s.window(), ySize = s.positions() * s.features,
          kernelSize = s.features * s.window();
  double *windows = workspace.take<double>(windowSize), *y = workspace.take<double>(ySize),
         *dy = workspace.take<double>(ySize), *dyTransposed = workspace.take<double>(ySize),
         *transposed = workspace.take<double>(kernelSize),
         *part = workspace.take<double>(kernelSize);
  transpose(in.kernels, s.features, s.window(), transposed);
  std::fill(out.kernels, out.kernels + kernelSize, 0.0);
  std::fill(out.bias, out.bias + s.features, 0.0);
  for (int64_t i = 0; i < s.images; ++i) {
    int64_t image = i * s.rows * s.columns * s.channels, pooled = i * s.pooled() * s.features;
    unfold(s, in.images + image, windows);
    activate(s, windows, transposed, in.bias, y);
    pool(s, y, result + pooled);

    unpool(s, y, result + pooled, ct + pooled, dy);
    for (int64_t p = 0; p < s.positions(); ++p)
      for (int64_t f = 0; f < s.features; ++f)
        out.bias[f] += dy[p * s.features + f];
    transpose(dy, s.positions(), s.features, dyTransposed);
    multiply(dyTransposed, windows, s.features, s.positions(), s.window(), part);
    for (int64_t k = 0; k < kernelSize; ++k)
      out.kernels[k] += part[k];
    multiply(dy, in.kernels, s.positions(), s.features, s.window(), windows);
    fold(s, windows, out.images + image);
  }
}

} // namespace chad::baseline
