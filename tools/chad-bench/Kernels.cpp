//===- Kernels.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "Row.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

using namespace chad;
using namespace chad::bench;
using llvm::StringRef;

/// The text in a string of MLIR, from behind its first quote.
static std::string unescape(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      result += text[i];
    } else if (text[i + 1] == '\\') {
      result += '\\';
      ++i;
    } else {
      unsigned code = 0;
      text.substr(i + 1, 2).getAsInteger(16, code);
      result += char(code);
      i += 2;
    }
  }
  // The text ends with a zero.
  return result.substr(0, result.find('\0'));
}

/// The numbers that stand before, or after, some words of a text.
static llvm::SmallVector<int64_t> numbersAt(StringRef text, StringRef pattern) {
  llvm::SmallVector<int64_t> numbers;
  llvm::Regex regex(pattern);
  llvm::SmallVector<StringRef> parts;
  while (regex.match(text, &parts)) {
    int64_t number = 0;
    parts[1].getAsInteger(10, number);
    numbers.push_back(number);
    text = text.substr(parts[0].end() - text.begin());
  }
  return numbers;
}

static bool assemble(StringRef assembler, StringRef text, Assembled &assembled, std::string &why) {
  llvm::SmallString<128> input, output, log;
  for (auto [path, suffix] : {std::pair{&input, "ptx"}, {&output, "cubin"}, {&log, "log"}})
    if (llvm::sys::fs::createTemporaryFile("chad-bench", suffix, *path)) {
      why = "no temporary file can be made";
      return false;
    }
  llvm::FileRemover removers[] = {llvm::FileRemover(input), llvm::FileRemover(output),
                                  llvm::FileRemover(log)};
  std::error_code error;
  {
    llvm::raw_fd_ostream os(input, error);
    os << text;
  }
  StringRef args[] = {assembler, "-arch=sm_90", "-v", input, "-o", output};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log), StringRef(log)};
  std::string failure;
  int status = llvm::sys::ExecuteAndWait(assembler, args, std::nullopt, redirects, 0, 0, &failure);
  auto said = llvm::MemoryBuffer::getFile(log);
  StringRef words = said ? (*said)->getBuffer() : StringRef();
  if (status != 0) {
    why = "the assembler rejects a kernel: " + failure + words.take_front(400).str();
    return false;
  }
  auto most = [](llvm::ArrayRef<int64_t> numbers) {
    return numbers.empty() ? 0 : *llvm::max_element(numbers);
  };
  auto sum = [](llvm::ArrayRef<int64_t> numbers) {
    int64_t total = 0;
    for (int64_t number : numbers)
      total += number;
    return total;
  };
  assembled.registers = most(numbersAt(words, "Used ([0-9]+) registers"));
  assembled.sharedBytes = most(numbersAt(words, "([0-9]+) bytes smem"));
  assembled.stackBytes = sum(numbersAt(words, "([0-9]+) bytes stack frame"));
  assembled.spilledBytes = sum(numbersAt(words, "([0-9]+) bytes spill stores"));
  return true;
}

bool chad::bench::describeKernels(StringRef program, StringRef assembler, KernelFigures &figures,
                                  std::string &why) {
  constexpr StringRef start = "@chadrt.image(\"";
  size_t at = program.find(start);
  if (at == StringRef::npos)
    return true;
  std::string text = unescape(program.substr(at + start.size()));
  figures.numKernels = StringRef(text).count(".visible .entry");
  if (assembler.empty() || figures.numKernels == 0)
    return true;
  return assemble(assembler, text, figures.assembled.emplace(), why);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// What an H200 does in a second, and what it takes to start a kernel.
static constexpr double flops64 = 34e12, flops32 = 67e12, bytesPerSecond = 4.3e12,
                        cachedBytesPerSecond = 5.5e12, cyclesPerSecond = 132 * 1.98e9,
                        secondsPerKernel = 2.5e-6;

static double microseconds(const Program &program, double operations, double bytes,
                           double cachedBytes, double cycles, double kernels) {
  double flops = program.element == Element::F32 ? flops32 : flops64;
  return 1e6 * (std::max({operations / flops, bytes / bytesPerSecond,
                          cachedBytes / cachedBytesPerSecond, cycles / cyclesPerSecond}) +
                kernels * secondsPerKernel);
}

void chad::bench::printKernelHead(llvm::raw_ostream &os) {
  os << "| program | size | kernels | registers | bytes of a block | bytes spilled | launches | "
        "most threads | bytes needed | bytes moved | past L1 | sectors | access cycles | "
        "operations | longest thread | to the device | to the host | floor us | bound us "
        "|\n|---|---|";
  for (unsigned i = 0; i < 17; ++i)
    os << "--:|";
  os << '\n';
}

/// Prints the first cells of a row; returns false if the program failed, and the row ends there.
static bool printStart(llvm::raw_ostream &os, const Row &row) {
  const Program &program = *row.program;
  os << "| " << program.name << (program.element == Element::F32 ? " f32" : "") << " | "
     << describe(program, row.extents) << " |";
  if (!row.failure.empty())
    os << " failed |\n";
  return row.failure.empty();
}

void chad::bench::printKernelRow(llvm::raw_ostream &os, const Row &row) {
  if (!printStart(os, row))
    return;
  const KernelFigures &figures = *row.kernels;
  const DeviceCounts &counts = figures.counts;
  auto number = [&](double value) {
    if (value < 1e5)
      os << ' ' << llvm::format("%.0f", value) << " |";
    else
      os << ' ' << llvm::format("%.2e", value) << " |";
  };
  number(figures.numKernels);
  if (figures.assembled) {
    number(figures.assembled->registers);
    number(figures.assembled->sharedBytes);
    number(figures.assembled->spilledBytes);
  } else {
    os << " | | |";
  }
  for (int64_t value : {counts.launches, counts.mostThreads, figures.neededBytes, counts.movedBytes,
                        counts.passedBytes, counts.sectors, counts.accessCycles, counts.operations,
                        counts.longestThreads, counts.copiesIn, counts.copiesOut})
    number(double(value));
  for (double value :
       {microseconds(*row.program, double(counts.operations), double(figures.neededBytes), 0, 0, 1),
        microseconds(*row.program, double(counts.operations), double(counts.movedBytes),
                     double(counts.passedBytes), double(counts.accessCycles),
                     double(counts.launches))})
    os << ' ' << llvm::format("%.1f", value) << " |";
  os << '\n';
}

//===----------------------------------------------------------------------===//
// The table of a GPU
//===----------------------------------------------------------------------===//

double chad::bench::getFloor(const Row &row) {
  const DeviceFigures &figures = *row.device;
  return 1e-6 * microseconds(*row.program, double(figures.counts.operations),
                             double(figures.neededBytes), 0, 0, 1);
}

void chad::bench::printDeviceHead(llvm::raw_ostream &os, bool hasJax) {
  os << "| program | size | primal us | its kernels us | gradient us | its kernels us | launches | "
        "to the device | to the host | bytes copied | floor us | kernels / floor |";
  if (hasJax)
    os << " JAX us | JAX / kernels |";
  os << "\n|---|---|";
  for (unsigned i = 0; i < (hasJax ? 12 : 10); ++i)
    os << "--:|";
  os << '\n';
}

void chad::bench::printDeviceRow(llvm::raw_ostream &os, const Row &row, bool hasJax) {
  if (!printStart(os, row))
    return;
  const DeviceFigures &figures = *row.device;
  auto number = [&](std::optional<double> value, const char *format) {
    if (value)
      os << ' ' << llvm::format(format, *value) << " |";
    else
      os << (figures.isEmulated ? " emulated |" : " |");
  };
  auto time = [&](std::optional<double> seconds) {
    number(seconds ? std::optional<double>(*seconds * 1e6) : std::nullopt, "%.1f");
  };
  time(figures.primal);
  time(figures.primalKernels);
  time(figures.gradient);
  time(figures.gradientKernels);
  const DeviceCounts &counts = figures.counts;
  for (int64_t value :
       {counts.launches, counts.copiesIn, counts.copiesOut, counts.bytesIn + counts.bytesOut})
    os << ' ' << value << " |";
  time(getFloor(row));
  auto ratio = [&](std::optional<double> a, std::optional<double> b) {
    number(a && b && *b > 0 ? std::optional<double>(*a / *b) : std::nullopt, "%.2f");
  };
  ratio(figures.gradientKernels, getFloor(row));
  if (hasJax) {
    time(row.jax);
    ratio(row.jax, figures.gradientKernels);
  }
  os << '\n';
}
