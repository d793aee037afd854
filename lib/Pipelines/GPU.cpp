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
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
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
  distribution.blockWork = options.blockWork;
  distribution.jamWork = options.jamWork;
  distribution.deterministic = options.deterministic;
  distribution.checkExtents = options.checkExtents;
  pm.addPass(createChadRaiseElementwise({options.checkExtents}));
  simplify(pm);
  pm.addPass(createChadDistributeKernels(distribution));
  simplify(pm);
  pm.addPass(createChadRelaxFloats());
  pm.addPass(createConvertChadToSCF({options.checkExtents, /*allocateStates=*/false}));
  pm.addPass(createConvertElementwiseToLinalgPass());
  simplify(pm);
  pm.addPass(createLoopInvariantCodeMotionPass());
  simplify(pm);
}

/// From tensors to kernels on buffers, where all arrays of kernels have memory.
static void buildAttempt(OpPassManager &pm, const GPUOptions &options, HostLoops &hostLoops) {
  pm.addPass(createChadPlaceArrays(&hostLoops));
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
  pm.addPass(createChadLowerKernels(kernels, &hostLoops));
}

namespace {
/// Runs these passes. Where a kernel is found to have no memory for its arrays, a further attempt
/// leaves its loop to the host.
class MakeKernels : public PassWrapper<MakeKernels, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeKernels)

  explicit MakeKernels(const GPUOptions &options)
      : known(options.hostLoops), loops(std::make_shared<HostLoops>()),
        attempt(ModuleOp::getOperationName()) {
    buildAttempt(attempt, options, *loops);
  }

  StringRef getName() const override { return "MakeKernels"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    attempt.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    loops->reasons = known;
    while (true) {
      size_t numKnown = loops->reasons.size();
      OwningOpRef<ModuleOp> before = module.clone();
      SmallVector<Diagnostic> errors;
      if (succeeded(run(errors)))
        return loops->emitRemarks();
      loops->remarks.clear();
      if (loops->reasons.size() == numKnown) {
        for (Diagnostic &error : errors)
          getContext().getDiagEngine().emit(std::move(error));
        return signalPassFailure();
      }
      module.getBodyRegion().takeBody(before->getBodyRegion());
      module->setAttrs((*before)->getAttrDictionary());
    }
  }

private:
  LogicalResult run(SmallVectorImpl<Diagnostic> &errors) {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      errors.push_back(std::move(diagnostic));
      return success();
    });
    return runPipeline(attempt, getOperation());
  }

  std::map<int64_t, std::string> known;
  std::shared_ptr<HostLoops> loops; ///< That the passes of an attempt share.
  OpPassManager attempt;
};
} // namespace

void chad::buildDeviceBufferPipeline(OpPassManager &pm, const GPUOptions &options) {
  pm.addPass(createChadPrepareEntries());
  pm.addPass(createChadLowerArenas({/*threads=*/false, hostSpace}));
  pm.addPass(createChadPrepareDeviceTensors());
  pm.addPass(createChadEliminateEmptyTensors());
  pm.addPass(bufferization::createEmptyTensorToAllocTensorPass());
  pm.addPass(std::make_unique<MakeKernels>(options));
  simplify(pm);
  pm.addPass(createChadBorrowArguments());
  pm.addNestedPass<func::FuncOp>(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createGpuKernelOutliningPass());
  pm.addPass(createChadLowerLaunches({options.device}));
  freeBuffers(pm);
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
