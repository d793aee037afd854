//===- Accumulators.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Classifies how a structured op on tensors (`linalg`) computes the elements of its results.

#ifndef CHAD_ANALYSIS_ACCUMULATORS_H
#define CHAD_ANALYSIS_ACCUMULATORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad {

enum class AccumulatorKind {
  Element, ///< Each point of the iteration space writes an element of its own.
  Sum,     ///< Each point adds to an element what does not depend on it.
  Product, ///< Each point multiplies an element by what does not depend on it.
  Maximum, ///< An element becomes the greater one of itself and what does not depend on it.
  Minimum, ///< The smaller one.
  Integer, ///< An integer is combined by a commutative operation with what does not depend on it.
  Other,   ///< Anything else: the points follow each other, in row-major order.
};

/// The kinds of all results of `op`. The accumulator of a result of kind `Element` counts as an
/// input. The value that the region yields for a result of any kind but `Other` depends on no other
/// accumulator.
llvm::SmallVector<AccumulatorKind> getAccumulatorKinds(mlir::linalg::LinalgOp op);

/// The value that the region combines with the accumulator of result `number`, whose kind is a
/// product, an extremum or an integer: the other operand of the combining op.
mlir::Value getCombinedElement(mlir::linalg::LinalgOp op, unsigned number);

/// The argument of the region that is the element of the init operand `number`; null where the
/// region has none.
mlir::BlockArgument getAccumulator(mlir::linalg::LinalgOp op, unsigned number);

/// The argument of the region that is the element of the input `number`.
mlir::BlockArgument getInputElement(mlir::linalg::LinalgOp op, unsigned number);

/// What the region yields for the result `number`.
mlir::Value getYieldedElement(mlir::linalg::LinalgOp op, unsigned number);

/// The operand of `def`, the last op of a sum that starts with the accumulator `start`, through
/// which the sum goes; null if `def` is no step of such a sum. A sum is made by additions, by
/// subtractions from it, and by conversions to linear types and back.
mlir::OpOperand *getSumOperand(mlir::Operation *def,
                               llvm::function_ref<bool(mlir::Value)> dependsOnStart);

/// Whether the region adds to its one accumulator the product of its two inputs, and does nothing
/// else.
bool isPlainContraction(mlir::linalg::LinalgOp op);

} // namespace chad

#endif // CHAD_ANALYSIS_ACCUMULATORS_H
