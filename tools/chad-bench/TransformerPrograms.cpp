//===- TransformerPrograms.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Transformer.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

template <typename T, typename Get> static baseline::BlockParameters<T> parameters(Get get) {
  return {get(0), get(1), get(2), get(3),  get(4),  get(5),  get(6),
          get(7), get(8), get(9), get(10), get(11), get(12), get(13)};
}

static Program transformerBlockProgram() {
  Program p;
  p.name = p.file = p.function = "transformer_block";
  p.derivative = Derivative::Vjp;
  for (int64_t i = 0; i < 14; ++i)
    p.wrt.push_back(i);
  p.extentNames = {"b", "t", "e", "h", "d", "f"};
  p.sizes = {{Size::Tiny, {2, 3, 4, 2, 2, 5}},
             {Size::Small, {4, 128, 256, 8, 32, 1024}},
             {Size::Large, {8, 512, 512, 8, 64, 2048}}};
  p.tolerance = [](const Extents &) { return 1e-10; };
  p.inputs = [](Inputs &in, const Extents &e) {
    int64_t width = e[2], heads = e[3], depth = e[4], hidden = e[5];
    Arrays args;
    auto addNorm = [&] {
      args.push_back(in.normals(Element::F64, width, 1, 0.1));
      args.push_back(in.normals(Element::F64, width, 0, 0.1));
    };
    auto addWeights = [&](llvm::ArrayRef<int64_t> shape) {
      args.push_back(in.normals(Element::F64, shape, 0, 1 / std::sqrt(double(shape.back()))));
    };
    addNorm();
    for (int i = 0; i < 3; ++i)
      addWeights({heads, depth, width});
    addWeights({width, heads * depth});
    addNorm();
    addWeights({hidden, width});
    args.push_back(in.normals(Element::F64, hidden, 0, 0.1));
    addWeights({width, hidden});
    args.push_back(in.normals(Element::F64, width, 0, 0.1));
    addNorm();
    args.push_back(in.normals(Element::F64, {e[0], e[1], width}, 0, 1));
    return args;
  };
  auto shapeOf = [](const Frame &f) {
    return baseline::BlockShape{f.extent(14, 0), f.extent(14, 1), f.extent(14, 2),
                                f.extent(2, 0),  f.extent(2, 1),  f.extent(8, 0)};
  };
  auto inputsOf = [](const Frame &f) {
    return parameters<const double>([&](unsigned i) { return f.in<double>(i); });
  };
  p.value = [=](const Frame &f) {
    baseline::transformerBlock(shapeOf(f), inputsOf(f), f.in<double>(14), f.out<double>(0),
                               f.workspace);
  };
  p.gradient = [=](const Frame &f) {
    auto out = parameters<double>([&](unsigned i) { return f.out<double>(1 + i); });
    baseline::transformerBlockGradient(shapeOf(f), inputsOf(f), f.in<double>(14), f.in<double>(15),
                                       f.out<double>(0), out, f.workspace);
  };
  return p;
}

void chad::bench::addTransformerPrograms(std::vector<Program> &programs) {
  programs.push_back(transformerBlockProgram());
}
