//===- AheadOfTime.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/AheadOfTime.h"
#include "CInterface.h"
#include "Compiler.h"
#include "Failures.h"
#include "LineInfo.h"
#include "Target.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Makes functions that are not exported private: only the exported ones have to compile.
static void hideOthers(ModuleOp module, ArrayRef<CFunction> functions) {
  for (auto function : module.getOps<FunctionOpInterface>()) {
    bool isExported = llvm::any_of(
        functions, [&](const CFunction &exported) { return exported.name == function.getName(); });
    SymbolTable::setSymbolVisibility(function, isExported ? SymbolTable::Visibility::Public
                                                          : SymbolTable::Visibility::Private);
  }
}

StringRef chad::deviceLibrary() {
  static const std::string path = [] {
    // The archive is next to the installed tools, or else in the build folder.
    int place = 0;
    std::string tool = llvm::sys::fs::getMainExecutable(nullptr, &place);
    SmallString<128> installed(llvm::sys::path::parent_path(llvm::sys::path::parent_path(tool)));
    llvm::sys::path::append(installed, CHAD_INSTALL_LIBDIR, "libchad_gpu.a");
    return llvm::sys::fs::exists(installed) ? std::string(installed) : CHAD_DEVICE_LIBRARY;
  }();
  return path;
}

FailureOr<SmallVector<char, 0>> chad::compileToObject(ModuleOp module,
                                                      const CompilerOptions &options,
                                                      const InterfaceOptions &interface,
                                                      std::string &why) {
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(exportFunctionValues(*copy, interface, why)))
    return failure();
  FailureOr<std::vector<CFunction>> functions = describeInterface(*copy, interface, why);
  if (failed(functions))
    return failure();
  auto target = createTarget(options, CodeKind::Object, why);
  if (!target)
    return failure();
  hideOthers(*copy, *functions);
  // Functions that are only declared are resolved by the linker.
  auto accept = [](ModuleOp) { return success(); };
  if (failed(lowerToLLVM(*copy, options, *target, accept, /*mayFallBack=*/false)))
    return failure();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(*copy, context, "program");
  if (!code)
    return failure();
  ExecutionEngine::setupTargetTripleAndDataLayout(code.get(), target.get());
  code->setPICLevel(llvm::PICLevel::BigPIC);
  defineInterface(*code, *functions, options.device);
  defineGuards(*code);
  optimize(*code, *target, options);
  linkRuntime(*code, options.device);
  bool isAssembly = interface.isAssembly;
  std::vector<std::string> places;
  if (isAssembly && options.lineInfo)
    places = numberPlaces(*code);
  target->Options.MCOptions.AsmVerbose = isAssembly;
  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager passes;
  if (target->addPassesToEmitFile(passes, os, nullptr,
                                  isAssembly ? llvm::CodeGenFileType::AssemblyFile
                                             : llvm::CodeGenFileType::ObjectFile)) {
    why = "cannot make " + std::string(isAssembly ? "assembly" : "object files") + " for '" +
          target->getTargetTriple().str() + "'";
    return failure();
  }
  passes.run(*code);
  if (!places.empty()) {
    std::string text =
        nameNumberedPlaces(os.str(), target->getMCAsmInfo()->getCommentString(), places);
    object.assign(text.begin(), text.end());
  }
  return object;
}
