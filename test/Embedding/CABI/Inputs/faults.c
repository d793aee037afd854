/*===- faults.c -------------------------------------------------------------===*
 *
 * Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
 * See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

/* Calls a library whose allocations fail one after the other, and loads and unloads it. */

#define _GNU_SOURCE
#include "faults.h"
#undef NDEBUG
#include <assert.h>
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The allocator of the C library, and what is allocated by it. One call fails, or all after some
   others; negative: none. */
static long until = -1, live = 0;
static int forever = 0, hasFailed = 0;
/* Of arrays only: the runtime of threads ends the process where its own allocations fail. */
static int arraysOnly = 0;
static void *arrays[64];
extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static int fails(void) {
  if (until < 0)
    return 0;
  if (until > 0)
    return --until, 0;
  until = forever ? 0 : -1;
  hasFailed = 1;
  return 1;
}

static void *count(void *block) {
  if (block && !arraysOnly)
    __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
  return block;
}

/* Puts a block in the place of another; whether that was there. */
static int replaceArray(void *old, void *block) {
  for (int i = 0; i < 64; ++i) {
    void *expected = old;
    if (__atomic_compare_exchange_n(&arrays[i], &expected, block, 0, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      return 1;
  }
  return 0;
}

void *malloc(size_t size) {
  return !arraysOnly && fails() ? NULL : count(__libc_malloc(size));
}
void *aligned_alloc(size_t alignment, size_t size) {
  if (fails())
    return NULL;
  void *block = count(__libc_memalign(alignment, size));
  if (arraysOnly) {
    assert(replaceArray(NULL, block));
    __atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
  }
  return block;
}
void *realloc(void *block, size_t size) {
  if (!arraysOnly && fails())
    return NULL;
  return block ? __libc_realloc(block, size) : count(__libc_realloc(block, size));
}
void free(void *block) {
  if (block && (!arraysOnly || replaceArray(block, NULL)))
    __atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
  __libc_free(block);
}

typedef struct {
  void *library;
  __typeof__(&chad_f) f;
  __typeof__(&chad_last_error) last_error;
  __typeof__(&chad_free) free_block;
  __typeof__(&chad_trim) trim;
} Library;

static Library load(const char *path) {
  Library it;
  it.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!it.library)
    fprintf(stderr, "%s\n", dlerror());
  assert(it.library);
  it.f = (__typeof__(it.f))dlsym(it.library, "chad_f");
  it.last_error = (__typeof__(it.last_error))dlsym(it.library, "chad_last_error");
  it.free_block = (__typeof__(it.free_block))dlsym(it.library, "chad_free");
  it.trim = (__typeof__(it.trim))dlsym(it.library, "chad_trim");
  return it;
}

/* Fails or not, a call leaves only its results allocated. */
static int call(Library it, int64_t extent) {
  double numbers[200];
  for (int i = 0; i < 200; ++i)
    numbers[i] = i;
  chad_f64_1d xs = {numbers, {extent}}, ys = {numbers, {200}};
  chad_f64_1d a = {NULL, {-1}}, b = {NULL, {-1}}, c = {NULL, {-1}};
  double sum = -1;
  int status = it.f(&xs, &ys, &a, &b, &c, &sum);
  if (status == CHAD_OK) {
    if (!(sum > 0)) printf("%ld %ld %g %d\n", (long)a.shape[0], (long)b.shape[0], sum, hasFailed);
    assert(a.shape[0] == 200 && b.shape[0] == 200 && sum > 0);
    assert(a.data != b.data && b.data != c.data && a.data[7] == b.data[7]);
    it.free_block(a.data);
    it.free_block(b.data);
    it.free_block(c.data);
  } else {
    /* No result is set. */
    assert(!a.data && !b.data && !c.data && a.shape[0] == -1 && sum == -1);
    assert(strlen(it.last_error()) > 0);
  }
  return status;
}

int main(int argc, char **argv) {
  arraysOnly = argc > 2;
  setvbuf(stdout, NULL, _IONBF, 0);
  Library it = load(argv[1]);
  assert(call(it, 200) == CHAD_OK);
  it.trim();
  long before = live;
  int failures = 0;
  for (forever = 0; forever < 2; ++forever)
    for (long n = 0; n < 10000; ++n) {
      it.trim();
      until = n;
      hasFailed = 0;
      int status = call(it, 200);
      until = -1;
      it.trim();
      assert(live == before);
      if (!hasFailed)
        break;
      /* What is kept is given back first: a single allocation succeeds the second time. */
      assert(status == CHAD_NO_MEMORY || (status == CHAD_OK && !forever));
      failures += status == CHAD_NO_MEMORY;
      assert(call(it, 200) == CHAD_OK);
    }
  assert(call(it, 199) == CHAD_CHECK_FAILED);
  printf("%s\n", it.last_error());
  it.trim();
  assert(live == before);

  /* A library that is unloaded leaves nothing behind. */
  assert(call(it, 200) == CHAD_OK);
  dlclose(it.library);
  it = load(argv[1]);
  call(it, 200);
  dlclose(it.library);
  before = live;
  for (int i = 0; i < 20; ++i) {
    it = load(argv[1]);
    assert(call(it, 200) == CHAD_OK && call(it, 10) == CHAD_CHECK_FAILED);
    dlclose(it.library);
    assert(live <= before);
  }
  printf("%s\n", failures ? "some calls failed" : "no call failed");
  return 0;
}
