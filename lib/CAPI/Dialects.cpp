//===- Dialects.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad-c/Dialects.h"
#include "Programs.h"
#include "chad/ExecutionEngine/Requests.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void chadRegisterDialects(MlirDialectRegistry registry) {
  chad::registerCompilerDialects(*unwrap(registry));
  chad::registerPortableStableHLO(*unwrap(registry));
}

void chadRegisterPasses(void) {
  mlir::registerTransformsPasses();
  chad::registerAllPasses();
  chad::registerChadStableHLOPasses();
}

bool chadAddDerivative(MlirModule module, const char *name, const char *function, const char *kind,
                       const int64_t *wrt, size_t numWrt, const int64_t *of, size_t numOf) {
  return succeeded(chad::addDerivative(
      unwrap(module), {name, function, kind, {wrt, wrt + numWrt}, {of, of + numOf}}));
}

ChadProgram *chadCompileModule(MlirModule module, const ChadOptions *options) {
  chad::capi::setLastError("");
  std::unique_ptr<MLIRContext> none;
  return chad::capi::compile(none, unwrap(module), options);
}
