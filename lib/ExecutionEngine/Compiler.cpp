//===- Compiler.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Compiles a module to machine code in this process.

#include "Compiler.h"
#include "Failures.h"
#include "Kernels.h"
#include "LineInfo.h"
#include "Sections.h"
#include "Target.h"
#include "chad/ExecutionEngine/AheadOfTime.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/Checkpoint.h"
#include "chad/IR/ExactFloats.h"
#include "chad/IR/Libraries.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "chad/Transforms/Canonicalize.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DynamicLibrary.h"
#include <chrono>
#include <cstdlib>

using namespace mlir;
using namespace chad;

void chad::registerCompilerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<ChadDialect>();
  registerAllRules(registry);
}

template <typename T> static std::string textOf(const T &ir) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ir.print(os, nullptr);
  return text;
}

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

/// Drops the attributes of other dialects on arguments and results, such as names: they mean
/// nothing to LLVM, and its translation warns about them.
static void dropForeignAttributes(ModuleOp module) {
  auto isForeign = [](NamedAttribute attr) {
    return attr.getName().strref().contains('.') && !attr.getName().strref().starts_with("llvm.");
  };
  auto keepOwn = [&](ArrayRef<NamedAttribute> attrs) {
    return llvm::filter_to_vector(attrs, [&](NamedAttribute attr) { return !isForeign(attr); });
  };
  for (auto function : module.getOps<FunctionOpInterface>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (llvm::any_of(function.getArgAttrs(i), isForeign))
        function.setArgAttrs(i, keepOwn(function.getArgAttrs(i)));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (llvm::any_of(function.getResultAttrs(i), isForeign))
        function.setResultAttrs(i, keepOwn(function.getResultAttrs(i)));
  }
}

/// Drops what other dialects declare for compilers: functions that compute shapes, and globals
/// whose values have become constants.
static void dropForeignDeclarations(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (isa<shape::FunctionLibraryOp, shape::FuncOp, ml_program::GlobalOp>(op))
      op.erase();
}

StringRef chad::openMPLibrary() { return CHAD_OPENMP_LIBRARY; }

/// Makes the functions of the OpenMP runtime known to this process.
static LogicalResult loadOpenMP(std::string &why) {
  using llvm::sys::DynamicLibrary;
  constexpr StringLiteral needed = "__kmpc_fork_call";
  // Waiting threads keep their processors, unless there are more threads than processors: a thread
  // that yields may be moved to the processor of the thread that it waits for.
  if (!DynamicLibrary::SearchForAddressOfSymbol(needed.data()))
    setenv("KMP_USE_YIELD", "2", /*overwrite=*/0);
  for (const char *name : {"", "libomp.so.5", "libomp.so", "libiomp5.so", openMPLibrary().data()}) {
    if (DynamicLibrary::SearchForAddressOfSymbol(needed.data()))
      return success();
    DynamicLibrary::LoadLibraryPermanently(*name ? name : nullptr);
  }
  if (DynamicLibrary::SearchForAddressOfSymbol(needed.data()))
    return success();
  why = "threads need the OpenMP runtime of LLVM, libomp.so.5: install it (on Debian, the package "
        "libomp-22-dev), or use one thread";
  return failure();
}

std::string chad::detail::symbolOf(StringRef function) { return ("chad." + function).str(); }

namespace {
struct ProgressInstrumentation : PassInstrumentation {
  explicit ProgressInstrumentation(const CompilerOptions &options) : options(options) {}
  void runBeforePass(Pass *pass, Operation *) override { options.onProgress(pass->getName()); }
  const CompilerOptions &options;
};
} // namespace

/// Emits an error if indices have another size than in the interface of compiled programs.
static LogicalResult checkIndices(ModuleOp module) {
  uint64_t bits = DataLayout(module).getTypeSizeInBits(IndexType::get(module.getContext()));
  if (bits == 64)
    return success();
  InFlightDiagnostic error = module.emitError("chad: 'index' has ")
                             << bits << " bits in the data layout of the program, expected 64";
  error.attachNote() << "leave out the entry of 'index' in 'dlti.dl_spec'";
  return error;
}

/// Replaces the contents of `module` by those of `before`.
static void restore(ModuleOp module, OwningOpRef<ModuleOp> before) {
  module.getBodyRegion().takeBody(before->getBodyRegion());
  module->setAttrs((*before)->getAttrDictionary());
}

/// For tests of the copies between host and device: the variable CHAD_EMULATED_HOST=n leaves every
/// n-th kernel of a program to the host. For tests of loops of the host: CHAD_EMULATED_BLOCK_WORK=n
/// is the option `block-work`, and CHAD_EMULATED_JAM_WORK=n the option `jam-work`.
static void leaveLoops(GPUOptions &options) {
  if (const char *text = std::getenv("CHAD_EMULATED_BLOCK_WORK"))
    options.blockWork = std::strtoll(text, nullptr, 10);
  if (const char *text = std::getenv("CHAD_EMULATED_JAM_WORK"))
    options.jamWork = std::strtoll(text, nullptr, 10);
  const char *text = std::getenv("CHAD_EMULATED_HOST");
  int64_t step = text ? std::strtoll(text, nullptr, 10) : 0;
  constexpr int64_t most = 10'000;
  for (int64_t number = 0; step > 0 && number < most; number += step)
    options.hostLoops[number] = "CHAD_EMULATED_HOST says so";
}

/// Lowers a program for a GPU. Where that fails, a warning says why, the module is as it was, and
/// the result is false: the program then runs on the CPU. If it may not, that is an error.
static bool runForDevice(PassManager &lower, ModuleOp module, bool mayFallBack) {
  OwningOpRef<ModuleOp> before = module.clone();
  std::string why;
  Location where = module.getLoc();
  LogicalResult result = [&] {
    ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
        return failure();
      if (why.empty()) {
        why = diagnostic.str();
        where = diagnostic.getLocation();
      }
      return success();
    });
    return lower.run(module);
  }();
  if (succeeded(result))
    return true;
  if (!mayFallBack) {
    emitError(where, "the program cannot run on a GPU: ") << why << "; compile it for the CPU";
    return false;
  }
  restore(module, std::move(before));
  emitWarning(where, "the program runs on the CPU: ") << why;
  return false;
}

LogicalResult chad::detail::lowerToLLVM(ModuleOp module, const CompilerOptions &options,
                                        const llvm::TargetMachine &target,
                                        function_ref<LogicalResult(ModuleOp)> checkExpanded,
                                        bool mayFallBack) {
  if (failed(checkIndices(module)))
    return failure();
  if (options.exactFloats && options.device != Device::CPU)
    return module.emitError("chad: exact floats are for the CPU, not for a GPU");
  if (options.exactFloats) {
    module.getContext()->loadDialect<ChadDialect>();
    module->setAttr(exactFloatsAttr, UnitAttr::get(module.getContext()));
  }
  if (options.device != Device::CPU) {
    module.getContext()->loadDialect<ChadDialect>();
    module->setAttr(elementThreadsAttr, UnitAttr::get(module.getContext()));
  }
  // Passes are timed if the process has registered MLIR's options for that, and they ask for it.
  DefaultTimingManager timing;
  applyDefaultTimingManagerCLOptions(timing);
  TimingScope scope = timing.getRootScope();
  PassManager expand(module.getContext()), lower(module.getContext()),
      lowerForDevice(module.getContext());
  for (PassManager *pm : {&expand, &lower, &lowerForDevice}) {
    if (options.onProgress)
      pm->addInstrumentation(std::make_unique<ProgressInstrumentation>(options));
    pm->enableTiming(scope);
    pm->enableVerifier(options.verifyEach);
  }
  llvm::StringSet<> libraries;
  if (options.device == Device::CPU && !options.exactFloats)
    for (const auto &[name, address] : options.libraries)
      libraries.insert(name);
  avoidUnsoundFolds(module);
  // Functions that no library computes are inlined before anything else is known of them.
  dropLibraries(module, [&](StringRef name) { return libraries.contains(name); });
  expand.addPass(createSymbolDCEPass());
  expand.addPass(createChadRaise({{}, /*keepComplex=*/false, /*keepVectors=*/true}));
  buildFirstOrderPipeline(expand);
  // Nothing names the rules of functions any more.
  expand.addPass(createSymbolDCEPass());
  GPUOptions machine;
  machine.setTarget(describeTarget(target, options));
  machine.checkExtents = options.checkExtents;
  machine.approximateMath =
      options.approximateMath.value_or(options.useVectorMath && !options.exactFloats);
  machine.exactFloats = options.exactFloats;
  machine.vectorizeEverywhere = options.vectorizeEverywhere;
  machine.outParams = true;
  machine.runtime = true;
  machine.checkBounds = options.checkBounds;
  for (StringRef name : libraries.keys())
    machine.libraries.push_back(name.str());
  machine.keepExtendedProducts = false;
  machine.batchProducts = false;
  buildCPUPipeline(lower, machine);
  if (options.device != Device::CPU) {
    machine.keepExtendedProducts = true;
    machine.batchProducts = true;
    machine.device = options.device == Device::CUDA ? "cuda" : "emulated";
    machine.deterministic = options.deterministic;
    machine.tf32 = options.tf32;
    machine.checkKernels = options.checkKernels;
    machine.count = options.countOnDevice;
    if (options.device == Device::EmulatedGPU)
      leaveLoops(machine);
    buildGPUPipeline(lowerForDevice, machine);
  }
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  if (failed(expand.run(module)) || failed(checkExpanded(module)))
    return failure();
  dropForeignDeclarations(module);
  renameFunctions(module);
  bool isForDevice =
      options.device != Device::CPU && runForDevice(lowerForDevice, module, mayFallBack);
  if (!isForDevice &&
      ((options.device != Device::CPU && !mayFallBack) || failed(lower.run(module))))
    return failure();
  if (failed(verify(module)))
    return failure();
  dropForeignAttributes(module);
  module->removeAttr(exactFloatsAttr);
  module->removeAttr(elementThreadsAttr);
  if (options.lineInfo)
    addLineInfo(module);
  if (options.passSeconds)
    *options.passSeconds = std::chrono::duration<double>(Clock::now() - start).count();
  return success();
}

std::shared_ptr<mlir::ExecutionEngine>
chad::detail::compile(ModuleOp module, const CompilerOptions &options, std::string &why) {
  auto target = createTarget(options, CodeKind::JIT, why);
  if (!target)
    return nullptr;
  // Names are looked for in the process itself and in the libraries loaded.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  if (options.threads != 1 && failed(loadOpenMP(why)))
    return nullptr;
  if (failed(lowerToLLVM(module, options, *target, checkDeclarations)))
    return nullptr;
  if (options.mlirText)
    llvm::raw_string_ostream(*options.mlirText) << module;
  llvm::TargetMachine *machine = target.get();
  // A program that is asked for as text contains its kernels; others share kernels.
  std::shared_ptr<const KernelCode> shared;
  if (!options.mlirText && !options.llvmText) {
    auto taken = takeKernels(module, options, *machine, why);
    if (failed(taken))
      return nullptr;
    shared = std::move(*taken);
  }
  ArrayRef<SharedKernel> kernels;
  if (shared)
    kernels = shared->kernels;
  auto transform = [&](llvm::Module *code) -> llvm::Error {
    defineGuards(*code);
    describeKernels(*code, kernels);
    optimize(*code, *machine, options);
    if (options.llvmText)
      *options.llvmText = textOf(*code);
    return llvm::Error::success();
  };
  auto addresses = llvm::map_to_vector(kernels, [](const SharedKernel &kernel) {
    return std::pair<std::string, void *>(kernel.symbol, kernel.address);
  });
  for (const auto &library : options.libraries)
    if (module.lookupSymbol(library.first))
      addresses.push_back(library);
  auto engine = createEngine(module, options, std::move(target), transform, addresses, why);
  if (!engine)
    return nullptr;
  // The kernels go after the code that calls them.
  struct Program {
    std::shared_ptr<const KernelCode> kernels;
    std::shared_ptr<mlir::ExecutionEngine> engine;
  };
  auto program = std::make_shared<Program>(Program{std::move(shared), std::move(engine)});
  return {program, program->engine.get()};
}

/// The bytes of the module's global variables, constants among them.
static uint64_t bytesOfGlobals(ModuleOp module) {
  DataLayout layout(module);
  uint64_t bytes = 0;
  for (auto global : module.getOps<LLVM::GlobalOp>())
    bytes += layout.getTypeSize(global.getGlobalType()).getFixedValue();
  return bytes;
}

std::shared_ptr<mlir::ExecutionEngine>
chad::detail::createEngine(ModuleOp module, const CompilerOptions &options,
                           std::unique_ptr<llvm::TargetMachine> target,
                           function_ref<llvm::Error(llvm::Module *)> transform,
                           ArrayRef<std::pair<std::string, void *>> addresses, std::string &why) {
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transform;
  engineOptions.jitCodeGenOptLevel =
      static_cast<llvm::CodeGenOptLevel>(std::min(options.optimizationLevel, 3u));
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  // Constants in the large code model take an instruction more for each address, and a register.
  auto sections = std::make_unique<NearbySections>();
  if (target->getTargetTriple().getArch() == llvm::Triple::x86_64 &&
      bytesOfGlobals(module) < NearbySections::reach / 2) {
    target->setCodeModel(llvm::CodeModel::Small);
    engineOptions.sectionMemoryMapper = sections.get();
  }
  auto engine = ExecutionEngine::create(module, engineOptions, std::move(target));
  if (!engine) {
    why = "cannot compile the program: " + llvm::toString(engine.takeError());
    return nullptr;
  }
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    auto define = [&](StringRef name, void *function) {
      symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
    };
    defineRuntime(define);
    for (const auto &[name, function] : addresses)
      define(name, function);
    return symbols;
  });
  // The code goes before its sections.
  struct Program {
    std::unique_ptr<NearbySections> sections;
    std::unique_ptr<mlir::ExecutionEngine> engine;
  };
  auto program = std::make_shared<Program>(Program{std::move(sections), std::move(*engine)});
  return {program, program->engine.get()};
}
