/*===- test-capi-module.c --------------------------------------------------===*\
|*
|* Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* The dialect and its passes, with MLIR's own interface in C. */

#include "chad-c/Dialects.h"
#include "mlir-c/IR.h"
#include <stdio.h>
#include <stdlib.h>

void testModule(const char *source);

void testModule(const char *source) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  chadRegisterDialects(registry);
  chadRegisterPasses();
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  if (mlirModuleIsNull(module) ||
      !chadAddDerivative(module, "by_slope", "loss", "grad", (int64_t[]){0}, 1, (int64_t[]){0}, 1))
    abort();
  ChadProgram *program = chadCompileModule(module, NULL);
  if (!program)
    abort();
  mlirModuleDestroy(module);
  double slope = 2, xs[] = {1, 2}, result = 0;
  ChadArray arguments[] = {{&slope, 0, {0}}, {xs, 1, {2}}}, results[] = {{&result, 0, {0}}};
  if (!chadCall(program, "by_slope", arguments, 2, results, 1))
    abort();
  printf("by_slope: %g\n", result);
  chadDestroyProgram(program);
  mlirContextDestroy(context);
}
