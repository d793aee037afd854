// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program for one of AMD's GPUs asks of the runtime.
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" {
int64_t chadrt_hip_borrow(int64_t source, int64_t bytes);
void chadrt_hip_copy_out(int64_t target, int64_t source, int64_t bytes);
void chadrt_hip_release(int64_t address);
void chadrt_hip_launch(void *kernel, int64_t blocks, int64_t threads, uint64_t *words, int64_t);
}

int main() {
  std::setbuf(stdout, nullptr);
  // The first bytes of a file in the format ELF, without sections.
  char image[64] = "\x7f"
                   "ELF";
  uint64_t end = sizeof(image);
  std::memcpy(image + 40, &end, sizeof(end));
  struct {
    const char *image, *messages, *name;
    int64_t numWords;
    void *loaded;
  } kernel = {image, "", "chad_f_f", 1, nullptr};
  double numbers[2] = {1, 2}, copied[2] = {0, 0};
  int64_t array = chadrt_hip_borrow(reinterpret_cast<int64_t>(numbers), sizeof(numbers));
  uint64_t words[] = {7};
  chadrt_hip_launch(&kernel, 3, 256, words, 0);
  chadrt_hip_copy_out(reinterpret_cast<int64_t>(copied), array, sizeof(copied));
  // The same launches three times: recorded at the second time.
  for (int time = 0; time < 3; ++time) {
    for (uint64_t step = 0; step < 4; ++step) {
      words[0] = step;
      chadrt_hip_launch(&kernel, 2, 256, words, 0);
    }
    chadrt_hip_copy_out(reinterpret_cast<int64_t>(copied), array, sizeof(copied));
  }
  chadrt_hip_release(array);
  std::printf("%g %g\n", copied[0], copied[1]);
}
