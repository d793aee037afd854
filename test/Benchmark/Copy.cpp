//===- Copy.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copy.h"

namespace chad::baseline {

using Line = double __attribute__((vector_size(64)));

void copyPlain(void *to, const void *from, int64_t bytes) {
  auto *target = static_cast<Line *>(to);
  auto *source = static_cast<const Line *>(from);
  for (int64_t i = 0; i < bytes / 64; ++i) {
    target[i] = source[i];
    // Without this the loop would become a call of memcpy, which chooses its stores.
    asm volatile("" ::: "memory");
  }
}

void copyNonTemporal(void *to, const void *from, int64_t bytes) {
  auto *target = static_cast<Line *>(to);
  auto *source = static_cast<const Line *>(from);
  for (int64_t i = 0; i < bytes / 64; ++i) {
#ifdef __clang__
    __builtin_nontemporal_store(source[i], target + i);
#else
    target[i] = source[i];
#endif
  }
}

} // namespace chad::baseline
