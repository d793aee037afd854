// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of one of AMD's GPUs that there is not: memory is that of the host, kernels do nothing,
// and what is asked for is printed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int streams[2], number;

int hipInit(unsigned flags) { return 0; }
int hipGetDeviceCount(int *count) {
  *count = 2;
  return 0;
}
int hipDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
static int current;
int hipSetDevice(int device) {
  printf("device %d\n", device);
  current = device;
  return 0;
}
int hipGetDevice(int *device) {
  *device = current;
  return 0;
}
int hipStreamCreateWithFlags(void **place, unsigned flags) {
  *place = &streams[number++ != 0];
  return 0;
}
int hipStreamDestroy(void *place) { return 0; }
int hipStreamSynchronize(void *place) {
  printf("wait\n");
  return 0;
}
int hipModuleLoadDataEx(void **module, const char *image, unsigned count, int *options,
                        void **values) {
  *module = (void *)image;
  printf("load %.3s\n", image + 1);
  return 0;
}
int hipModuleGetFunction(void **function, void *module, const char *name) {
  *function = (void *)name;
  return 0;
}
int hipMalloc(void **place, size_t bytes) {
  *place = malloc(bytes);
  return 0;
}
int hipFree(void *place) {
  free(place);
  return 0;
}
int hipRuntimeGetVersion(int *version) {
  const char *major = getenv("MAJOR");
  *version = (major ? atoi(major) : 6) * 10000000 + 212345;
  return 0;
}
// The variable TYPE has the code for the memory of each address.
int hipPointerGetAttribute(void *value, int attribute, void *place) {
  if (!getenv("TYPE"))
    return 1;
  *(int *)value = attribute == 2 ? atoi(getenv("TYPE")) : attribute == 9 ? 0 : 99;
  return 0;
}
int hipMemcpyAsync(void *to, const void *from, size_t bytes, int kind, void *place) {
  printf("copy %zu bytes, kind %d\n", bytes, kind);
  memcpy(to, from, bytes);
  return 0;
}
static void *recording;
static int recorded;
int hipStreamBeginCapture(void *place, int mode) {
  recording = place;
  return 0;
}
int hipStreamEndCapture(void *place, void **record) {
  *record = &recorded;
  recording = 0;
  return 0;
}
int hipGraphInstantiateWithFlags(void **graph, void *record, unsigned long long flags) {
  *graph = record;
  return 0;
}
int hipGraphLaunch(void *graph, void *place) {
  printf("launch a graph of %d kernels\n", recorded);
  return 0;
}
int hipGraphDestroy(void *record) { return 0; }
int hipGraphExecDestroy(void *graph) { return 0; }
int hipModuleLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned tx,
                          unsigned ty, unsigned tz, unsigned shared, void *place, void **params,
                          void **extra) {
  if (recording && place == recording) {
    ++recorded;
    return 0;
  }
  printf("launch %s of %u x %u, first %llu\n", (char *)function, x, tx,
         *(unsigned long long *)params[0]);
  return getenv("FAIL") ? 719 : 0;
}
const char *hipGetErrorString(int result) { return "the fake driver fails"; }
