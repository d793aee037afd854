//===- Failures.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How a program that is compiled into this process fails: what `chad-lower-checks` and
// `chad-threads-to-openmp` call jumps out of the code to where the program was called.

#ifndef CHAD_LIB_EXECUTIONENGINE_FAILURES_H
#define CHAD_LIB_EXECUTIONENGINE_FAILURES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace chad::detail {

/// Calls `code`, which is a program's and has nothing to destroy. Where that fails, what it has
/// allocated is released, and `why` says what is wrong.
llvm::LogicalResult callProgram(void (*code)(void **), void **parts, std::string &why);

/// Says which functions of this process a program calls, by their names in it.
void defineRuntime(llvm::function_ref<void(llvm::StringRef, void *)> define);

/// Gives each function marked with `chad-guard` a place where failures in what it calls go.
void defineGuards(llvm::Module &code);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_FAILURES_H
