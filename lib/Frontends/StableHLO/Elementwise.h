//===- Elementwise.h ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that the rules of elementwise ops share.

#ifndef CHAD_LIB_FRONTENDS_STABLEHLO_ELEMENTWISE_H
#define CHAD_LIB_FRONTENDS_STABLEHLO_ELEMENTWISE_H

#include "Importer.h"

namespace chad::stablehlo {

/// Returns `value` in the shape of `like`: a scalar is repeated. Emits an error if `value` has
/// another shape.
FailureOr<Value> spreadTo(Importer &importer, Operation *op, Value value, Value like);

/// Returns the operands, which must be `numOperands` many and of the shape of the first one.
FailureOr<SmallVector<Value>> elementwiseOperands(Importer &importer, Operation *op,
                                                  unsigned numOperands);

/// Returns the only operand, which must consist of floats.
FailureOr<Value> floatOperand(Importer &importer, Operation *op);

/// The rule of `chlo.broadcast_NAME`.
Rule getBroadcastingRule();

/// σ(x) = 1/(1 + exp(-x)).
Value logistic(Importer &importer, Value x);

/// Compares floats in the total order of IEEE 754.
Value compareTotalOrder(Importer &importer, Value a, Value b, arith::CmpIPredicate predicate);

} // namespace chad::stablehlo

#endif // CHAD_LIB_FRONTENDS_STABLEHLO_ELEMENTWISE_H
