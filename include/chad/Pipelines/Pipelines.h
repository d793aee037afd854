//===- Pipelines.h --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The named pipelines.

#ifndef CHAD_PIPELINES_PIPELINES_H
#define CHAD_PIPELINES_PIPELINES_H

#include "chad/Analysis/Target.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include <map>
#include <string>

namespace chad {

/// The options of `chad-to-cpu`. Each of its parts has the same ones, and ignores
/// those that concern another part.
struct CPUOptions : mlir::PassPipelineOptions<CPUOptions> {
  Option<bool> checkExtents{
      *this, "check-extents",
      llvm::cl::desc("Assert that the arrays of a combinator have one extent"),
      llvm::cl::init(false)};
  Option<bool> vectorizeEverywhere{
      *this, "vectorize-everywhere",
      llvm::cl::desc("Vectorize all loops that can be, also where it does not pay"),
      llvm::cl::init(false)};
  Option<bool> keepExtendedProducts{
      *this, "keep-extended-products",
      llvm::cl::desc("Products of matrices of f16 and bf16 that are summed in f32 stay structured "
                     "ops: for a GPU"),
      llvm::cl::init(false)};
  Option<bool> outParams{
      *this, "out-params",
      llvm::cl::desc("Public functions take memory for each result that is an array"),
      llvm::cl::init(false)};
  Option<bool> runtime{
      *this, "runtime",
      llvm::cl::desc("Failures call functions of the execution engine, which ends the call"),
      llvm::cl::init(false)};
  Option<bool> checkBounds{*this, "check-bounds",
                           llvm::cl::desc("Assert that indices and slices lie within their arrays"),
                           llvm::cl::init(false)};
  Option<bool> approximateMath{
      *this, "approximate-math",
      llvm::cl::desc("Compute exp, log, tanh, ... inline, to 3 units in the last place"),
      llvm::cl::init(false)};
  Option<bool> batchProducts{
      *this, "batch-products",
      llvm::cl::desc("Take whole products of matrices out of the loops that compute one in each "
                     "iteration"),
      llvm::cl::init(false)};
  Option<bool> exactFloats{
      *this, "exact-floats",
      llvm::cl::desc("Round after each operation, and add sums in the order of the program, on one "
                     "thread"),
      llvm::cl::init(false)};
  ListOption<std::string> libraries{
      *this, "libraries",
      llvm::cl::desc("The functions of libraries that are there, for the attribute chad.library")};
  // Options that describe the machine.
  Option<bool> fma{*this, "fma",
                   llvm::cl::desc("The processor multiplies and adds in one step (for "
                                  "approximate-math, and products of matrices)"),
                   llvm::cl::init(Target().fma)};
  Option<double> maxFlopsPerByte{
      *this, "max-flops-per-byte",
      llvm::cl::desc("How many operations a byte may cost that need not be kept"),
      llvm::cl::init(Target().maxFlopsPerByte)};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("The width of its vectors (for lanes, scans and products of matrices)"),
      llvm::cl::init(Target().vectorBits)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("How many threads share the work, by OpenMP; 0: as many as there are"),
      llvm::cl::init(Target().threads)};
  Option<unsigned> threadGrain{
      *this, "thread-grain",
      llvm::cl::desc("The least number of scalar operations that a thread is used for"),
      llvm::cl::init(Target().threadGrain)};
  Option<int64_t> l1Bytes{*this, "l1-bytes", llvm::cl::desc("The size of the first-level cache"),
                          llvm::cl::init(Target().l1Bytes)};
  Option<int64_t> l2Bytes{*this, "l2-bytes", llvm::cl::desc("The size of the second-level cache"),
                          llvm::cl::init(Target().l2Bytes)};
  Option<int64_t> l3Bytes{*this, "l3-bytes",
                          llvm::cl::desc("What a core may use of the third-level cache"),
                          llvm::cl::init(Target().l3Bytes)};

  Target getTarget() const;
  void setTarget(const Target &target);
};

/// The options of `chad-to-gpu`: those of `chad-to-cpu`, which concern the host, and those of the
/// device.
struct GPUOptions : CPUOptions {
  GPUOptions() {
    keepExtendedProducts = true;
    batchProducts = true;
  }

  Option<std::string> device{*this, "device",
                             llvm::cl::desc("What runs the kernels: cuda, or emulated"),
                             llvm::cl::init("cuda")};
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("The oldest architecture of a GPU to run on"),
                           llvm::cl::init("sm_80")};
  Option<int64_t> maxBlocks{
      *this, "max-blocks",
      llvm::cl::desc("The most blocks of a kernel; 0: as many as the GPU runs at once"),
      llvm::cl::init(0)};
  Option<int64_t> blockThreads{*this, "block-threads",
                               llvm::cl::desc("The threads of a block: a power of two"),
                               llvm::cl::init(256)};
  Option<int64_t> blockWork{
      *this, "block-work",
      llvm::cl::desc("The most additions for each launch that one block makes unnecessary by "
                     "running a loop of the host; negative: the host runs all of these"),
      llvm::cl::init(1 << 15)};
  Option<int64_t> jamWork{
      *this, "jam-work",
      llvm::cl::desc("The least additions in loops that blocks run for several iterations at "
                     "once; 0: all of these, however few; negative: none"),
      llvm::cl::init(1 << 14)};
  Option<bool> deterministic{
      *this, "deterministic",
      llvm::cl::desc(
          "Results must not depend on timing: else sums at indices are atomic additions"),
      llvm::cl::init(true)};
  Option<bool> tf32{*this, "tf32",
                    llvm::cl::desc("Products of matrices of f32 round their factors to the 11 bits "
                                   "of the format tf32"),
                    llvm::cl::init(false)};
  Option<bool> checkKernels{*this, "check-kernels",
                            llvm::cl::desc("Emulated kernels check their accesses to memory"),
                            llvm::cl::init(true)};
  Option<bool> count{*this, "count",
                     llvm::cl::desc("Emulated kernels count what they read, write and compute"),
                     llvm::cl::init(false)};
  Option<int64_t> sharedBytes{*this, "shared-bytes",
                              llvm::cl::desc("The most memory of a block that is given to arrays"),
                              llvm::cl::init(49152)};
  Option<int64_t> libraryVolume{
      *this, "library-volume",
      llvm::cl::desc("The least number of multiplications of a product of matrices for which a "
                     "vendor's library is used where there is one; negative: never"),
      llvm::cl::init(1 << 24)};
  /// The reasons why loops run on the host, by the numbers that `chad-place-arrays` gives to loops
  /// over blocks. Loops whose kernels have no memory for their arrays are found by the pipeline.
  std::map<int64_t, std::string> hostLoops;
};

/// The options of `chad-to-linalg`.
struct LinalgOptions : mlir::PassPipelineOptions<LinalgOptions> {
  Option<bool> checkExtents{
      *this, "check-extents",
      llvm::cl::desc("Assert that the arrays of a combinator have one extent"),
      llvm::cl::init(false)};
  Option<bool> checkBounds{*this, "check-bounds",
                           llvm::cl::desc("Assert that indices and slices lie within their arrays"),
                           llvm::cl::init(false)};
};

/// `chad-to-first-order`: expands derivatives, and removes all ops of the dialect but the array
/// combinators. A program that has no other op of the dialect stays as it is.
void buildFirstOrderPipeline(mlir::OpPassManager &pm);

/// `chad-optimize-arrays`, the first part of `chad-to-cpu`: from a first-order
/// program to array combinators that are fewer and cheaper. Nothing in it depends on
/// the machine.
void buildArrayPipeline(mlir::OpPassManager &pm, const CPUOptions &options = {});

/// `chad-schedule-loops`, the second part: from array combinators to loops on tensors
/// in the order that the CPU is to run them, divided among threads and vector lanes.
void buildLoopPipeline(mlir::OpPassManager &pm, const CPUOptions &options = {});

/// `chad-bufferize`, the third part: from tensors to buffers that are updated in
/// place, allocated outside of loops, and freed.
void buildBufferPipeline(mlir::OpPassManager &pm, const CPUOptions &options = {});

/// `chad-to-llvm`, the fourth part: from loops over buffers to the LLVM dialect.
void buildLLVMPipeline(mlir::OpPassManager &pm, const CPUOptions &options = {});

/// `chad-to-cpu`, the four parts in this order: from a first-order program to the
/// LLVM dialect.
void buildCPUPipeline(mlir::OpPassManager &pm, const CPUOptions &options = {});

/// `chad-map-to-kernels`, the second part of `chad-to-gpu`: from array combinators to loops over
/// the blocks and threads of a GPU, on tensors.
void buildKernelPipeline(mlir::OpPassManager &pm, const GPUOptions &options = {});

/// `chad-bufferize-for-gpu`, the third part: from tensors to buffers in the memory of the device,
/// and kernels.
void buildDeviceBufferPipeline(mlir::OpPassManager &pm, const GPUOptions &options = {});

/// `chad-gpu-to-llvm`, the fourth part: kernels to code for the device, and the host's part to the
/// LLVM dialect.
void buildDeviceLLVMPipeline(mlir::OpPassManager &pm, const GPUOptions &options = {});

/// `chad-to-gpu`: `chad-optimize-arrays` and these three parts in this order.
void buildGPUPipeline(mlir::OpPassManager &pm, const GPUOptions &options = {});

/// `chad-to-linalg`: from a first-order program to structured ops on tensors (`linalg`), and to
/// loops (`scf`) for the combinators that no structured op can express.
void buildLinalgPipeline(mlir::OpPassManager &pm, const LinalgOptions &options = {});

/// Registers the pipelines under their names.
void registerChadPipelines();

/// Registers the passes of the dialect, from requests to code for CPUs and GPUs, and the pipelines.
/// The passes that import StableHLO are apart, in `chad/Frontends/StableHLO/Passes.h`.
void registerAllPasses();

} // namespace chad

#endif // CHAD_PIPELINES_PIPELINES_H
