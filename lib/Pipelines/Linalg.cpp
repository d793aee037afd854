//===- Linalg.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a first-order program to structured ops on tensors, for other compilers to go on from.

#include "Arrays.h"
#include "chad/Conversion/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void chad::buildLinalgPipeline(OpPassManager &pm, const LinalgOptions &options) {
  normalizeArrays(pm, {options.checkBounds});
  simplify(pm);
  pm.addPass(createConvertChadToLinalg({options.checkExtents}));
  // Combinators that cannot become structured ops become loops.
  pm.addPass(createConvertChadToSCF({options.checkExtents, /*allocateStates=*/false}));
  pm.addPass(createConvertElementwiseToLinalgPass());
  simplify(pm);
}
