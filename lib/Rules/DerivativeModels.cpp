//===- DerivativeModels.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Rules/DerivativeModels.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;

/// `factor[i, j, ...] · value[i, j, ...]`.
static Value scaleElements(OpBuilder &builder, Location loc, Value factor, Value value,
                           bool zeroAbsorbing) {
  auto tensor = dyn_cast<RankedTensorType>(factor.getType());
  if (!tensor)
    return ScaleOp::create(builder, loc, factor, value, zeroAbsorbing);
  if (tensor.getRank() == 0) {
    Value scalar = tensor::ExtractOp::create(builder, loc, factor, ValueRange());
    return ScaleOp::create(builder, loc, scalar, value, zeroAbsorbing);
  }
  return MapOp::create(builder, loc, ValueRange{factor, value},
                       [&](OpBuilder &builder, Location loc, ValueRange elements) {
                         Value product =
                             scaleElements(builder, loc, elements[0], elements[1], zeroAbsorbing);
                         YieldOp::create(builder, loc, product);
                       })
      .getResult(0);
}

/// `∂ · value`, where `∂` is the partial derivative with respect to `operand`; null for zero. Emits
/// an error if their types cannot be multiplied.
static FailureOr<Value> scaleByPartial(Operation *op, OpOperand &operand, Sweep &sweep,
                                       Partial partial, Value value, bool zeroAbsorbing) {
  if (!value)
    return Value();
  Value factor = partial(sweep, operand);
  if (!factor)
    return Value();
  Type primal = cast<LinType>(value.getType()).getPrimal();
  Type element = getElementTypeOrSelf(primal);
  if (factor.getType() != element && factor.getType() != primal)
    return op->emitError("chad: the partial derivative by operand #")
           << operand.getOperandNumber() << " has type " << factor.getType() << ", expected "
           << element << (primal == element ? "" : " or a tensor of the operand's shape");
  if (!isa<ShapedType>(factor.getType()))
    return sweep.scale(factor, value, zeroAbsorbing);
  bool isMasked = sweep.isMasked(value);
  Value product =
      scaleElements(sweep.builder, op->getLoc(), factor, value, zeroAbsorbing || isMasked);
  if (isMasked)
    sweep.setMasked(product);
  return product;
}

/// A partial derivative relates an operand to a result of the same type.
static LogicalResult checkOp(Operation *op, OpOperand &operand) {
  if (operand.get().getType() == op->getResult(0).getType())
    return success();
  return op->emitError("chad: a rule by partial derivatives expects operands of the result's type ")
         << op->getResult(0).getType() << ", operand #" << operand.getOperandNumber()
         << " has type " << operand.get().getType()
         << "; write the rule with 'setTangent' and 'accumulate'";
}

LogicalResult chad::forwardByPartials(Operation *op, ForwardSweep &sweep, Partial partial,
                                      bool zeroAbsorbing) {
  Value sum;
  for (OpOperand &operand : op->getOpOperands()) {
    Value tangent = sweep.tangent(operand.get());
    if (!tangent)
      continue;
    if (failed(checkOp(op, operand)))
      return failure();
    FailureOr<Value> term = scaleByPartial(op, operand, sweep, partial, tangent, zeroAbsorbing);
    if (failed(term))
      return failure();
    sum = sweep.add(sum, *term);
  }
  sweep.setTangent(op->getResult(0), sum);
  return success();
}

LogicalResult chad::reverseByPartials(Operation *op, ReverseSweep &sweep, Partial partial,
                                      bool zeroAbsorbing) {
  Value cotangent = sweep.cotangent(op->getResult(0));
  for (OpOperand &operand : op->getOpOperands()) {
    if (!sweep.isActive(operand.get()))
      continue;
    if (failed(checkOp(op, operand)))
      return failure();
    FailureOr<Value> term = scaleByPartial(op, operand, sweep, partial, cotangent, zeroAbsorbing);
    if (failed(term))
      return failure();
    sweep.accumulate(operand.get(), *term);
  }
  return success();
}
