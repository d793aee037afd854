//===- BatchedPrograms.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Programs that are maps of other programs.

#include "../../test/Benchmark/Baselines.h"
#include "Programs.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

static Program batchedProgram(const char *name) {
  Program p;
  p.name = p.file = p.function = name;
  p.tolerance = [](const Extents &) { return 1e-11; };
  return p;
}

template <typename T> static Program mhaProgram() {
  Program p = batchedProgram("mha");
  p.element = sizeof(T) == 4 ? Element::F32 : Element::F64;
  p.tolerance = [](const Extents &) { return sizeof(T) == 4 ? 1e-4 : 1e-11; };
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1, 2};
  p.extentNames = {"batch", "heads", "t", "d"};
  p.sizes = {
      {Size::Tiny, {2, 3, 4, 5}}, {Size::Small, {4, 8, 128, 64}}, {Size::Large, {8, 16, 512, 64}}};
  p.inputs = [element = p.element](Inputs &in, const Extents &e) {
    return Arrays{in.normals(element, e, 0, 1), in.normals(element, e, 0, 1),
                  in.normals(element, e, 0, 1)};
  };
  p.value = [](const Frame &f) {
    int64_t t = f.extent(0, 2), d = f.extent(0, 3), size = f.args[0].size();
    for (int64_t i = 0; i < size; i += t * d) {
      f.workspace.clear();
      baseline::attention(f.in<T>(0) + i, f.in<T>(1) + i, f.in<T>(2) + i, t, d, d, f.out<T>(0) + i,
                          f.workspace);
    }
  };
  p.gradient = [](const Frame &f) {
    int64_t t = f.extent(0, 2), d = f.extent(0, 3), size = f.args[0].size();
    for (int64_t i = 0; i < size; i += t * d) {
      f.workspace.clear();
      baseline::attentionGradient(f.in<T>(0) + i, f.in<T>(1) + i, f.in<T>(2) + i, f.in<T>(3) + i, t,
                                  d, d, f.out<T>(0) + i, f.out<T>(1) + i, f.out<T>(2) + i,
                                  f.out<T>(3) + i, f.workspace);
    }
  };
  return p;
}

/// Argument `i` of member `m`: the elements behind the first dimension.
template <typename T> static const T *memberOf(const Frame &f, unsigned i, int64_t m) {
  return f.in<T>(i) + f.args[i].size() / f.extent(i, 0) * m;
}

static Program ensembleProgram() {
  Program p = batchedProgram("ensemble");
  p.wrt = {0, 1, 2, 3, 4, 5};
  p.extentNames = {"m", "b", "in", "h1", "h2", "out"};
  p.sizes = {{Size::Tiny, {2, 3, 5, 4, 3, 3}},
             {Size::Small, {8, 64, 64, 128, 128, 10}},
             {Size::Large, {32, 256, 64, 128, 128, 10}}};
  p.inputs = [](Inputs &in, const Extents &e) {
    Arrays args;
    for (int l = 2; l < 5; ++l) {
      double deviation = std::sqrt(2 / double(e[l]));
      args.push_back(in.normals(Element::F64, {e[0], e[l + 1], e[l]}, 0, deviation));
      args.push_back(in.normals(Element::F64, {e[0], e[l + 1]}, 0, 0.1));
    }
    args.push_back(in.normals(Element::F64, {e[0], e[1], e[2]}, 0, 1));
    args.push_back(in.indices({e[0], e[1]}, e[5]));
    return args;
  };
  auto shapeOf = [](const Frame &f) {
    return baseline::MlpShape{f.extent(6, 1),
                              {f.extent(0, 2), f.extent(0, 1), f.extent(2, 1), f.extent(4, 1)}};
  };
  p.value = [=](const Frame &f) {
    double total = 0;
    for (int64_t m = 0; m < f.extent(0, 0); ++m) {
      f.workspace.clear();
      const double *weights[6];
      for (int i = 0; i < 6; ++i)
        weights[i] = memberOf<double>(f, i, m);
      total += baseline::mlp<double>(shapeOf(f), weights, memberOf<double>(f, 6, m),
                                     memberOf<int64_t>(f, 7, m), f.workspace);
    }
    *f.out<double>(0) = total;
  };
  p.gradient = [=](const Frame &f) {
    double total = 0;
    for (int64_t m = 0; m < f.extent(0, 0); ++m) {
      f.workspace.clear();
      const double *weights[6];
      double *out[6];
      for (int i = 0; i < 6; ++i) {
        weights[i] = memberOf<double>(f, i, m);
        out[i] = f.out<double>(1 + i) + (weights[i] - f.in<double>(i));
      }
      total += baseline::mlpGradient<double>(shapeOf(f), weights, memberOf<double>(f, 6, m),
                                             memberOf<int64_t>(f, 7, m), out, f.workspace);
    }
    *f.out<double>(0) = total;
  };
  return p;
}

static Program batchedMatmulProgram() {
  Program p = batchedProgram("batched_matmul");
  p.derivative = Derivative::Vjp;
  p.wrt = {0, 1};
  p.extentNames = {"s", "m", "k", "n"};
  p.sizes = {{Size::Tiny, {2, 2, 3, 4}},
             {Size::Small, {32, 128, 64, 128}},
             {Size::Large, {256, 256, 128, 256}}};
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, {e[0], e[1], e[2]}, -1, 1),
                  in.uniforms(Element::F64, {e[0], e[2], e[3]}, -1, 1)};
  };
  p.value = [](const Frame &f) {
    int64_t m = f.extent(0, 1), k = f.extent(0, 2), n = f.extent(1, 2);
    for (int64_t s = 0; s < f.extent(0, 0); ++s)
      baseline::multiply(f.in<double>(0) + s * m * k, f.in<double>(1) + s * k * n, m, k, n,
                         f.out<double>(0) + s * m * n);
  };
  p.gradient = [](const Frame &f) {
    int64_t m = f.extent(0, 1), k = f.extent(0, 2), n = f.extent(1, 2);
    for (int64_t s = 0; s < f.extent(0, 0); ++s) {
      f.workspace.clear();
      int64_t a = s * m * k, b = s * k * n, c = s * m * n;
      baseline::matmulGradient(f.in<double>(0) + a, f.in<double>(1) + b, f.in<double>(2) + c, m, k,
                               n, f.out<double>(0) + c, f.out<double>(1) + a, f.out<double>(2) + b,
                               f.workspace);
    }
  };
  return p;
}

void chad::bench::addBatchedPrograms(std::vector<Program> &programs) {
  programs.push_back(mhaProgram<double>());
  programs.push_back(mhaProgram<float>());
  programs.push_back(ensembleProgram());
  programs.push_back(batchedMatmulProgram());
}
