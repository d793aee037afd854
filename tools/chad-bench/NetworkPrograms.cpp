//===- NetworkPrograms.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Baselines.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

template <typename T> static Program networkProgram(const char *name) {
  Program p;
  p.name = p.file = p.function = name;
  p.element = sizeof(T) == 4 ? Element::F32 : Element::F64;
  p.tolerance = [](const Extents &) { return sizeof(T) == 4 ? 1e-4 : 1e-11; };
  return p;
}

template <typename T> static Program softmaxProgram() {
  Program p = networkProgram<T>("softmax_xent");
  p.wrt = {0};
  p.extentNames = {"batch", "classes"};
  p.sizes = {{Size::Tiny, {3, 4}}, {Size::Small, {64, 10}}, {Size::Large, {1024, 10}}};
  p.inputs = [element = p.element](Inputs &in, const Extents &e) {
    return Arrays{in.normals(element, e, 0, 2), in.indices(e[0], e[1])};
  };
  p.value = [](const Frame &f) {
    *f.out<T>(0) = baseline::softmaxXent(f.in<T>(0), f.in<int64_t>(1), f.extent(0, 0),
                                         f.extent(0, 1), f.workspace);
  };
  p.gradient = [](const Frame &f) {
    *f.out<T>(0) = baseline::softmaxXentGradient(f.in<T>(0), f.in<int64_t>(1), f.extent(0, 0),
                                                 f.extent(0, 1), f.out<T>(1));
  };
  return p;
}

template <typename T> static Program mlpProgram() {
  Program p = networkProgram<T>("mlp");
  p.wrt = {0, 1, 2, 3, 4, 5};
  p.extentNames = {"batch", "in", "h1", "h2", "out"};
  p.sizes = {{Size::Tiny, {3, 5, 4, 3, 3}},
             {Size::Small, {64, 784, 256, 128, 10}},
             {Size::Large, {1024, 784, 256, 128, 10}}};
  p.inputs = [element = p.element](Inputs &in, const Extents &e) {
    Arrays args;
    for (int l = 1; l < 4; ++l) {
      args.push_back(in.normals(element, {e[l + 1], e[l]}, 0, std::sqrt(2 / double(e[l]))));
      args.push_back(in.normals(element, e[l + 1], 0, 0.1));
    }
    args.push_back(in.normals(element, {e[0], e[1]}, 0, 1));
    args.push_back(in.indices(e[0], e[4]));
    return args;
  };
  auto shapeOf = [](const Frame &f) {
    return baseline::MlpShape{f.extent(6, 0),
                              {f.extent(0, 1), f.extent(0, 0), f.extent(2, 0), f.extent(4, 0)}};
  };
  p.value = [=](const Frame &f) {
    baseline::MlpWeights<T> weights = {f.in<T>(0), f.in<T>(1), f.in<T>(2),
                                       f.in<T>(3), f.in<T>(4), f.in<T>(5)};
    *f.out<T>(0) = baseline::mlp<T>(shapeOf(f), weights, f.in<T>(6), f.in<int64_t>(7), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    baseline::MlpWeights<T> weights = {f.in<T>(0), f.in<T>(1), f.in<T>(2),
                                       f.in<T>(3), f.in<T>(4), f.in<T>(5)};
    baseline::MlpGradient<T> out = {f.out<T>(1), f.out<T>(2), f.out<T>(3),
                                    f.out<T>(4), f.out<T>(5), f.out<T>(6)};
    *f.out<T>(0) = baseline::mlpGradient<T>(shapeOf(f), weights, f.in<T>(6), f.in<int64_t>(7), out,
                                            f.workspace);
  };
  return p;
}

template <typename T> static Program attentionProgram() {
  Program p = networkProgram<T>("attention");
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1, 2};
  p.extentNames = {"t", "d", "e"};
  p.sizes = {{Size::Tiny, {3, 4, 2}}, {Size::Small, {512, 64, 64}}, {Size::Large, {2048, 64, 64}}};
  p.inputs = [element = p.element](Inputs &in, const Extents &e) {
    return Arrays{in.normals(element, {e[0], e[1]}, 0, 1), in.normals(element, {e[0], e[1]}, 0, 1),
                  in.normals(element, {e[0], e[2]}, 0, 1)};
  };
  p.value = [](const Frame &f) {
    baseline::attention(f.in<T>(0), f.in<T>(1), f.in<T>(2), f.extent(0, 0), f.extent(0, 1),
                        f.extent(2, 1), f.out<T>(0), f.workspace);
  };
  p.gradient = [](const Frame &f) {
    baseline::attentionGradient(f.in<T>(0), f.in<T>(1), f.in<T>(2), f.in<T>(3), f.extent(0, 0),
                                f.extent(0, 1), f.extent(2, 1), f.out<T>(0), f.out<T>(1),
                                f.out<T>(2), f.out<T>(3), f.workspace);
  };
  return p;
}

static Program lstmProgram() {
  Program p = networkProgram<double>("lstm");
  p.wrt = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  p.extentNames = {"layers", "length", "bits"};
  p.sizes = {{Size::Tiny, {2, 4, 3}},
             {Size::Small, {2, 1025, 14}},
             {Size::Large, {4, 4097, 14}},
             {Size::Published, {2, 1025, 14}},
             {Size::Published, {4, 4097, 14}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [](Inputs &in, const Extents &e) {
    int64_t layers = e[0], length = e[1], bits = e[2];
    Arrays args;
    for (int i = 0; i < 13; ++i)
      args.push_back(i < 8 || i > 10 ? in.uniforms(Element::F64, {layers, bits}, -1, 1)
                                     : in.uniforms(Element::F64, bits, -1, 1));
    Array text(Element::F64, {length, bits});
    for (int64_t i = 0; i < text.size(); ++i)
      set(text, i, double(in.below(2)));
    args.push_back(text);
    return args;
  };
  auto shapeOf = [](const Frame &f) {
    return baseline::LstmShape{f.extent(0, 0), f.extent(13, 0), f.extent(13, 1)};
  };
  auto inputsOf = [](const Frame &f) {
    baseline::LstmInputs in;
    for (int i = 0; i < 11; ++i)
      in.parameters[i] = f.in<double>(i);
    in.h = f.in<double>(11);
    in.c = f.in<double>(12);
    in.text = f.in<double>(13);
    return in;
  };
  auto gradientOf = [](const Frame &f) {
    baseline::LstmGradient out;
    for (int i = 0; i < 11; ++i)
      out.parameters[i] = f.out<double>(1 + i);
    return out;
  };
  p.value = [=](const Frame &f) {
    *f.out<double>(0) = baseline::lstm(shapeOf(f), inputsOf(f), f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    *f.out<double>(0) = baseline::lstmGradient(shapeOf(f), inputsOf(f), gradientOf(f), f.workspace);
  };
  p.vectorized = [=](const Frame &f) {
    *f.out<double>(0) =
        baseline::lstmGradientSimd(shapeOf(f), inputsOf(f), gradientOf(f), f.workspace);
  };
  return p;
}

void chad::bench::addNetworkPrograms(std::vector<Program> &programs) {
  programs.push_back(lstmProgram());
  programs.push_back(mlpProgram<double>());
  programs.push_back(mlpProgram<float>());
  programs.push_back(attentionProgram<double>());
  programs.push_back(attentionProgram<float>());
  programs.push_back(softmaxProgram<double>());
  programs.push_back(softmaxProgram<float>());
}
