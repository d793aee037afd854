//===- Target.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_TARGET_H
#define CHAD_LIB_EXECUTIONENGINE_TARGET_H

#include "chad/Analysis/Target.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Target/TargetMachine.h"

namespace chad::detail {

/// Registers all processors that LLVM has code for. The function has a file of its own, so that a
/// program can define it anew and link fewer processors.
void initializeAllTargets();

enum class CodeKind { JIT, Object };

/// The machine that `options` name; null where LLVM has none such, and `why` says so.
std::unique_ptr<llvm::TargetMachine> createTarget(const CompilerOptions &options, CodeKind kind,
                                                  std::string &why);

/// The operations of a processor on floats of 16 bits.
struct SmallFloatSupport {
  bool isX86;
  bool convertsHalf; ///< Between f16 and f32.
  bool computesHalf; ///< Arithmetic on f16, and conversions from all types.
  bool movesBFloat;  ///< Keeps bf16 in registers.
};
SmallFloatSupport describeSmallFloats(const llvm::TargetMachine &target);

/// The description of the machine for the optimiser.
chad::Target describeTarget(const llvm::TargetMachine &target, const CompilerOptions &options);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_TARGET_H
