//===- Kernels.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds the kernels of a program, and compiles those that no other program of this process has.

#include "Kernels.h"
#include "Compiler.h"
#include "Failures.h"
#include "Target.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringLiteral kernelMark = "chad-kernel";

static bool isKernel(Operation *op) {
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(op);
  return function && !function.isExternal() && function.getPassthroughAttr() &&
         llvm::is_contained(function.getPassthroughAttr(),
                            StringAttr::get(op->getContext(), kernelMark));
}

namespace {
/// The kernels of a module, and the symbols to which they refer.
class KernelSet {
public:
  explicit KernelSet(ModuleOp module) : module(module), symbols(module) {}

  /// Returns false if there are none, or if they cannot be compiled alone.
  bool find();
  /// The kernels as a module of their own, where those that are called from outside are public.
  OwningOpRef<ModuleOp> extract();
  /// Turns those that are called from outside into declarations, and erases the others.
  void erase();

  ArrayRef<LLVM::LLVMFuncOp> getEntries() const { return entries.getArrayRef(); }

private:
  bool addCallees(LLVM::LLVMFuncOp kernel);

  ModuleOp module;
  SymbolTable symbols;
  SmallVector<LLVM::LLVMFuncOp> kernels;
  llvm::SetVector<LLVM::LLVMFuncOp> entries;
  llvm::SetVector<Operation *> others; ///< Declarations and constants.
};
} // namespace

bool KernelSet::addCallees(LLVM::LLVMFuncOp kernel) {
  auto visit = [&](Operation *op) {
    if (!isa<LLVM::CallOp, LLVM::AddressOfOp>(op))
      return WalkResult::advance();
    StringAttr name;
    if (auto address = dyn_cast<LLVM::AddressOfOp>(op))
      name = address.getGlobalNameAttr().getAttr();
    else if (auto callee = cast<LLVM::CallOp>(op).getCalleeAttr())
      name = callee.getAttr();
    Operation *symbol = name ? symbols.lookup(name) : nullptr;
    if (isKernel(symbol))
      return isa<LLVM::CallOp>(op) ? WalkResult::advance() : WalkResult::interrupt();
    auto global = dyn_cast_or_null<LLVM::GlobalOp>(symbol);
    auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(symbol);
    bool isOutside = (global && global.getConstant() && global.getValueOrNull()) ||
                     (function && function.isExternal());
    if (isOutside)
      others.insert(symbol);
    return isOutside ? WalkResult::advance() : WalkResult::interrupt();
  };
  return !kernel.walk(visit).wasInterrupted();
}

bool KernelSet::find() {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (isKernel(function))
      kernels.push_back(function);
  if (kernels.empty() || !llvm::all_of(kernels, [&](auto kernel) { return addCallees(kernel); }))
    return false;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (isKernel(function))
      continue;
    function.walk([&](LLVM::CallOp call) {
      if (auto callee = call.getCalleeAttr())
        if (Operation *symbol = symbols.lookup(callee.getAttr()); isKernel(symbol))
          entries.insert(cast<LLVM::LLVMFuncOp>(symbol));
    });
  }
  return !entries.empty();
}

OwningOpRef<ModuleOp> KernelSet::extract() {
  OwningOpRef<ModuleOp> own = ModuleOp::create(module.getLoc());
  (*own)->setAttrs(module->getAttrDictionary());
  OpBuilder builder = OpBuilder::atBlockEnd(own->getBody());
  for (Operation *other : others)
    builder.clone(*other);
  for (LLVM::LLVMFuncOp kernel : kernels) {
    auto copy = cast<LLVM::LLVMFuncOp>(builder.clone(*kernel));
    if (entries.contains(kernel)) {
      copy.setLinkage(LLVM::Linkage::External);
      SymbolTable::setSymbolVisibility(copy, SymbolTable::Visibility::Public);
    }
  }
  return own;
}

void KernelSet::erase() {
  for (LLVM::LLVMFuncOp kernel : kernels) {
    if (!entries.contains(kernel)) {
      kernel.erase();
      continue;
    }
    kernel.getBody().dropAllReferences();
    kernel.getBody().getBlocks().clear();
    kernel.setLinkage(LLVM::Linkage::External);
    kernel.removePassthroughAttr();
  }
}

/// All that the machine code of kernels depends on, as a key.
static std::string keyOf(ModuleOp kernels, const llvm::TargetMachine &target,
                         const CompilerOptions &options) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << target.getTargetCPU() << ' ' << target.getTargetFeatureString() << ' '
     << options.optimizationLevel << ' ' << options.useVectorMath << '\n';
  kernels.print(os, OpPrintingFlags().useLocalScope());
  return key;
}

namespace {
/// The machine code of the kernels that programs of this process use, by `keyOf`.
struct Library {
  std::mutex mutex;
  llvm::StringMap<std::weak_ptr<const KernelCode>> code;
};
} // namespace

/// Never destroyed: a program may be compiled until the process ends.
static Library &library() {
  static auto *instance = new Library;
  return *instance;
}

static std::shared_ptr<const KernelCode> compileKernels(ModuleOp kernels,
                                                        ArrayRef<LLVM::LLVMFuncOp> entries,
                                                        const CompilerOptions &options,
                                                        std::string &why) {
  auto target = createTarget(options, CodeKind::JIT, why);
  if (!target)
    return nullptr;
  auto made = std::make_shared<KernelCode>();
  for (LLVM::LLVMFuncOp entry : entries)
    made->kernels.push_back({entry.getName().str(), nullptr, {}});
  CompilerOptions quiet = options;
  quiet.onProgress = nullptr;
  llvm::TargetMachine *machine = target.get();
  auto transform = [&](llvm::Module *code) -> llvm::Error {
    optimize(*code, *machine, quiet, Content::Kernels);
    for (SharedKernel &kernel : made->kernels)
      for (const llvm::Argument &arg : code->getFunction(kernel.symbol)->args())
        kernel.uses.push_back({arg.onlyReadsMemory(), !arg.hasNoCaptureAttr()});
    return llvm::Error::success();
  };
  made->engine = createEngine(kernels, options, std::move(target), transform, {}, why);
  if (!made->engine)
    return nullptr;
  for (SharedKernel &kernel : made->kernels) {
    auto address = made->engine->lookup(kernel.symbol);
    if (!address) {
      why = "cannot compile the program: " + llvm::toString(address.takeError());
      return nullptr;
    }
    kernel.address = *address;
  }
  return made;
}

FailureOr<std::shared_ptr<const KernelCode>>
chad::detail::takeKernels(ModuleOp module, const CompilerOptions &options,
                          const llvm::TargetMachine &target, std::string &why) {
  KernelSet set(module);
  if (!set.find())
    return std::shared_ptr<const KernelCode>();
  OwningOpRef<ModuleOp> kernels = set.extract();
  std::string key = keyOf(*kernels, target, options);
  std::lock_guard<std::mutex> lock(library().mutex);
  auto &known = library().code;
  std::shared_ptr<const KernelCode> code = known.lookup(key).lock();
  if (!code) {
    code = compileKernels(*kernels, set.getEntries(), options, why);
    if (!code)
      return failure();
    // Code that no program uses any more leaves no entry.
    for (auto it = known.begin(); it != known.end();) {
      auto entry = it++;
      if (entry->second.expired())
        known.erase(entry);
    }
    known[key] = code;
  }
  set.erase();
  return code;
}

void chad::detail::describeKernels(llvm::Module &code, ArrayRef<SharedKernel> kernels) {
  for (const SharedKernel &kernel : kernels) {
    llvm::Function *function = code.getFunction(kernel.symbol);
    for (auto [i, use] : llvm::enumerate(kernel.uses)) {
      if (!function->getArg(i)->getType()->isPointerTy())
        continue;
      if (use.isReadOnly)
        function->addParamAttr(i, llvm::Attribute::ReadOnly);
      if (!use.isKept)
        function->addParamAttr(
            i, llvm::Attribute::getWithCaptureInfo(code.getContext(), llvm::CaptureInfo::none()));
    }
  }
}
