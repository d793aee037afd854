//===- Work.h ----------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The work of a run, as a vector of counts like the cost of Huot & Shaikhha 2022,
// §5.2. It depends on the program and on its arguments' shapes and branches, not
// on how it is compiled: the cost of a derivative can be compared with that of
// its function.

#ifndef CHAD_INTERPRETER_WORK_H
#define CHAD_INTERPRETER_WORK_H

#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace chad {

/// Integers are not counted, nor is anything at unit types.
struct Work {
  /// Sums, differences and negations of floats.
  int64_t additions = 0;
  int64_t multiplications = 0;
  int64_t divisions = 0;
  /// All other functions of floats, such as `exp` and `sqrt`.
  int64_t nonlinear = 0;
  /// Comparisons, minima, maxima, absolute values and selections of floats.
  int64_t choices = 0;
  /// Scalars that are read from tensors or written to them. To pass a row of an array on counts as
  /// no move, and an update counts the scalars that it writes, not those of the whole array.
  int64_t moves = 0;

  /// The arithmetic, each operation being one.
  int64_t total() const { return additions + multiplications + divisions + nonlinear; }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Work &work);

} // namespace chad

#endif // CHAD_INTERPRETER_WORK_H
