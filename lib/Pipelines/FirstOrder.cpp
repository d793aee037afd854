//===- FirstOrder.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Derived/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;

void chad::buildFirstOrderPipeline(OpPassManager &pm) {
  // What is not called from outside need not be differentiated.
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createChadExpandDerivedOps());
  pm.addPass(createChadInterchangeFolds());
  pm.addPass(createChadRemoveFunctions());
  pm.addPass(createChadDifferentiate());
  // Derivatives share functions that compute more than one of them needs.
  ChadSimplifyOptions simplification;
  simplification.inlineAll = true;
  pm.addPass(createChadSimplify(simplification));
  // While types still say what is linear.
  pm.addNestedPass<func::FuncOp>(createChadSkipZeros());
  // Linear functions that branches chose.
  pm.addPass(createChadRemoveFunctions({/*linear=*/true}));
  pm.addPass(createChadEraseLinear());
  // Zeros and ones that were linear are numbers now, with which arithmetic folds.
  pm.addPass(createSoundCanonicalizerPass());
}
