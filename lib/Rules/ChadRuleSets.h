//===- ChadRuleSets.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The parts of `registerChadRules`.

#ifndef CHAD_LIB_RULES_CHADRULESETS_H
#define CHAD_LIB_RULES_CHADRULESETS_H

#include "mlir/IR/Builders.h"

namespace chad::detail {

/// The element of `tensor` at `indices`, as a linear value: a scalar, or a subarray.
mlir::Value readLinearElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                              mlir::ValueRange indices);

void attachBoxRules(mlir::MLIRContext *context);
void attachCombinerRules(mlir::MLIRContext *context);
void attachIndexingRules(mlir::MLIRContext *context);
void attachLinearRules(mlir::MLIRContext *context);

} // namespace chad::detail

#endif // CHAD_LIB_RULES_CHADRULESETS_H
