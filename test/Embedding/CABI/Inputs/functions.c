/*===- functions.c ----------------------------------------------------------===*
 *
 * Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

/* Functions and linear functions that are made, called, composed and released from C. */

#include "functions.h"
#undef NDEBUG
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void near(double a, double b) { assert(fabs(a - b) <= 1e-6 * (1 + fabs(b))); }

static double chain(const double *xs, int64_t n, double y) {
  for (int64_t i = 0; i < n; ++i)
    y = sin(y * xs[i]);
  return y;
}

static void testFunctions(void) {
  double xs[3] = {0.5, 0.7, -0.3}, y = 0, h = 1e-6;
  chad_f64_1d array = {xs, {3}};
  chad_chain_result *f = NULL, *g = NULL, *both = NULL;
  assert(chad_chain(&array, &f) == CHAD_OK);
  double kept[3] = {0.5, 0.7, -0.3};
  /* What a function has captured is its own. */
  xs[0] = 9;
  assert(chad_chain_result_apply(f, 1.3, &y) == CHAD_OK);
  near(y, chain(kept, 3, 1.3));
  array.shape[0] = 1;
  assert(chad_chain(&array, &g) == CHAD_OK);
  assert(chad_compose(f, g, &both) == CHAD_OK);
  /* What was made of others stays when these are gone. */
  chad_release(f);
  chad_release(g);
  assert(chad_chain_result_apply(both, 0.2, &y) == CHAD_OK);
  near(y, chain(kept, 3, sin(0.2 * 9)));
  double slope = 0, above = 0, below = 0;
  assert(chad_slope(both, 0.2, &slope) == CHAD_OK);
  assert(chad_chain_result_apply(both, 0.2 + h, &above) == CHAD_OK);
  assert(chad_chain_result_apply(both, 0.2 - h, &below) == CHAD_OK);
  near(slope, (above - below) / (2 * h));
  chad_release(both);
  chad_release(NULL);
}

/* The derivative by what a function has captured. */
static void testCaptured(void) {
  double xs[4] = {0.5, 0.7, -0.3, 1.1}, gradient[4], h = 1e-6;
  chad_f64_1d array = {xs, {4}}, result = {gradient, {4}};
  assert(chad_by_captured(&array, 1.3, &result) == CHAD_OK);
  for (int i = 0; i < 4; ++i) {
    double x = xs[i];
    xs[i] = x + h;
    double above = chain(xs, 4, 1.3);
    xs[i] = x - h;
    double below = chain(xs, 4, 1.3);
    xs[i] = x;
    near(gradient[i], (above - below) / (2 * h));
  }
}

static void testArrays(void) {
  double xs[2] = {1, 2}, ys[2] = {10, 20};
  chad_f64_1d array = {xs, {2}}, arg = {ys, {2}}, result = {NULL, {0}};
  chad_choose_result *plus = NULL, *constant = NULL;
  assert(chad_choose(true, &array, 3, &plus) == CHAD_OK);
  assert(chad_choose(false, &array, 3, &constant) == CHAD_OK);
  xs[0] = xs[1] = 0;
  assert(chad_choose_result_apply(plus, &arg, &result) == CHAD_OK);
  assert(result.shape[0] == 2 && result.data[0] == 13 && result.data[1] == 26);
  chad_free(result.data);
  result.data = NULL;
  assert(chad_choose_result_apply(constant, &arg, &result) == CHAD_OK);
  chad_release(constant);
  /* A result is the caller's. */
  assert(result.shape[0] == 2 && result.data[0] == 1 && result.data[1] == 2);
  chad_free(result.data);
  /* Errors. */
  assert(chad_choose_result_apply(NULL, &arg, &result) == CHAD_BAD_ARGUMENT);
  assert(!strcmp(chad_last_error(), "chad_choose_result_apply: function is NULL"));
  double place[3];
  chad_f64_1d wrong = {place, {3}};
  assert(chad_choose_result_apply(plus, &arg, &wrong) == CHAD_BAD_RESULT);
  arg.shape[0] = 1;
  assert(chad_choose_result_apply(plus, &arg, NULL) == CHAD_CHECK_FAILED);
  chad_release(plus);
}

static void testLinear(void) {
  double ks[3] = {1, -2, 0.5}, x = 0.9, h = 1e-6, values[3], above[3], below[3], image[3];
  chad_f64_1d array = {ks, {3}}, value = {values, {3}}, up = {above, {3}}, down = {below, {3}};
  chad_f64_1d out = {image, {3}};
  chad_derivative_result1 *derivative = NULL;
  /* A result that is not wanted is given back. */
  assert(chad_derivative(5, x + h, &array, &up, NULL) == CHAD_OK);
  assert(chad_derivative(5, x - h, &array, &down, NULL) == CHAD_OK);
  assert(chad_derivative(5, x, &array, &value, &derivative) == CHAD_OK);
  assert(chad_derivative_result1_apply(derivative, 2, &out) == CHAD_OK);
  for (int i = 0; i < 3; ++i)
    near(image[i], 2 * (above[i] - below[i]) / (2 * h));
  double weights[3] = {3, 1, -1}, sum = 0, expected = 0;
  chad_f64_1d cotangent = {weights, {3}};
  assert(chad_derivative_result1_transpose(derivative, &cotangent, &sum) == CHAD_OK);
  for (int i = 0; i < 3; ++i)
    expected += weights[i] * image[i] / 2;
  near(sum, expected);
  /* Where another result has no place, nothing is left. */
  chad_f64_1d wrong = {values, {2}};
  chad_derivative_result1 *none = NULL;
  assert(chad_derivative(5, x, &array, &wrong, &none) == CHAD_BAD_RESULT && none == NULL);
  chad_release(derivative);
}

static void testCurried(void) {
  chad_curried_result *f = NULL;
  chad_chain_result *g = NULL, *twice = NULL;
  double y = 0;
  assert(chad_curried(1, &f) == CHAD_OK);
  assert(chad_curried_result_apply(f, 3, &g) == CHAD_OK);
  chad_release(f);
  /* 3 · (3 · 2 + 1) + 1 */
  assert(chad_compose(g, g, &twice) == CHAD_OK);
  assert(chad_chain_result_apply(twice, 2, &y) == CHAD_OK);
  assert(y == 22);
  chad_release(twice);
  chad_release(g);
}

/* A list is passed on, and its parts are released at once. */
static void testList(void) {
  chad_list *list = NULL, *longer = NULL;
  double sum = 0;
  assert(chad_nil(&list) == CHAD_OK);
  for (int i = 1; i <= 100; ++i) {
    assert(chad_push(i, list, &longer) == CHAD_OK);
    chad_release(list);
    list = longer;
  }
  assert(chad_total(list, &sum) == CHAD_OK && sum == 5050);
  chad_release(list);
}

/* Functions hold those that they were made of: a long chain of these is given back without
   recursion. */
static void testMany(void) {
  double x = 1, y = 0;
  chad_f64_1d array = {&x, {0}};
  chad_chain_result *f = NULL, *id = NULL, *next = NULL;
  assert(chad_chain(&array, &f) == CHAD_OK && chad_chain(&array, &id) == CHAD_OK);
  for (int i = 0; i < 10000; ++i) {
    assert(chad_compose(id, f, &next) == CHAD_OK);
    chad_release(f);
    f = next;
  }
  assert(chad_chain_result_apply(f, 7, &y) == CHAD_OK && y == 7);
  chad_release(f);
  chad_release(id);
}

/* As deep as there are elements, on a stack of the caller's of any size. */
static void testDeep(void) {
  int64_t n = 1000000;
  double *xs = malloc(n * sizeof *xs), y = 0, expected;
  assert(xs);
  for (int64_t i = 0; i < n; ++i)
    xs[i] = 1 + 0.001 * (double)(i % 7);
  chad_f64_1d array = {xs, {n}}, gradient = {NULL, {0}};
  chad_chain_result *f = NULL;
  assert(chad_chain(&array, &f) == CHAD_OK);
  assert(chad_chain_result_apply(f, 1.3, &y) == CHAD_OK);
  expected = chain(xs, n, 1.3);
  near(y, expected);
  chad_release(f);
  assert(chad_by_captured(&array, 1.3, &gradient) == CHAD_OK);
  /* The last step alone. */
  double z = chain(xs, n - 1, 1.3);
  near(gradient.data[n - 1], cos(z * xs[n - 1]) * z);
  chad_free(gradient.data);
  free(xs);
}

int main(void) {
  testFunctions();
  testCaptured();
  testArrays();
  testLinear();
  testCurried();
  testList();
  testMany();
  testDeep();
  chad_trim();
  return 0;
}
