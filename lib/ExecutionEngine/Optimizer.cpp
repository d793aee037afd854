//===- Optimizer.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What LLVM does to a program before it makes code.

#include "Compiler.h"
#include "VectorMath.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/ReplaceWithVeclib.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace chad;
using namespace chad::detail;

static llvm::OptimizationLevel levelOf(unsigned level) {
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  return levels[std::min(level, 3u)];
}

namespace {
/// Loops are not unrolled by a number of iterations that is known at run time: their
/// bodies are long already, and vectorization interleaves the short ones.
struct LimitUnrolling : llvm::PassInfoMixin<LimitUnrolling> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable", 1);
    return llvm::PreservedAnalyses::all();
  }
};

/// Leaves out passes of code generation that do not pay. Rewriting induction variables makes,
/// in loops over several arrays, one pointer for each access, which takes longer than all other
/// passes, and the code is slower: x86 and AArch64 compute addresses as they load. Scheduling
/// once more, for processors that reorder anyway, takes most of the time where blocks are long.
struct SkipPasses : llvm::OptPassGate {
  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "Loop Strength Reduction" && pass != "post-RA-sched";
  }
};
} // namespace

void chad::detail::optimize(llvm::Module &module, llvm::TargetMachine &target,
                            const CompilerOptions &options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = options.optimizationLevel > 1;
  // Proves conditions from others, of which there are few; in long functions that takes longer
  // than all other passes.
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(
      [](llvm::StringRef pass, llvm::Any) { return pass != "ConstraintEliminationPass"; });
  llvm::PassBuilder builder(&target, tuning, std::nullopt, &callbacks);
  llvm::TargetLibraryInfoImpl libraries(target.getTargetTriple());
  // Memory comes from one place, which replaces malloc.
  libraries.setUnavailable(llvm::LibFunc_calloc);
  if (options.useVectorMath) {
    addVectorFunctions(libraries, target);
    // Intrinsics on vectors that the program itself has.
    builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
          passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::ReplaceWithVeclib()));
        });
  }
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(LimitUnrolling());
      });
  static SkipPasses gate;
  module.getContext().setOptPassGate(gate);
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(libraries); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  llvm::OptimizationLevel level = levelOf(options.optimizationLevel);
  auto passes = level == llvm::OptimizationLevel::O0 ? builder.buildO0DefaultPipeline(level)
                                                     : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}
