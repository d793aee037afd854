//===- Target.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_TARGET_H
#define CHAD_LIB_EXECUTIONENGINE_TARGET_H

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "llvm/Target/TargetMachine.h"

namespace chad::detail {

enum class CodeKind { JIT, Object };

/// The machine that `options` name; null where LLVM has none such, and `why` says so.
std::unique_ptr<llvm::TargetMachine> createTarget(const CompilerOptions &options, CodeKind kind,
                                                  std::string &why);

/// Whether a multiplication and an addition are one instruction.
bool hasFMA(const llvm::TargetMachine &target);

/// What a processor does with floats of 16 bits.
struct SmallFloatSupport {
  bool isX86;
  bool convertsHalf; ///< Between f16 and f32.
  bool computesHalf; ///< Arithmetic on f16, and conversions from all types.
  bool movesBFloat;  ///< Keeps bf16 in registers.
};
SmallFloatSupport describeSmallFloats(const llvm::TargetMachine &target);

/// The width of the vectors that its registers hold.
unsigned vectorBits(const llvm::TargetMachine &target);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_TARGET_H
