//===- CPU.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a first-order program to machine code for the CPU, in four parts, each of
// which reads from top to bottom.

#include "Arrays.h"
#include "chad/Bufferize/Passes.h"
#include "chad/Conversion/Passes.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Target CPUOptions::getTarget() const {
  Target target;
  target.vectorBits = vectorBits;
  target.fma = fma;
  target.maxFlopsPerByte = maxFlopsPerByte;
  target.threads = threads;
  target.threadGrain = threadGrain;
  target.l1Bytes = l1Bytes;
  target.l2Bytes = l2Bytes;
  target.l3Bytes = l3Bytes;
  return target;
}

void CPUOptions::setTarget(const Target &target) {
  vectorBits = target.vectorBits;
  fma = target.fma;
  maxFlopsPerByte = target.maxFlopsPerByte;
  threads = target.threads;
  threadGrain = target.threadGrain;
  l1Bytes = target.l1Bytes;
  l2Bytes = target.l2Bytes;
  l3Bytes = target.l3Bytes;
}

void chad::buildArrayPipeline(OpPassManager &pm, const CPUOptions &options) {
  normalizeArrays(pm, {options.checkBounds,
                       options.keepExtendedProducts,
                       options.exactFloats,
                       options.batchProducts,
                       {options.libraries.begin(), options.libraries.end()}});
  pm.addPass(createChadFuseLoops());
  // (a + b) + c becomes a + (b + c).
  if (!options.exactFloats)
    pm.addPass(createChadSumInPlace());
  pm.addPass(createChadChooseResiduals({options.maxFlopsPerByte}));
  if (!options.exactFloats)
    pm.addPass(createChadScatterToGather());
  pm.addPass(createChadFindExtrema());
}

void chad::buildLoopPipeline(OpPassManager &pm, const CPUOptions &options) {
  Target target = options.getTarget();
  pm.addPass(createChadDistributeLoops());
  pm.addPass(createChadFuseScatters());
  pm.addPass(createChadInterchangeLoops());
  pm.addPass(createChadUnrollLoops());
  simplify(pm);
  pm.addPass(createChadScalarizeStates());
  pm.addPass(createChadChooseSchedule({/*threads=*/target.threads != 1, target.vectorBits,
                                       target.l2Bytes, options.vectorizeEverywhere,
                                       /*inOrder=*/options.exactFloats}));
  // Threads have parts of sums.
  if (!options.exactFloats && target.threads != 1)
    pm.addPass(createChadParallelizeLoops(
        {target.threads, target.threadGrain, target.vectorBits, options.checkExtents}));
  pm.addPass(createChadDuplicateResults());
  pm.addPass(createChadVectorizeLanes({target.vectorBits, options.checkExtents}));
  // These passes divide sums and recurrences into parts, and contract products.
  if (!options.exactFloats) {
    // If all loops are to be vectorized, for tests, short loops are tiled, too.
    pm.addPass(createChadTileReductions(
        {target.l2Bytes, /*iterations=*/options.vectorizeEverywhere ? 3 : 0}));
    pm.addPass(createChadVectorizeScans({target.vectorBits}));
    pm.addPass(createChadRelaxFloats());
  }
  pm.addPass(createConvertChadToSCF({options.checkExtents, /*allocateStates=*/true,
                                     /*reassociateReductions=*/!options.exactFloats}));
  pm.addPass(createChadUnrollAndJam());
  pm.addPass(createConvertElementwiseToLinalgPass());
  simplify(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  simplify(pm);
}

void chad::buildBufferPipeline(OpPassManager &pm, const CPUOptions &options) {
  pm.addPass(createChadPrepareEntries());
  pm.addPass(
      createChadLowerArenas({/*threads=*/options.getTarget().threads != 1, /*memorySpace=*/0}));
  pm.addPass(createChadEliminateEmptyTensors());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  pm.addPass(createChadBufferizeTensors());
  simplify(pm);
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  pm.addPass(createChadKeepStatesInPlace());
  pm.addPass(createChadOutlineThreads());
  // Hoisting moves allocations only; so their sizes must be computed outside of the loop before,
  // and they must not be freed yet.
  pm.addPass(createLowerAffinePass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferHoistingPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  freeBuffers(pm);
  pm.addPass(createChadShortenLifetimes());
  pm.addPass(createChadPromoteToStack());
  pm.addPass(createChadTileTransposes());
  pm.addPass(createChadReportAllocations());
  if (options.outParams)
    pm.addPass(createChadOutParams());
  pm.addPass(createChadCallLibraries({options.getTarget().threads}));
}

void chad::buildLLVMPipeline(OpPassManager &pm, const CPUOptions &options) {
  Target target = options.getTarget();
  pm.addPass(createChadExpandMemRefs());
  if (!options.exactFloats)
    pm.addPass(createChadLowerContractions(
        {target.vectorBits, target.fma, target.l1Bytes, target.l2Bytes, target.l3Bytes}));
  pm.addPass(createConvertLinalgToLoopsPass());
  // Vectors of elements that are not adjacent are read by loops.
  pm.addPass(createConvertVectorToSCFPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  if (target.fma && !options.exactFloats)
    pm.addPass(createChadDivideByInvariants());
  pm.addPass(createChadSplitIndexSet());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createChadThreadsToOpenMP({options.runtime}));
  pm.addPass(createChadHoistChecks());
  simplify(pm);
  if (options.approximateMath)
    pm.addPass(createChadApproximateMath({target.fma}));
  // Powers with integer exponents become functions with a loop.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createChadLowerMath());
  pm.addPass(createChadLowerControlFlow());
  if (options.runtime)
    pm.addPass(createChadLowerChecks());
  pm.addPass(createChadConvertToLLVM());
  simplify(pm);
}

void chad::buildCPUPipeline(OpPassManager &pm, const CPUOptions &options) {
  buildArrayPipeline(pm, options);
  buildLoopPipeline(pm, options);
  buildBufferPipeline(pm, options);
  buildLLVMPipeline(pm, options);
}

/// Registers a part of `chad-to-cpu` or `chad-to-gpu`, which as a part begins after a sound
/// canonicalization. On its own it begins with one, so that its passes of upstream meet nothing
/// that these fold wrongly.
template <typename Options>
static void registerPart(StringRef name, StringRef description,
                         void (*build)(OpPassManager &, const Options &)) {
  PassPipelineRegistration<Options> registration(
      name, description, [build](OpPassManager &pm, const Options &options) {
        pm.addPass(createSoundCanonicalizerPass());
        build(pm, options);
      });
}

void chad::registerChadPipelines() {
  PassPipelineRegistration<> firstOrder(
      "chad-to-first-order", "expand derivatives and remove all but the array combinators",
      [](OpPassManager &pm) { buildFirstOrderPipeline(pm); });
  registerPart<CPUOptions>(
      "chad-optimize-arrays",
      "rewrite the array combinators of a first-order program, whatever the machine: products of "
      "matrices, fusion, residuals",
      buildArrayPipeline);
  registerPart<CPUOptions>(
      "chad-schedule-loops",
      "schedule the loops of array combinators for the CPU, in threads and vectors, as scf on "
      "tensors",
      buildLoopPipeline);
  registerPart<CPUOptions>("chad-bufferize",
                           "replace tensors by buffers that are updated in place, and freed",
                           buildBufferPipeline);
  registerPart<CPUOptions>("chad-to-llvm", "lower loops over buffers to the LLVM dialect",
                           buildLLVMPipeline);
  PassPipelineRegistration<CPUOptions> cpu(
      "chad-to-cpu",
      "lower a first-order program to the LLVM dialect: chad-optimize-arrays, "
      "chad-schedule-loops, chad-bufferize and chad-to-llvm",
      buildCPUPipeline);
  registerPart<GPUOptions>(
      "chad-map-to-kernels",
      "divide array combinators among the blocks and threads of a GPU, as scf on tensors",
      buildKernelPipeline);
  registerPart<GPUOptions>(
      "chad-bufferize-for-gpu",
      "replace tensors by buffers in the memory of a GPU, and loops over blocks by kernels",
      buildDeviceBufferPipeline);
  registerPart<GPUOptions>("chad-gpu-to-llvm",
                           "lower kernels to code for the GPU, and the host's part to LLVM",
                           buildDeviceLLVMPipeline);
  PassPipelineRegistration<GPUOptions> gpu(
      "chad-to-gpu",
      "lower a first-order program to kernels and the LLVM dialect: chad-optimize-arrays, "
      "chad-map-to-kernels, chad-bufferize-for-gpu and chad-gpu-to-llvm",
      buildGPUPipeline);
  PassPipelineRegistration<LinalgOptions> linalg(
      "chad-to-linalg",
      "lower a first-order program to structured ops on tensors, and to loops where there is none",
      buildLinalgPipeline);
}
