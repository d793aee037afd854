//===- CostScalars.cpp -------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arithmetic: `* = (3,0,1,0)`, `+ = (3,1,0,0)`, other functions of one number `(2,0,0,1)`
// (Huot & Shaikhha 2022, §5.2).

#include "CostEvaluator.h"
#include "chad/Analysis/OpCost.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

/// The cost of an op on scalars. Ops that choose among their operands or round them, and ops on
/// integers, cost only the moves of their operands.
static Cost scalarCost(Operation *op) {
  CostPolynomial moves = op->getNumOperands() + op->getNumResults();
  if (!isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return Cost(moves, 0, 0, 0);
  switch (getOpKind(op)) {
  case OpKind::Addition:
    return Cost(moves, 1, 0, 0);
  case OpKind::Multiplication:
    return Cost(moves, 0, 1, 0);
  case OpKind::MultiplyAdd:
    return Cost(moves, 1, 1, 0);
  case OpKind::Division:
  case OpKind::Function:
  case OpKind::LibraryFunction:
    return Cost(moves, 0, 0, op->getNumResults());
  default:
    return Cost(moves, 0, 0, 0);
  }
}

/// The integer result of an op, if it is a polynomial.
static std::optional<CostPolynomial> getNumber(CostEvaluator &evaluator, Operation *op) {
  auto operand = [&](unsigned i) { return evaluator.number(op->getOperand(i)); };
  return llvm::TypeSwitch<Operation *, std::optional<CostPolynomial>>(op)
      .Case([&](arith::AddIOp) { return operand(0) + operand(1); })
      .Case([&](arith::SubIOp) { return operand(0) - operand(1); })
      .Case([&](arith::MulIOp) { return operand(0) * operand(1); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp,
            arith::TruncIOp>([&](auto) { return operand(0); })
      .Case<arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return evaluator.maximum(operand(0), operand(1), op); })
      .Case<arith::MinSIOp, arith::MinUIOp>(
          [&](auto) { return evaluator.minimum(operand(0), operand(1), op); })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto) {
        return evaluator.derive(op->getName().getStringRef(), {operand(0), operand(1)}, op);
      })
      // ⌈n / d⌉ = (n + d - 1) / d, where d divides the dividend, as for numbers of iterations.
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto) -> std::optional<CostPolynomial> {
        std::optional<double> divisor = evaluator.analysis.resolve(operand(1)).getConstant();
        if (!divisor || *divisor <= 0)
          return evaluator.derive("ceildiv", {operand(0), operand(1)}, op);
        return (operand(0) + CostPolynomial(*divisor - 1)) * CostPolynomial(1 / *divisor);
      })
      // The quotient without rounding: exact if the division is, as in n(n-1)/2, and an upper bound
      // otherwise.
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](auto) -> std::optional<CostPolynomial> {
            std::optional<double> divisor = evaluator.analysis.resolve(operand(1)).getConstant();
            if (!divisor || *divisor <= 0)
              return std::nullopt;
            return operand(0) * CostPolynomial(1 / *divisor);
          })
      .Default(std::nullopt);
}

std::optional<FailureOr<CodeCost>> CostEvaluator::scalars(Operation *op) {
  if (isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp, ub::PoisonOp>(op))
    return MaybeCost(let(op, op->getNumOperands() + op->getNumResults()));
  if (!isa_and_present<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return std::nullopt;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    llvm::APInt value;
    if (matchPattern(op, m_ConstantInt(&value)) && constant.getType().isIntOrIndex() &&
        value.getSignificantBits() <= 64)
      set(constant, withNumber(value.getSExtValue()));
    return MaybeCost(let(op, 1));
  }
  Cost cost = scalarCost(op);
  if (!isa<RankedTensorType>(op->getResult(0).getType())) {
    if (op->getNumResults() == 1 && op->getResult(0).getType().isIntOrIndex())
      if (auto number = getNumber(*this, op))
        set(op->getResult(0), withNumber(*number));
    return MaybeCost(let(op, cost));
  }
  // A map of the op.
  Ptr shape;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    if (shape)
      unify(*shape, *withDims(get(operand)->dims));
    else
      shape = withDims(get(operand)->dims);
  }
  if (!shape)
    shape = unknown(op->getResult(0).getType(), op);
  for (Value result : op->getResults())
    set(result, shape);
  cost[Cost::Moves] += 1 + 2 * op->getNumOperands() + op->getNumResults();
  return MaybeCost(let(op, cost * shape->getSize(), 1));
}
