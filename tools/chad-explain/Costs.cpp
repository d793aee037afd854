//===- Costs.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a stage costs: a vector of polynomials, or its ops by kind where that is not known.

#include "Derivation.h"
#include "chad/Analysis/Cost.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace chad;

static std::string countOps(func::FuncOp function) {
  unsigned adds = 0, mults = 0, nonlinear = 0, loops = 0, others = 0;
  for (func::FuncOp counted : chad::explain::withCallees(function))
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

static std::string print(CostAnalysis &analysis, CostNames &names, const Cost &cost) {
  std::string text;
  for (unsigned i = 0; i < Cost::numComponents; ++i)
    text += (i ? ", " : "") + Cost::getName(i).str() + " " + names.print(analysis.resolve(cost[i]));
  return text;
}

std::string chad::explain::describeCost(func::FuncOp function) {
  CostAnalysis analysis;
  ScopedDiagnosticHandler quiet(function.getContext(), [](Diagnostic &) { return success(); });
  FailureOr<const CostAnalysis::Function *> known = analysis.get(function);
  if (failed(known))
    return "not known; its ops: " + countOps(function);
  CostNames names(analysis);
  std::string text = print(analysis, names, (*known)->cost);
  for (const CostInfo::Ptr &result : (*known)->results)
    if (result && result->map)
      text += "; to apply the linear function " + print(analysis, names, result->map->cost);
  if (std::vector<std::string> legend = names.getLegend(); !legend.empty())
    text += " (" + llvm::join(legend, "; ") + ")";
  return text;
}
