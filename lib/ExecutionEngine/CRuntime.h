//===- CRuntime.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the C functions of an object need, made in the object itself: it depends on
// the C library alone.

#ifndef CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H
#define CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H

#include "CInterface.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace chad::detail {

/// The functions that wrappers call; `linkRuntime` defines them.
struct CRuntime {
  explicit CRuntime(llvm::Module &code);

  llvm::Module &code;
  llvm::Type *pointer, *word, *status;
  llvm::FunctionCallee setJump, allocate, free;
  /// These take the record of a call.
  llvm::FunctionCallee beginCall, endCall, cancelCall;
  llvm::FunctionCallee setMessage;

  llvm::ConstantInt *statusOf(CStatus value) const;
  /// Room for the record of a call, which begins with its jmp_buf.
  llvm::Value *createRecord(llvm::IRBuilderBase &builder) const;
};

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H
