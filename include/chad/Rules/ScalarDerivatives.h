//===- ScalarDerivatives.h --------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_RULES_SCALARDERIVATIVES_H
#define CHAD_RULES_SCALARDERIVATIVES_H

#include "mlir/IR/MLIRContext.h"

namespace chad {

/// Prints the partial derivatives of all ops of arith and math on floats as a table in Markdown,
/// with one row for each op. The row of an op that has no rule in `context` says so.
void printScalarDerivatives(mlir::MLIRContext &context, llvm::raw_ostream &os);

/// Whether the op of this name is one of arith or math that has neither float operands nor float
/// results.
bool isScalarOpOnIntegers(llvm::StringRef name);

/// Whether the op of this name is one of arith or math that is locally constant.
bool hasZeroScalarDerivative(llvm::StringRef name);

} // namespace chad

#endif // CHAD_RULES_SCALARDERIVATIVES_H
