//===- NativeTargets.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For a module that holds LLVM itself: programs run on the machine that compiles them, and on
// NVIDIA's GPUs. This takes the place of the function of the libraries that needs the archives of
// all processors.

namespace chad::detail {
void initializeAllTargets();
void initializeAllTargets() {}
} // namespace chad::detail

// MLIR's archives for GPUs of other kinds initialize these, which no program here asks for.
extern "C" {
void LLVMInitializeAMDGPUAsmParser() {}
void LLVMInitializeAMDGPUAsmPrinter() {}
void LLVMInitializeAMDGPUTarget() {}
void LLVMInitializeAMDGPUTargetInfo() {}
void LLVMInitializeAMDGPUTargetMC() {}
void LLVMInitializeSPIRVAsmPrinter() {}
void LLVMInitializeSPIRVTarget() {}
void LLVMInitializeSPIRVTargetInfo() {}
void LLVMInitializeSPIRVTargetMC() {}
}
