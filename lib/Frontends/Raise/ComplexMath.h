//===- ComplexMath.h --------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_FRONTENDS_RAISE_COMPLEXMATH_H
#define CHAD_LIB_FRONTENDS_RAISE_COMPLEXMATH_H

#include "mlir/IR/Builders.h"

namespace chad::detail {

/// The real and the imaginary part of a value.
struct Parts {
  mlir::Value re, im;
};

/// Creates, at the insertion point, real arithmetic that computes `op`, an op of the complex
/// dialect whose first operand is complex. `operands` are the parts of its complex operands. A real
/// result is returned as the real part, and the imaginary part is null. Returns nothing for an op
/// on bits (`complex.bitcast`).
std::optional<Parts> computeComplex(mlir::Operation *op, llvm::ArrayRef<Parts> operands,
                                    mlir::OpBuilder &builder);

} // namespace chad::detail

#endif // CHAD_LIB_FRONTENDS_RAISE_COMPLEXMATH_H
