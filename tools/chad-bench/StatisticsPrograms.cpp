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
  p.sizes = {
      {Size::Tiny, {9, 3, 2}}, {Size::Small, {1000, 10, 25}}, {Size::Large, {10000, 64, 50}}};
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
  return p;
}

void chad::bench::addStatisticsPrograms(std::vector<Program> &programs) {
  programs.push_back(gmmProgram());
}
