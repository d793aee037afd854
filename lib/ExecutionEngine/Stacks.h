//===- Stacks.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_STACKS_H
#define CHAD_LIB_EXECUTIONENGINE_STACKS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace chad::detail {

/// Runs `task` in this thread on a stack as large as there is address space, for programs that
/// recur: the stack of the caller may be small. No exception may leave `task`.
void runOnLargeStack(llvm::function_ref<void()> task);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_STACKS_H
