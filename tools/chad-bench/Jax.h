//===- Jax.h ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The same derivatives, computed by JAX in a Python process.

#ifndef CHAD_TOOLS_BENCH_JAX_H
#define CHAD_TOOLS_BENCH_JAX_H

#include "Measure.h"
#include "Programs.h"

namespace chad::bench {

/// A Python that has JAX, and what `jax_programs.py` answered when asked.
struct Jax {
  std::string python, script, version;
  /// The functions that it has.
  std::vector<std::string> functions;

  bool has(const Program &program) const { return llvm::is_contained(functions, program.function); }
};

/// Starts `python`, a path or a name to be looked for, with `script`. Nothing, and `why`, where
/// that is no Python with JAX.
std::optional<Jax> findJax(llvm::StringRef python, llvm::StringRef script, std::string &why);

struct JaxTask {
  const Program &program;
  /// The program's arguments, and after them cotangents or directions.
  llvm::ArrayRef<Array> args;
  size_t numOwnArgs;
  /// Values and derivatives as they should be, up to `tolerance` times the greatest element.
  llvm::ArrayRef<Array> results;
  double tolerance;
  /// Rounds to measure; 0: only compare.
  unsigned repeat;
  Statistic statistic;
  unsigned threads;
  bool isOnGPU; ///< JAX uses the GPU, on which it keeps the arguments.
};

struct JaxTimes {
  std::optional<double> seconds;
  double compile = 0;
  /// Of arguments, results and everything between, if XLA says it.
  std::optional<int64_t> peakBytes;
};

/// Compares and measures; `jax` has the program. Nothing, and `why`, where the process fails,
/// answers something else than was asked, or its results are others.
std::optional<JaxTimes> runJax(const Jax &jax, const JaxTask &task, std::string &why);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_JAX_H
