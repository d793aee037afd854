//===- NeighbourPrograms.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Neighbours.h"
#include "Programs.h"

using namespace chad;
using namespace chad::bench;

static Program rosenbrockProgram() {
  Program p;
  p.name = p.file = p.function = "rosenbrock_slices";
  p.wrt = {0};
  p.extentNames = {"n"};
  p.sizes = {{Size::Tiny, {7}}, {Size::Small, {1000000}}, {Size::Large, {10000000}}};
  p.tolerance = [](const Extents &) { return 1e-11; };
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, e, -2, 2)};
  };
  p.value = [](const Frame &f) {
    *f.out<double>(0) = baseline::rosenbrock(f.in<double>(0), f.extent(0, 0));
  };
  p.gradient = [](const Frame &f) {
    *f.out<double>(0) =
        baseline::rosenbrockGradient(f.in<double>(0), f.extent(0, 0), f.out<double>(1));
  };
  p.bytes = [](const Extents &e) { return 16.0 * double(e[0]); };
  return p;
}

static Program windowProgram() {
  Program p;
  p.name = p.file = p.function = "window";
  p.wrt = {0, 1};
  p.extentNames = {"n", "w"};
  p.sizes = {{Size::Tiny, {7, 3}}, {Size::Small, {1000000, 3}}, {Size::Large, {10000000, 3}}};
  p.tolerance = [](const Extents &) { return 1e-11; };
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, e[0], -1, 1), in.uniforms(Element::F64, e[1], -1, 1)};
  };
  p.value = [](const Frame &f) {
    *f.out<double>(0) =
        baseline::window(f.in<double>(0), f.in<double>(1), f.extent(0, 0), f.extent(1, 0));
  };
  p.gradient = [](const Frame &f) {
    *f.out<double>(0) =
        baseline::windowGradient(f.in<double>(0), f.in<double>(1), f.extent(0, 0), f.extent(1, 0),
                                 f.out<double>(1), f.out<double>(2));
  };
  p.bytes = [](const Extents &e) { return 16.0 * double(e[0]); };
  return p;
}

void chad::bench::addNeighbourPrograms(std::vector<Program> &programs) {
  programs.push_back(rosenbrockProgram());
  programs.push_back(windowProgram());
}
