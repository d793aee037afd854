//===- MatrixPrograms.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Baselines.h"
#include "../../test/Benchmark/Blas.h"
#include "Programs.h"
#include <algorithm>

using namespace chad;
using namespace chad::bench;

static Program matrixProgram(const char *name, llvm::ArrayRef<int64_t> wrt) {
  Program p;
  p.name = p.file = p.function = name;
  p.derivative = Derivative::Vjp;
  p.wrt.assign(wrt.begin(), wrt.end());
  p.tolerance = [](const Extents &) { return 1e-11; };
  return p;
}

static Program matvecProgram() {
  Program p = matrixProgram("matvec", {0, 1});
  p.extentNames = {"m", "n"};
  p.sizes = {{Size::Tiny, {3, 4}}, {Size::Small, {1000, 1000}}, {Size::Large, {4000, 4000}}};
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, e, -1, 1), in.uniforms(Element::F64, e[1], -1, 1)};
  };
  p.value = [](const Frame &f) {
    baseline::matvec(f.in<double>(0), f.in<double>(1), f.extent(0, 0), f.extent(0, 1),
                     f.out<double>(0));
  };
  p.gradient = [](const Frame &f) {
    baseline::matvecGradient(f.in<double>(0), f.in<double>(1), f.in<double>(2), f.extent(0, 0),
                             f.extent(0, 1), f.out<double>(0), f.out<double>(1), f.out<double>(2));
  };
  p.bytes = [](const Extents &e) { return 8.0 * double(2 * e[0] * e[1]); };
  return p;
}

static Program matmulProgram() {
  Program p = matrixProgram("matmul", {0, 1});
  p.extentNames = {"m", "k", "n"};
  p.sizes = {
      {Size::Tiny, {2, 3, 4}}, {Size::Small, {512, 512, 512}}, {Size::Large, {2048, 2048, 2048}}};
  p.inputs = [](Inputs &in, const Extents &e) {
    return Arrays{in.uniforms(Element::F64, {e[0], e[1]}, -1, 1),
                  in.uniforms(Element::F64, {e[1], e[2]}, -1, 1)};
  };
  p.value = [](const Frame &f) {
    baseline::multiply(f.in<double>(0), f.in<double>(1), f.extent(0, 0), f.extent(0, 1),
                       f.extent(1, 1), f.out<double>(0));
  };
  p.gradient = [](const Frame &f) {
    baseline::matmulGradient(f.in<double>(0), f.in<double>(1), f.in<double>(2), f.extent(0, 0),
                             f.extent(0, 1), f.extent(1, 1), f.out<double>(0), f.out<double>(1),
                             f.out<double>(2), f.workspace);
  };
  if (baseline::findBlas())
    p.blas = [](const Frame &f) {
      baseline::blasMatmulGradient(f.in<double>(0), f.in<double>(1), f.in<double>(2),
                                   f.extent(0, 0), f.extent(0, 1), f.extent(1, 1), f.out<double>(0),
                                   f.out<double>(1), f.out<double>(2));
    };
  return p;
}

static Program spmvProgram() {
  Program p = matrixProgram("spmv", {0, 3});
  p.extentNames = {"rows", "columns", "entries"};
  p.sizes = {{Size::Tiny, {4, 5, 7}},
             {Size::Small, {1000, 1000, 10000}},
             {Size::Large, {100000, 100000, 1000000}}};
  p.inputs = [](Inputs &in, const Extents &e) {
    // The last row, and where there are few entries others too, are empty.
    int64_t rows = e[0], columns = e[1], entries = e[2];
    Array offsets = in.indices({rows + 1}, entries + 1);
    int64_t *data = offsets.as<int64_t>();
    data[rows] = data[rows - 1] = entries;
    data[0] = 0;
    std::sort(data, data + rows + 1);
    return Arrays{in.uniforms(Element::F64, entries, -1, 1), in.indices(entries, columns), offsets,
                  in.uniforms(Element::F64, columns, -1, 1)};
  };
  p.value = [](const Frame &f) {
    baseline::spmv(f.in<double>(0), f.in<int64_t>(1), f.in<int64_t>(2), f.in<double>(3),
                   f.extent(2, 0) - 1, f.out<double>(0));
  };
  p.gradient = [](const Frame &f) {
    baseline::spmvGradient(f.in<double>(0), f.in<int64_t>(1), f.in<int64_t>(2), f.in<double>(3),
                           f.in<double>(4), f.extent(2, 0) - 1, f.extent(3, 0), f.out<double>(0),
                           f.out<double>(1), f.out<double>(2));
  };
  // Values and columns in, cotangents of values out; rows: offset and two results.
  p.bytes = [](const Extents &e) { return 8.0 * double(3 * e[2] + 3 * e[0] + 2 * e[1]); };
  return p;
}

void chad::bench::addMatrixPrograms(std::vector<Program> &programs) {
  programs.push_back(matvecProgram());
  programs.push_back(matmulProgram());
  programs.push_back(spmvProgram());
}
