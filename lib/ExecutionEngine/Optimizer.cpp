//===- Optimizer.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs LLVM's optimization passes on a program before code generation.

#include "Compiler.h"
#include "SmallFloats.h"
#include "VectorMath.h"
#include "llvm/ADT/Any.h"
#include "llvm/Analysis/LoopAccessAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/ReplaceWithVeclib.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PassTimingInfo.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Pass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include <mutex>

using namespace chad;
using namespace chad::detail;

static llvm::OptimizationLevel levelOf(unsigned level) {
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  return levels[std::min(level, 3u)];
}

/// Whether a loop computes with vectors.
static bool hasVectors(const llvm::Loop &loop) {
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (instruction.getType()->isVectorTy())
        return true;
  return false;
}

/// The number of instructions in the body of a loop.
static uint64_t sizeOf(const llvm::Loop &loop) {
  uint64_t size = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    size += block->size();
  return size;
}

namespace {
/// Keeps innermost loops of some vectors from being unrolled as a whole before they are vectorized:
/// the loop around would be vectorized instead, which gathers and scatters the elements of rows.
/// Loops around them are not unrolled either: each copy of the inner loop would be vectorized anew,
/// with loops of its own for the elements that vectors leave over. Nor are loops that compute with
/// vectors, where the code would be long: it would be no faster.
struct DelayUnrolling : llvm::PassInfoMixin<DelayUnrolling> {
  /// Metadata of the loops that may be unrolled again after they have been vectorized.
  static constexpr const char *mark = "chad.vectorize";
  /// Two vectors of doubles, at most.
  static constexpr unsigned leastTrips = 16;
  /// Of loops around others, those of few iterations, such as the layers of a network, are
  /// unrolled: what they carry may then be in registers.
  static constexpr unsigned mostCopies = 4;
  /// Of instructions, for all iterations of a loop that computes with vectors.
  static constexpr unsigned mostInstructions = 150;

  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &,
                              llvm::LoopStandardAnalysisResults &analyses, llvm::LPMUpdater &) {
    if (llvm::getBooleanLoopAttribute(&loop, "llvm.loop.unroll.disable"))
      return llvm::PreservedAnalyses::all();
    unsigned trips = analyses.SE.getSmallConstantTripCount(&loop);
    bool isDelayed = loop.isInnermost() && loop.getParentLoop() && trips >= leastTrips;
    if (isDelayed)
      llvm::addStringMetadataToLoop(&loop, mark, 1);
    bool isLong = loop.isInnermost() && trips * sizeOf(loop) > mostInstructions && hasVectors(loop);
    if (isDelayed || isLong || (!loop.isInnermost() && trips > mostCopies))
      llvm::addStringMetadataToLoop(&loop, "llvm.loop.unroll.disable", 1);
    return llvm::PreservedAnalyses::all();
  }
};

/// Loops are not unrolled by a number of iterations that is known at run time: their
/// bodies are long already, and vectorization interleaves the short ones. Loops that compute with
/// vectors are not vectorized, which is found out here before it is analyzed what they access.
struct LimitLoops : llvm::PassInfoMixin<LimitLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable", 1);
      if (loop->isInnermost() && hasVectors(*loop))
        llvm::addStringMetadataToLoop(loop, "llvm.loop.isvectorized", 1);
      if (llvm::getBooleanLoopAttribute(loop, DelayUnrolling::mark))
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 0);
    }
    return llvm::PreservedAnalyses::all();
  }
};

/// Limits what is unrolled as a whole once loops have been vectorized.
///
/// The elements that vectors leave over, and those of arrays that may overlap, are computed by a
/// loop of scalars, which has many iterations in name only: it is unrolled if it is short.
///
/// A loop that adds products to vectors is unrolled if there are few of them. Without the loop,
/// code generation would make one sum of the several that vectorization has made: x y + (z w + s)
/// in place of (x y + r) + (z w + s), so that each addition waits for the one before.
struct LimitUnrolling {
  static constexpr unsigned mostInstructions = 100;
  /// Of 8, 16 and 25 vectors of four numbers, the sums of up to 16 took less time without a loop on
  /// Zen 3.
  static constexpr unsigned mostProducts = 16;

  static bool isRemainder(const llvm::Loop &loop) {
    if (!loop.isInnermost() || !llvm::getBooleanLoopAttribute(&loop, "llvm.loop.isvectorized"))
      return false;
    for (const llvm::BasicBlock *block : loop.blocks())
      for (const llvm::Instruction &instruction : *block)
        for (const llvm::Value *operand : instruction.operand_values())
          if (operand->getType()->isVectorTy())
            return false;
    return true;
  }

  /// The number of sums of products in vectors that a loop carries.
  static unsigned countSums(const llvm::Loop &loop) {
    const llvm::BasicBlock *latch = loop.getLoopLatch();
    if (!loop.isInnermost() || !latch)
      return 0;
    return llvm::count_if(loop.getHeader()->phis(), [&](const llvm::PHINode &phi) {
      const auto *add = llvm::dyn_cast<llvm::Instruction>(phi.getIncomingValueForBlock(latch));
      auto isProduct = [](const llvm::Value *value) {
        const auto *op = llvm::dyn_cast<llvm::Instruction>(value);
        return op && op->getOpcode() == llvm::Instruction::FMul && op->hasAllowContract();
      };
      return phi.getType()->isVectorTy() && add && add->getOpcode() == llvm::Instruction::FAdd &&
             add->hasAllowReassoc() && add->hasAllowContract() &&
             llvm::is_contained(add->operand_values(), &phi) &&
             llvm::any_of(add->operand_values(), isProduct);
    });
  }

  static void run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      uint64_t trips = evolution.getSmallConstantTripCount(loop);
      bool isLong = isRemainder(*loop) && trips * sizeOf(*loop) > mostInstructions;
      if (isLong || trips * countSums(*loop) > mostProducts)
        llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
    }
  }
};

/// Vectors of elements that are not adjacent are put together from loads of scalars. For each,
/// LLVM's vectorization of straight-line code would consider one load of all that lies between
/// them, in time that grows with the distance. It cannot where the pointers pass an intrinsic that
/// names no other memory, and which code generation drops.
struct KeepGathers : llvm::PassInfoMixin<KeepGathers> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    bool isChanged = false;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *insertion = llvm::dyn_cast<llvm::InsertElementInst>(&instruction);
      auto *load = insertion ? llvm::dyn_cast<llvm::LoadInst>(insertion->getOperand(1)) : nullptr;
      if (!load || llvm::isa<llvm::IntrinsicInst>(load->getPointerOperand()))
        continue;
      llvm::IRBuilder<> builder(load);
      load->setOperand(0, builder.CreateStripInvariantGroup(load->getPointerOperand()));
      isChanged = true;
    }
    return isChanged ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

/// A product that absorbs zeros is `select(x = 0, x, k·x)`, and there are often two for one `x`.
/// Code generation for x86 blends numbers by a comparison that one choice uses, and branches by one
/// that several use. The second choice gets a comparison of its own, which also holds for NaN,
/// where the result x is right, too.
struct SeparateZeroTests : llvm::PassInfoMixin<SeparateZeroTests> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    using namespace llvm::PatternMatch;
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *test = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
      if (!test || test->getType()->isVectorTy() ||
          test->getPredicate() != llvm::CmpInst::FCMP_OEQ || test->hasOneUse() ||
          !match(test->getOperand(1), m_AnyZeroFP()))
        continue;
      bool isFirst = true;
      for (llvm::Use &use : llvm::make_early_inc_range(test->uses())) {
        auto *choice = llvm::dyn_cast<llvm::SelectInst>(use.getUser());
        if (!choice || choice->getCondition() != test ||
            choice->getTrueValue() != test->getOperand(0))
          continue;
        if (!isFirst) {
          use.set(llvm::CmpInst::Create(llvm::Instruction::FCmp, llvm::CmpInst::FCMP_UEQ,
                                        test->getOperand(0), test->getOperand(1), "",
                                        std::next(test->getIterator())));
          break;
        }
        isFirst = false;
      }
    }
    return llvm::PreservedAnalyses::none();
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

/// Whether an optional pass is worth its time on `ir`.
static bool pays(llvm::StringRef pass, llvm::Any ir) {
  // The first pass proves conditions from other conditions. There are few of them here, and in long
  // functions it takes longer than all other passes. The second forwards what one iteration of a
  // loop stores to the next one, which has it already: loops carry their states as values.
  if (pass == "ConstraintEliminationPass" || pass == "LoopLoadEliminationPass")
    return false;
  // This pass takes time that is cubic in the number of results of a function.
  constexpr unsigned manyResults = 100;
  if (pass == "IPSCCPPass")
    return llvm::none_of(**llvm::any_cast<const llvm::Module *>(&ir), [](const llvm::Function &f) {
      auto *results = llvm::dyn_cast<llvm::StructType>(f.getReturnType());
      return results && results->getNumElements() > manyResults;
    });
  const llvm::Function *function = nullptr;
  if (const auto *known = llvm::any_cast<const llvm::Function *>(&ir))
    function = *known;
  else if (const auto *loop = llvm::any_cast<const llvm::Loop *>(&ir))
    function = (*loop)->getHeader()->getParent();
  if (!function)
    return true;
  // This pass takes time that is quadratic in the number of instructions of a block.
  constexpr unsigned manyInstructions = 6000;
  if (pass == "SLPVectorizerPass")
    return llvm::none_of(*function, [](const llvm::BasicBlock &block) {
      return llvm::hasNItemsOrMore(block.begin(), block.end(), manyInstructions);
    });
  // The passes below take time that is quadratic in the number of blocks, or worse.
  constexpr unsigned manyBlocks = 400;
  if (pass != "JumpThreadingPass" && pass != "CorrelatedValuePropagationPass" &&
      pass != "LoopUnrollPass" && pass != "LoopFullUnrollPass")
    return true;
  return !llvm::hasNItemsOrMore(function->begin(), function->end(), manyBlocks);
}

/// Keeps tests for overlaps of arrays in front of the loops that need them. LLVM would test once,
/// in front of the loop around them, whether all of its rows overlap: for loops that run backwards,
/// as reverse sweeps do, it then leaves the loops in scalars, and for others that read one row and
/// write the next, the test fails. This is an option of the process.
static void testOverlapsInPlace() {
  static std::once_flag once;
  std::call_once(once, [] { llvm::VectorizerParams::HoistRuntimeChecks = false; });
}

/// Keeps passes that look at all calls of a function away from the steps of loops with checkpoints,
/// whose code must be the same whatever calls them: they count as used by unknown code.
static void keepStepsApart(llvm::Module &module) {
  llvm::SmallVector<llvm::GlobalValue *> steps;
  for (llvm::Function &function : module)
    if (function.hasFnAttribute("chad-step") && function.hasLocalLinkage())
      steps.push_back(&function);
  llvm::appendToCompilerUsed(module, steps);
}

/// Has code generation only translate functions without loops that do little but move many values,
/// as those do that pass on the arguments and results of a function to and from C. Its combination
/// of loads and stores takes time that is quadratic in their number in a block.
static void onlyTranslateMoves(llvm::Module &module) {
  constexpr unsigned manyMoves = 300;
  for (llvm::Function &function : module) {
    bool computes = llvm::any_of(llvm::instructions(function), [](llvm::Instruction &op) {
      bool isOperation =
          llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::IntrinsicInst>(op);
      return llvm::isa<llvm::PHINode>(op) || op.getType()->isVectorTy() ||
             (isOperation && op.getType()->isFloatingPointTy());
    });
    bool moves = llvm::any_of(function, [](llvm::BasicBlock &block) {
      return llvm::count_if(block, [](llvm::Instruction &op) {
               return llvm::isa<llvm::LoadInst, llvm::StoreInst>(op);
             }) >= manyMoves;
    });
    if (computes || !moves)
      continue;
    function.addFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.removeFnAttr(llvm::Attribute::OptimizeForSize);
    function.removeFnAttr(llvm::Attribute::MinSize);
  }
}

/// The passes for kernels, which are loops over vectors and numbers in registers, and call each
/// other but are not inlined: to fold, to hoist, to vectorize copies, and to learn what they do to
/// memory. They take a fifth of the time that all passes take, and the code is as fast.
static llvm::ModulePassManager buildKernelPipeline(const llvm::PipelineTuningOptions &tuning) {
  llvm::FunctionPassManager passes;
  auto addLoopPasses = [&](llvm::LoopPassManager loops) {
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  };
  const llvm::LICMOptions hoisting(tuning.LicmMssaOptCap, tuning.LicmMssaNoAccForPromotionCap,
                                   /*AllowSpeculation=*/true);
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager rotation;
  rotation.addPass(llvm::LICMPass(hoisting));
  rotation.addPass(llvm::LoopRotatePass());
  rotation.addPass(llvm::LICMPass(hoisting));
  rotation.addPass(llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true));
  addLoopPasses(std::move(rotation));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(LimitLoops());
  passes.addPass(KeepGathers());
  passes.addPass(llvm::LoopVectorizePass(
      llvm::LoopVectorizeOptions(!tuning.LoopInterleaving, !tuning.LoopVectorization)));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager last;
  last.addPass(llvm::LICMPass(hoisting));
  addLoopPasses(std::move(last));
  llvm::ModulePassManager all;
  all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  all.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  return all;
}

void chad::detail::optimize(llvm::Module &module, llvm::TargetMachine &target,
                            const CompilerOptions &options, Content content) {
  testOverlapsInPlace();
  expandSmallFloats(module, target);
  keepStepsApart(module);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = options.optimizationLevel > 1;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerShouldRunOptionalPassCallback(pays);
  if (options.onProgress)
    callbacks.registerBeforeNonSkippedPassCallback(
        [&](llvm::StringRef pass, llvm::Any) { options.onProgress(pass); });
  // LLVM has no extension point between its vectorizer and the unrolling that follows.
  callbacks.registerBeforeNonSkippedPassCallback([&](llvm::StringRef pass, llvm::Any ir) {
    if (const auto *function = llvm::any_cast<const llvm::Function *>(&ir);
        function && pass == "LoopUnrollPass")
      LimitUnrolling::run(const_cast<llvm::Function &>(**function), functions);
  });
  llvm::TimePassesHandler timing(llvm::TimePassesIsEnabled);
  timing.registerCallbacks(callbacks);
  llvm::PassBuilder builder(&target, tuning, std::nullopt, &callbacks);
  llvm::TargetLibraryInfoImpl libraries(target.getTargetTriple());
  // All memory comes from one function, which replaces malloc; so calloc must not be used.
  libraries.setUnavailable(llvm::LibFunc_calloc);
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(SeparateZeroTests()));
      });
  if (options.useVectorMath && !options.exactFloats) {
    addVectorFunctions(libraries, target);
    // Lowers intrinsics on vectors that are in the program itself.
    builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
          passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::ReplaceWithVeclib()));
        });
  }
  builder.registerLateLoopOptimizationsEPCallback(
      [](llvm::LoopPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(DelayUnrolling());
      });
  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(LimitLoops());
        passes.addPass(KeepGathers());
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
                : content == Content::Kernels        ? buildKernelPipeline(tuning)
                                                     : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
  onlyTranslateMoves(module);
  if (options.onProgress)
    options.onProgress("code generation");
}
