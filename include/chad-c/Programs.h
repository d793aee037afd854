//===- Programs.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* Programs in MLIR, compiled into this process, differentiated and called from C. This header needs
   neither MLIR nor C++. */

#ifndef CHAD_C_PROGRAMS_H
#define CHAD_C_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A compiled program. Several threads may call it. */
typedef struct ChadProgram ChadProgram;

/** How to compile. `chadGetDefaultOptions` fills it in; other fields may be added at the end. */
typedef struct ChadOptions {
  unsigned optimizationLevel; /**< LLVM's, 0 to 3. */
  unsigned threads;           /**< That share a call; 0: as many as there are. */
  bool useVectorMath;         /**< exp, log, ... of several elements at once, to 4 ulp. */
  bool checkExtents;          /**< Fail where arrays that are read together differ in extent. */
  bool checkBounds;           /**< Fail where an index is outside of its array. */
} ChadOptions;

void chadGetDefaultOptions(ChadOptions *options);

/** A derivative to compile with a program, as a function `name`; see `chadAddDerivative`. */
typedef struct ChadDerivative {
  const char *name, *function, *kind;
  const int64_t *wrt;
  size_t numWrt;
  const int64_t *of;
  size_t numOf;
} ChadDerivative;

/** Compiles text or bytecode, also StableHLO in each form in which JAX gives it, and derivatives of
    its functions.
    `fileName` is what messages call it; `options` may be NULL. NULL after an error. */
ChadProgram *chadCompile(const char *source, size_t length, const char *fileName,
                         const ChadDerivative *derivatives, size_t numDerivatives,
                         const ChadOptions *options);
void chadDestroyProgram(ChadProgram *program);

/** What went wrong last in this thread, with places and notes; never NULL. */
const char *chadGetLastError(void);

/** The public functions; NULL beyond the last. */
const char *chadGetFunctionName(const ChadProgram *program, size_t position);
/** The type of an argument or a result, as text of MLIR, "tensor<?x3xf64>"; NULL beyond the last.
 */
const char *chadGetArgumentType(const ChadProgram *program, const char *function, size_t position);
const char *chadGetResultType(const ChadProgram *program, const char *function, size_t position);

enum { CHAD_MAX_RANK = 16 };

/** An array in memory, row by row; a scalar has rank 0. Elements are as in docs/CABI.md. */
typedef struct ChadArray {
  void *data;
  int64_t rank;
  int64_t shape[CHAD_MAX_RANK];
} ChadArray;

/** Calls a function. Arguments are read where they are. A result whose `data` is NULL gets memory,
   rank and shape, and the memory is the caller's, for `chadFree`; where `data` is given, the result
   is written there, and must have that shape. False after an error. */
bool chadCall(ChadProgram *program, const char *function, const ChadArray *arguments,
              size_t numArguments, ChadArray *results, size_t numResults);

/** Frees the memory of a result. */
void chadFree(void *data);

#ifdef __cplusplus
}
#endif

#endif /* CHAD_C_PROGRAMS_H */
