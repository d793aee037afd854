//===- StatisticsPrograms.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Baselines.h"
#include "Programs.h"

using namespace chad;
using namespace chad::bench;

static Program gmmProgram() {
  Program p;
  p.name = p.file = p.function = "gmm";
  p.wrt = {0, 1, 2};
  p.extentNames = {"n", "d", "k"};
  p.sizes = {{Size::Tiny, {9, 3, 2}},
             {Size::Tiny, {37, 14, 3}},
             {Size::Small, {1000, 10, 25}},
             {Size::Large, {10000, 64, 50}},
             {Size::Published, {1000, 2, 5}},
             {Size::Published, {1000, 10, 25}},
             {Size::Published, {10000, 10, 100}},
             {Size::Published, {10000, 20, 50}},
             {Size::Published, {10000, 32, 200}},
             {Size::Published, {1000, 64, 50}},
             {Size::Published, {1000, 128, 25}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [](Inputs &in, const Extents &e) {
    int64_t n = e[0], d = e[1], k = e[2];
    return Arrays{in.normals(Element::F64, k, 0, 1),
                  in.uniforms(Element::F64, {k, d}, 0, 1),
                  in.normals(Element::F64, {k, d + d * (d - 1) / 2}, 0, 0.5),
                  in.uniforms(Element::F64, {n, d}, 0, 1),
                  scalarOf(0.8),
                  indexOf(2)};
  };
  auto shapeOf = [](const Frame &f) {
    return baseline::GmmShape{f.extent(3, 0), f.extent(3, 1), f.extent(0, 0)};
  };
  auto inputsOf = [](const Frame &f) {
    return baseline::GmmInputs{f.in<double>(0), f.in<double>(1),  f.in<double>(2),
                               f.in<double>(3), *f.in<double>(4), *f.in<int64_t>(5)};
  };
  auto gradientOf = [](const Frame &f) {
    return baseline::GmmGradient{f.out<double>(1), f.out<double>(2), f.out<double>(3)};
  };
  p.value = [=](const Frame &f) {
    *f.out<double>(0) = baseline::gmm(shapeOf(f), inputsOf(f), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    *f.out<double>(0) = baseline::gmmGradient(shapeOf(f), inputsOf(f), gradientOf(f), f.workspace);
  };
  p.vectorized = [=](const Frame &f) {
    *f.out<double>(0) =
        baseline::gmmGradientSimd(shapeOf(f), inputsOf(f), gradientOf(f), f.workspace);
  };
  return p;
}

static Program kmeansProgram() {
  Program p;
  p.name = p.file = p.function = "kmeans";
  p.wrt = {0};
  p.extentNames = {"n", "d", "k"};
  p.sizes = {
      {Size::Tiny, {6, 2, 3}}, {Size::Small, {10000, 8, 16}}, {Size::Large, {1000000, 8, 16}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [](Inputs &in, const Extents &e) {
    int64_t n = e[0], d = e[1], k = e[2];
    Array centres = in.uniforms(Element::F64, {k, d}, -3, 3),
          points = in.normals(Element::F64, {n, d}, 0, 1);
    for (int64_t i = 0; i < n; ++i) {
      int64_t centre = in.below(k);
      for (int64_t j = 0; j < d; ++j)
        points.as<double>()[i * d + j] += centres.as<double>()[centre * d + j];
    }
    for (int64_t i = 0; i < k * d; ++i)
      centres.as<double>()[i] += in.normal(0, 0.3);
    return Arrays{centres, points};
  };
  p.value = [](const Frame &f) {
    *f.out<double>(0) = baseline::kmeans(f.in<double>(0), f.in<double>(1), f.extent(0, 0),
                                         f.extent(1, 0), f.extent(1, 1));
  };
  p.gradient = [](const Frame &f) {
    *f.out<double>(0) = baseline::kmeansGradient(f.in<double>(0), f.in<double>(1), f.extent(0, 0),
                                                 f.extent(1, 0), f.extent(1, 1), f.out<double>(1));
  };
  return p;
}

static Program logsumexpProgram() {
  Program p;
  p.name = p.file = p.function = "logsumexp";
  p.wrt = {0};
  p.extentNames = {"n", "k"};
  p.sizes = {{Size::Tiny, {3, 4}}, {Size::Small, {1000, 25}}, {Size::Large, {1000000, 25}}};
  p.tolerance = [](const Extents &) { return 1e-11; };
  p.inputs = [](Inputs &in, const Extents &e) { return Arrays{in.normals(Element::F64, e, 0, 3)}; };
  p.value = [](const Frame &f) {
    *f.out<double>(0) =
        baseline::logsumexp(f.in<double>(0), f.extent(0, 0), f.extent(0, 1), f.workspace);
  };
  p.gradient = [](const Frame &f) {
    *f.out<double>(0) = baseline::logsumexpGradient(f.in<double>(0), f.extent(0, 0), f.extent(0, 1),
                                                    f.out<double>(1));
  };
  p.bytes = [](const Extents &e) { return 16.0 * double(e[0] * e[1]); };
  return p;
}

void chad::bench::addStatisticsPrograms(std::vector<Program> &programs) {
  programs.push_back(gmmProgram());
  programs.push_back(kmeansProgram());
  programs.push_back(logsumexpProgram());
}
