//===- ChadInterfaces.h ------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_CHADINTERFACES_H
#define CHAD_IR_CHADINTERFACES_H

#include "mlir/IR/OpDefinition.h"

// The interfaces of combinators use the enum `Direction`.
#include "chad/IR/ChadEnums.h.inc"

namespace chad {
class ForwardSweep;
class LinearityPropagator;
class ReverseSweep;
class Sweep;

/// Emits the error that `op` has no rule for `mode`, with the reason why a rule is needed, and with
/// remedies.
llvm::LogicalResult reportMissingRule(mlir::Operation *op, llvm::StringRef mode,
                                      const Sweep &sweep);
llvm::LogicalResult reportMissingRule(mlir::Operation *op, llvm::StringRef mode,
                                      const ForwardSweep &sweep);
llvm::LogicalResult reportMissingRule(mlir::Operation *op, llvm::StringRef mode,
                                      const ReverseSweep &sweep);

/// Propagation for an op that is jointly linear in groups of its operands.
llvm::LogicalResult propagateByOperandGroups(mlir::Operation *op, LinearityPropagator &propagator);

namespace OpTrait {
/// The op's regions are linear in their arguments of linear type.
template <typename ConcreteType>
class LinearRegion : public mlir::OpTrait::TraitBase<ConcreteType, LinearRegion> {};
} // namespace OpTrait
} // namespace chad

#include "chad/IR/ChadInterfaces.h.inc"

#endif // CHAD_IR_CHADINTERFACES_H
