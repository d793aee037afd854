/*===- test-capi.c ---------------------------------------------------------===*\
|*
|* Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
|* See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* Compiles, differentiates and calls programs from C. */

#include "chad-c/Programs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "%s: %s\n", what, chadGetLastError());
  exit(1);
}

static const char line[] =
    "func.func @loss(%slope: f64, %xs: tensor<?xf64>) -> (f64, i1) {\n"
    "  %zero = arith.constant 0.0 : f64\n"
    "  %squares = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {\n"
    "    %p = arith.mulf %slope, %x : f64\n"
    "    %q = arith.mulf %p, %p : f64\n"
    "    chad.yield %q : f64\n"
    "  }\n"
    "  %loss = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {\n"
    "    %s = arith.addf %a, %b : f64\n"
    "    chad.yield %s : f64\n"
    "  }\n"
    "  %sign = arith.cmpf ogt, %slope, %zero : f64\n"
    "  return %loss, %sign : f64, i1\n"
    "}\n";

#ifdef HAS_MLIR_CAPI
void testModule(const char *source);
#endif

int main(void) {
  int64_t wrt[] = {0, 1}, of[] = {0};
  ChadDerivative derivatives[] = {{"gradient", "loss", "value_and_grad", wrt, 2, of, 1},
                                  {"along", "loss", "jvp", NULL, 0, NULL, 0}};
  ChadOptions options;
  chadGetDefaultOptions(&options);
  options.optimizationLevel = 1;
  ChadProgram *program = chadCompile(line, strlen(line), "line.mlir", derivatives, 2, &options);
  check(program, "compile");
  for (size_t i = 0; chadGetFunctionName(program, i); ++i)
    printf("%s\n", chadGetFunctionName(program, i));
  printf("%s -> %s, %s\n", chadGetArgumentType(program, "gradient", 1),
         chadGetResultType(program, "gradient", 0), chadGetResultType(program, "gradient", 3));
  check(!chadGetResultType(program, "gradient", 4), "there are four results");

  double slope = 2, xs[] = {1, 2, 3}, bySlope = 0;
  ChadArray arguments[] = {{&slope, 0, {0}}, {xs, 1, {3}}};
  ChadArray results[4] = {{NULL, 0, {0}}, {NULL, 0, {0}}, {&bySlope, 0, {0}}, {NULL, 0, {0}}};
  check(chadCall(program, "gradient", arguments, 2, results, 4), "call");
  const double *byXs = results[3].data;
  printf("%g %d %g [%g %g %g] of %d\n", *(double *)results[0].data, *(bool *)results[1].data,
         bySlope, byXs[0], byXs[1], byXs[2], (int)results[3].shape[0]);
  for (int i = 0; i < 4; ++i)
    if (i != 2)
      chadFree(results[i].data);

  /* Memory that is given, and an empty array. */
  double given[3];
  ChadArray into[4] = {{NULL, 0, {0}}, {NULL, 0, {0}}, {NULL, 0, {0}}, {given, 1, {3}}};
  check(chadCall(program, "gradient", arguments, 2, into, 4), "call into memory");
  check(into[3].data == given && given[2] == 24, "what is written into memory");
  arguments[1].shape[0] = 0;
  into[3].data = NULL;
  check(chadCall(program, "gradient", arguments, 2, into, 4), "call on no elements");
  check(into[3].shape[0] == 0 && *(double *)into[0].data == 0, "the sum of nothing");
  arguments[1].shape[0] = 3;

  /* Errors leave what is there, and say why. */
  into[3] = (ChadArray){given, 1, {2}};
  check(!chadCall(program, "gradient", arguments, 2, into, 4), "a wrong shape is refused");
  printf("%s\n", chadGetLastError());
  check(!chadCall(program, "losses", arguments, 2, into, 4), "an unknown function is refused");
  printf("%s\n", chadGetLastError());
  check(!chadCall(program, "gradient", arguments, 1, into, 4), "a missing argument is refused");
  printf("%s\n", chadGetLastError());
  chadDestroyProgram(program);
  const char *wrong = "func.func @f(%x: f64) -> f64 {\n  return %y : f64\n}\n";
  check(!chadCompile(wrong, strlen(wrong), "wrong.mlir", NULL, 0, NULL), "an error is found");
  printf("%s", chadGetLastError());
  ChadDerivative unknown = {"d", "loss", "gradient", NULL, 0, NULL, 0};
  check(!chadCompile(line, strlen(line), "line.mlir", &unknown, 1, NULL), "no such derivative");
  printf("%s", chadGetLastError());
#ifdef HAS_MLIR_CAPI
  testModule(line);
#endif
  printf("all is well\n");
  return 0;
}
