//===- CRuntime.h -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes the functions that the C functions of an object call, in the object itself, so that it
// depends on the C library only.

#ifndef CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H
#define CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H

#include "CInterface.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace chad::detail {

/// The functions that wrappers call; `linkRuntime` defines them.
struct CRuntime {
  CRuntime(llvm::Module &code, Device device);

  llvm::Module &code;
  llvm::Type *pointer, *word, *status;
  llvm::FunctionCallee setJump, allocate, free;
  /// Functions that take the record of a call.
  llvm::FunctionCallee beginCall, endCall, cancelCall;
  llvm::FunctionCallee setMessage;
  /// For programs that recur: takes a stack, or null if there is none; gives it back; and calls a
  /// function of one pointer on it. The callees are null where the target has no such stacks.
  llvm::FunctionCallee takeStack, giveStack, callOnStack;
  bool hasStacks() { return callOnStack.getCallee() != nullptr; }
  /// Releases what a handle refers to.
  llvm::FunctionCallee release;
  /// Functions of the runtime of a device; null if the program is for the CPU. They take the record
  /// of a call on the device, and further: where a failure goes to, and the stream; or whether the
  /// call has failed.
  llvm::FunctionCallee beginDevice, endDevice, failDevice;
  /// Copies between arrays wherever they lie, and waits.
  llvm::FunctionCallee copyOut;
  /// The stream that this thread has set.
  llvm::Value *getStream(llvm::IRBuilderBase &builder) const;
  /// The number of the GPU that this thread has chosen; -1: none.
  llvm::Value *getDevice(llvm::IRBuilderBase &builder) const;
  bool hasDevice() { return copyOut.getCallee() != nullptr; }

  llvm::ConstantInt *statusOf(CStatus value) const;
  /// Room for the record of a call, which begins with its jmp_buf.
  llvm::Value *createRecord(llvm::IRBuilderBase &builder) const;
};

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_CRUNTIME_H
