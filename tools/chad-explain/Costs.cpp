//===- Costs.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a stage costs: its ops by kind, where no more is known.

#include "Derivation.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace chad;

std::string chad::explain::describeCost(func::FuncOp function) {
  unsigned adds = 0, mults = 0, nonlinear = 0, loops = 0, others = 0;
  for (func::FuncOp counted : withCallees(function))
    counted.walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, AddOp, AccumulateOp>(op))
        ++adds;
      else if (isa<arith::MulFOp, arith::DivFOp, ScaleOp>(op))
        ++mults;
      else if (name.starts_with("math."))
        ++nonlinear;
      else if (op->getNumRegions() && !isa<func::FuncOp>(op))
        ++loops;
      else if (!op->hasTrait<mlir::OpTrait::IsTerminator>() && !isa<func::FuncOp>(op) &&
               !op->hasTrait<mlir::OpTrait::ConstantLike>())
        ++others;
    });
  std::string text;
  auto part = [&](unsigned count, const char *one, const char *many) {
    if (count)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + (count == 1 ? one : many);
  };
  part(adds, "addition", "additions");
  part(mults, "multiplication", "multiplications");
  part(nonlinear, "nonlinear", "nonlinear");
  part(loops, "op with regions", "ops with regions");
  part(others, "other", "others");
  return text.empty() ? "no ops" : text;
}
