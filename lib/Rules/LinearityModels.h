//===- LinearityModels.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// External models of `LinearOpInterface` that the rules of several dialects share.

#ifndef CHAD_LIB_RULES_LINEARITYMODELS_H
#define CHAD_LIB_RULES_LINEARITYMODELS_H

#include "chad/IR/Linearity.h"

namespace chad::detail {

/// The operand numbers in which an op is jointly linear.
template <unsigned... numbers> struct Jointly {
  static llvm::SmallVector<unsigned, 2> get() { return {numbers...}; }
};

/// An op that is linear in each of the groups while the other operands are fixed:
/// `LinearIn<arith::MulFOp, Jointly<0>, Jointly<1>>`.
template <typename Op, typename... Groups>
struct LinearIn : LinearOpInterface::ExternalModel<LinearIn<Op, Groups...>, Op> {
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 2>
  getLinearOperandGroups(mlir::Operation *) const {
    return {Groups::get()...};
  }
};

/// An op that is jointly linear in all of its operands.
template <typename Op> struct LinearInAll : LinearOpInterface::ExternalModel<LinearInAll<Op>, Op> {
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 2>
  getLinearOperandGroups(mlir::Operation *op) const {
    return {llvm::to_vector<2>(llvm::seq(op->getNumOperands()))};
  }
};

/// An op whose regions forward values.
template <typename Op>
struct ForwardsThroughRegions : LinearOpInterface::ExternalModel<ForwardsThroughRegions<Op>, Op> {
  llvm::LogicalResult propagateLinearity(mlir::Operation *op,
                                         LinearityPropagator &propagator) const {
    return propagateThroughRegionBranch(op, propagator);
  }
};

/// Attaches `Model<Op>` to each of `Ops`.
template <template <typename...> typename Model, typename... Ops>
void attachToAll(mlir::MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}

/// Attaches the model of linearity in the groups `Groups` to each of `Ops`.
template <typename... Groups> struct LinearOps {
  template <typename... Ops> static void attach(mlir::MLIRContext *context) {
    (Ops::template attachInterface<LinearIn<Ops, Groups...>>(*context), ...);
  }
};

} // namespace chad::detail

#endif // CHAD_LIB_RULES_LINEARITYMODELS_H
