//===- Target.h - The machine that is optimised for -------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_ANALYSIS_TARGET_H
#define CHAD_ANALYSIS_TARGET_H

#include <cstdint>

namespace chad {

/// What passes know of the machine that a program is to run on. Its values here are the defaults of
/// all options that describe it: of passes (Target.td), pipelines and compilers.
struct Target {
  /// The width of vectors, in bits.
  unsigned vectorBits = 512;
  /// Whether a multiplication and an addition are one instruction.
  bool fma = true;
  /// How many additions a byte may cost that need not be kept: so many take the time in which
  /// memory takes or delivers it, about.
  double maxFlopsPerByte = 1;
  /// How many threads there are; 0: as many as OpenMP says when the program runs.
  unsigned threads = 1;
  /// How many additions take much longer than to start a thread and to wait for it.
  unsigned threadGrain = 1 << 17;
  /// The bytes of the caches of one core, and what it may use of the one that cores share.
  int64_t l1Bytes = 1 << 15;
  int64_t l2Bytes = 1 << 20;
  int64_t l3Bytes = 1 << 23;

  /// How many elements with `bits` a vector has.
  unsigned getLanes(unsigned bits) const { return vectorBits / bits; }
  /// How many registers there are for vectors.
  unsigned getVectorRegisters() const { return vectorBits >= 512 ? 32 : 16; }
};

} // namespace chad

#endif // CHAD_ANALYSIS_TARGET_H
