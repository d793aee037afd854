//===- ConvolutionPrograms.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Convolutions.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

/// `numDims` is that of an image, without channels.
static Program convolutionProgram(const char *name, unsigned numDims) {
  Program p;
  p.name = p.file = p.function = name;
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1, 2};
  p.tolerance = [](const Extents &) { return 1e-11; };
  // Images, their extents, channels, features, the window's extents.
  p.inputs = [=](Inputs &in, const Extents &e) {
    Extents images(e.begin(), e.begin() + numDims + 2), kernels = {e[numDims + 2]};
    kernels.append(e.end() - numDims, e.end());
    kernels.push_back(e[numDims + 1]);
    double deviation = 1 / std::sqrt(double(countOf(kernels) / kernels[0]));
    return Arrays{in.normals(Element::F64, kernels, 0, deviation),
                  in.normals(Element::F64, kernels[0], 0, 0.1),
                  in.normals(Element::F64, images, 0, 1)};
  };
  auto shapeOf = [=](const Frame &f) {
    bool isSignal = numDims == 1;
    baseline::ConvShape s;
    s.images = f.extent(2, 0);
    s.rows = f.extent(2, 1);
    s.columns = isSignal ? 1 : f.extent(2, 2);
    s.channels = f.extent(2, numDims + 1);
    s.features = f.extent(0, 0);
    s.windowRows = f.extent(0, 1);
    s.windowColumns = isSignal ? 1 : f.extent(0, 2);
    s.poolRows = 2;
    s.poolColumns = isSignal ? 1 : 2;
    return s;
  };
  auto inputsOf = [](const Frame &f) {
    return baseline::ConvInputs{f.in<double>(0), f.in<double>(1), f.in<double>(2)};
  };
  p.value = [=](const Frame &f) {
    baseline::convolution(shapeOf(f), inputsOf(f), f.out<double>(0), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    baseline::convolutionGradient(shapeOf(f), inputsOf(f), f.in<double>(3), f.out<double>(0),
                                  {f.out<double>(1), f.out<double>(2), f.out<double>(3)},
                                  f.workspace);
  };
  return p;
}

void chad::bench::addConvolutionPrograms(std::vector<Program> &programs) {
  Program signals = convolutionProgram("conv1d", 1), images = convolutionProgram("conv2d", 2);
  signals.extentNames = {"b", "l", "c", "f", "w"};
  signals.sizes = {{Size::Tiny, {2, 7, 3, 2, 3}},
                   {Size::Small, {32, 256, 16, 32, 5}},
                   {Size::Large, {32, 2048, 32, 64, 5}}};
  images.extentNames = {"b", "m", "n", "c", "f", "v", "w"};
  images.sizes = {{Size::Tiny, {2, 5, 7, 3, 2, 2, 3}},
                  {Size::Small, {8, 32, 32, 16, 32, 3, 3}},
                  {Size::Large, {32, 64, 64, 32, 64, 3, 3}}};
  programs.push_back(std::move(signals));
  programs.push_back(std::move(images));
}
