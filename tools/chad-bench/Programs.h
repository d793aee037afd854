//===- Programs.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is measured: programs, their sizes and arguments, and what they are compared
// with.

#ifndef CHAD_TOOLS_BENCH_PROGRAMS_H
#define CHAD_TOOLS_BENCH_PROGRAMS_H

#include "../../test/Benchmark/Workspace.h"
#include "Inputs.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace chad::bench {

using Extents = llvm::SmallVector<int64_t>;

/// The arguments and results of a function, for C++ to work on.
struct Frame {
  llvm::ArrayRef<Array> args;
  llvm::ArrayRef<Array> results;
  baseline::Workspace &workspace;

  template <typename T> const T *in(unsigned i) const { return args[i].as<T>(); }
  template <typename T> T *out(unsigned i) const { return results[i].as<T>(); }
  int64_t extent(unsigned arg, unsigned dim) const { return args[arg].extents()[dim]; }
};
using Baseline = std::function<void(const Frame &)>;

/// How a program is differentiated.
enum class Derivative {
  Gradient, ///< Value and gradient of one float.
  Hvp,      ///< And of the gradient in a given direction: the Hessian times that.
  Vjp,      ///< Values, and the cotangents of the arguments at given ones of the results.
  Jacobian, ///< A function of the program's own.
};

enum class Size { Tiny, Small, Large, Published };

struct Program {
  std::string name;     ///< In the table.
  std::string file;     ///< Without `.mlir`.
  std::string function; ///< The primal.
  std::string jacobian; ///< The function that gives the Jacobian.
  Element element = Element::F64;
  Derivative derivative = Derivative::Gradient;
  llvm::SmallVector<int64_t> wrt;
  /// The names of the extents, and their values for each size.
  std::vector<const char *> extentNames;
  std::vector<std::pair<Size, Extents>> sizes;
  std::function<Arrays(Inputs &, const Extents &)> inputs;
  /// In C++: the value, the derivative, the derivative for vector registers, and by
  /// the installed BLAS.
  Baseline value, gradient, vectorized, blas;
  /// The bytes that the derivative must at least move; only where memory is the limit.
  std::function<double(const Extents &)> bytes;
  /// The bytes that it works on at a time, where it moves some of them many times.
  std::function<double(const Extents &)> footprint;
  /// How much the results of two good algorithms may differ, relative to the greatest
  /// element.
  std::function<double(const Extents &)> tolerance;
};

/// All programs, in the order of the table.
std::vector<Program> allPrograms();

// Each function adds the programs of one subject.
void addVectorPrograms(std::vector<Program> &programs);
void addMatrixPrograms(std::vector<Program> &programs);
void addStatisticsPrograms(std::vector<Program> &programs);
void addNetworkPrograms(std::vector<Program> &programs);
void addRecurrentPrograms(std::vector<Program> &programs);
void addTransformerPrograms(std::vector<Program> &programs);
void addConvolutionPrograms(std::vector<Program> &programs);
void addRegressionPrograms(std::vector<Program> &programs);
void addNeighbourPrograms(std::vector<Program> &programs);
void addBatchedPrograms(std::vector<Program> &programs);
void addGeometryPrograms(std::vector<Program> &programs);
void addSimulationPrograms(std::vector<Program> &programs);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_PROGRAMS_H
