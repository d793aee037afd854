//===- chad-lsp-server.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Editor support: `mlir-lsp-server` with the chad dialect, and with what is known of derivatives.
// MLIR's server runs in a process of its own; this one stands between it and the editor.

#include "OutputFile.h"
#include "Proxy.h"
#include "Tool.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Rules/AllRules.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include <cstdlib>

/// The environment variable by which this executable starts itself as MLIR's server.
static const char behind[] = "CHAD_LSP_SERVER_BEHIND";

int main(int argc, char **argv) {
  chad::initializeTool("chad-lsp-server");
  llvm::InitLLVM init(argc, argv);
  chad::reportWriteErrors("chad-lsp-server");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<chad::ChadDialect>();
  chad::registerAllRules(registry);
  // Tests of MLIR's server, help, and the version need no editor.
  bool isAlone = std::getenv(behind);
  for (llvm::StringRef word : llvm::ArrayRef(argv + 1, argc - 1))
    for (llvm::StringRef option : {"lit-test", "input-style", "help", "version"})
      isAlone |= word.ltrim('-').starts_with(option);
  if (isAlone)
    return failed(mlir::MlirLspServerMain(argc, argv, registry));
  std::string self = llvm::sys::fs::getMainExecutable(
      argv[0], reinterpret_cast<void *>(reinterpret_cast<intptr_t>(&main)));
  std::vector<std::string> command = {self};
  command.insert(command.end(), argv + 1, argv + argc);
  setenv(behind, "1", /*overwrite=*/1);
  return chad::lsp::serve(command, registry);
}
