//===- RecurrentPrograms.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Recurrent.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

static Program rnnProgram(const char *name, bool isOutIn) {
  Program p;
  p.name = p.file = p.function = name;
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1, 2};
  p.extentNames = {"steps", "batch", "in", "hidden"};
  p.sizes = {{Size::Tiny, {3, 2, 3, 4}},
             {Size::Small, {100, 32, 64, 64}},
             {Size::Large, {400, 64, 256, 256}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [=](Inputs &in, const Extents &e) {
    Extents w = {e[2], e[3]};
    if (isOutIn)
      std::swap(w[0], w[1]);
    return Arrays{in.normals(Element::F64, w, 0, 1 / std::sqrt(double(e[2]))),
                  in.normals(Element::F64, {e[3], e[3]}, 0, 1 / std::sqrt(double(e[3]))),
                  in.normals(Element::F64, e[3], 0, 0.1),
                  in.normals(Element::F64, {e[1], e[3]}, 0, 1),
                  in.normals(Element::F64, {e[0], e[1], e[2]}, 0, 1)};
  };
  auto shapeOf = [=](const Frame &f) {
    return baseline::RnnShape{f.extent(4, 0), f.extent(4, 1), f.extent(4, 2), f.extent(2, 0),
                              isOutIn};
  };
  auto inputsOf = [](const Frame &f) {
    return baseline::RnnInputs{f.in<double>(0), f.in<double>(1), f.in<double>(2), f.in<double>(3),
                               f.in<double>(4)};
  };
  p.value = [=](const Frame &f) {
    baseline::rnn(shapeOf(f), inputsOf(f), f.out<double>(0), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    baseline::rnnGradient(shapeOf(f), inputsOf(f), f.in<double>(5), f.out<double>(0),
                          {f.out<double>(1), f.out<double>(2), f.out<double>(3)}, f.workspace);
  };
  return p;
}

void chad::bench::addRecurrentPrograms(std::vector<Program> &programs) {
  programs.push_back(rnnProgram("rnn_in_out", false));
  programs.push_back(rnnProgram("rnn_out_in", true));
}
