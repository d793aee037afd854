//===- Compiler.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// From a module to machine code in this process.

#include "Compiler.h"
#include "VectorMath.h"
#include "chad/ExecutionEngine/Memory.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/ReplaceWithVeclib.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/SystemLibraries.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>

using namespace mlir;
using namespace chad;
using chad::detail::addVectorFunctions;

void chad::registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<ChadDialect>();
  registerAllRules(registry);
}

static std::unique_ptr<llvm::TargetMachine> createTarget(const CompilerOptions &options,
                                                         std::string &why) {
  static bool isInitialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    why = "cannot compile for this machine: " + llvm::toString(builder.takeError());
    return nullptr;
  }
  if (!options.useHostFeatures) {
    builder->setCPU("generic");
    builder->getFeatures() = llvm::SubtargetFeatures();
  }
  builder->setCodeGenOptLevel(static_cast<llvm::CodeGenOptLevel>(options.optimizationLevel));
  auto target = builder->createTargetMachine();
  if (!target) {
    why = "cannot compile for this machine: " + llvm::toString(target.takeError());
    return nullptr;
  }
  return std::move(*target);
}

/// Whether a multiplication and an addition are one instruction.
static bool hasFMA(const llvm::TargetMachine &target) {
  const llvm::Triple &triple = target.getTargetTriple();
  if (triple.isX86())
    return target.getMCSubtargetInfo()->checkFeatures("+fma");
  return triple.isAArch64();
}

static llvm::OptimizationLevel levelOf(unsigned level) {
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  return levels[std::min(level, 3u)];
}

/// LLVM's own pipeline; upstream's transformer has no place for vector libraries.
static void optimize(llvm::Module &module, llvm::TargetMachine &target,
                     const CompilerOptions &options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = options.optimizationLevel > 1;
  llvm::PassBuilder builder(&target, tuning);
  llvm::TargetLibraryInfoImpl libraries(target.getTargetTriple());
  if (options.useVectorMath) {
    addVectorFunctions(libraries, target);
    // Intrinsics on vectors that the program itself has.
    builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager &passes, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
          passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::ReplaceWithVeclib()));
        });
  }
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

template <typename T> static std::string textOf(const T &ir) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ir.print(os, nullptr);
  return text;
}

static int reportFailure(const char *message) {
  return std::fprintf(stderr, "error: the program failed: %s\n", message);
}

[[noreturn]] static void endProcess() { std::_Exit(1); }

/// Finds declarations that nothing in this process defines.
static LogicalResult checkDeclarations(ModuleOp module) {
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isExternal() &&
        !llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(function.getName().str()))
      return function.emitError("'")
             << function.getName() << "' has no body, and this process has no such function";
  return success();
}

/// Gives functions names that the C library does not use.
static void renameFunctions(ModuleOp module) {
  MLIRContext *context = module.getContext();
  llvm::StringSet<> defined;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      defined.insert(function.getName());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymbolRefAttr name) -> std::optional<Attribute> {
    if (!defined.contains(name.getRootReference()))
      return std::nullopt;
    return SymbolRefAttr::get(context, chad::detail::symbolOf(name.getRootReference()),
                              name.getNestedReferences());
  });
  replacer.recursivelyReplaceElementsIn(module);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      SymbolTable::setSymbolName(function, chad::detail::symbolOf(function.getName()));
}

std::string chad::detail::symbolOf(StringRef function) { return ("chad." + function).str(); }

std::unique_ptr<mlir::ExecutionEngine>
chad::detail::compile(ModuleOp module, const CompilerOptions &options, std::string &why) {
  PassManager expand(module.getContext()), lower(module.getContext());
  buildFirstOrderPipeline(expand);
  auto target = createTarget(options, why);
  if (!target)
    return nullptr;
  CPUOptions cpu;
  cpu.checkExtents = options.checkExtents;
  cpu.approximateMath = options.approximateMath.value_or(options.useVectorMath);
  cpu.fma = hasFMA(*target);
  buildCPUPipeline(lower, cpu);
  // Names are looked for in the process itself and in the libraries loaded.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  if (failed(expand.run(module)))
    return nullptr;
  if (failed(checkDeclarations(module)))
    return nullptr;
  renameFunctions(module);
  if (failed(lower.run(module)))
    return nullptr;
  if (options.passSeconds)
    *options.passSeconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (options.mlirText)
    llvm::raw_string_ostream(*options.mlirText) << module;
  llvm::TargetMachine *machine = target.get();
  auto transform = [&](llvm::Module *code) -> llvm::Error {
    optimize(*code, *machine, options);
    if (options.llvmText)
      *options.llvmText = textOf(*code);
    return llvm::Error::success();
  };
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transform;
  engineOptions.jitCodeGenOptLevel =
      static_cast<llvm::CodeGenOptLevel>(std::min(options.optimizationLevel, 3u));
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(module, engineOptions, std::move(target));
  if (!engine) {
    why = "cannot compile the program: " + llvm::toString(engine.takeError());
    return nullptr;
  }
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    auto define = [&](StringRef name, auto *function) {
      symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
    };
    define("malloc", allocateBuffer);
    define("free", releaseBuffer);
    // What a failed assertion calls.
    define("puts", reportFailure);
    define("abort", endProcess);
    return symbols;
  });
  return std::move(*engine);
}
