//===- Kernels.h --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the kernels of a program for a GPU do, counted by the emulation.

#ifndef CHAD_TOOLS_BENCH_KERNELS_H
#define CHAD_TOOLS_BENCH_KERNELS_H

#include "chad/GPURuntime/Runtime.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace chad::bench {

/// What an assembler says of the kernels of a program.
struct Assembled {
  int64_t registers = 0;   ///< The most of a thread.
  int64_t sharedBytes = 0; ///< The most of a block.
  int64_t stackBytes = 0, spilledBytes = 0;
};

/// What the kernels of a derivative do.
struct KernelFigures {
  DeviceCounts counts;
  int64_t numKernels = 0;
  /// The bytes of arguments and results.
  int64_t neededBytes = 0;
  std::optional<Assembled> assembled;
};

/// A program and its derivative on a GPU, or on the emulation of one, which has no times.
struct DeviceFigures {
  bool isEmulated = false;
  /// Seconds of a call with arrays on the host, copies included, and of the kernels in it.
  std::optional<double> primal, gradient, primalKernels, gradientKernels;
  /// The derivative's launches and copies, and the bytes of its arguments and results. Operations
  /// are counted by the emulation.
  DeviceCounts counts;
  int64_t neededBytes = 0;
};

/// The number of kernels in a program in the LLVM dialect; null if it has none. If `assembler` is
/// not empty, has it assemble them. Returns false, and `why`, where it rejects them.
bool describeKernels(llvm::StringRef program, llvm::StringRef assembler, KernelFigures &figures,
                     std::string &why);

struct Row;

/// The head of the table, for Markdown.
void printKernelHead(llvm::raw_ostream &os);
void printKernelRow(llvm::raw_ostream &os, const Row &row);

/// The same for the table of a GPU.
void printDeviceHead(llvm::raw_ostream &os, bool hasJax);
void printDeviceRow(llvm::raw_ostream &os, const Row &row, bool hasJax);
/// The least seconds that the derivative needs on an H200.
double getFloor(const Row &row);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_KERNELS_H
