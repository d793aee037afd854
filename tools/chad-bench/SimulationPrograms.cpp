//===- SimulationPrograms.cpp -------------------------------------------===//
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

static Program lotkaVolterraProgram() {
  Program p;
  p.name = p.file = p.function = "lotka_volterra";
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1, 2, 3, 4, 5};
  p.extentNames = {"steps"};
  p.sizes = {{Size::Tiny, {3}}, {Size::Small, {10000}}, {Size::Large, {1000000}}};
  // Over many cycles the rounding of one is the phase of the next.
  p.tolerance = [](const Extents &e) { return 1e-12 * (100 + double(e[0])); };
  p.inputs = [](Inputs &in, const Extents &e) {
    Arrays args;
    for (int i = 0; i < 6; ++i)
      args.push_back(scalarOf(in.uniform(0.5, 1.5)));
    args.push_back(scalarOf(0.01));
    args.push_back(indexOf(e[0]));
    return args;
  };
  p.value = [](const Frame &f) {
    double in[6], out[2];
    for (int i = 0; i < 6; ++i)
      in[i] = *f.in<double>(i);
    baseline::lotkaVolterra(in, *f.in<double>(6), *f.in<int64_t>(7), out);
    *f.out<double>(0) = out[0];
    *f.out<double>(1) = out[1];
  };
  p.gradient = [](const Frame &f) {
    double in[6], ct[] = {*f.in<double>(8), *f.in<double>(9)}, out[2], din[6];
    for (int i = 0; i < 6; ++i)
      in[i] = *f.in<double>(i);
    baseline::lotkaVolterraGradient(in, *f.in<double>(6), *f.in<int64_t>(7), ct, out, din,
                                    f.workspace);
    for (int i = 0; i < 2; ++i)
      *f.out<double>(i) = out[i];
    for (int i = 0; i < 6; ++i)
      *f.out<double>(2 + i) = din[i];
  };
  return p;
}

static Program heatProgram(bool isByBoth) {
  Program p;
  p.name = isByBoth ? "heat_both" : "heat";
  p.file = p.function = "heat";
  p.derivative = Derivative::Vjp;
  p.wrt = {0};
  if (isByBoth)
    p.wrt.push_back(1);
  p.extentNames = {"m", "n", "steps"};
  p.sizes = {
      {Size::Tiny, {3, 4, 2}}, {Size::Small, {512, 512, 100}}, {Size::Large, {4096, 4096, 100}}};
  p.tolerance = [](const Extents &) { return 1e-12; };
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, {e[0], e[1]}, 0, 1), scalarOf(0.2), indexOf(e[2])};
  };
  p.value = [](const Frame &f) {
    baseline::heat(f.in<double>(0), *f.in<double>(1), *f.in<int64_t>(2), f.extent(0, 0),
                   f.extent(0, 1), f.out<double>(0), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    if (isByBoth)
      return baseline::heatGradientByBoth(
          f.in<double>(0), *f.in<double>(1), *f.in<int64_t>(2), f.in<double>(3), f.extent(0, 0),
          f.extent(0, 1), f.out<double>(0), f.out<double>(1), f.out<double>(2), f.workspace);
    baseline::heatGradient(f.in<double>(0), *f.in<double>(1), *f.in<int64_t>(2), f.in<double>(3),
                           f.extent(0, 0), f.extent(0, 1), f.out<double>(0), f.out<double>(1),
                           f.workspace);
  };
  if (isByBoth) {
    // The derivative by both arguments keeps the states of all steps.
    p.sizes.back().second = {1024, 1024, 100};
    return p;
  }
  // Each step, there and back, reads a field and writes one.
  p.bytes = [](const Extents &e) { return 32.0 * double(e[0] * e[1] * e[2]); };
  p.footprint = [](const Extents &e) { return 16.0 * double(e[0] * e[1]); };
  return p;
}

void chad::bench::addSimulationPrograms(std::vector<Program> &programs) {
  programs.push_back(lotkaVolterraProgram());
  programs.push_back(heatProgram(false));
  programs.push_back(heatProgram(true));
}
