//===- Handles.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Attributes of functions whose boxes go to callers outside, between passes.

#ifndef CHAD_IR_HANDLES_H
#define CHAD_IR_HANDLES_H

#include "llvm/ADT/StringRef.h"

namespace chad {

/// On a public function that takes and returns boxes as handles, which callers outside can pass on
/// only. From `chad-lower-boxes` on two arrays: the positions of the arguments and of the results.
inline constexpr llvm::StringLiteral handlesAttr = "chad.handles";
/// On a function that applies a function that another one returns.
inline constexpr llvm::StringLiteral exportedAttr = "chad.exported";

} // namespace chad

#endif // CHAD_IR_HANDLES_H
