//===- Kernels.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Machine code that the programs of a process share.

#ifndef CHAD_LIB_EXECUTIONENGINE_KERNELS_H
#define CHAD_LIB_EXECUTIONENGINE_KERNELS_H

#include "chad/ExecutionEngine/ExecutionEngine.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace chad::detail {

/// A function that is compiled already, and stays in this process until it ends.
struct SharedKernel {
  /// What an argument that is a pointer is used for.
  struct Use {
    bool isReadOnly, isKept;
  };
  std::string symbol;
  void *address;
  llvm::SmallVector<Use> uses;
};

/// Takes the functions that `chad-lower-contractions` made out of `module`, which is in the LLVM
/// dialect and keeps declarations of those that it calls. They do not depend on the rest of the
/// program, so that all programs with the same ones and the same options share their machine code,
/// which is made for the first of them. Fails where that is not possible; `why` says what is wrong.
llvm::FailureOr<llvm::SmallVector<SharedKernel>> takeKernels(mlir::ModuleOp module,
                                                             const CompilerOptions &options,
                                                             const llvm::TargetMachine &target,
                                                             std::string &why);

/// Says in `code` what is known of the kernels that it declares.
void describeKernels(llvm::Module &code, llvm::ArrayRef<SharedKernel> kernels);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_KERNELS_H
