//===- ExactFloats.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_EXACTFLOATS_H
#define CHAD_IR_EXACTFLOATS_H

#include "mlir/IR/BuiltinOps.h"

namespace chad {

/// Marks a module in which an expression has the same bits wherever it stands: no law begins a sum
/// at zero that began at another value, or multiplies factors before it applies them to a
/// cotangent.
inline constexpr llvm::StringLiteral exactFloatsAttr = "chad.exact_floats";

inline bool hasExactFloats(mlir::Operation *op) {
  auto module = op->getParentOfType<mlir::ModuleOp>();
  return module && module->hasAttr(exactFloatsAttr);
}

} // namespace chad

#endif // CHAD_IR_EXACTFLOATS_H
