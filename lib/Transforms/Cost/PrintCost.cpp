//===- PrintCost.cpp ---------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad-cost`: writes the costs of functions as attributes, and prints those of gradients as a
// table.

#include "CheapGradient.h"
#include "chad/IR/DiscardableAttributes.h"
#include "chad/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace chad {
#define GEN_PASS_DEF_CHADCOST
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static void annotate(CostAnalysis &analysis, func::FuncOp function,
                     const CostAnalysis::Function &known) {
  CostNames names(analysis);
  Builder builder(function.getContext());
  NamedAttrList entries;
  for (unsigned i = 0; i < Cost::numComponents; ++i)
    entries.append(Cost::getName(i),
                   builder.getStringAttr(names.print(analysis.resolve(known.cost[i]))));
  entries.append("nesting", builder.getI64IntegerAttr(known.depth));
  if (std::vector<std::string> legend = names.getLegend(); !legend.empty())
    entries.append("where", builder.getStringAttr(llvm::join(legend, "; ")));
  function->setAttr(costAttr, entries.getDictionary(function.getContext()));
}

static std::string formatRatio(double ratio) {
  if (std::isinf(ratio))
    return "inf";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.2f", ratio);
  return text;
}

static void printTable(llvm::raw_ostream &os, CostAnalysis &analysis, GradientCost &cost) {
  CostNames names(analysis);
  os << "'@" << cost.gradient.getSymName() << "' as the gradient of '@" << cost.primal.getSymName()
     << "', bound 4*3^" << cost.depth << " = " << llvm::format("%.0f", cost.getBound()) << "\n";
  for (const CostMeasure &measure : getCostMeasures()) {
    CostRatio ratio = cost.getRatio(measure);
    StringRef verdict = ratio.most <= 4                 ? "within 4"
                        : ratio.most <= cost.getBound() ? "within the bound"
                                                        : "over the bound";
    os << llvm::formatv("  {0,-10} limit {1}, most {2}, {3}\n", measure.name,
                        formatRatio(ratio.limit), formatRatio(ratio.most), verdict);
    os << "    function: " << names.print(measure.of(cost.primalCost)) << "\n";
    os << "    gradient: " << names.print(measure.of(cost.gradientCost)) << "\n";
  }
  os << "  outputs    " << names.print(cost.outputs) << "\n";
  for (const std::string &line : names.getLegend())
    os << "  " << line << "\n";
}

namespace {
struct PrintCost : chad::impl::ChadCostBase<PrintCost> {
  using ChadCostBase::ChadCostBase;
  void runOnOperation() override {
    CostAnalysis analysis;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      bool isNamed = primal.empty() || function.getSymName() == primal.getValue() ||
                     function.getSymName() == gradient.getValue();
      if (function.isDeclaration() || !isNamed)
        continue;
      FailureOr<const CostAnalysis::Function *> known = analysis.get(function);
      if (failed(known))
        return signalPassFailure();
      annotate(analysis, function, **known);
    }
    if (!table)
      return;
    auto pairs = findGradients(getOperation(), primal, gradient);
    if (failed(pairs))
      return signalPassFailure();
    for (auto [function, derivative] : *pairs) {
      if (failed(assume(analysis, function, assumptions)))
        return signalPassFailure();
      FailureOr<GradientCost> cost = compareGradient(analysis, function, derivative);
      if (failed(cost))
        return signalPassFailure();
      printTable(llvm::errs(), analysis, *cost);
    }
  }
};
} // namespace
