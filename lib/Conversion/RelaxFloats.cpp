//===- RelaxFloats.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What later passes may do with arithmetic on floats.

#include "Sums.h"
#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace chad {
#define GEN_PASS_DEF_CHADRELAXFLOATS
#include "chad/Conversion/Passes.h.inc"
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

/// Lets the last additions to sums be made in any order.
static void reassociate(Value start, Value end) {
  auto add = end.getDefiningOp<arith::AddFOp>();
  if (add && isSum(start, end))
    addFlags(add, arith::FastMathFlags::reassoc);
}

namespace {
struct RelaxFloats : chad::impl::ChadRelaxFloatsBase<RelaxFloats> {
  using ChadRelaxFloatsBase::ChadRelaxFloatsBase;
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (contract && isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
        addFlags(op, arith::FastMathFlags::contract);
      auto fold = dyn_cast<FoldOp>(op);
      if (!fold || !reassociateSums)
        return;
      Operation *yield = fold.getBody().front().getTerminator();
      for (auto [i, state] : llvm::enumerate(fold.getStateArgs()))
        reassociate(state, yield->getOperand(i));
    });
  }
};
} // namespace
