//===- Programs.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace chad;
using namespace chad::bench;

std::vector<Program> chad::bench::allPrograms() {
  std::vector<Program> programs;
  addStatisticsPrograms(programs);
  addGeometryPrograms(programs);
  addNetworkPrograms(programs);
  addSimulationPrograms(programs);
  addMatrixPrograms(programs);
  addVectorPrograms(programs);
  addBatchedPrograms(programs);
  addTransformerPrograms(programs);
  addRecurrentPrograms(programs);
  addConvolutionPrograms(programs);
  addRegressionPrograms(programs);
  addNeighbourPrograms(programs);
  return programs;
}
