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

/// Computes `op`, an op of the complex dialect whose first operand is complex, at the insertion
/// point. `operands` are the parts of its complex operands. A result that is not complex is
/// returned as a real part, without an imaginary one. Nothing for ops on bits.
std::optional<Parts> computeComplex(mlir::Operation *op, llvm::ArrayRef<Parts> operands,
                                    mlir::OpBuilder &builder);

} // namespace chad::detail

#endif // CHAD_LIB_FRONTENDS_RAISE_COMPLEXMATH_H
