//===- Compiler.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_COMPILER_H
#define CHAD_LIB_EXECUTIONENGINE_COMPILER_H

#include "chad/ExecutionEngine/ExecutionEngine.h"

namespace llvm {
class Error;
class Module;
class TargetMachine;
} // namespace llvm

namespace chad::detail {

/// Expands derivatives, then lowers `module` to the LLVM dialect. `checkExpanded` may reject the
/// module after the first step. A program that cannot run on a device runs on the CPU after a
/// warning; if the options do not allow that, it is an error.
llvm::LogicalResult lowerToLLVM(
    mlir::ModuleOp module, const CompilerOptions &options, const llvm::TargetMachine &target,
    llvm::function_ref<llvm::LogicalResult(mlir::ModuleOp)> checkExpanded, bool mayFallBack = true);

enum class Content { Program, Kernels };

/// Runs LLVM's own pipeline on a program (upstream's transformer has no place for vector
/// libraries), or a short one on kernels.
void optimize(llvm::Module &module, llvm::TargetMachine &target, const CompilerOptions &options,
              Content content = Content::Program);

/// Lowers `module` in place and compiles it; null after a diagnostic, or where
/// `why` says what is wrong. The result owns its part of the code that programs share.
std::shared_ptr<mlir::ExecutionEngine> compile(mlir::ModuleOp module,
                                               const CompilerOptions &options, std::string &why);

/// Machine code for `module`, which is in the LLVM dialect, and can call functions at `addresses`.
/// `transform` optimizes it. Null where `why` says what is wrong.
std::shared_ptr<mlir::ExecutionEngine>
createEngine(mlir::ModuleOp module, const CompilerOptions &options,
             std::unique_ptr<llvm::TargetMachine> target,
             llvm::function_ref<llvm::Error(llvm::Module *)> transform,
             llvm::ArrayRef<std::pair<std::string, void *>> addresses, std::string &why);

/// The name of a function in the machine code.
std::string symbolOf(llvm::StringRef function);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_COMPILER_H
