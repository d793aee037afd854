//===- Inputs.h ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Pseudorandom arguments, the same on every machine.

#ifndef CHAD_TOOLS_BENCH_INPUTS_H
#define CHAD_TOOLS_BENCH_INPUTS_H

#include "Array.h"

namespace chad::bench {

class Inputs {
public:
  explicit Inputs(llvm::StringRef seed);

  double uniform(double low, double high);
  double normal(double mean, double deviation);
  /// A random number from 0 to `end` - 1.
  int64_t below(int64_t end);

  Array uniforms(Element element, llvm::ArrayRef<int64_t> shape, double low, double high);
  Array normals(Element element, llvm::ArrayRef<int64_t> shape, double mean, double deviation);
  Array indices(llvm::ArrayRef<int64_t> shape, int64_t end);

private:
  uint64_t next();

  uint64_t state;
};

/// Scalars as arguments.
Array scalarOf(double value);
Array indexOf(int64_t value);

/// Element `i` of an array of floats.
double get(const Array &array, int64_t i);
void set(const Array &array, int64_t i, double value);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_INPUTS_H
