//===- Copy.h -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How fast this machine copies memory.

#ifndef CHAD_TEST_BENCHMARK_COPY_H
#define CHAD_TEST_BENCHMARK_COPY_H

#include <cstdint>

namespace chad::baseline {

/// Copies `bytes` bytes, a multiple of 64 at boundaries of 64, by plain stores.
void copyPlain(void *to, const void *from, int64_t bytes);
/// The same by stores that pass the caches by.
void copyNonTemporal(void *to, const void *from, int64_t bytes);

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_COPY_H
