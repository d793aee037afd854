//===- Sweep.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/Sweep.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace chad;

Sweep::~Sweep() = default;

Sweep::At::At(Sweep &sweep, Operation *op) : sweep(sweep), outer(sweep.place) {
  // A name in the location is the name of the op's result. Derivative code must not have it.
  LocationAttr loc = op->getLoc();
  while (auto named = dyn_cast<NameLoc>(loc))
    loc = named.getChildLoc();
  sweep.place = loc;
}

Value Sweep::scale(Value factor, Value value, Absorption absorption) {
  if (!value)
    return {};
  // The factor may belong to a branch that was not taken.
  bool isMaskedValue = isMasked(value);
  if (isMaskedValue)
    absorption = std::max(absorption, Absorption::Value);
  Value result = ScaleOp::create(builder, getLoc(factor), factor, value, absorption);
  if (isMaskedValue)
    setMasked(result);
  return result;
}

Value Sweep::add(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  Value result = AddOp::create(builder, getLoc(b), a, b);
  if (isMasked(a) || isMasked(b))
    setMasked(result);
  return result;
}

/// The float type in a linear type.
static FloatType floatIn(Type type) {
  return cast<FloatType>(getElementTypeOrSelf(cast<LinType>(type).getPrimal()));
}

Value Sweep::negate(Value value) {
  if (!value)
    return {};
  FloatType type = floatIn(value.getType());
  Value minusOne =
      arith::ConstantOp::create(builder, getLoc(value), builder.getFloatAttr(type, -1.0));
  Value result = ScaleOp::create(builder, getLoc(value), minusOne, value);
  if (isMasked(value))
    setMasked(result);
  return result;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Adds notes that show through which values the active operand of `op` depends on an argument.
static void explainActivity(InFlightDiagnostic &diag, Operation *op, const Sweep &sweep) {
  constexpr int maxSteps = 8;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = sweep.source(operand.get());
    if (!sweep.getActivity().isVaried(value))
      continue;
    diag.attachNote(op->getLoc()) << "operand #" << operand.getOperandNumber()
                                  << " depends on a differentiated argument";
    int steps = 0;
    while (OpOperand *reason = sweep.getActivity().getReason(value)) {
      if (++steps > maxSteps)
        break;
      Operation *through = reason->getOwner();
      diag.attachNote(through->getLoc()) << "through '" << through->getName() << "' here";
      value = reason->get();
    }
    if (auto arg = dyn_cast<BlockArgument>(value);
        arg && isa_and_nonnull<FunctionOpInterface>(arg.getOwner()->getParentOp()))
      diag.attachNote(arg.getLoc()) << "argument #" << arg.getArgNumber() << " here";
    return;
  }
}

LogicalResult chad::reportMissingRule(Operation *op, StringRef mode, const Sweep &sweep) {
  InFlightDiagnostic diag = op->emitError("chad: no ")
                            << mode << " rule for '" << op->getName() << "'";
  explainActivity(diag, op, sweep);
  diag.attachNote()
      << "implement 'chad::DifferentiableOpInterface' for the op, give the function "
         "around it a custom rule ('chad.custom_jvp', 'chad.custom_vjp'), or pass "
         "its operands through 'chad.stop_gradient' if they are to count as constant; "
         "docs/Coverage.md lists what can be differentiated";
  return failure();
}

LogicalResult chad::reportMissingRule(Operation *op, StringRef mode, const ForwardSweep &sweep) {
  return reportMissingRule(op, mode, static_cast<const Sweep &>(sweep));
}

LogicalResult chad::reportMissingRule(Operation *op, StringRef mode, const ReverseSweep &sweep) {
  return reportMissingRule(op, mode, static_cast<const Sweep &>(sweep));
}
