//===- Compiler.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TEST_BENCHMARK_COMPILER_H
#define CHAD_TEST_BENCHMARK_COMPILER_H

namespace chad::baseline {

/// What compiled this library, and with which options.
const char *compiler();

} // namespace chad::baseline

#endif // CHAD_TEST_BENCHMARK_COMPILER_H
