//===- Compiler.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

const char *chad::baseline::compiler() {
#ifdef __clang__
  return "clang " __clang_version__ " " CHAD_BASELINE_OPTIONS;
#else
  return "gcc " __VERSION__ " " CHAD_BASELINE_OPTIONS;
#endif
}
