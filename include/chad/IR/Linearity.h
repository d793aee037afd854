//===- Linearity.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The object by which an op states in which operands its results are linear: the argument of
// `LinearOpInterface::propagateLinearity`.

#ifndef CHAD_IR_LINEARITY_H
#define CHAD_IR_LINEARITY_H

#include "chad/IR/ChadInterfaces.h"

namespace chad {

/// Collects how values of an op (its results, and the arguments of its regions)
/// follow from operands: its own, and those of the terminators in its regions.
/// An operand that an op does not mention must not depend on linear arguments.
class LinearityPropagator {
public:
  using Group = llvm::SmallVector<mlir::OpOperand *, 2>;

  /// `to` is `from`, or contains it. If several operands flow to one value, either all of them are
  /// linear or none is; zeros count as both.
  void flow(mlir::OpOperand &from, mlir::Value to) { flows.push_back({&from, to}); }

  /// The op is jointly linear from `group` to `results`, with all other operands fixed. An op may
  /// have several groups. A result that is linear in no operand is zero.
  void linear(Group group, mlir::ValueRange results) {
    if (!results.empty())
      groups.push_back({std::move(group), llvm::to_vector(results)});
  }

  /// `operand` must not depend on linear arguments. The error about an operand that does names it
  /// by `what`, and advises `remedy`.
  void independent(mlir::OpOperand &operand, llvm::StringRef what, llvm::StringRef remedy) {
    constraints.push_back({&operand, what, remedy});
  }

  /// The op reads only the shape of `operand`.
  void shapeOnly(mlir::OpOperand &operand) { ignored.push_back(&operand); }

  /// `value` is zero.
  void zero(mlir::Value value) { zeros.push_back(value); }

  /// Whether `value` is known to depend on a linear argument, at this point.
  bool isLinear(mlir::Value value) const { return dependsOnLinear && dependsOnLinear(value); }

  struct Flow {
    mlir::OpOperand *from;
    mlir::Value to;
  };
  struct LinearGroup {
    Group operands;
    llvm::SmallVector<mlir::Value> results;
  };
  struct Constraint {
    mlir::OpOperand *operand;
    llvm::StringRef what, remedy;
  };
  llvm::SmallVector<Flow> flows;
  llvm::SmallVector<LinearGroup> groups;
  llvm::SmallVector<Constraint> constraints;
  llvm::SmallVector<mlir::OpOperand *> ignored;
  llvm::SmallVector<mlir::Value> zeros;
  llvm::function_ref<bool(mlir::Value)> dependsOnLinear;
};

/// Whether an argument of type `type` is a linear argument: a linear type, or a
/// context of linear types alone.
bool isLinearArgumentType(mlir::Type type);

/// Propagation for an op whose regions forward values as its
/// `RegionBranchOpInterface` says.
llvm::LogicalResult propagateThroughRegionBranch(mlir::Operation *op,
                                                 LinearityPropagator &propagator);

/// Propagation for a call: jointly linear from the linear arguments to the linear
/// results, as the types in the signature say.
llvm::LogicalResult propagateThroughCall(llvm::MutableArrayRef<mlir::OpOperand> args,
                                         mlir::ValueRange results, LinearityPropagator &propagator);

} // namespace chad

#endif // CHAD_IR_LINEARITY_H
