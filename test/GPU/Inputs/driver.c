// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of a GPU that there is not: memory is that of the host, and kernels do nothing. The
// variable FAIL names a function that fails.
#include <stdarg.h>
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
  *count = fails("count") ? 0 : getenv("GPUS") ? atoi(getenv("GPUS")) : 1;
  return 0;
}
int cuDeviceGet(int *device, int number) {
  *device = number;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = (void *)(uintptr_t)(device + 1);
  return fails("context");
}
static void print(const char *format, ...);
// The GPU in use, if there are several.
static int current = -1;
int cuCtxSetCurrent(void *context) {
  int device = (int)(uintptr_t)context - 1;
  if (getenv("GPUS") && context && device != current)
    print("use GPU %d\n", device);
  current = device;
  return 0;
}
int cuCtxGetCurrent(void **context) {
  *context = (void *)(uintptr_t)(current + 1);
  return 0;
}
int cuStreamCreate(void **stream, unsigned flags) {
  static char second;
  static int number;
  *stream = number++ == 0 ? (void *)&fails : &second;
  return fails("stream");
}
int cuStreamDestroy_v2(void *stream) { return 0; }
int cuStreamSynchronize(void *stream) { return fails("kernel"); }
int cuModuleLoadDataEx(void **module, const char *text, unsigned count, int *options,
                       void **values) {
  *module = (void *)text;
  if (getenv("GPUS"))
    print("load kernels\n");
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
// What is the memory of the device, and of how many bytes.
static struct {
  uint64_t place;
  size_t bytes;
} blocks[256];
static int number_of(uint64_t place) {
  for (int i = 0; i < 256; ++i)
    if (place >= blocks[i].place && place < blocks[i].place + blocks[i].bytes)
      return i;
  return -1;
}
// With LOG, what is done is printed: what lies where, but not at which address.
static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (getenv("LOG"))
    vprintf(format, list);
  va_end(list);
}
// Where kernels note that an assertion fails: the one allocation of 4 bytes.
static int32_t *error;
static const char *kind(uint64_t place) { return number_of(place) < 0 ? "host" : "device"; }
int cuMemAlloc_v2(uint64_t *place, size_t bytes) {
  *place = (uint64_t)malloc(bytes);
  if (bytes == sizeof(*error))
    error = (int32_t *)*place;
  for (int i = 0; i < 256; ++i)
    if (!blocks[i].place) {
      blocks[i].place = *place;
      blocks[i].bytes = bytes;
      break;
    }
  return fails("memory");
}
int cuMemFree_v2(uint64_t place) {
  int i = number_of(place);
  blocks[i].place = blocks[i].bytes = 0;
  free((void *)place);
  return 0;
}
int cuPointerGetAttribute(void *value, int attribute, uint64_t place) {
  if (number_of(place) < 0)
    return 1;
  if (attribute == 2)
    *(unsigned *)value = 2;
  else if (attribute == 8)
    *(int *)value = getenv("MANAGED") != 0;
  else
    *(int *)value = getenv("OTHER_GPU") ? 7 : 0;
  return 0;
}
// What a test does before something is copied to the host.
void (*before_copy_out)(void);
int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void *stream) {
  if (before_copy_out && number_of(to) < 0)
    before_copy_out();
  memcpy((void *)to, (void *)from, bytes);
  print("copy %zu bytes from %s to %s in %s stream\n", bytes, kind(from), kind(to),
        stream == &fails ? "its own" : "the given");
  return fails("copy");
}
// Launches that are recorded do not run before their graph is launched.
static void *recording;
static int recorded;
int cuStreamBeginCapture_v2(void *stream, int mode) {
  recording = stream;
  recorded = 0;
  return fails("capture");
}
int cuStreamEndCapture(void *stream, void **record) {
  *record = &recorded;
  recording = 0;
  return 0;
}
int cuGraphInstantiateWithFlags(void **graph, void *record, unsigned long long flags) {
  *graph = (void *)(uintptr_t)(recorded + 1);
  return fails("graph");
}
int cuGraphLaunch(void *graph, void *stream) {
  print("launch a graph of %d kernels in %s stream\n", (int)(uintptr_t)graph - 1,
        stream == &fails ? "its own" : "the given");
  return 0;
}
// Whatever is measured takes a quarter of a millisecond.
int cuEventCreate(void **event, unsigned flags) {
  *event = malloc(1);
  return fails("event");
}
int cuEventRecord(void *event, void *stream) {
  print("event\n");
  return 0;
}
int cuEventElapsedTime(float *milliseconds, void *before, void *after) {
  *milliseconds = 0.25f;
  return 0;
}
int cuEventDestroy_v2(void *event) {
  free(event);
  return 0;
}
int cuGraphDestroy(void *record) { return 0; }
int cuGraphExecDestroy(void *graph) { return 0; }
// Three multiprocessors run two blocks each at once.
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count, void *function, int threads, size_t shared) {
  *count = 2;
  return fails("occupancy");
}
// The variable THREADS has the number of threads that a multiprocessor runs at once.
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  if (attribute == 39 && !getenv("THREADS"))
    return 1;
  *value = attribute == 16 ? 3 : attribute == 39 ? atoi(getenv("THREADS")) : 0;
  return 0;
}
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned tx, unsigned ty,
                   unsigned tz, unsigned shared, void *stream, void **params, void **extra) {
  if (recording && stream == recording) {
    ++recorded;
    return 0;
  }
  // A kernel that finds a mistake.
  if (getenv("CHECK"))
    *error = atoi(getenv("CHECK"));
  print("launch %s in %s stream\n", (char *)function,
        stream == &fails ? "its own" : "the given");
  if (getenv("GRID"))
    printf("%u blocks of %u threads\n", x, tx);
  return fails("launch");
}
int cuGetErrorString(int result, const char **text) {
  *text = "the fake driver fails";
  return 0;
}
