/*===- interface.c ----------------------------------------------------------===*
 *
 * Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

/* Every type, who owns memory, and every error. */

#include "interface.h"
#undef NDEBUG
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void testTypes(void) {
  bool flags[6] = {true, false, true, true, false, false}, b = true;
  chad_i1_2d v = {flags, {3, 2}}, w = {NULL, {0, 0}};
  int64_t n = 0;
  int8_t i = 0;
  uint16_t h = 0;
  float z = 0;
  assert(chad_negate(true, 7, -5, 0x3c00, 2.5f, &v, &b, &n, &i, &h, &z, &w) == CHAD_OK);
  assert(!b && n == -7 && i == 5 && h == 0xbc00 && z == -2.5f);
  assert(w.shape[0] == 3 && w.shape[1] == 2);
  for (int k = 0; k < 6; ++k)
    assert(w.data[k] == !flags[k]);
  chad_free(w.data);
  assert(chad_negate(true, 7, -5, 0x3c00, 2.5f, &v, NULL, NULL, NULL, NULL, NULL, NULL) == CHAD_OK);
  v.shape[1] = 3;
  assert(chad_negate(true, 7, -5, 0, 2.5f, &v, &b, &n, &i, &h, &z, &w) == CHAD_BAD_ARGUMENT);
  assert(!strcmp(chad_last_error(), "chad_negate: extent 1 of v is not 2"));
  assert(chad_strange_name() == CHAD_OK);
}

static void testMemory(void) {
  double numbers[3] = {1, 2, 3}, place[3] = {0, 0, 0};
  chad_f64_1d xs = {numbers, {3}}, a = {NULL, {0}}, b = {NULL, {0}}, c = {place, {3}};
  assert(chad_twice(&xs, &a, &b) == CHAD_OK);
  assert(a.data != b.data && a.data != numbers && b.data != numbers);
  assert(a.shape[0] == 3 && b.shape[0] == 3 && a.data[2] == 3 && b.data[2] == 3);
  chad_free(a.data);
  chad_free(b.data);
  b.data = NULL;
  assert(chad_twice(&xs, &c, &b) == CHAD_OK);
  assert(c.data == place && place[1] == 2 && b.data[1] == 2);
  chad_free(b.data);
  a.data = NULL;
  assert(chad_twice(&xs, NULL, &a) == CHAD_OK && a.data[0] == 1);
  chad_free(a.data);
  /* Memory of another size is left alone. */
  a.data = NULL;
  c.shape[0] = 2;
  place[1] = -1;
  assert(chad_twice(&xs, &a, &c) == CHAD_BAD_RESULT);
  assert(a.data == NULL && place[1] == -1 && strstr(chad_last_error(), "shape"));
  /* No elements need no data. */
  xs.data = NULL;
  xs.shape[0] = 0;
  b.data = NULL;
  assert(chad_twice(&xs, &a, &b) == CHAD_OK && a.shape[0] == 0);
  chad_free(a.data);
  chad_free(b.data);
}

/* Counts what the objects take from the C library. */
static int numAllocations;
/* How many of the next allocations fail. */
static int numFailures;
int posix_memalign(void **memory, size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size) {
  void *memory = NULL;
  ++numAllocations;
  if (numFailures > 0) {
    --numFailures;
    return NULL;
  }
  return posix_memalign(&memory, alignment, size) ? NULL : memory;
}

/* What is freed serves the next call, and belongs to the C library. */
static void testReuse(void) {
  double numbers[3] = {1, 2, 3};
  chad_f64_1d xs = {numbers, {3}}, a = {NULL, {0}}, b = {NULL, {0}};
  assert(chad_twice(&xs, &a, &b) == CHAD_OK);
  double *first = a.data, *second = b.data;
  assert((uintptr_t)first % 64 == 0 && (uintptr_t)second % 64 == 0);
  chad_free(a.data);
  chad_free(b.data);
  a.data = b.data = NULL;
  int before = numAllocations;
  assert(chad_twice(&xs, &a, &b) == CHAD_OK && numAllocations == before);
  assert((a.data == first && b.data == second) || (a.data == second && b.data == first));
  free(a.data);
  chad_free(b.data);
  chad_free(NULL);
  chad_trim();
  chad_free(malloc(16));
  a.data = b.data = NULL;
  assert(chad_twice(&xs, &a, &b) == CHAD_OK && numAllocations > before && a.data[2] == 3 && b.data[2] == 3);
  free(a.data);
  free(b.data);
  chad_trim();
}

/* So does what a call needs between. */
static void testTemporaries(void) {
  double numbers[3] = {1, 2, 3}, sum = 0;
  chad_f64_1d xs = {numbers, {3}};
  assert(chad_sums(&xs, &sum) == CHAD_OK && sum == 6 * 1 + 3 * 2 + 1 * 3);
  int before = numAllocations;
  for (int k = 0; k < 3; ++k)
    assert(chad_sums(&xs, &sum) == CHAD_OK && sum == 15);
  assert(before > 0 && numAllocations == before);
}

/* A call fails for lack of memory only when nothing is kept any more. */
static void testNoMemory(void) {
  double numbers[3] = {1, 2, 3};
  chad_f64_1d xs = {numbers, {3}}, a = {NULL, {0}};
  chad_trim();
  numFailures = 1;
  assert(chad_twice(&xs, &a, NULL) == CHAD_OK && numFailures == 0 && a.data[2] == 3);
  chad_free(a.data);
  a.data = NULL;
  chad_trim();
  numFailures = 2;
  assert(chad_twice(&xs, &a, NULL) == CHAD_NO_MEMORY && a.data == NULL);
  numFailures = 0;
  assert(chad_twice(&xs, &a, NULL) == CHAD_OK && a.data[2] == 3);
  chad_free(a.data);
}

static void testErrors(void) {
  double numbers[3] = {1, 2, 3};
  chad_f64_1d xs = {numbers, {3}}, ys = {numbers, {2}}, r = {NULL, {0}};
  for (int k = 0; k < 3; ++k) {
    assert(chad_product(&xs, &ys, &r) == CHAD_CHECK_FAILED);
    assert(strlen(chad_last_error()) > 0 && r.data == NULL);
  }
  ys.shape[0] = -1;
  assert(chad_product(&xs, &ys, &r) == CHAD_BAD_ARGUMENT);
  assert(!strcmp(chad_last_error(), "chad_product: extent 0 of ys is negative"));
  assert(chad_product(NULL, &ys, &r) == CHAD_BAD_ARGUMENT);
  assert(!strcmp(chad_last_error(), "chad_product: long_ is NULL") ||
         !strcmp(chad_last_error(), "chad_product: arg0 is NULL"));
  xs.data = NULL;
  assert(chad_product(&xs, &ys, &r) == CHAD_BAD_ARGUMENT);
  assert(strstr(chad_last_error(), "has elements, but no data"));
  assert(chad_zeros((int64_t)1 << 58, &r) == CHAD_NO_MEMORY);
  assert(strstr(chad_last_error(), "memory") && r.data == NULL);
  xs.data = ys.data = numbers;
  ys.shape[0] = 3;
  assert(chad_product(&xs, &ys, &r) == CHAD_OK && r.data[2] == 9);
  chad_free(r.data);
}

int main(void) {
  assert(!strcmp(chad_last_error(), ""));
  testTypes();
  testMemory();
  testReuse();
  testTemporaries();
  testNoMemory();
  testErrors();
  return 0;
}
