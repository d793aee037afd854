//===- VectorPrograms.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Baselines.h"
#include "Programs.h"
#include <cmath>
#include <limits>

using namespace chad;
using namespace chad::bench;

template <typename T>
static Program vectorProgram(const char *name, unsigned numArgs, Derivative derivative) {
  Program p;
  p.file = p.function = name;
  p.name = name;
  p.element = sizeof(T) == 4 ? Element::F32 : Element::F64;
  p.derivative = derivative;
  p.wrt.append({0, 1});
  p.wrt.resize(numArgs);
  p.extentNames = {"n"};
  p.sizes = {{Size::Tiny, {7}},
             {Size::Small, {1000}},
             {Size::Small, {1000000}},
             {Size::Large, {10000000}}};
  p.inputs = [numArgs, element = p.element](Inputs &in, const Extents &e) {
    Arrays args;
    for (unsigned i = 0; i < numArgs; ++i)
      args.push_back(in.uniforms(element, e, -1, 1));
    return args;
  };
  // The rounding errors of a sum in order behave as a random walk.
  p.tolerance = [](const Extents &e) {
    return 16 * std::numeric_limits<T>::epsilon() * (1 + std::sqrt(double(e[0])));
  };
  return p;
}

/// Factors so near to 1 that no product of some of them leaves the range of floats.
template <typename T> static void setFactors(Program &p) {
  p.inputs = [element = p.element](Inputs &in, const Extents &e) {
    double width = 1 / std::sqrt(double(e[0]));
    return Arrays{in.uniforms(element, e, 1 - width, 1 + width)};
  };
  // The errors of a long product are all alike.
  p.tolerance = [](const Extents &e) {
    return std::numeric_limits<T>::epsilon() * (16 + 0.25 * double(e[0]));
  };
}

template <typename T> static void setBytes(Program &p, double arrays) {
  p.bytes = [arrays](const Extents &e) { return arrays * sizeof(T) * double(e[0]); };
}

template <typename T> static void addAll(std::vector<Program> &programs) {
  using namespace baseline;
  Program p = vectorProgram<T>("dot", 2, Derivative::Gradient);
  p.value = [](const Frame &f) { *f.out<T>(0) = dot(f.in<T>(0), f.in<T>(1), f.extent(0, 0)); };
  p.gradient = [](const Frame &f) {
    *f.out<T>(0) = dotGradient(f.in<T>(0), f.in<T>(1), f.extent(0, 0), f.out<T>(1), f.out<T>(2));
  };
  setBytes<T>(p, 4);
  programs.push_back(p);

  p = vectorProgram<T>("sum", 1, Derivative::Gradient);
  p.value = [](const Frame &f) { *f.out<T>(0) = sum(f.in<T>(0), f.extent(0, 0)); };
  p.gradient = [](const Frame &f) {
    *f.out<T>(0) = sumGradient(f.in<T>(0), f.extent(0, 0), f.out<T>(1));
  };
  setBytes<T>(p, 2);
  programs.push_back(p);

  p = vectorProgram<T>("prod", 1, Derivative::Gradient);
  setFactors<T>(p);
  p.value = [](const Frame &f) { *f.out<T>(0) = prod(f.in<T>(0), f.extent(0, 0)); };
  p.gradient = [](const Frame &f) {
    *f.out<T>(0) = prodGradient(f.in<T>(0), f.extent(0, 0), f.out<T>(1));
  };
  setBytes<T>(p, 2);
  programs.push_back(p);

  p = vectorProgram<T>("scan_sum", 1, Derivative::Vjp);
  p.value = [](const Frame &f) { scanSum(f.in<T>(0), f.extent(0, 0), f.out<T>(0)); };
  p.gradient = [](const Frame &f) {
    scanSumGradient(f.in<T>(0), f.in<T>(1), f.extent(0, 0), f.out<T>(0), f.out<T>(1));
  };
  setBytes<T>(p, 4);
  programs.push_back(p);

  p = vectorProgram<T>("scan_mul", 1, Derivative::Vjp);
  setFactors<T>(p);
  p.value = [](const Frame &f) { scanMul(f.in<T>(0), f.extent(0, 0), f.out<T>(0)); };
  p.gradient = [](const Frame &f) {
    scanMulGradient(f.in<T>(0), f.in<T>(1), f.extent(0, 0), f.out<T>(0), f.out<T>(1));
  };
  setBytes<T>(p, 4);
  programs.push_back(p);

  p = vectorProgram<T>("scan_linrec", 2, Derivative::Vjp);
  p.value = [](const Frame &f) { scanLinrec(f.in<T>(0), f.in<T>(1), f.extent(0, 0), f.out<T>(0)); };
  p.gradient = [](const Frame &f) {
    scanLinrecGradient(f.in<T>(0), f.in<T>(1), f.in<T>(2), f.extent(0, 0), f.out<T>(0), f.out<T>(1),
                       f.out<T>(2));
  };
  setBytes<T>(p, 6);
  programs.push_back(p);
}

void chad::bench::addVectorPrograms(std::vector<Program> &programs) {
  addAll<double>(programs);
  addAll<float>(programs);
}
