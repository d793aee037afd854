// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that calls functions on the GPU, with arrays on the host and on the device.
#include "library.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <vector>

/// The driver's functions, as a program that includes its header would call them.
struct Driver {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  template <typename Function> Function *find(const char *name) const {
    return library ? reinterpret_cast<Function *>(dlsym(library, name)) : nullptr;
  }
  int (*allocate)(uint64_t *, size_t) = find<int(uint64_t *, size_t)>("cuMemAlloc_v2");
  int (*copy)(uint64_t, uint64_t, size_t,
              void *) = find<int(uint64_t, uint64_t, size_t, void *)>("cuMemcpyAsync");
  int (*getCurrent)(void **) = find<int(void **)>("cuCtxGetCurrent");
};

/// An array on the device.
struct DeviceArray {
  DeviceArray(const Driver &driver, int64_t size) : size(size) {
    if (driver.allocate(&address, size * sizeof(double)))
      std::abort();
  }
  chad_f64_1d view() const { return {reinterpret_cast<double *>(address), {size}}; }
  uint64_t address = 0;
  int64_t size;
};

/// Calls a function on one GPU after the other. What the thread itself uses stays as it is.
static void useSeveral(const Driver &driver, chad_f64_1d &argument) {
  void *chosen = nullptr, *current = nullptr;
  driver.getCurrent(&chosen);
  for (int32_t number : {1, 0, 1, 2, -1}) {
    chad_set_device(number);
    chad_f64_1d result{nullptr, {0}};
    double sum = 0;
    int32_t status = chad_scaled(&argument, 2.0, &result, &sum);
    std::printf("GPU %d: %s\n", static_cast<int>(number), status ? chad_last_error() : "fine");
    std::fflush(stdout);
    chad_free(result.data);
    driver.getCurrent(&current);
    if (current != chosen)
      std::printf("another context is current\n");
  }
  std::printf("checked the current context\n");
}

/// Calls a function several times, with the same arrays, and once with one more step.
static void repeat(const Driver &driver) {
  // With fewer elements one block would run all steps.
  DeviceArray argument(driver, 40'000), result(driver, 40'000);
  chad_f64_1d xs = argument.view(), end = result.view();
  for (int64_t steps : {4, 4, 4, 4, 5}) {
    std::printf("%ld steps\n", static_cast<long>(steps));
    std::fflush(stdout);
    if (chad_steps(&xs, steps, &end))
      std::printf("%s\n", chad_last_error());
  }
}

/// The sum of a scaled array. Neither array leaves the device, and both are made in the stream.
static double scaleOnDevice(const DeviceArray &xs, DeviceArray &scaled, void *stream) {
  chad_set_stream(stream);
  chad_f64_1d argument = xs.view(), result = scaled.view();
  double sum = 0;
  if (chad_scaled(&argument, 2.0, &result, &sum))
    std::fprintf(stderr, "%s\n", chad_last_error());
  return sum;
}

static void report(const char *what, int32_t status) {
  std::printf("%s: %s\n", what, status ? chad_last_error() : "fine");
  std::fflush(stdout);
}

int main() {
  std::vector<double> numbers = {1, 2, 3};
  chad_f64_1d onHost{numbers.data(), {3}};
  double sum = 0;

  if (std::getenv("GPUS")) {
    useSeveral(Driver(), onHost);
    return 0;
  }
  chad_f64_1d result{nullptr, {0}};
  int32_t status = chad_scaled(&onHost, 2.0, &result, &sum);
  report("scaled, host", status);
  if (status == CHAD_NO_DEVICE)
    return 0;
  if (std::getenv("VALUES"))
    std::printf("%g %g %g, sum %g\n", result.data[0], result.data[1], result.data[2], sum);
  chad_free(result.data);
  if (!std::getenv("LOG"))
    return 0;

  // The bytes go there and back.
  double copied[3];
  chad_f64_1d target{copied, {3}};
  report("same, host", chad_same(&onHost, &target));
  std::printf("%g %g %g\n", copied[0], copied[1], copied[2]);

  Driver driver;
  if (std::getenv("REPEAT")) {
    repeat(driver);
    return 0;
  }
  DeviceArray argument(driver, 3), gradient(driver, 3);
  chad_f64_1d onDevice = argument.view(), given = gradient.view();
  int stream;
  driver.copy(argument.address, reinterpret_cast<uint64_t>(numbers.data()), 24, &stream);
  scaleOnDevice(argument, gradient, &stream);
  report("same, device", chad_same(&onDevice, &given));
  std::memcpy(copied, given.data, sizeof(copied));
  std::printf("%g %g %g\n", copied[0], copied[1], copied[2]);
  report("steps, device", chad_steps(&onDevice, 2, &given));
  chad_set_stream(nullptr);
  DeviceArray small(driver, 2);
  chad_f64_1d other = small.view();
  report("misfit", chad_same(&onDevice, &other));
}
