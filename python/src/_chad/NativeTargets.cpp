//===- NativeTargets.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces the function of the libraries that initializes all of LLVM's targets, in a module that
// contains LLVM: programs run on the machine that compiles them, and on NVIDIA's GPUs, so that the
// archives of other processors are not needed.

namespace chad::detail {
void initializeAllTargets();
void initializeAllTargets() {}
} // namespace chad::detail

// MLIR's archives for other GPUs call these functions, which no program here needs.
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
