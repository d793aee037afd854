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

/// A failure ends a call by a jump out of it: `jump` is where to, in this thread.
struct CRuntime {
  explicit CRuntime(llvm::Module &code);

  llvm::Module &code;
  llvm::Type *pointer, *word, *status;
  llvm::GlobalVariable *jump;    ///< Of this thread: a jmp_buf.
  llvm::GlobalVariable *message; ///< Of this thread: what failed last.
  llvm::FunctionCallee setJump, longJump, free;
  llvm::Function *allocate; ///< Like malloc, at multiples of 64 bytes; jumps where there is none.

  /// The address of a variable of this thread.
  llvm::Value *addressOf(llvm::IRBuilderBase &builder, llvm::GlobalVariable *variable) const;
  /// Records what went wrong.
  void setMessage(llvm::IRBuilderBase &builder, llvm::Value *text) const;
  llvm::ConstantInt *statusOf(CStatus value) const;

private:
  llvm::Function *createFunction(llvm::Type *result, llvm::ArrayRef<llvm::Type *> args,
                                 llvm::StringRef name, llvm::GlobalValue::LinkageTypes linkage);
  void createPublicFunctions();
  void createAllocate();
  /// What failed assertions call.
  void redirectAssertions();
  /// Ends the call.
  void createJump(llvm::IRBuilderBase &builder, CStatus value) const;
};

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H
