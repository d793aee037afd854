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

/// The machine that a program is to run on, as passes know it. The values here are the defaults of
/// all options that describe the machine: of passes (Target.td), pipelines and the compiler.
struct Target {
  /// The width of vectors, in bits.
  unsigned vectorBits = 512;
  /// Whether a multiplication and an addition are one instruction.
  bool fma = true;
  /// The number of additions that a derivative may do again to keep one byte less: about as many as
  /// take the time in which memory stores or loads a byte.
  double maxFlopsPerByte = 1;
  /// The number of threads; with 0 OpenMP chooses it when the program runs.
  unsigned threads = 1;
  /// A number of additions that takes much longer than to start a thread and to wait for it.
  unsigned threadGrain = 1 << 17;
  /// The sizes in bytes of the caches of one core, and the part of the shared cache that one core
  /// may use.
  int64_t l1Bytes = 1 << 15;
  int64_t l2Bytes = 1 << 20;
  int64_t l3Bytes = 1 << 23;

  /// How many elements with `bits` a vector has.
  unsigned getLanes(unsigned bits) const { return vectorBits / bits; }
  /// Whether vector stores under a mask are as fast as others. Processors without mask registers
  /// take tens of cycles for one.
  bool hasMaskedStores() const { return vectorBits >= 512; }
  /// How many registers there are for vectors.
  unsigned getVectorRegisters() const { return vectorBits >= 512 ? 32 : 16; }
};

} // namespace chad

#endif // CHAD_ANALYSIS_TARGET_H
