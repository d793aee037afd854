//===- CheapGradient.cpp ------------------------------------------------ ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheapGradient.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/ProgramErrors.h"
#include <cmath>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Measures
//===----------------------------------------------------------------------===//

CostPolynomial CostMeasure::of(const Cost &cost) const {
  CostPolynomial sum;
  for (unsigned i = first; i <= last; ++i)
    sum += cost[i];
  return sum;
}

ArrayRef<CostMeasure> chad::detail::getCostMeasures() {
  static constexpr CostMeasure measures[] = {
      {"moves", "moves", Cost::Moves, Cost::Moves},
      {"adds+", "additions, multiplications and nonlinear operations", Cost::Adds, Cost::Nonlinear},
      {"mults+", "multiplications and nonlinear operations", Cost::Mults, Cost::Nonlinear},
      {"nonlinear", "nonlinear operations", Cost::Nonlinear, Cost::Nonlinear}};
  return measures;
}

/// Substitutes 1 + e for each extent e: then all values from 0 on stand for extents from 1 on.
static CostPolynomial fromOne(const CostPolynomial &polynomial) {
  return polynomial.substitute([](CostPolynomial::Symbol symbol) -> std::optional<CostPolynomial> {
    return CostPolynomial(1) + CostPolynomial::symbol(symbol);
  });
}

/// The sum of the coefficients of a degree.
static double sumOfDegree(const CostPolynomial &polynomial, size_t degree) {
  double sum = 0;
  for (const auto &[monomial, coefficient] : polynomial.getTerms())
    if (monomial.size() == degree)
      sum += coefficient;
  return sum;
}

static double divide(double dividend, double divisor) {
  if (dividend <= 0)
    return 0;
  return divisor > 0 ? dividend / divisor : INFINITY;
}

/// Where each coefficient of `r·q - p` is positive, in extents counted from 1, so is `r·q - p`.
CostRatio chad::detail::getRatio(const CostPolynomial &dividend, const CostPolynomial &divisor) {
  size_t degree = std::max(dividend.getDegree(), divisor.getDegree());
  CostRatio ratio{divide(sumOfDegree(dividend, degree), sumOfDegree(divisor, degree)), 0};
  CostPolynomial p = fromOne(dividend), q = fromOne(divisor);
  for (const auto &[monomial, coefficient] : p.getTerms()) {
    auto it = q.getTerms().find(monomial);
    ratio.most =
        std::max(ratio.most, divide(coefficient, it == q.getTerms().end() ? 0 : it->second));
  }
  return ratio;
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

double GradientCost::getBound() const { return 4 * std::pow(3.0, depth); }

CostRatio GradientCost::getRatio(const CostMeasure &measure) const {
  CostPolynomial cost = measure.of(gradientCost);
  if (measure.first == Cost::Moves)
    cost -= outputs;
  return detail::getRatio(cost, measure.of(primalCost));
}

static Type getErased(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin ? lin.getPrimal() : type;
}

/// `⟨s, y⟩`: a map of products and their sum.
static Cost getCostOfProduct(const CostInfo &value) {
  return value.dims.empty() ? Cost(6, 0, 1, 0) : Cost(18, 1, 1, 0) * value.getSize();
}

/// Assigns the cotangents `seeds` to the next results of their types, and adds the cost of the
/// products with them to that of the function.
static LogicalResult matchSeeds(CostAnalysis &analysis, GradientCost &result, TypeRange types,
                                ArrayRef<CostInfo::Ptr> seeds, ArrayRef<CostInfo::Ptr> results) {
  TypeRange resultTypes = result.primal.getResultTypes();
  size_t next = 0;
  for (auto [i, type] : llvm::enumerate(types)) {
    while (next < results.size() && resultTypes[next] != getErased(type))
      ++next;
    if (next == results.size())
      return emitError(result.gradient.getLoc(), "chad: '@")
             << result.gradient.getSymName() << "' is no gradient of '@"
             << result.primal.getSymName() << "': it takes a " << type
             << " that is neither an argument nor the cotangent of a result";
    analysis.unify(*seeds[i], *results[next]);
    result.primalCost += getCostOfProduct(*results[next]);
    ++next;
  }
  return success();
}

FailureOr<GradientCost> chad::detail::compareGradient(CostAnalysis &analysis, func::FuncOp primal,
                                                      func::FuncOp gradient) {
  FailureOr<const CostAnalysis::Function *> function = analysis.get(primal);
  if (failed(function))
    return failure();
  FailureOr<const CostAnalysis::Function *> derivative = analysis.get(gradient);
  if (failed(derivative))
    return failure();
  GradientCost result{primal, gradient,          (*function)->cost, (*derivative)->cost,
                      {},     (*function)->depth};
  unsigned numArguments = primal.getNumArguments();
  if (gradient.getNumArguments() < numArguments)
    return emitError(gradient.getLoc(), "chad: '@")
           << gradient.getSymName() << "' is no gradient of '@" << primal.getSymName()
           << "': it takes fewer arguments";
  for (auto [mine, other] : llvm::zip((*function)->arguments, (*derivative)->arguments))
    analysis.unify(*mine, *other);
  analysis.relateLoops(primal, gradient);
  analysis.relateDerived();
  TypeRange extra = gradient.getArgumentTypes().drop_front(numArguments);
  if (failed(matchSeeds(analysis, result, extra,
                        ArrayRef((*derivative)->arguments).drop_front(numArguments),
                        (*function)->results)))
    return failure();
  // The gradient may return the results of the function first; then the derivative.
  unsigned first = 0;
  TypeRange types = gradient.getResultTypes();
  if (types.size() > primal.getNumResults() &&
      llvm::equal(types.take_front(primal.getNumResults()), primal.getResultTypes()))
    first = primal.getNumResults();
  for (auto [type, value] : llvm::drop_begin(llvm::zip(types, (*derivative)->results), first)) {
    if (!value->map) {
      result.outputs += value->getSize();
      continue;
    }
    result.gradientCost += value->map->cost;
    if (auto linear = dyn_cast<LFunType>(type))
      if (failed(matchSeeds(analysis, result, linear.getInputs(), value->map->arguments,
                            (*function)->results)))
        return failure();
    for (const CostInfo::Ptr &output : value->map->results)
      result.outputs += output->getSize();
  }
  result.primalCost = analysis.resolve(result.primalCost);
  result.gradientCost = analysis.resolve(result.gradientCost);
  result.outputs = analysis.resolve(result.outputs);
  return result;
}

FailureOr<SmallVector<std::pair<func::FuncOp, func::FuncOp>>>
chad::detail::findGradients(ModuleOp module, StringRef primal, StringRef gradient) {
  SmallVector<std::pair<func::FuncOp, func::FuncOp>> pairs;
  SymbolTable symbols(module);
  if (primal.empty() != gradient.empty())
    return emitProgramError(module) << "options 'primal' and 'gradient' go together";
  if (!primal.empty()) {
    auto first = symbols.lookup<func::FuncOp>(primal),
         second = symbols.lookup<func::FuncOp>(gradient);
    if (!first || !second)
      return emitNoFunction(module, first ? gradient : primal);
    pairs.push_back({first, second});
    return pairs;
  }
  for (auto function : module.getOps<func::FuncOp>())
    for (StringRef suffix : {".vjp", ".reverse"})
      if (auto derivative = symbols.lookup<func::FuncOp>((function.getSymName() + suffix).str()))
        pairs.push_back({function, derivative});
  return pairs;
}
