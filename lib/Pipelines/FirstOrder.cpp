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
  // Private functions without uses need not be differentiated.
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createChadExpandDerivedOps());
  pm.addPass(createChadInterchangeFolds());
  pm.addPass(createChadRemoveFunctions());
  pm.addPass(createChadDifferentiate());
  // Derivatives share functions that compute more than one of them needs.
  ChadSimplifyOptions simplification;
  simplification.inlineAll = true;
  pm.addPass(createChadSimplify(simplification));
  // This pass needs linear types, and so runs before they are erased.
  pm.addNestedPass<func::FuncOp>(createChadSkipZeros());
  // Removes linear functions that branches choose.
  pm.addPass(createChadRemoveFunctions({/*linear=*/true}));
  pm.addPass(createChadEraseLinear());
  // Linear zeros and ones have become numbers, with which arithmetic folds.
  pm.addPass(createSoundCanonicalizerPass());
}
