//===- SerializeKernels.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Kernels as the assembly language of a GPU, in the program that launches them.

#include "Descriptors.h"
#include "chad/GPU/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace chad {
#define GEN_PASS_DEF_CHADSERIALIZEKERNELS
#include "chad/GPU/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad::detail;

static std::unique_ptr<llvm::TargetMachine> createMachine(StringRef chip, StringRef features,
                                                          std::string &why) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, why);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, chip, features, llvm::TargetOptions(), std::nullopt,
                                  std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

static void optimize(llvm::Module &code, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3).run(code, modules);
}

namespace {
struct SerializeKernels : chad::impl::ChadSerializeKernelsBase<SerializeKernels> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerBuiltinDialectTranslation(registry);
    registerGPUDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    registerNVVMDialectTranslation(registry);
  }

  void runOnOperation() override {
    SmallVector<gpu::GPUModuleOp> kernels(getOperation().getOps<gpu::GPUModuleOp>());
    if (kernels.empty())
      return;
    std::string why;
    std::unique_ptr<llvm::TargetMachine> machine = createMachine(chip, features, why);
    if (!machine) {
      getOperation()->emitError("cannot make code for the GPU '") << chip << "': " << why;
      return signalPassFailure();
    }
    llvm::LLVMContext context;
    auto code = std::make_unique<llvm::Module>("kernels", context);
    code->setTargetTriple(machine->getTargetTriple());
    code->setDataLayout(machine->createDataLayout());
    llvm::Linker linker(*code);
    for (gpu::GPUModuleOp op : kernels) {
      for (auto function : op.getOps<LLVM::LLVMFuncOp>())
        if (function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
          function.setName(kernelName(op.getName(), function.getName()));
      std::unique_ptr<llvm::Module> part = translateModuleToLLVMIR(op, context);
      if (!part) {
        op.emitError("cannot translate a kernel to LLVM IR");
        return signalPassFailure();
      }
      part->setTargetTriple(machine->getTargetTriple());
      part->setDataLayout(machine->createDataLayout());
      if (linker.linkInModule(std::move(part))) {
        op.emitError("cannot link a kernel");
        return signalPassFailure();
      }
    }
    optimize(*code, *machine);
    SmallString<0> text;
    llvm::raw_svector_ostream os(text);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, os, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
      getOperation()->emitError("cannot write assembly for the GPU '") << chip << "'";
      return signalPassFailure();
    }
    passes.run(*code);
    setText(getOperation(), imageName, text);
    for (gpu::GPUModuleOp op : kernels)
      op.erase();
    getOperation()->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace
