//===- Kernels.h - What passes on kernels agree on ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LOOPS_KERNELS_H
#define CHAD_LOOPS_KERNELS_H

#include "llvm/ADT/StringRef.h"

namespace chad {

/// Marks the `arith.addf` of an element of an array to which several threads of a kernel add. What
/// is read, added and written back becomes one atomic addition (`chad-lower-kernels`).
inline constexpr llvm::StringLiteral atomicSumName = "device.atomic";

} // namespace chad

#endif // CHAD_LOOPS_KERNELS_H
