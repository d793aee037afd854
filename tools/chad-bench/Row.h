//===- Row.h ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One row of the table: a program at a size.

#ifndef CHAD_TOOLS_BENCH_ROW_H
#define CHAD_TOOLS_BENCH_ROW_H

#include "Compiled.h"
#include "Jax.h"
#include "Kernels.h"
#include "Measure.h"

namespace chad::bench {

struct Options {
  Source source;
  unsigned repeat = fewRounds;
  Statistic statistic = Statistic::Median;
  /// Also run the programs with that many threads, if more than one.
  unsigned threads = 1;
  /// Only check results, and measure nothing.
  bool checkOnly = false;
  /// Compare derivatives with forward ones also where there is C++.
  bool checkTangents = false;
  /// Change a number of what the C++ gives, so that the checks must fail.
  bool wrongBaselines = false;
  /// Instead of times, count what the kernels of derivatives do that are compiled for a GPU. With
  /// the path of an assembler, if it is not empty, they are assembled, too.
  bool countKernels = false;
  std::string assembler;
  /// What runs the programs: if it is no CPU, the table is of it alone.
  Device device = Device::CPU;
  /// Accept all results of a GPU: for a driver that stands in for one.
  bool skipDeviceCheck = false;
  /// Also compare with JAX.
  std::optional<Jax> jax;
};

/// Seconds and bytes; a figure that was not measured is absent.
struct Figures {
  std::optional<double> primal, gradient;
  /// The same with threads.
  std::optional<double> threadedPrimal, threadedGradient;
  std::optional<double> cppValue, cppGradient, vectorized, blas;
  /// The derivative by JAX, with as many threads as the program has at most; and its compilation.
  std::optional<double> jax, jaxCompile;
  /// Bytes per second: what the derivative must move, and copies of as many bytes.
  std::optional<double> moved, copied;
  int64_t peakBytes = 0;
  std::optional<int64_t> cppPeakBytes, vectorizedPeakBytes, jaxPeakBytes;
  CompileTimes compile, compilePrimal;
  std::optional<KernelFigures> kernels;
  std::optional<DeviceFigures> device;
  /// There is no GPU for which rows could be measured.
  bool hasNoDevice = false;
};

struct Row : Figures {
  const Program *program;
  Extents extents;
  /// What failed; empty where the results are right.
  std::string failure;
};

Row runRow(const Program &program, const Extents &extents, const Options &options);
/// The same in a process of its own, so that a crash ends one row only, and no row finds caches
/// that another one has filled. The calling process must have no other thread.
Row runRowApart(const Program &program, const Extents &extents, const Options &options);

/// `n=1000 d=10 k=25`.
std::string describe(const Program &program, const Extents &extents);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_ROW_H
