//===- RelaxFloats.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Sets the fast-math flags that say how later passes may change arithmetic on floats.

#include "Sums.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADRELAXFLOATS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static void addFlags(Operation *op, arith::FastMathFlags added) {
  auto flags = cast<arith::ArithFastMathInterface>(op);
  op->setAttr(flags.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(),
                                            flags.getFastMathFlagsAttr().getValue() | added));
}

/// Allows the last additions to a sum to be reassociated.
static void reassociate(Value start, Value end) {
  auto add = end.getDefiningOp<arith::AddFOp>();
  if (add && isSum(start, end))
    addFlags(add, arith::FastMathFlags::reassoc);
}

/// The number that each element of a constant is.
static std::optional<APFloat> getConstant(Value value) {
  DenseFPElementsAttr vector;
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return scalar.getValue();
  if (matchPattern(value, m_Constant(&vector)) && vector.isSplat())
    return vector.getSplatValue<APFloat>();
  return std::nullopt;
}

/// (x + x) c = x (2 c), which derivatives of halves of squares contain. To double a number is
/// exact.
static void multiplyOnce(arith::MulFOp mul, OpBuilder &builder) {
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)}) {
    auto twice = mul->getOperand(one).getDefiningOp<arith::AddFOp>();
    if (!twice || twice.getLhs() != twice.getRhs())
      continue;
    Value factor = mul->getOperand(other);
    std::optional<APFloat> value = getConstant(factor);
    if (!value || !(*value + *value).isFinite())
      continue;
    auto shaped = dyn_cast<ShapedType>(factor.getType());
    TypedAttr doubled = shaped ? TypedAttr(DenseElementsAttr::get(shaped, *value + *value))
                               : TypedAttr(FloatAttr::get(factor.getType(), *value + *value));
    builder.setInsertionPoint(mul);
    mul->setOperand(one, twice.getLhs());
    mul->setOperand(other, arith::ConstantOp::create(builder, mul.getLoc(), doubled));
    return;
  }
}

/// The value of which `value` is the negative, as `-x` or as `x · -1`; null if there is none.
static Value getNegated(Value value) {
  if (auto negation = value.getDefiningOp<arith::NegFOp>())
    return negation.getOperand();
  auto mul = value.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return {};
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)})
    if (auto factor = getConstant(mul->getOperand(other)); factor && factor->isExactlyValue(-1))
      return mul->getOperand(one);
  return {};
}

/// Moves negations past products and quotients, where two of them cancel: (-a) b = -(a b), which
/// rounds the same. The derivative of `1 / (1 + exp -x)` contains four of them. Precondition: the
/// ops that compute the operands have been visited.
static void moveNegations(Operation *op, OpBuilder &builder) {
  if (!isa<arith::MulFOp, arith::DivFOp, arith::NegFOp>(op))
    return;
  Value result = op->getResult(0);
  if (Value value = getNegated(result)) {
    if (Value original = getNegated(value))
      result.replaceAllUsesWith(original);
    return;
  }
  Value a = getNegated(op->getOperand(0)), b = getNegated(op->getOperand(1));
  if (a && b) {
    op->setOperands({a, b});
    return;
  }
  if (!a && !b)
    return;
  OpOperand &operand = op->getOpOperand(a ? 0 : 1);
  if (!operand.get().hasOneUse())
    return;
  operand.set(a ? a : b);
  builder.setInsertionPointAfter(op);
  auto negation = arith::NegFOp::create(builder, op->getLoc(), result);
  result.replaceAllUsesExcept(negation, negation);
}

namespace {
struct RelaxFloats : chad::impl::ChadRelaxFloatsBase<RelaxFloats> {
  using ChadRelaxFloatsBase::ChadRelaxFloatsBase;
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto mul = dyn_cast<arith::MulFOp>(op); mul && contract)
        multiplyOnce(mul, builder);
      moveNegations(op, builder);
      if (contract && isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
        addFlags(op, arith::FastMathFlags::contract);
      auto fold = dyn_cast<FoldOp>(op);
      if (!fold || !reassociateSums)
        return;
      for (auto [start, end] : llvm::zip_equal(fold.getStateArgs(), fold.getYieldedStates()))
        reassociate(start, end);
    });
  }
};
} // namespace
