//===- GeometryPrograms.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../test/Benchmark/Baselines.h"
#include "Programs.h"
#include "Skeletons.h"

using namespace chad;
using namespace chad::bench;

static Program baProgram() {
  Program p;
  p.name = p.file = p.function = "ba";
  p.jacobian = "ba_jacobian";
  p.derivative = Derivative::Jacobian;
  p.wrt = {0, 1, 2};
  p.extentNames = {"cameras", "points", "obs"};
  p.sizes = {{Size::Tiny, {2, 3, 11}},
             {Size::Small, {49, 7776, 31843}},
             {Size::Large, {490, 77760, 318430}},
             {Size::Published, {49, 7776, 31843}},
             {Size::Published, {1197, 126327, 563734}}};
  p.tolerance = [](const Extents &) { return 1e-11; };
  p.inputs = [](Inputs &in, const Extents &e) {
    int64_t numCameras = e[0], numPoints = e[1], observations = e[2];
    Array cameras(Element::F64, {numCameras, 11}),
        points = in.uniforms(Element::F64, {numPoints, 3}, -1, 1);
    for (int64_t i = 0; i < numCameras; ++i) {
      double *c = cameras.as<double>() + 11 * i;
      for (int j = 0; j < 3; ++j)
        // The formula for the rotation has a case of its own for none.
        c[j] = i ? in.normal(0, 0.1) : 0;
      for (int j = 3; j < 6; ++j)
        c[j] = in.normal(0, 0.5);
      c[6] = in.uniform(400, 800);
      for (int j = 7; j < 11; ++j)
        c[j] = in.normal(0, j < 9 ? 10 : 0.1);
    }
    for (int64_t i = 0; i < numPoints; ++i)
      points.as<double>()[3 * i + 2] += 5;
    return Arrays{cameras,
                  points,
                  in.uniforms(Element::F64, observations, 0.5, 1.5),
                  in.indices(observations, numCameras),
                  in.indices(observations, numPoints),
                  in.uniforms(Element::F64, {observations, 2}, -100, 100)};
  };
  auto inputsOf = [](const Frame &f) {
    return baseline::BaInputs{f.in<double>(0),  f.in<double>(1), f.in<double>(2), f.in<int64_t>(3),
                              f.in<int64_t>(4), f.in<double>(5), f.extent(2, 0)};
  };
  auto jacobianOf = [](const Frame &f) {
    return baseline::BaJacobian{f.out<double>(0), f.out<double>(1), f.out<double>(2),
                                f.out<double>(3)};
  };
  p.value = [=](const Frame &f) { baseline::ba(inputsOf(f), f.out<double>(0), f.out<double>(1)); };
  p.gradient = [=](const Frame &f) { baseline::baJacobian(inputsOf(f), jacobianOf(f)); };
  p.vectorized = [=](const Frame &f) { baseline::baJacobianSimd(inputsOf(f), jacobianOf(f)); };
  return p;
}

static Program handProgram(bool isComplicated) {
  Program p;
  p.file = "hand";
  p.name = p.function = isComplicated ? "hand_complicated" : "hand";
  p.jacobian = p.function + "_jacobian";
  p.derivative = Derivative::Jacobian;
  p.wrt = {0};
  p.extentNames = {"vertices", "points"};
  p.sizes = {{Size::Tiny, {5, 3}},
             {Size::Small, {544, 100}},
             {Size::Large, {10000, 10000}},
             {Size::Published, {544, 100}},
             {Size::Published, {10000, 100}},
             {Size::Published, {10000, 100000}}};
  if (isComplicated)
    p.wrt.push_back(1);
  p.tolerance = [](const Extents &) { return 1e-11; };
  p.inputs = [=](Inputs &in, const Extents &e) {
    int64_t vertices = e[0], points = e[1], triangles = 2 * vertices;
    Arrays args{in.normals(Element::F64, 26, 0, 0.5)};
    if (isComplicated)
      args.push_back(in.uniforms(Element::F64, {points, 2}, 0, 0.5));
    addSkeleton(in, vertices, args);
    if (isComplicated)
      args.push_back(in.indices({triangles, 3}, vertices));
    args.push_back(in.indices(points, isComplicated ? triangles : vertices));
    args.push_back(in.normals(Element::F64, {points, 3}, 0, 1));
    return args;
  };
  auto inputsOf = [=](const Frame &f) {
    unsigned i = isComplicated;
    baseline::HandInputs in;
    in.theta = f.in<double>(0);
    in.us = isComplicated ? f.in<double>(1) : nullptr;
    in.palm = f.in<double>(i + 1);
    in.fingers = f.in<double>(i + 2);
    in.inverses = f.in<double>(i + 3);
    in.rest = f.in<double>(i + 4);
    in.skin = f.in<double>(i + 5);
    in.corners = isComplicated ? f.in<int64_t>(7) : nullptr;
    in.of = f.in<int64_t>(2 * i + 6);
    in.points = f.in<double>(2 * i + 7);
    in.count = f.extent(2 * i + 6, 0);
    return in;
  };
  p.value = [=](const Frame &f) { baseline::hand(inputsOf(f), f.out<double>(0)); };
  p.gradient = [=](const Frame &f) {
    baseline::handJacobian(inputsOf(f), f.out<double>(0),
                           isComplicated ? f.out<double>(1) : nullptr);
  };
  return p;
}

void chad::bench::addGeometryPrograms(std::vector<Program> &programs) {
  programs.push_back(baProgram());
  programs.push_back(handProgram(false));
  programs.push_back(handProgram(true));
}
