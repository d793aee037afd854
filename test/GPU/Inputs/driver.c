// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of a GPU that there is not: memory is that of the host, and kernels do nothing. The
// variable FAIL names a function that fails.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fails(const char *name) {
  const char *which = getenv("FAIL");
  return which && !strcmp(which, name) ? 999 : 0;
}

int cuInit(unsigned flags) { return fails("init"); }
int cuDeviceGetCount(int *count) {
  *count = fails("count") ? 0 : 1;
  return 0;
}
int cuDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &fails;
  return fails("context");
}
int cuCtxSetCurrent(void *context) { return 0; }
int cuStreamCreate(void **stream, unsigned flags) {
  *stream = &fails;
  return fails("stream");
}
int cuStreamDestroy_v2(void *stream) { return 0; }
int cuStreamSynchronize(void *stream) { return fails("kernel"); }
int cuModuleLoadDataEx(void **module, const char *text, unsigned count, int *options,
                       void **values) {
  *module = (void *)text;
  if (!fails("load"))
    return 0;
  snprintf(values[0], (size_t)values[1], "line 7: no such instruction");
  return 218;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  *function = (void *)name;
  // The code has the kernel.
  return strstr(module, name) ? fails("function") : 500;
}
static int32_t error;
int cuModuleGetGlobal_v2(uint64_t *place, size_t *size, void *module, const char *name) {
  *place = (uint64_t)&error;
  *size = sizeof(error);
  return strstr(module, name) ? 0 : 500;
}
int cuMemAlloc_v2(uint64_t *place, size_t bytes) {
  *place = (uint64_t)malloc(bytes);
  return fails("memory");
}
int cuMemFree_v2(uint64_t place) {
  free((void *)place);
  return 0;
}
int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, void *stream) {
  memcpy((void *)to, from, bytes);
  return fails("copy");
}
int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, void *stream) {
  memcpy(to, (void *)from, bytes);
  return 0;
}
int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void *stream) {
  memcpy((void *)to, (void *)from, bytes);
  return 0;
}
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty,
                   unsigned tz, unsigned shared, void *stream, void **params, void **extra) {
  // A kernel that finds a mistake.
  if (getenv("CHECK"))
    error = atoi(getenv("CHECK"));
  return fails("launch");
}
int cuGetErrorString(int result, const char **text) {
  *text = "the fake driver fails";
  return 0;
}
