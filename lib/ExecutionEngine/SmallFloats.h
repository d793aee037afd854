//===- SmallFloats.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_EXECUTIONENGINE_SMALLFLOATS_H
#define CHAD_LIB_EXECUTIONENGINE_SMALLFLOATS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace chad::detail {

/// Replaces operations on f16 and bf16 that the target does not have, or that it rounds in another
/// way than once to nearest, by arithmetic on integers and f32.
void expandSmallFloats(llvm::Module &code, const llvm::TargetMachine &target);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_SMALLFLOATS_H
