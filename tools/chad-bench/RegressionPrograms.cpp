//===- RegressionPrograms.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Regressions.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

/// Draws the labels of points by the probabilities that weights give them.
static Array labelsFor(Inputs &in, const Array &points, const Array &weights) {
  int64_t d = points.extents().back(), n = points.extents()[points.extents().size() - 2];
  Array labels(Element::F64, points.extents().drop_back());
  for (int64_t i = 0; i < labels.size(); ++i) {
    double z = 0;
    for (int64_t j = 0; j < d; ++j)
      z += get(points, i * d + j) * get(weights, i / n * d + j);
    set(labels, i, in.uniform(0, 1) < 1 / (1 + std::exp(-z)) ? 1 : 0);
  }
  return labels;
}

static Program regressionProgram(const char *name, const char *function) {
  Program p;
  p.name = name;
  p.file = p.function = function;
  p.wrt = {0};
  p.tolerance = [](const Extents &) { return 1e-11; };
  // The last extents are those of the points; before them may be a batch.
  p.inputs = [](Inputs &in, const Extents &e) {
    Extents weights(e.begin(), e.end() - 2);
    weights.push_back(e.back());
    Array points = in.normals(Element::F64, e, 0, 1);
    Array truth = in.normals(Element::F64, weights, 0, 1);
    Array labels = labelsFor(in, points, truth);
    return Arrays{in.normals(Element::F64, weights, 0, 0.5), points, labels};
  };
  return p;
}

static Program hvpProgram() {
  Program p = regressionProgram("regression_hvp", "regression");
  p.derivative = Derivative::Hvp;
  p.extentNames = {"n", "d"};
  p.sizes = {{Size::Tiny, {7, 3}}, {Size::Small, {100000, 20}}, {Size::Large, {1000000, 20}}};
  auto dataOf = [](const Frame &f) {
    return baseline::RegressionData{f.in<double>(1), f.in<double>(2), f.extent(1, 0),
                                    f.extent(1, 1)};
  };
  p.value = [=](const Frame &f) {
    *f.out<double>(0) = baseline::regression(f.in<double>(0), dataOf(f));
  };
  p.gradient = [=](const Frame &f) {
    *f.out<double>(0) = baseline::regressionHvp(f.in<double>(0), f.in<double>(3), dataOf(f),
                                                f.out<double>(1), f.out<double>(2));
  };
  p.bytes = [](const Extents &e) { return 8.0 * double(e[0] * (e[1] + 1)); };
  return p;
}

static Program manyRegressionsProgram() {
  Program p = regressionProgram("many_regressions", "many_regressions");
  p.extentNames = {"r", "n", "d"};
  p.sizes = {
      {Size::Tiny, {2, 5, 3}}, {Size::Small, {100, 1000, 20}}, {Size::Large, {1000, 1000, 20}}};
  auto dataOf = [](const Frame &f, int64_t r) {
    int64_t n = f.extent(1, 1), d = f.extent(1, 2);
    return baseline::RegressionData{f.in<double>(1) + r * n * d, f.in<double>(2) + r * n, n, d};
  };
  p.value = [=](const Frame &f) {
    double total = 0;
    for (int64_t r = 0; r < f.extent(0, 0); ++r)
      total += baseline::regression(f.in<double>(0) + r * f.extent(0, 1), dataOf(f, r));
    *f.out<double>(0) = total;
  };
  p.gradient = [=](const Frame &f) {
    double total = 0;
    for (int64_t r = 0; r < f.extent(0, 0); ++r) {
      int64_t first = r * f.extent(0, 1);
      total += baseline::regressionGradient(f.in<double>(0) + first, dataOf(f, r),
                                            f.out<double>(1) + first);
    }
    *f.out<double>(0) = total;
  };
  return p;
}

/// Logarithms of probabilities that sum to 1 in each row.
static Array logProbabilities(Inputs &in, llvm::ArrayRef<int64_t> shape) {
  Array array = in.uniforms(Element::F64, shape, 0.1, 1);
  int64_t n = shape.back();
  for (int64_t row = 0; row < array.size() / n; ++row) {
    double sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += get(array, row * n + j);
    for (int64_t j = 0; j < n; ++j)
      set(array, row * n + j, std::log(get(array, row * n + j) / sum));
  }
  return array;
}

static Program hmmProgram() {
  Program p;
  p.name = p.file = p.function = "hmm";
  p.wrt = {1, 2};
  p.extentNames = {"length", "states", "symbols"};
  p.sizes = {
      {Size::Tiny, {5, 3, 4}}, {Size::Small, {1000, 20, 50}}, {Size::Large, {1000, 100, 50}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{logProbabilities(in, e[1]), logProbabilities(in, {e[1], e[1]}),
                  logProbabilities(in, {e[1], e[2]}), in.indices(e[0], e[2])};
  };
  auto inputsOf = [](const Frame &f) {
    return baseline::HmmInputs{f.in<double>(0), f.in<double>(1), f.in<double>(2), f.in<int64_t>(3),
                               f.extent(3, 0),  f.extent(0, 0),  f.extent(2, 1)};
  };
  p.value = [=](const Frame &f) { *f.out<double>(0) = baseline::hmm(inputsOf(f), f.workspace); };
  p.gradient = [=](const Frame &f) {
    *f.out<double>(0) =
        baseline::hmmGradient(inputsOf(f), f.out<double>(1), f.out<double>(2), f.workspace);
  };
  return p;
}

void chad::bench::addRegressionPrograms(std::vector<Program> &programs) {
  programs.push_back(manyRegressionsProgram());
  programs.push_back(hvpProgram());
  programs.push_back(hmmProgram());
}
