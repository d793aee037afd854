//===- Dialects.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* The dialect, its rules and its passes, for users of MLIR's interface in C. */

#ifndef CHAD_C_DIALECTS_H
#define CHAD_C_DIALECTS_H

#include "chad-c/Programs.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Registers the dialect, what it has to know of the dialects of MLIR, and these. */
void chadRegisterDialects(MlirDialectRegistry registry);

/** Registers the passes and pipelines of chad and the passes of MLIR that stand between them: by
   their names `mlirParsePassPipeline` finds them. */
void chadRegisterPasses(void);

/** Adds a public function `name` to a module, a derivative of the function `function`. `kind` is
   "grad", "value_and_grad", "jvp", "vjp", "jacobian", "hvp", "hessian" or "linearize"; `wrt` are
   positions of arguments, `of` those of results, and none stands for all that hold floats. Errors
   are diagnostics of the context. */
bool chadAddDerivative(MlirModule module, const char *name, const char *function, const char *kind,
                       const int64_t *wrt, size_t numWrt, const int64_t *of, size_t numOf);

/** Compiles a module, which stays as it is. Its context must have what `chadRegisterDialects`
   registers, and live as long as the program. NULL after an error: `chadGetLastError`, or a
   diagnostic of the context. */
ChadProgram *chadCompileModule(MlirModule module, const ChadOptions *options);

#ifdef __cplusplus
}
#endif

#endif /* CHAD_C_DIALECTS_H */
