//===- Compiled.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A program of the benchmark as machine code.

#ifndef CHAD_TOOLS_BENCH_COMPILED_H
#define CHAD_TOOLS_BENCH_COMPILED_H

#include "Programs.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

namespace chad::bench {

/// Where the seconds went from text to machine code.
struct CompileTimes {
  double total = 0, passes = 0;
  /// Translation, LLVM's passes and code generation; parsing is the rest.
  double llvm = 0;
};

enum class Entry {
  Primal,
  Derivative,
  Tangent, ///< Forward derivative: values and their tangents.
};

/// Where programs come from, and how they are compiled.
struct Source {
  std::string directory;
  CompilerOptions options;
  /// Compile for the extents of the arguments.
  bool isStatic = false;
  /// Print what stays on the CPU, where a device runs the program, and why.
  bool printsRemarks = false;
};

/// A function of a program that is compiled and has its arguments.
class Compiled {
public:
  /// Nothing, and `why`, or a diagnostic on stderr, where it fails. `args` are those of
  /// the entry, thus with cotangents or tangents after the program's own.
  static std::unique_ptr<Compiled> create(const Program &program, Entry entry, const Source &source,
                                          llvm::ArrayRef<Array> args, std::string &why);

  /// Ends the process, which is one row's, with a message where that fails.
  void run();
  /// The results of the last run.
  Arrays results() const;
  /// The most bytes that are allocated at one time in a run, its results included.
  int64_t peakBytes();
  const CompileTimes &times() const { return seconds; }

private:
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<CompiledProgram> program;
  std::optional<PreparedCall> call;
  llvm::SmallVector<Element> resultTypes;
  CompileTimes seconds;
};

/// Must be called once, before anything is compiled.
void initializeCompiler();

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_COMPILED_H
