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
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include <memory>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace chad::detail {

/// A function that is compiled already.
struct SharedKernel {
  /// Whether the kernel only reads the memory of a pointer, and whether it keeps the pointer.
  struct Use {
    bool isReadOnly, isKept;
  };
  std::string symbol;
  void *address;
  llvm::SmallVector<Use> uses;
};

/// Functions that are compiled together. Their code exists as long as a program uses it.
struct KernelCode {
  std::shared_ptr<mlir::ExecutionEngine> engine;
  llvm::SmallVector<SharedKernel> kernels;
};

/// Takes the functions that `chad-lower-contractions` made out of `module`, which is in the LLVM
/// dialect and keeps declarations of those that it calls. They do not depend on the rest of the
/// program, so that all programs with the same ones and the same options share their machine code,
/// which is made for the first of them. Gives null if there are none. Fails if that code cannot be
/// made; `why` says what is wrong.
llvm::FailureOr<std::shared_ptr<const KernelCode>> takeKernels(mlir::ModuleOp module,
                                                               const CompilerOptions &options,
                                                               const llvm::TargetMachine &target,
                                                               std::string &why);

/// Says in `code` what is known of the kernels that it declares.
void describeKernels(llvm::Module &code, llvm::ArrayRef<SharedKernel> kernels);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_KERNELS_H
