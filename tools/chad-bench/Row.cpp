//===- Row.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Row.h"
#include "Check.h"
#include "Measure.h"
#include "Tangents.h"

using namespace chad;
using namespace chad::bench;

std::string chad::bench::describe(const Program &program, const Extents &extents) {
  std::string text;
  for (auto [name, extent] : llvm::zip_equal(program.extentNames, extents))
    text += (text.empty() ? "" : " ") + std::string(name) + "=" + std::to_string(extent);
  return text;
}

static int64_t bytesOf(llvm::ArrayRef<Array> arrays) {
  int64_t bytes = 0;
  for (const Array &array : arrays)
    bytes += array.bytes();
  return bytes;
}

namespace {
/// A function in C++ with the places of its results.
struct Reference {
  Reference(const Baseline &function, llvm::ArrayRef<Array> args, llvm::ArrayRef<Array> like)
      : function(function), args(args) {
    for (const Array &array : like)
      results.emplace_back(array.type(), array.extents());
  }
  explicit operator bool() const { return bool(function); }

  void run() {
    workspace.clear();
    function(Frame{args, results, workspace});
  }
  int64_t peakBytes() const {
    return bytesOf(args) + bytesOf(results) + int64_t(workspace.peakBytes());
  }

  const Baseline &function;
  llvm::ArrayRef<Array> args;
  Arrays results;
  baseline::Workspace workspace;
};

struct RowRun {
  RowRun(const Program &program, const Extents &extents, const Options &options)
      : program(program), extents(extents), options(options) {
    row.program = &program;
    row.extents = extents;
  }
  bool run();
  bool compare(const char *what, llvm::ArrayRef<Array> actual, Reference &reference);
  bool check();
  bool prepareThreads();
  bool compareWithJax();
  bool countKernels();
  bool runOnDevice();
  void time();

  const Program &program;
  const Extents &extents;
  const Options &options;
  Row row;
  Arrays args, extended;
  std::unique_ptr<Compiled> primal, gradient, threadedPrimal, threadedGradient;
  Arrays values, derivatives;
  std::unique_ptr<Reference> value, plain, vectorized, blas;
};
} // namespace

bool RowRun::compare(const char *what, llvm::ArrayRef<Array> actual, Reference &reference) {
  if (!reference)
    return true;
  reference.run();
  if (options.wrongBaselines)
    for (const Array &result : reference.results)
      if (result.size())
        set(result, result.size() / 2, get(result, result.size() / 2) * 1.5 + 1);
  std::string why;
  if (agree(actual, reference.results, program.tolerance(extents), why))
    return true;
  row.failure = std::string(what) + ": " + why;
  return false;
}

bool RowRun::check() {
  if (!compare("value against C++", values, *value) ||
      !compare("derivative against C++", derivatives, *plain) ||
      !compare("derivative against vectorized C++", derivatives, *vectorized) ||
      !compare("derivative against BLAS", derivatives, *blas))
    return false;
  if (*plain && (!options.checkTangents || program.derivative == Derivative::Jacobian))
    return true;
  return agreesWithTangent(program, options.source, extents, args, extended, values, derivatives,
                           row.failure);
}

bool RowRun::prepareThreads() {
  if (options.threads == 1)
    return true;
  Source source = options.source;
  source.options.threads = options.threads;
  auto prepare = [&](std::unique_ptr<Compiled> &threaded, Entry entry, llvm::ArrayRef<Array> in,
                     llvm::ArrayRef<Array> expected) {
    threaded = Compiled::create(program, entry, source, in, row.failure);
    if (!threaded)
      return false;
    threaded->run();
    std::string why;
    if (agree(threaded->results(), expected, program.tolerance(extents), why))
      return true;
    row.failure = "with threads against without: " + why;
    return false;
  };
  return prepare(threadedPrimal, Entry::Primal, args, values) &&
         prepare(threadedGradient, Entry::Derivative, extended, derivatives);
}

bool RowRun::compareWithJax() {
  if (!options.jax || !options.jax->has(program) || program.derivative == Derivative::Jacobian)
    return true;
  JaxTask task = {program,
                  extended,
                  args.size(),
                  derivatives,
                  program.tolerance(extents),
                  options.checkOnly ? 0 : options.repeat,
                  options.statistic,
                  options.threads,
                  /*isOnGPU=*/options.device == Device::CUDA};
  std::string why;
  std::optional<JaxTimes> times = runJax(*options.jax, task, why);
  if (!times) {
    row.failure = "derivative against JAX: " + why;
    return false;
  }
  row.jax = times->seconds;
  row.jaxCompile = times->compile;
  row.jaxPeakBytes = times->peakBytes;
  return true;
}

bool RowRun::countKernels() {
  KernelFigures &figures = row.kernels.emplace();
  std::string text;
  Source source = options.source;
  source.options.device = Device::CUDA;
  source.options.mlirText = &text;
  std::string &why = row.failure;
  if (!Compiled::create(program, Entry::Derivative, source, extended, why) ||
      !describeKernels(text, options.assembler, figures, why))
    return false;
  if (figures.numKernels == 0) {
    why = "kernels: the program runs on the CPU";
    return false;
  }
  source.options.mlirText = nullptr;
  source.options.device = Device::EmulatedGPU;
  source.options.countOnDevice = true;
  source.printsRemarks = true;
  auto counted = Compiled::create(program, Entry::Derivative, source, extended, why);
  if (!counted)
    return false;
  takeDeviceCounts();
  counted->run();
  figures.counts = takeDeviceCounts();
  Arrays results = counted->results();
  figures.neededBytes = bytesOf(extended) + bytesOf(results);
  std::string difference;
  if (agree(results, derivatives, program.tolerance(extents), difference))
    return true;
  why = "kernels against the CPU: " + difference;
  return false;
}

/// The median or minimum seconds of the kernels of a run; nothing if the driver does not tell.
static std::optional<double> timeKernels(Compiled &compiled, const Options &options) {
  setDeviceTiming(true);
  std::vector<double> samples;
  for (unsigned i = 0; i < options.repeat; ++i) {
    takeDeviceCounts();
    compiled.run();
    samples.push_back(takeDeviceCounts().kernelSeconds);
  }
  setDeviceTiming(false);
  llvm::sort(samples);
  double seconds = samples[options.statistic == Statistic::Median ? samples.size() / 2 : 0];
  return seconds > 0 ? std::optional<double>(seconds) : std::nullopt;
}

bool RowRun::runOnDevice() {
  DeviceFigures &figures = row.device.emplace();
  figures.isEmulated = options.device == Device::EmulatedGPU;
  Source source = options.source;
  source.options.device = options.device;
  source.options.countOnDevice = figures.isEmulated;
  source.printsRemarks = true;
  auto create = [&](Entry entry, llvm::ArrayRef<Array> in, llvm::ArrayRef<Array> expected) {
    auto compiled = Compiled::create(program, entry, source, in, row.failure);
    if (!compiled)
      return compiled;
    takeDeviceCounts();
    compiled->run();
    figures.counts = takeDeviceCounts();
    std::string why;
    if (figures.counts.launches == 0)
      row.failure = "on the GPU: the program runs on the CPU";
    else if (!options.skipDeviceCheck &&
             !agree(compiled->results(), expected, program.tolerance(extents), why))
      row.failure = "on the GPU against the CPU: " + why;
    return compiled;
  };
  auto first = create(Entry::Primal, args, values);
  if (!first || !row.failure.empty())
    return false;
  auto second = create(Entry::Derivative, extended, derivatives);
  if (!second || !row.failure.empty())
    return false;
  figures.neededBytes = bytesOf(extended) + bytesOf(derivatives);
  if (options.checkOnly || figures.isEmulated)
    return true;
  std::vector<double> seconds =
      measure({[&] { first->run(); }, [&] { second->run(); }}, options.repeat, options.statistic);
  figures.primal = seconds[0];
  figures.gradient = seconds[1];
  figures.primalKernels = timeKernels(*first, options);
  figures.gradientKernels = timeKernels(*second, options);
  return true;
}

void RowRun::time() {
  std::vector<std::function<void()>> functions;
  std::vector<std::optional<double> *> places;
  auto add = [&](std::optional<double> &place, std::function<void()> function) {
    functions.push_back(std::move(function));
    places.push_back(&place);
  };
  add(row.primal, [&] { primal->run(); });
  add(row.gradient, [&] { gradient->run(); });
  if (threadedPrimal) {
    add(row.threadedPrimal, [&] { threadedPrimal->run(); });
    add(row.threadedGradient, [&] { threadedGradient->run(); });
  }
  auto addReference = [&](std::optional<double> &place, Reference &reference) {
    if (reference)
      add(place, [&] { reference.run(); });
  };
  addReference(row.cppValue, *value);
  addReference(row.cppGradient, *plain);
  addReference(row.vectorized, *vectorized);
  addReference(row.blas, *blas);
  std::optional<double> copying;
  std::unique_ptr<Copy> copy;
  if (program.bytes) {
    const auto &footprint = program.footprint ? program.footprint : program.bytes;
    copy = std::make_unique<Copy>(int64_t(footprint(extents)));
    add(copying, [&] { copy->plain(); });
  }
  for (auto [place, seconds] :
       llvm::zip_equal(places, measure(functions, options.repeat, options.statistic)))
    *place = seconds;
  if (copying) {
    row.moved = program.bytes(extents) / *row.gradient;
    row.copied = copy->moved() / *copying;
  }
}

bool RowRun::run() {
  if (options.device == Device::CUDA) {
    row.failure = findDeviceProblem();
    row.hasNoDevice = !row.failure.empty();
    if (row.hasNoDevice)
      return false;
  }
  Inputs inputs(program.function);
  args = program.inputs(inputs, extents);
  primal = Compiled::create(program, Entry::Primal, options.source, args, row.failure);
  if (!primal)
    return false;
  primal->run();
  values = primal->results();
  extended = args;
  if (program.derivative == Derivative::Vjp)
    for (const Array &result : values)
      extended.push_back(inputs.uniforms(result.type(), result.extents(), 0.5, 1.5));
  if (program.derivative == Derivative::Hvp)
    for (int64_t i : program.wrt)
      extended.push_back(inputs.uniforms(args[i].type(), args[i].extents(), -1, 1));
  gradient = Compiled::create(program, Entry::Derivative, options.source, extended, row.failure);
  if (!gradient)
    return false;
  gradient->run();
  derivatives = gradient->results();

  auto reference = [&](const Baseline &function, llvm::ArrayRef<Array> in,
                       llvm::ArrayRef<Array> like) {
    return std::make_unique<Reference>(function, in, like);
  };
  value = reference(program.value, args, values);
  plain = reference(program.gradient, extended, derivatives);
  vectorized = reference(program.vectorized, extended, derivatives);
  blas = reference(program.blas, extended, derivatives);
  if (!check() || !prepareThreads())
    return false;
  if (options.countKernels)
    return countKernels();
  if (options.device != Device::CPU)
    return runOnDevice() && compareWithJax();
  row.compile = gradient->times();
  row.compilePrimal = primal->times();
  row.peakBytes = bytesOf(extended) + gradient->peakBytes();
  if (*plain)
    row.cppPeakBytes = plain->peakBytes();
  if (*vectorized)
    row.vectorizedPeakBytes = vectorized->peakBytes();
  if (!compareWithJax())
    return false;
  if (options.checkOnly)
    return true;
  time();
  // Runs that leave something behind for the next would show by now.
  std::string why;
  if (agree(gradient->results(), derivatives, program.tolerance(extents), why))
    return true;
  row.failure = "derivative of the last run against the first: " + why;
  return false;
}

Row chad::bench::runRow(const Program &program, const Extents &extents, const Options &options) {
  RowRun run(program, extents, options);
  if (!run.run() && run.row.failure.empty())
    run.row.failure = "it does not compile";
  return std::move(run.row);
}
