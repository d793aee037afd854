//===- Check.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Comparison of results with expected ones.

#ifndef CHAD_TOOLS_BENCH_CHECK_H
#define CHAD_TOOLS_BENCH_CHECK_H

#include "Array.h"

namespace chad::bench {

/// Whether each element of `actual` is that of `expected`, up to `tolerance` times the
/// greatest of its array; otherwise `why` says where they differ most.
bool agree(llvm::ArrayRef<Array> actual, llvm::ArrayRef<Array> expected, double tolerance,
           std::string &why);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_CHECK_H
