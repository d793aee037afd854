//===- Table.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace chad;
using namespace chad::bench;

namespace {
/// When a column is shown.
enum class Shown { Always, WithThreads, WithJax };

struct Column {
  const char *head, *unit;
  unsigned width;
  std::string (*cell)(const Row &);
  Shown shown = Shown::Always;
};
} // namespace

static std::string print(const char *format, double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return text;
}

/// Three digits that count, at most seven after the point.
static std::string digits(double value) {
  int decimals = value > 0 ? std::clamp(2 - int(std::floor(std::log10(value))), 0, 7) : 0;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", decimals, value);
  return text;
}

static std::string milliseconds(std::optional<double> seconds) {
  return seconds ? digits(*seconds * 1e3) : "-";
}

static std::string ratio(std::optional<double> a, std::optional<double> b) {
  return a && b ? print("%.2f", *a / *b) : "-";
}

static std::string mebibytes(std::optional<int64_t> bytes) {
  return bytes ? digits(double(*bytes) / (1 << 20)) : "-";
}

static const Column allColumns[] = {
    {"primal", "ms", 9, [](const Row &r) { return milliseconds(r.primal); }},
    {"grad", "ms", 9, [](const Row &r) { return milliseconds(r.gradient); }},
    {"grad/", "primal", 7, [](const Row &r) { return ratio(r.gradient, r.primal); }},
    {"threads", "x prim", 7, [](const Row &r) { return ratio(r.primal, r.threadedPrimal); },
     Shown::WithThreads},
    {"threads", "x grad", 7, [](const Row &r) { return ratio(r.gradient, r.threadedGradient); },
     Shown::WithThreads},
    {"C++", "ms", 9, [](const Row &r) { return milliseconds(r.cppGradient); }},
    {"C++/", "grad", 6, [](const Row &r) { return ratio(r.cppGradient, r.gradient); }},
    {"SIMD", "ms", 9, [](const Row &r) { return milliseconds(r.vectorized); }},
    {"SIMD/", "grad", 6, [](const Row &r) { return ratio(r.vectorized, r.gradient); }},
    {"BLAS/", "grad", 6, [](const Row &r) { return ratio(r.blas, r.gradient); }},
    {"JAX", "ms", 9, [](const Row &r) { return milliseconds(r.jax); }, Shown::WithJax},
    {"JAX/", "grad", 6,
     [](const Row &r) {
       return ratio(r.jax, r.threadedGradient ? r.threadedGradient : r.gradient);
     },
     Shown::WithJax},
    {"copy", "%", 5,
     [](const Row &r) {
       return r.moved && r.copied ? print("%.0f", 100 * *r.moved / *r.copied) : "-";
     }},
    {"peak", "MiB", 9, [](const Row &r) { return mebibytes(r.peakBytes); }},
    {"C++", "MiB", 9, [](const Row &r) { return mebibytes(r.cppPeakBytes); }},
    {"JAX", "MiB", 9, [](const Row &r) { return mebibytes(r.jaxPeakBytes); }, Shown::WithJax},
    {"passes", "ms", 7, [](const Row &r) { return print("%.0f", r.compile.passes * 1e3); }},
    {"LLVM", "ms", 6, [](const Row &r) { return print("%.0f", r.compile.llvm * 1e3); }},
    {"JIT", "ms", 6, [](const Row &r) { return print("%.0f", r.compile.total * 1e3); }},
};

static std::vector<Column> columnsFor(const Machine &machine) {
  std::vector<Column> columns(std::begin(allColumns), std::end(allColumns));
  llvm::erase_if(columns, [&](const Column &column) {
    return (column.shown == Shown::WithThreads && machine.threads == 1) ||
           (column.shown == Shown::WithJax && !machine.jax);
  });
  return columns;
}

static constexpr unsigned nameWidth = 18, sizeWidth = 37;

static void printMachine(llvm::raw_ostream &os, const Machine &machine) {
  os << machine.processor << "; "
     << (machine.threads == 1 ? "1 thread"
                              : "1 and " + std::to_string(machine.threads) + " threads")
     << "; " << (machine.statistic == Statistic::Median ? "medians" : "minima") << " of "
     << machine.repeat << "; C++: " << machine.compiler << "; BLAS: " << machine.blas;
  if (machine.jax)
    os << "; JAX " << *machine.jax;
  os << '\n';
  if (machine.copy)
    os << llvm::format("copy bandwidth: %.1f GB/s, past the caches %.1f GB/s\n",
                       machine.copy->plain * 1e-9, machine.copy->nonTemporal * 1e-9);
  os << '\n';
}

static std::string nameOf(const Program &program) {
  return program.name + (program.element == Element::F32 ? " f32" : "");
}

void chad::bench::printHead(llvm::raw_ostream &os, const Machine &machine) {
  printMachine(os, machine);
  os << llvm::left_justify("", nameWidth) << llvm::left_justify("", sizeWidth);
  for (const Column &column : columnsFor(machine))
    os << llvm::right_justify(column.head, column.width + 1);
  os << '\n' << llvm::left_justify("program", nameWidth) << llvm::left_justify("size", sizeWidth);
  for (const Column &column : columnsFor(machine))
    os << llvm::right_justify(column.unit, column.width + 1);
  os << '\n';
}

void chad::bench::printRow(llvm::raw_ostream &os, const Machine &machine, const Row &row) {
  os << llvm::left_justify(nameOf(*row.program), nameWidth)
     << llvm::left_justify(describe(*row.program, row.extents), sizeWidth);
  if (!row.failure.empty()) {
    os << " failed\n";
    return;
  }
  for (const Column &column : columnsFor(machine))
    os << llvm::right_justify(column.cell(row), column.width + 1);
  os << '\n';
}

void chad::bench::printMarkdown(llvm::raw_ostream &os, const Machine &machine,
                                llvm::ArrayRef<Row> rows) {
  printMachine(os, machine);
  os << "| program | size |";
  for (const Column &column : columnsFor(machine))
    os << ' ' << column.head << ' ' << column.unit << " |";
  os << "\n|---|---|";
  for (size_t i = 0; i < columnsFor(machine).size(); ++i)
    os << "--:|";
  os << '\n';
  for (const Row &row : rows) {
    os << "| " << nameOf(*row.program) << " | " << describe(*row.program, row.extents) << " |";
    for (const Column &column : columnsFor(machine))
      os << ' ' << (row.failure.empty() ? column.cell(row) : "failed") << " |";
    os << '\n';
  }
}
