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

/// (x + x) c = x (2 c), which derivatives of halves of squares contain. To double a number is
/// exact.
static void multiplyOnce(arith::MulFOp mul, OpBuilder &builder) {
  for (auto [one, other] : {std::pair(0, 1), std::pair(1, 0)}) {
    auto twice = mul->getOperand(one).getDefiningOp<arith::AddFOp>();
    DenseFPElementsAttr vector;
    FloatAttr scalar;
    if (!twice || twice.getLhs() != twice.getRhs())
      continue;
    Value factor = mul->getOperand(other);
    std::optional<APFloat> value;
    if (matchPattern(factor, m_Constant(&scalar)))
      value = scalar.getValue();
    else if (matchPattern(factor, m_Constant(&vector)) && vector.isSplat())
      value = vector.getSplatValue<APFloat>();
    if (!value || !(*value + *value).isFinite())
      continue;
    TypedAttr doubled = scalar
                            ? TypedAttr(FloatAttr::get(scalar.getType(), *value + *value))
                            : TypedAttr(DenseElementsAttr::get(vector.getType(), *value + *value));
    builder.setInsertionPoint(mul);
    mul->setOperand(one, twice.getLhs());
    mul->setOperand(other, arith::ConstantOp::create(builder, mul.getLoc(), doubled));
    return;
  }
}

namespace {
struct RelaxFloats : chad::impl::ChadRelaxFloatsBase<RelaxFloats> {
  using ChadRelaxFloatsBase::ChadRelaxFloatsBase;
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto mul = dyn_cast<arith::MulFOp>(op); mul && contract)
        multiplyOnce(mul, builder);
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
