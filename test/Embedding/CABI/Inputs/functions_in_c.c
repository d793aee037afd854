/*===- functions_in_c.c -----------------------------------------------------===*
 *
 * Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

/* Passes functions of C, with their partial derivatives, to a program. */
#include "functions_in_c.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int isRight, const char *what) {
  if (!isRight) {
    fprintf(stderr, "wrong: %s (%s)\n", what, chad_last_error());
    ++failures;
  }
}

static int isClose(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

/* x ↦ x² - a, where the context is a. */
static void square(void *context, double x, double *y) { *y = x * x - *(double *)context; }
static void squarePartials(void *context, double x, double *by_x) {
  (void)context;
  *by_x = 2 * x;
}

/* (x, n, y) ↦ (n x y, x + y²), which counts its calls in the context. */
static void pair(void *context, float x, int64_t n, float y, float *u, float *v) {
  ++*(int *)context;
  *u = n * x * y;
  *v = x + y * y;
}
static void pairPartials(void *context, float x, int64_t n, float y, float *u_x, float *u_y,
                         float *v_x, float *v_y) {
  (void)context;
  *u_x = n * y;
  *u_y = n * x;
  *v_x = 1 + 0 * x;
  *v_y = 2 * y;
}

static void odd(void *context, int64_t i, int64_t *y) {
  (void)context;
  *y = i % 2;
}

int main(void) {
  double two = 2, root = 0;
  chad_newton_f *f = NULL, *plain = NULL;
  check(chad_newton_f_from_c(square, squarePartials, &two, &f) == CHAD_OK, "a function");
  check(chad_newton(f, 1, 20, &root) == CHAD_OK && isClose(root, sqrt(2)), "Newton's method");
  two = 9;
  check(chad_newton(f, 1, 20, &root) == CHAD_OK && isClose(root, 3), "the context is the caller's");

  double xs[] = {1, 2, 4}, ones[] = {1, 10, 100}, value = 0, slope = 0, expected = 0;
  chad_f64_1d x = {xs, {3}}, dx = {ones, {3}}, g = {NULL, {0}};
  check(chad_gradient(f, &x, &value, &g) == CHAD_OK, "a gradient");
  for (int i = 0; i < 3; ++i) {
    double d = 4 * xs[i] * (xs[i] * xs[i] - 9);
    check(isClose(g.data[i], d), "an entry of the gradient");
    expected += d * ones[i];
  }
  check(chad_along(f, &x, &dx, &slope) == CHAD_OK && isClose(slope, expected), "forward");
  chad_free(g.data);

  /* Without partial derivatives a function has values only. */
  check(chad_newton_f_from_c(square, NULL, &two, &plain) == CHAD_OK, "no partial derivatives");
  check(chad_newton(plain, 1, 0, &root) == CHAD_OK && root == 1, "no derivative is needed");
  check(chad_newton(plain, 1, 1, &root) == CHAD_CHECK_FAILED &&
            strstr(chad_last_error(), "'partials' are NULL"),
        "a derivative is needed");

  int calls = 0;
  float byX = 0, byY = 0;
  chad_product_f *p = NULL;
  check(chad_product_f_from_c(pair, pairPartials, &calls, &p) == CHAD_OK, "two results");
  check(chad_product(p, 2, 3, 5, &byX, &byY) == CHAD_OK && calls >= 1, "their product");
  check(isClose(byX, 15 * 27 + 30) && isClose(byY, 6 * 27 + 30 * 10), "its gradient");

  int64_t count = 0;
  chad_count_f *o = NULL;
  check(chad_count_f_from_c(odd, NULL, NULL, &o) == CHAD_OK, "integers");
  check(chad_count(o, 7, &count) == CHAD_OK && count == 3, "a count");
  check(chad_newton_f_from_c(square, NULL, NULL, NULL) == CHAD_OK, "a result that is dropped");

  chad_release(f);
  chad_release(plain);
  chad_release(p);
  chad_release(o);
  return failures;
}
