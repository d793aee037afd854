//===- chad-plugin.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The dialect, its rules and its passes for any tool that loads MLIR plugins:
//
//   mlir-opt --load-dialect-plugin=chad-plugin.so --load-pass-plugin=chad-plugin.so

#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/IR/ChadDialect.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/AllRules.h"
#include "chad/TransformOps/TransformOps.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static void registerDialect(mlir::DialectRegistry *registry) {
  registry->insert<chad::ChadDialect>();
  chad::registerAllRules(*registry);
  chad::registerPortableStableHLO(*registry);
  chad::registerTransformExtension(*registry);
}

static void registerPasses() {
  chad::registerAllPasses();
  chad::registerChadStableHLOPasses();
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "chad", CHAD_VERSION, registerDialect};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "chad", CHAD_VERSION, registerPasses};
}
