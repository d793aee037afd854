//===- Differences.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Interpreter/Differences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;
using namespace chad::detail;

static constexpr int numLevels = 6;

namespace {
/// The best estimate of one component so far.
struct Estimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::infinity();
  /// The size of the function near the point, which bounds the rounding error.
  double size = 0;
  /// The step of the finest difference that `value` is made of.
  double step = 1;

  void offer(double candidate, double candidateError, double finestStep) {
    if (std::isfinite(candidate) && candidateError < error) {
      value = candidate;
      error = candidateError;
      step = finestStep;
    }
  }
  bool isConverged() const { return error <= 1e-11 * std::fabs(value) + 1e-12 * size; }
};
} // namespace

/// Extrapolates quotients at steps that halve to step zero; the error of a
/// central difference has even powers of the step only.
static void extrapolate(ArrayRef<double> quotients, double step, Estimate &estimate) {
  SmallVector<double> previous;
  for (double quotient : quotients) {
    double finestStep = step;
    step /= 2;
    if (!std::isfinite(quotient)) {
      previous.clear();
      continue;
    }
    SmallVector<double> row = {quotient};
    double factor = 4;
    for (double coarser : previous) {
      double finer = row.back();
      row.push_back((factor * finer - coarser) / (factor - 1));
      estimate.offer(row.back(),
                     std::max(std::fabs(row.back() - finer), std::fabs(row.back() - coarser)),
                     finestStep);
      factor *= 4;
    }
    previous = std::move(row);
  }
}

/// The first steps to try: relative to the largest and to the smallest
/// coordinate that moves, then ever smaller.
static SmallVector<double> firstSteps(ArrayRef<double> point, ArrayRef<double> direction) {
  double speed = 0, largest = 1, smallest = 1;
  for (auto [x, v] : llvm::zip_equal(point, direction)) {
    if (v == 0)
      continue;
    speed = std::max(speed, std::fabs(v));
    if (std::isfinite(x) && x != 0) {
      largest = std::max(largest, std::fabs(x));
      smallest = std::min(smallest, std::fabs(x));
    }
  }
  SmallVector<double> steps;
  for (double scale : {0.05 * largest, 0.05 * smallest, 2e-3 * largest, 1e-4 * largest,
                       5e-6 * largest, 1e-3 * smallest})
    // A power of two moves most points without rounding.
    if (double step = std::exp2(std::round(std::log2(scale / speed)));
        !llvm::is_contained(steps, step))
      steps.push_back(step);
  return steps;
}

static FailureOr<std::vector<Estimate>> computeEstimates(Curve curve, ArrayRef<double> point,
                                                         ArrayRef<double> direction) {
  std::vector<Estimate> estimates;
  for (double first : firstSteps(point, direction)) {
    std::vector<SmallVector<double>> quotients;
    double step = first;
    for (int level = 0; level < numLevels; ++level, step /= 2) {
      FailureOr<std::vector<double>> ahead = curve(step);
      FailureOr<std::vector<double>> behind = failed(ahead) ? ahead : curve(-step);
      if (failed(behind))
        return failure();
      quotients.resize(ahead->size());
      estimates.resize(ahead->size());
      for (auto [quotient, estimate, a, b] :
           llvm::zip_equal(quotients, estimates, *ahead, *behind)) {
        quotient.push_back((a - b) / (2 * step));
        if (std::isfinite(a))
          estimate.size = std::max(estimate.size, std::fabs(a));
      }
    }
    for (auto [quotient, estimate] : llvm::zip_equal(quotients, estimates))
      extrapolate(quotient, first, estimate);
    if (llvm::all_of(estimates, [](const Estimate &e) { return e.isConverged(); }))
      break;
  }
  return estimates;
}

FailureOr<std::vector<double>> chad::detail::differentiate(Curve curve, ArrayRef<double> point,
                                                           ArrayRef<double> direction) {
  FailureOr<std::vector<Estimate>> estimates = computeEstimates(curve, point, direction);
  if (failed(estimates))
    return failure();
  std::vector<double> values;
  for (const Estimate &estimate : *estimates)
    values.push_back(estimate.value);
  return values;
}

FailureOr<std::vector<Difference>> chad::detail::differentiateWithErrors(Curve curve,
                                                                         ArrayRef<double> point,
                                                                         ArrayRef<double> direction,
                                                                         double unitRoundoff) {
  FailureOr<std::vector<Estimate>> estimates = computeEstimates(curve, point, direction);
  if (failed(estimates))
    return failure();
  std::vector<Difference> differences;
  for (const Estimate &estimate : *estimates)
    differences.push_back({estimate.value,
                           estimate.error + 2 * unitRoundoff * estimate.size / estimate.step,
                           estimate.step});
  return differences;
}
