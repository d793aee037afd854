//===- Canonicalize.cpp - Upstream's passes, where they are sound ---------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/Canonicalize.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;

ArrayRef<std::string> chad::getUnsoundPatterns() {
  static const std::string names[] = {"(anonymous namespace)::ForOpTensorCastFolder"};
  return names;
}

std::unique_ptr<Pass> chad::createSoundCanonicalizerPass(GreedyRewriteConfig config) {
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return createCanonicalizerPass(config, getUnsoundPatterns());
}

std::unique_ptr<Pass> chad::createSoundInlinerPass() {
  return createInlinerPass({},
                           [](OpPassManager &pm) { pm.addPass(createSoundCanonicalizerPass()); });
}
