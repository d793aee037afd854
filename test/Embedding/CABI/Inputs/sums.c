/*===- sums.c ---------------------------------------------------------------===*
 *
 * Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

/* Calls functions of sums, as a program in C and in C++. */
#include "sums.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%d: %s fails (%s)\n", __LINE__, #condition, chad_last_error());             \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* A shape of which no field means anything but those that are set. */
static chad_area_s garbage(int64_t tag) {
  chad_area_s shape;
  memset(&shape, 0xa5, sizeof shape);
  shape.tag = tag;
  return shape;
}

static void testAlternatives(void) {
  double area = 0, byK = 0;
  chad_area_and_grad_result1 by;
  memset(&by, 0, sizeof by);

  chad_area_s circle = garbage(0);
  circle.alt0_0 = 2;
  CHECK(chad_area(&circle, 3, &area) == CHAD_OK && area == 12);
  CHECK(chad_area_and_grad(&circle, 3, &area, &by, &byK) == CHAD_OK);
  CHECK(area == 12 && by.tag == 0 && by.alt0_0 == 12 && byK == 4);
  CHECK(!by.alt2_0.data);

  chad_area_s rectangle = garbage(1);
  rectangle.alt1_0 = 2;
  rectangle.alt1_1 = 3;
  CHECK(chad_area_and_grad(&rectangle, 3, &area, &by, &byK) == CHAD_OK);
  CHECK(area == 6 && by.tag == 1 && by.alt1_0 == 3 && by.alt1_1 == 2 && byK == 0);
  CHECK(by.alt0_0 == 12 && !by.alt2_0.data); /* as they were */

  double numbers[3] = {1, 2, 3};
  chad_area_s array = garbage(2);
  array.alt2_0.data = numbers;
  array.alt2_0.shape[0] = 3;
  array.alt2_1 = 1;
  CHECK(chad_area_and_grad(&array, 3, &area, &by, &byK) == CHAD_OK);
  CHECK(area == 12 && by.tag == 2 && by.alt2_0.shape[0] == 3);
  CHECK(by.alt2_0.data[0] == 2 && by.alt2_0.data[1] == 8 && by.alt2_0.data[2] == 2);
  chad_free(by.alt2_0.data);
  /* Into memory of the caller. */
  double memory[3] = {0, 0, 0};
  by.alt2_0.data = memory;
  CHECK(chad_area_and_grad(&array, 3, NULL, &by, NULL) == CHAD_OK && memory[1] == 8);
  by.alt2_0.shape[0] = 2;
  CHECK(chad_area_and_grad(&array, 3, NULL, &by, NULL) == CHAD_BAD_RESULT);
  /* The alternative that is taken has no array. */
  CHECK(chad_area_and_grad(&rectangle, 3, NULL, &by, NULL) == CHAD_OK && by.tag == 1);
  CHECK(by.alt2_0.data == memory && by.alt2_0.shape[0] == 2);
  CHECK(chad_area_and_grad(&array, 3, &area, NULL, &byK) == CHAD_OK && area == 12);

  /* Tangents and cotangents. */
  double along[3] = {1, 0, 1};
  chad_area_along_ds change, back;
  memset(&change, 0xa5, sizeof change);
  memset(&back, 0, sizeof back);
  change.tag = 2;
  change.alt2_0.data = along;
  change.alt2_0.shape[0] = 3;
  double slope = 0;
  CHECK(chad_area_along(&array, 3, &change, 1, &area, &slope) == CHAD_OK);
  CHECK(area == 12 && slope == 4);
  CHECK(chad_area_back(&array, 3, 10, &back, &byK) == CHAD_OK && back.tag == 2 && byK == 0);
  CHECK(back.alt2_0.shape[0] == 3 && back.alt2_0.data[1] == 80);
  chad_free(back.alt2_0.data);
  change.tag = 0;
  change.alt0_0 = 1;
  CHECK(chad_area_along(&array, 3, &change, 1, &area, &slope) == CHAD_CHECK_FAILED);
  CHECK(strstr(chad_last_error(), "the tag of a tangent or cotangent is not that of the sum"));
  CHECK(chad_area_along(&circle, 3, &change, 1, &area, &slope) == CHAD_OK && slope == 16);

  chad_area_s nothing = garbage(3);
  CHECK(chad_area_and_grad(&nothing, 3, &area, &by, &byK) == CHAD_OK);
  CHECK(area == 3 && by.tag == 3 && byK == 1);

  /* (2·k·r)², by r and by k. */
  chad_area_and_grad_result1 second;
  memset(&second, 0, sizeof second);
  CHECK(chad_slope_grad(&circle, 3, &second, &byK) == CHAD_OK);
  CHECK(second.tag == 0 && second.alt0_0 == 8 * 9 * 2 && byK == 8 * 3 * 4);
  /* h²·w */
  CHECK(chad_slope_grad(&rectangle, 3, &second, &byK) == CHAD_OK);
  CHECK(second.tag == 1 && second.alt1_0 == 9 && second.alt1_1 == 12 && byK == 0);
}

static void testErrors(void) {
  double area = 0;
  chad_area_s bad = garbage(4);
  CHECK(chad_area(&bad, 3, &area) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "s.tag is not one of 0 to 3"));
  bad.tag = -1;
  CHECK(chad_area(&bad, 3, &area) == CHAD_BAD_ARGUMENT);
  CHECK(chad_area(NULL, 3, &area) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "s is NULL"));
  bad.tag = 2;
  bad.alt2_0.data = NULL;
  bad.alt2_0.shape[0] = 2;
  bad.alt2_1 = 0;
  CHECK(chad_area(&bad, 3, &area) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "s.alt2_0 has elements, but no data"));
}

static void testArrays(void) {
  bool tags[3] = {false, true, false};
  double firsts[3] = {2, NAN, 1}, pairs[6] = {NAN, NAN, 3, 4, NAN, NAN};
  int32_t counts[3] = {5, 0, 1};
  chad_total_items items;
  items.tag.data = tags;
  items.alt0_0.data = firsts;
  items.alt0_1.data = counts;
  items.alt1_0.data = pairs;
  items.tag.shape[0] = items.alt0_0.shape[0] = items.alt0_1.shape[0] = 3;
  items.alt1_0.shape[0] = 3;
  items.alt1_0.shape[1] = 2;
  double total = 0, byK = 0;
  CHECK(chad_total(&items, 3, &total) == CHAD_OK && total == 57);
  chad_total_grad_result0 by;
  memset(&by, 0, sizeof by);
  CHECK(chad_total_grad(&items, 3, &by, &byK) == CHAD_OK && byK == 12);
  CHECK(by.tag.shape[0] == 3 && !by.tag.data[0] && by.tag.data[1] && !by.tag.data[2]);
  CHECK(by.alt0_0.data[0] == 20 && by.alt0_0.data[2] == 2);
  CHECK(by.alt1_0.shape[1] == 2 && by.alt1_0.data[2] == 12 && by.alt1_0.data[3] == 9);
  chad_free(by.tag.data);
  chad_free(by.alt0_0.data);
  chad_free(by.alt1_0.data);

  items.alt0_1.shape[0] = 2;
  CHECK(chad_total(&items, 3, &total) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "extent 0 of items.alt0_1 is not that of items.tag"));
  items.alt0_1.shape[0] = 3;
  memset(tags + 2, 2, 1);
  CHECK(chad_total(&items, 3, &total) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "an element of items.tag is not one of 0 to 1"));
  memset(&items, 0, sizeof items);
  items.alt1_0.shape[1] = 2;
  CHECK(chad_total(&items, 3, &total) == CHAD_OK && total == 0);
}

static void testNested(void) {
  double numbers[2] = {1, 2};
  float matrix[6] = {1, 2, 3, 4, 5, 6};
  chad_same_n n, copy;
  chad_total_items items, itemsCopy;
  chad_same_p p, pCopy;
  memset(&n, 0xa5, sizeof n);
  memset(&copy, 0, sizeof copy);
  memset(&items, 0, sizeof items);
  memset(&itemsCopy, 0, sizeof itemsCopy);
  items.alt1_0.shape[1] = 2;
  p.alt0_0 = 1.5;
  p.alt0_1 = 2.5f;
  n.tag = 0;
  n.alt0_0_tag = 2;
  n.alt0_0_alt2_0.data = numbers;
  n.alt0_0_alt2_0.shape[0] = 2;
  n.alt0_0_alt2_1 = 7;
  n.alt0_1 = true;
  CHECK(chad_same(&n, &items, &p, &copy, &itemsCopy, &pCopy) == CHAD_OK);
  CHECK(copy.tag == 0 && copy.alt0_0_tag == 2 && copy.alt0_0_alt2_1 == 7 && copy.alt0_1);
  CHECK(copy.alt0_0_alt2_0.shape[0] == 2 && copy.alt0_0_alt2_0.data[1] == 2);
  CHECK(!copy.alt1_1.data && pCopy.alt0_0 == 1.5 && pCopy.alt0_1 == 2.5f);
  CHECK(itemsCopy.tag.shape[0] == 0);
  chad_free(itemsCopy.tag.data);
  chad_free(itemsCopy.alt0_0.data);
  chad_free(itemsCopy.alt0_1.data);
  chad_free(itemsCopy.alt1_0.data);
  chad_free(copy.alt0_0_alt2_0.data);
  n.alt0_0_tag = 9;
  CHECK(chad_same(&n, &items, &p, NULL, NULL, NULL) == CHAD_BAD_ARGUMENT);
  CHECK(strstr(chad_last_error(), "n.alt0_0_tag is not one of 0 to 3"));
  /* The tag of an alternative that is not taken means nothing. */
  n.tag = 1;
  n.alt1_0 = 0.5f;
  n.alt1_1.data = matrix;
  n.alt1_1.shape[0] = 2;
  n.alt1_1.shape[1] = 3;
  memset(&copy, 0, sizeof copy);
  CHECK(chad_same(&n, &items, &p, &copy, NULL, NULL) == CHAD_OK);
  CHECK(copy.tag == 1 && copy.alt1_0 == 0.5f && copy.alt1_1.data[5] == 6 && !copy.alt0_1);
  chad_free(copy.alt1_1.data);
}

int main(void) {
  testAlternatives();
  testErrors();
  testArrays();
  testNested();
  puts("sums went in and out");
  return 0;
}
