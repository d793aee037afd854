//===- OpCost.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/OpCost.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

namespace {
struct KindCost {
  unsigned cost, length;
};
} // namespace

/// Measured with vectors of f64 in the first-level cache, by chains of the op of several lengths:
/// division 7, sqrt 11, sin 13, exp 18, log 22, tanh 23, atan 67, pow 76, tan 109.
static constexpr KindCost costOf(OpKind kind) {
  switch (kind) {
  case OpKind::Free:
  case OpKind::Movement:
  case OpKind::Other:
    return {0, 1};
  case OpKind::Choice:
  case OpKind::Addition:
  case OpKind::Multiplication:
  case OpKind::MultiplyAdd:
    return {1, 1};
  case OpKind::Division:
    return {8, 1};
  case OpKind::Function:
    return {20, 40};
  case OpKind::LibraryFunction:
    return {80, 40};
  }
  llvm_unreachable("a kind without a cost");
}

/// Whether all operands and results are indices, or results of comparisons of indices.
static bool isOnIndices(Operation *op) {
  auto isPosition = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIndex() || element.isInteger(1);
  };
  return llvm::all_of(op->getOperandTypes(), isPosition) &&
         llvm::all_of(op->getResultTypes(), isPosition);
}

static OpKind kindOfArith(Operation *op) {
  if (isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
          arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
    // Integers are divided by a constant in multiplying them by its reciprocal.
    bool isByConstant = !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())) &&
                        matchPattern(op->getOperand(1), m_Constant());
    return isByConstant ? OpKind::Multiplication : OpKind::Division;
  }
  if (isOnIndices(op) || isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return OpKind::Free;
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::AddIOp, arith::SubIOp>(op))
    return OpKind::Addition;
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return OpKind::Multiplication;
  return OpKind::Choice;
}

static OpKind kindOfMath(Operation *op) {
  if (isa<math::FmaOp>(op))
    return OpKind::MultiplyAdd;
  if (isa<math::SqrtOp, math::RsqrtOp>(op))
    return OpKind::Division;
  if (isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::ClampFOp, math::FloorOp, math::CeilOp,
          math::RoundOp, math::RoundEvenOp, math::TruncOp, math::IsFiniteOp, math::IsInfOp,
          math::IsNaNOp, math::IsNormalOp>(op) ||
      !isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return OpKind::Choice;
  if (isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp, math::Log2Op, math::Log10Op,
          math::Log1pOp, math::SinOp, math::CosOp, math::TanhOp, math::ErfOp, math::CbrtOp>(op))
    return OpKind::Function;
  return OpKind::LibraryFunction;
}

OpKind chad::getOpKind(Operation *op) {
  if (op->hasTrait<mlir::OpTrait::ConstantLike>() ||
      isa<tensor::DimOp, tensor::RankOp, tensor::CastOp, tensor::ExtractSliceOp,
          tensor::CollapseShapeOp, tensor::ExpandShapeOp, StopGradientOp>(op))
    return OpKind::Free;
  if (op->getNumResults() == 0 || isa<tensor::GenerateOp>(op))
    return OpKind::Other;
  if (isa_and_nonnull<tensor::TensorDialect>(op->getDialect()) || isa<GatherOp>(op))
    return OpKind::Movement;
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return kindOfArith(op);
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return kindOfMath(op);
  if (isa<AbsorbingMulOp>(op))
    return OpKind::Multiplication;
  return OpKind::Other;
}

unsigned chad::getCost(Operation *op) { return costOf(getOpKind(op)).cost; }

unsigned chad::getNestedCost(Operation *op) {
  unsigned cost = 0;
  op->walk([&](Operation *nested) { cost += getCost(nested); });
  return cost;
}

unsigned chad::getCodeLength(Operation *op) { return costOf(getOpKind(op)).length; }
