//===- GPU.cpp ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a first-order program to kernels for a GPU, and to machine code for the host, in four
// parts, each of which reads from top to bottom. The first is that of the CPU.

#include "../GPU/MemorySpaces.h"
#include "Arrays.h"
#include "chad/Bufferize/Passes.h"
#include "chad/Conversion/Passes.h"
#include "chad/GPU/Passes.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void chad::buildKernelPipeline(OpPassManager &pm, const GPUOptions &options) {
  ChadDistributeKernelsOptions distribution;
  distribution.maxBlocks = options.maxBlocks;
  distribution.blockThreads = options.blockThreads;
  distribution.deterministic = options.deterministic;
  distribution.checkExtents = options.checkExtents;
  pm.addPass(createChadDistributeKernels(distribution));
  simplify(pm);
  pm.addPass(createChadRelaxFloats());
  pm.addPass(createConvertChadToSCF({options.checkExtents, /*allocateStates=*/false}));
  pm.addPass(createConvertElementwiseToLinalgPass());
  simplify(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  simplify(pm);
}

void chad::buildDeviceBufferPipeline(OpPassManager &pm, const GPUOptions &options) {
  pm.addPass(createChadPrepareEntries());
  pm.addPass(createChadLowerArenas({/*threads=*/false, hostSpace}));
  pm.addPass(createChadPrepareDeviceTensors());
  pm.addPass(createChadEliminateEmptyTensors());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  pm.addPass(createChadPlaceArrays(options.hostLoops));
  pm.addPass(createChadBufferizeOnDevice());
  simplify(pm);
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  // Copies of a buffer to itself are found when equal buffers have been merged.
  simplify(pm);
  pm.addPass(createLowerAffinePass());
  ChadLowerKernelsOptions kernels;
  kernels.blockThreads = options.blockThreads;
  kernels.sharedBytes = options.sharedBytes;
  kernels.tensorCores = options.device != "hip";
  kernels.libraryVolume = options.libraryVolume;
  kernels.deterministic = options.deterministic;
  kernels.tf32 = options.tf32;
  pm.addPass(createChadLowerKernels(kernels, options.hostLoops));
  simplify(pm);
  pm.addPass(createChadBorrowArguments());
  pm.addNestedPass<func::FuncOp>(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(createChadLowerLaunches({options.device}));
  bufferization::buildBufferDeallocationPipeline(pm);
  pm.addPass(createConvertBufferizationToMemRefPass());
  if (options.outParams)
    pm.addPass(createChadOutParams());
}

/// The architecture that kernels are for: the oldest that is supported where none is named.
static std::string chooseChip(const GPUOptions &options) {
  bool isNamed = options.chip.getNumOccurrences() || options.device != "hip";
  return isNamed ? options.chip.getValue() : "gfx90a";
}

/// Converts kernels to the dialect of a vendor's GPUs.
static void buildVendorPipeline(OpPassManager &pm, const GPUOptions &options) {
  pm.addPass(createChadExpandMemRefs());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  simplify(pm);
  // No GPU computes functions of floats of 16 bits.
  pm.addPass(math::createMathExtendToSupportedTypes());
  // Expands functions that are defined by others, which are approximated later.
  math::MathExpandOpsPassOptions expansions;
  SmallVector<std::string> names = {"tan",   "sinh", "cosh",  "asinh", "acosh",
                                    "atanh", "powf", "fpowi", "rsqrt"};
  expansions.opMnemonics = names;
  pm.addPass(math::createMathExpandOpsPass(expansions));
  ChadApproximateMathOptions functions;
  functions.library = false;
  pm.addPass(createChadApproximateMath(functions));
  pm.addPass(createSCFToControlFlowPass());
  if (options.device == "hip")
    pm.addPass(createChadConvertKernelsToROCDL({chooseChip(options)}));
  else
    pm.addPass(createChadConvertKernelsToNVVM());
  simplify(pm);
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void chad::buildDeviceLLVMPipeline(OpPassManager &pm, const GPUOptions &options) {
  pm.addPass(createChadLowerDeviceMemory({options.device}));
  if (options.device == "emulated") {
    pm.addPass(createChadEmulateKernels({options.checkKernels, options.count}));
  } else {
    pm.addPass(createChadLowerKernelChecks());
    buildVendorPipeline(pm.nest<gpu::GPUModuleOp>(), options);
    ChadSerializeKernelsOptions code;
    code.target = options.device;
    code.chip = chooseChip(options);
    pm.addPass(createChadSerializeKernels(code));
  }
  buildLLVMPipeline(pm, options);
}

void chad::buildGPUPipeline(OpPassManager &pm, const GPUOptions &options) {
  buildArrayPipeline(pm, options);
  buildKernelPipeline(pm, options);
  buildDeviceBufferPipeline(pm, options);
  buildDeviceLLVMPipeline(pm, options);
}
