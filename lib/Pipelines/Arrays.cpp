//===- Arrays.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The passes with which all lowerings of a first-order program begin.

#include "Arrays.h"
#include "chad/Bufferize/Passes.h"
#include "chad/Conversion/Passes.h"
#include "chad/Loops/Passes.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;

void chad::detail::simplify(OpPassManager &pm) {
  pm.addPass(createSoundCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void chad::detail::freeBuffers(OpPassManager &pm) {
  pm.addPass(memref::createExpandReallocPass({/*emitDeallocs=*/false}));
  pm.addPass(createSoundCanonicalizerPass());
  pm.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  pm.addPass(createSoundCanonicalizerPass());
  pm.addPass(bufferization::createBufferDeallocationSimplificationPass());
  pm.addPass(bufferization::createLowerDeallocationsPass());
  simplify(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
}

void chad::detail::normalizeArrays(OpPassManager &pm, const ArrayOptions &options) {
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createChadVerifyFirstOrder());
  pm.addPass(createChadLowerBoxes());
  if (options.checkBounds)
    pm.addPass(createChadCheckBounds());
  // Branches become structured, so that buffers can be freed on every path.
  pm.addNestedPass<func::FuncOp>(createLiftControlFlowToSCFPass());
  pm.addPass(createChadSelectLibraries({options.libraries}));
  pm.addPass(createChadLimitInlining());
  // Calls are inlined, since they need arrays with the identity layout, and thus copies of rows.
  pm.addPass(createSoundInlinerPass());
  pm.addPass(createChadPlaceLibraryCalls());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createChadSplitRecords());
  pm.addPass(createChadNormalizeLayouts());
  pm.addPass(createConvertLinalgToChad({options.keepExtendedProducts}));
  pm.addPass(createChadLowerTensor());
  pm.addPass(createChadResolveShapes());
  pm.addPass(createChadRefineShapes());
  simplify(pm);
  // The iterations of loops without assertions are independent.
  pm.addPass(createChadHoistChecks());
  // Copies of arrays that exist in any case, in another order or repeated, are not kept.
  pm.addPass(createChadChooseResiduals({1e-6}));
  simplify(pm);
  if (!options.exactFloats)
    pm.addPass(createChadRaiseContractions({options.batchProducts}));
  // Elementwise ops become maps, which fuse with the loops around them.
  pm.addPass(createChadScalarize());
  pm.addPass(createChadUnrollLoops({/*maxOperations=*/0, /*rows=*/true}));
  simplify(pm);
  pm.addPass(createChadForwardSlices());
}
