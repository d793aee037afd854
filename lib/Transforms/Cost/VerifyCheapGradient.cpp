//===- VerifyCheapGradient.cpp ----------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheapGradient.h"
#include "chad/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

namespace chad {
#define GEN_PASS_DEF_CHADVERIFYCHEAPGRADIENT
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The op in the gradient that costs most in large arrays.
static void explain(Diagnostic &note, CostAnalysis &analysis, CostNames &names,
                    const CostMeasure &measure, const CostAnalysis::Contributions &contributions) {
  auto large = [](CostPolynomial::Symbol) { return 1000.0; };
  const std::pair<Operation *, Cost> *most = nullptr;
  double highest = 0;
  for (const auto &contribution : contributions) {
    double value = measure.of(contribution.second).evaluate(large);
    if (!most || value > highest) {
      most = &contribution;
      highest = value;
    }
  }
  if (!most)
    return;
  CostPolynomial cost = analysis.resolve(measure.of(most->second));
  note.attachNote(most->first->getLoc())
      << "'" << most->first->getName() << "' here costs most of it: " << names.print(cost);
}

static LogicalResult check(CostAnalysis &analysis, GradientCost &cost, double bound) {
  const CostMeasure *worst = nullptr;
  double most = bound;
  for (const CostMeasure &measure : getCostMeasures()) {
    double ratio = cost.getRatio(measure).most;
    if (ratio > bound && ratio >= most) {
      worst = &measure;
      most = ratio;
    }
  }
  if (!worst)
    return success();
  CostNames names(analysis);
  FailureOr<CostAnalysis::Contributions> contributions = analysis.getContributions(cost.gradient);
  auto format = [](const char *how, double number) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format(how, number);
    return text;
  };
  InFlightDiagnostic error = emitError(cost.gradient.getLoc(), "chad: '@");
  error << cost.gradient.getSymName() << "' is no cheap gradient of '@" << cost.primal.getSymName()
        << "': in " << worst->description << " it costs "
        << names.print(worst->of(cost.gradientCost)) << ", and " << format("%g", bound) << " times "
        << names.print(worst->of(cost.primalCost));
  if (worst->first == Cost::Moves)
    error << ", with " << names.print(cost.outputs) << " for its outputs,";
  error << " are less";
  if (!std::isinf(most))
    error << ": it may be " << format("%.2f", most) << " times";
  if (succeeded(contributions))
    explain(*error.getUnderlyingDiagnostic(), analysis, names, *worst, *contributions);
  if (std::vector<std::string> legend = names.getLegend(); !legend.empty())
    error.attachNote(cost.primal.getLoc()) << "where " << llvm::join(legend, "; ");
  return failure();
}

namespace {
struct VerifyCheapGradient : chad::impl::ChadVerifyCheapGradientBase<VerifyCheapGradient> {
  using ChadVerifyCheapGradientBase::ChadVerifyCheapGradientBase;
  void runOnOperation() override {
    CostAnalysis analysis;
    auto pairs = findGradients(getOperation(), primal, gradient);
    if (failed(pairs))
      return signalPassFailure();
    for (auto [function, derivative] : *pairs) {
      if (failed(assume(analysis, function, assumptions)))
        return signalPassFailure();
      FailureOr<GradientCost> cost = compareGradient(analysis, function, derivative);
      if (failed(cost) || failed(check(analysis, *cost, bound > 0 ? bound : cost->getBound())))
        return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
