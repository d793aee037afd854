//===- chad-lsp-server.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Editor support: `mlir-lsp-server` with the chad dialect.

#include "Tool.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Rules/AllRules.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  chad::initializeTool("chad-lsp-server");
  llvm::InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<chad::ChadDialect>();
  chad::registerAllRules(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
