//===- VectorMath.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The vector functions of the C library.

#ifndef CHAD_LIB_EXECUTIONENGINE_VECTORMATH_H
#define CHAD_LIB_EXECUTIONENGINE_VECTORMATH_H

namespace llvm {
class TargetLibraryInfoImpl;
class TargetMachine;
} // namespace llvm

namespace chad::detail {

/// Tells LLVM which functions glibc's libmvec, as found on this machine, computes for
/// several elements at once, in the registers that the target has. LLVM's own list
/// has fewer functions, and none for AVX-512. Loads the library into this process.
void addVectorFunctions(llvm::TargetLibraryInfoImpl &libraries, const llvm::TargetMachine &target);

} // namespace chad::detail

#endif // CHAD_LIB_EXECUTIONENGINE_VECTORMATH_H
