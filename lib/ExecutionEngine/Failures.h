//===- Failures.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Failures of programs that are compiled into this process: functions that `chad-lower-checks` and
// `chad-threads-to-openmp` insert jump out of the code to the caller of the program.

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

/// Calls `code`, which is a program's and has nothing to destroy. On a failure the memory that it
/// has allocated is released, and `why` says what is wrong.
llvm::LogicalResult callProgram(void (*code)(void **), void **parts, std::string &why);

/// Calls `define` with the name and the address of each function of this process that programs
/// call.
void defineRuntime(llvm::function_ref<void(llvm::StringRef, void *)> define);

/// Makes failures in the functions that a function marked `chad-guard` calls return to that
/// function.
void defineGuards(llvm::Module &code);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_FAILURES_H
