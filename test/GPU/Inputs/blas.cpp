// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs ask the runtime for products of matrices: each layout and type against loops.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef HIP
#define RUNTIME(name) chadrt_hip_##name
#else
#define RUNTIME(name) chadrt_cuda_##name
#endif

extern "C" {
int64_t RUNTIME(multiply)(const uint64_t *words, int64_t count);
int64_t RUNTIME(allocate)(int64_t bytes);
void RUNTIME(release)(int64_t address);
void RUNTIME(copy_out)(int64_t target, int64_t source, int64_t bytes);
}

namespace {
enum Type { F64, F32, F16, BF16 };
enum Flag { Overwrites = 1, Deterministic = 2, RoundsFactors = 4 };
constexpr int64_t bytesOf[] = {8, 4, 2, 2};

double load(const void *place, Type type, int64_t at) {
  switch (type) {
  case F64:
    return static_cast<const double *>(place)[at];
  case F32:
    return static_cast<const float *>(place)[at];
  case F16:
    return static_cast<const _Float16 *>(place)[at];
  case BF16:
    break;
  }
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(place)[at]) << 16;
  float single;
  std::memcpy(&single, &bits, 4);
  return single;
}

void store(void *place, Type type, int64_t at, double value) {
  float single = static_cast<float>(value);
  switch (type) {
  case F64:
    static_cast<double *>(place)[at] = value;
    return;
  case F32:
    static_cast<float *>(place)[at] = single;
    return;
  case F16:
    static_cast<_Float16 *>(place)[at] = static_cast<_Float16>(single);
    return;
  case BF16:
    break;
  }
  uint32_t bits;
  std::memcpy(&bits, &single, 4);
  static_cast<uint16_t *>(place)[at] = static_cast<uint16_t>(bits >> 16);
}

/// A matrix, or several, on the device: filled with small integers, which products of any type have
/// exactly.
struct Operand {
  int64_t address, row, column;
  std::vector<int64_t> batch; ///< The distances along the batch indices.
};

/// Matrices by rows, or by columns, with `gap` elements between lines.
Operand make(Type type, int64_t rows, int64_t columns, bool byColumns, int64_t gap,
             const std::vector<int64_t> &batch, bool isShared, bool isReversed) {
  Operand made;
  int64_t line = (byColumns ? rows : columns) + gap;
  made.row = byColumns ? 1 : line;
  made.column = byColumns ? line : 1;
  int64_t size = line * (byColumns ? columns : rows);
  made.batch.resize(batch.size());
  // The first index is the outermost one, or the innermost one.
  for (size_t i = 0; i < batch.size(); ++i) {
    size_t which = isReversed ? i : batch.size() - 1 - i;
    made.batch[which] = isShared ? 0 : size;
    size *= isShared ? 1 : batch[which];
  }
  made.address = RUNTIME(allocate)(size * bytesOf[type] + 8);
  for (int64_t i = 0; i < size; ++i)
    store(reinterpret_cast<void *>(made.address), type, i,
          static_cast<double>((i * 7 + 3) % 5 - 2));
  return made;
}

struct Case {
  int64_t rows, columns, common;
  std::vector<int64_t> batch;
  Type factors = F64, result = F64;
  int64_t flags = Deterministic;
  int64_t gap = 0;
  bool isLeftShared = false, isReversed = false;
};

/// Returns how many of the eight layouts the library has computed; ends where one is wrong.
int run(const Case &test) {
  int done = 0;
  for (int layout = 0; layout < 8; ++layout) {
    Operand left = make(test.factors, test.rows, test.common, layout & 1, test.gap, test.batch,
                        test.isLeftShared, false);
    Operand right = make(test.factors, test.common, test.columns, layout & 2, test.gap, test.batch,
                         false, test.isReversed);
    Operand result =
        make(test.result, test.rows, test.columns, layout & 4, test.gap, test.batch, false, false);
    int64_t numProducts = 1;
    for (int64_t extent : test.batch)
      numProducts *= extent;
    std::vector<double> expected;
    std::vector<int64_t> places;
    for (int64_t e = 0; e < numProducts; ++e) {
      int64_t rest = e, a = 0, b = 0, c = 0;
      for (size_t i = test.batch.size(); i-- > 0; rest /= test.batch[i]) {
        a += rest % test.batch[i] * left.batch[i];
        b += rest % test.batch[i] * right.batch[i];
        c += rest % test.batch[i] * result.batch[i];
      }
      for (int64_t i = 0; i < test.rows; ++i)
        for (int64_t j = 0; j < test.columns; ++j) {
          auto *place = reinterpret_cast<void *>(result.address);
          places.push_back(c + i * result.row + j * result.column);
          double sum = test.flags & Overwrites ? 0 : load(place, test.result, places.back());
          for (int64_t k = 0; k < test.common; ++k)
            sum += load(reinterpret_cast<void *>(left.address), test.factors,
                        a + i * left.row + k * left.column) *
                   load(reinterpret_cast<void *>(right.address), test.factors,
                        b + k * right.row + j * right.column);
          expected.push_back(sum);
        }
    }
    std::vector<uint64_t> words;
    auto add = [&](int64_t word) { words.push_back(static_cast<uint64_t>(word)); };
    for (int64_t word : {int64_t(test.factors), int64_t(test.result), test.flags, test.rows,
                         test.columns, test.common})
      add(word);
    for (const Operand *each : {&left, &right, &result})
      for (int64_t word : {each->address, each->row, each->column})
        add(word);
    add(static_cast<int64_t>(test.batch.size()));
    for (size_t i = 0; i < test.batch.size(); ++i)
      for (int64_t word : {test.batch[i], left.batch[i], right.batch[i], result.batch[i]})
        add(word);
    if (RUNTIME(multiply)(words.data(), static_cast<int64_t>(words.size()))) {
      ++done;
      char byte;
      RUNTIME(copy_out)(reinterpret_cast<int64_t>(&byte), result.address, 1);
      for (size_t i = 0; i < places.size(); ++i) {
        double value = load(reinterpret_cast<void *>(result.address), test.result, places[i]);
        if (value != expected[i]) {
          std::printf("layout %d: element %zu is %g, not %g\n", layout, i, value, expected[i]);
          std::exit(1);
        }
      }
    }
    for (const Operand *each : {&left, &right, &result})
      RUNTIME(release)(each->address);
  }
  return done;
}

/// The same three products, three times over.
void repeat() {
  int64_t place = RUNTIME(allocate)(256);
  for (int time = 0; time < 3; ++time) {
    std::printf("three products\n");
    for (uint64_t rows = 1; rows <= 3; ++rows) {
      auto at = static_cast<uint64_t>(place);
      uint64_t words[] = {F64, F64, Deterministic, rows, 1, 1, at, 1, 1, at, 1, 1, at, 1, 1, 0};
      RUNTIME(multiply)(words, 16);
    }
    char byte;
    RUNTIME(copy_out)(reinterpret_cast<int64_t>(&byte), place, 1);
  }
  RUNTIME(release)(place);
}
} // namespace

int main(int argc, char **argv) {
  std::setbuf(stdout, nullptr);
  auto report = [](const char *what, const Case &test) {
    std::printf("%s: %d\n", what, run(test));
  };
  if (argc > 1 && !std::strcmp(argv[1], "repeat")) {
    repeat();
    return 0;
  }
  report("f64", {3, 4, 5, {}});
  if (argc > 1)
    return 0;
  report("f32", {3, 4, 5, {}, F32, F32});
  report("gaps", {3, 4, 5, {}, F64, F64, Deterministic, 2});
  report("overwrites", {3, 4, 5, {}, F64, F64, Deterministic | Overwrites});
  report("any order", {3, 4, 5, {}, F64, F64, 0});
  report("batch", {3, 4, 5, {6}});
  report("batch of one factor", {3, 4, 5, {6}, F64, F64, Deterministic, 0, true});
  report("two batch indices that are one", {3, 4, 5, {2, 3}});
  report("two batch indices", {3, 4, 5, {2, 3}, F32, F32, Deterministic, 0, false, true});
  report("too many calls", {2, 2, 2, {20, 21}, F64, F64, Deterministic, 0, false, true});
  report("a row", {1, 4, 5, {}});
  report("a column", {3, 1, 5, {2}});
  report("an outer product", {3, 4, 1, {}});
  report("one element", {1, 1, 1, {}});
  report("no row", {0, 4, 5, {}});
  report("no column", {3, 0, 5, {}});
  report("an empty sum", {3, 4, 0, {}});
  report("an empty sum that overwrites", {3, 4, 0, {}, F64, F64, Deterministic | Overwrites});
  report("no product", {3, 4, 5, {0}});
  report("f16", {3, 4, 5, {}, F16, F16});
  report("f16 to f32", {3, 4, 5, {2}, F16, F32});
  report("bf16", {3, 4, 5, {}, BF16, BF16});
  report("bf16 to f32", {3, 4, 5, {}, BF16, F32});
  report("tf32", {3, 4, 5, {}, F32, F32, Deterministic | RoundsFactors});
  report("f64 to f32", {3, 4, 5, {}, F64, F32});
}
