//===- chad-bench.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Measures programs and their derivatives, beside C++, and prints one table.

#include "../../test/Benchmark/Blas.h"
#include "../../test/Benchmark/Compiler.h"
#include "OutputFile.h"
#include "Report.h"
#include "Tool.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/TargetParser/Host.h"

using namespace chad;
using namespace chad::bench;
namespace cl = llvm::cl;

static cl::OptionCategory category("chad-bench options");
enum class SizeChoice { Tiny, Small, Large, Both, Published };
static cl::opt<SizeChoice>
    size("size", cl::desc("How large the programs' arguments are"),
         cl::values(clEnumValN(SizeChoice::Tiny, "tiny", "so that checking takes no time"),
                    clEnumValN(SizeChoice::Small, "small", "(the default)"),
                    clEnumValN(SizeChoice::Large, "large", ""),
                    clEnumValN(SizeChoice::Both, "both", "small and large"),
                    clEnumValN(SizeChoice::Published, "published",
                               "those for which others have published times")),
         cl::init(SizeChoice::Small), cl::cat(category));
static cl::list<std::string> names("programs", cl::CommaSeparated, cl::value_desc("name,..."),
                                   cl::desc("Only these programs; by default all"),
                                   cl::cat(category));
static cl::list<int64_t> extents("extents", cl::CommaSeparated, cl::value_desc("n,..."),
                                 cl::desc("With one program: its extents instead of a size"),
                                 cl::cat(category));
static cl::opt<unsigned> repeat("repeat", cl::desc("Rounds of which to take medians, at least 5"),
                                cl::init(9), cl::cat(category));
static cl::opt<Statistic> statistic(
    "statistic", cl::desc("What stands for the times of the rounds"),
    cl::values(clEnumValN(Statistic::Median, "median", "(the default)"),
               clEnumValN(Statistic::Minimum, "minimum", "where other work disturbs the machine")),
    cl::init(Statistic::Median), cl::cat(category));
static cl::opt<bool> checkOnly("check", cl::desc("Check the results, and measure no times"),
                               cl::cat(category));
static cl::opt<bool> checkTangents("check-tangents",
                                   cl::desc("Compare with forward derivatives, too"),
                                   cl::cat(category));
static cl::opt<std::string> jaxPython(
    "jax",
    cl::desc("Also compare with JAX, and measure it. The Python, by default python3, must have "
             "it: python3 -m venv DIR && DIR/bin/pip install jax numpy, and then "
             "--jax=DIR/bin/python"),
    cl::value_desc("python"), cl::ValueOptional, cl::cat(category));
static cl::opt<std::string> jsonPath("json", cl::desc("Also write the rows to a file"),
                                     cl::value_desc("path"), cl::cat(category));
static cl::opt<std::string> svgPath("svg", cl::desc("Also draw the rows to a file"),
                                    cl::value_desc("path"), cl::cat(category));
static cl::opt<std::string> markdownPath("markdown",
                                         cl::desc("Also write the table for Markdown to a file"),
                                         cl::value_desc("path"), cl::cat(category));
static cl::opt<std::string> programDir("program-dir", cl::desc("Where the programs' texts are"),
                                       cl::value_desc("path"), cl::cat(category));
static cl::opt<bool> isStatic("static", cl::desc("Compile programs for the extents of the size"),
                              cl::cat(category));
static cl::opt<unsigned> optimization("O", cl::Prefix,
                                      cl::desc("Optimization level of programs, 0 to 3"),
                                      cl::init(3), cl::cat(category));
static cl::opt<std::string>
    targetCPU("target-cpu", cl::desc("Compile programs for another processor that this one can do"),
              cl::value_desc("name"), cl::cat(category));
static cl::opt<bool>
    kernels("kernels",
            cl::desc("Instead of times: what kernels for a GPU do, counted by the emulation"),
            cl::cat(category));
static cl::opt<std::string>
    assembler("ptxas", cl::desc("With --kernels: NVIDIA's assembler, for registers and spills"),
              cl::value_desc("path"), cl::cat(category));
static cl::opt<Device> device(
    "target", cl::desc("What runs the programs"),
    cl::values(clEnumValN(Device::CPU, "cpu", "this machine (the default)"),
               clEnumValN(Device::CUDA, "cuda",
                          "an NVIDIA GPU: a table of times with copies and of kernels; with --jax, "
                          "JAX on the same GPU"),
               clEnumValN(Device::EmulatedGPU, "cuda-emulated",
                          "its emulation: the same table without times")),
    cl::init(Device::CPU), cl::cat(category));
static cl::opt<bool> skipDeviceCheck("skip-device-check", cl::Hidden,
                                     cl::desc("Accept all results of a GPU"), cl::cat(category));
static cl::opt<bool> wrongBaselines("wrong-baselines", cl::Hidden,
                                    cl::desc("Falsify the C++ results: all checks must fail"),
                                    cl::cat(category));

/// --threads takes the place of an option of LLVM's.
static cl::opt<std::string> &threads() {
  static cl::opt<std::string> *option = [] {
    auto &registered = cl::getRegisteredOptions();
    if (auto old = registered.find("threads"); old != registered.end())
      old->second->removeArgument();
    return new cl::opt<std::string>(
        "threads", cl::desc("Also run the programs with that many threads, or all that there are"),
        cl::value_desc("number|all"), cl::init("1"), cl::cat(category));
  }();
  return *option;
}

static const char overview[] = R"(measures programs and their derivatives

Each program is compiled for this machine, and so is its derivative. The results are
checked against the same functions and gradients written in C++, and then timed, with
the C++, in turns. docs/Benchmarks.md says what the columns mean.

The exit code is 1 where a program fails or a result is wrong.)";

static bool error(const llvm::Twine &message) {
  llvm::errs() << "chad-bench: error: " << message << '\n';
  return false;
}

static bool parseThreads(unsigned &number) {
  llvm::StringRef text = threads();
  if (text == "all") {
    number = std::max(1u, llvm::hardware_concurrency().compute_thread_count());
    return true;
  }
  return !text.getAsInteger(10, number) && number >= 1 && number <= 1024
             ? true
             : error("--threads is a number from 1 to 1024, or 'all', not '" + text + "'");
}

namespace {
/// A file that takes its place only when all went well.
class Output {
public:
  explicit Output(llvm::StringRef path) : path(path) {}

  /// Whether the file can be written; before the measurements, so that they are not in vain.
  bool open() {
    std::string why;
    return path.empty() || succeeded(PendingFile(path).create(why)) || error(why);
  }
  bool write(llvm::function_ref<void(llvm::raw_ostream &)> print) {
    if (path.empty())
      return true;
    std::string text, why;
    llvm::raw_string_ostream os(text);
    print(os);
    PendingFile file(path);
    return (succeeded(file.write(text, why)) && succeeded(file.moveIntoPlace(why))) || error(why);
  }

private:
  std::string path;
};
} // namespace

/// The path of an installed file, or of the same file in the source tree if it is not installed.
static std::string findShared(const char *self, const char *name, const char *inSources) {
  static int here;
  llvm::SmallString<128> installed(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(self, &here)));
  llvm::sys::path::append(installed, "..", "share", "chad", name);
  return llvm::sys::fs::exists(installed) ? installed.str().str() : inSources;
}

/// The JAX of the command line, where there is one.
static bool startJax(const char *self, std::optional<Jax> &jax) {
  if (!jaxPython.getNumOccurrences())
    return true;
  std::string why, python = jaxPython.empty() ? "python3" : jaxPython.getValue();
  jax = findJax(python, findShared(self, "jax_programs.py", CHAD_JAX_PROGRAMS), why);
  return jax || error("--jax: " + why);
}

static bool choose(std::vector<Program> &programs) {
  if (names.empty())
    return true;
  std::vector<Program> chosen;
  for (const std::string &name : names) {
    size_t before = chosen.size();
    for (const Program &program : programs)
      if (program.name == name)
        chosen.push_back(program);
    if (chosen.size() > before)
      continue;
    std::string known;
    for (const Program &program : programs)
      if (known.find("'" + program.name + "'") == std::string::npos)
        known += (known.empty() ? "'" : ", '") + program.name + "'";
    return error("there is no program '" + name + "'; the programs are " + known);
  }
  programs = std::move(chosen);
  return true;
}

/// Gives the extents of the command line to the one program that is chosen.
static bool setExtents(std::vector<Program> &programs) {
  if (extents.empty())
    return true;
  if (names.size() != 1)
    return error("--extents are those of one program: choose it with --programs");
  size_t expected = programs.front().extentNames.size();
  if (extents.size() != expected || llvm::any_of(extents, [](int64_t e) { return e < 1; }))
    return error("'" + programs.front().name + "' takes " + llvm::Twine(expected) +
                 " positive extents, as " +
                 describe(programs.front(), programs.front().sizes.front().second));
  for (Program &program : programs)
    program.sizes = {{Size::Small, Extents(extents.begin(), extents.end())}};
  size = SizeChoice::Small;
  return true;
}

static bool isChosen(Size of) {
  switch (size) {
  case SizeChoice::Tiny:
    return of == Size::Tiny;
  case SizeChoice::Small:
    return of == Size::Small;
  case SizeChoice::Large:
    return of == Size::Large;
  case SizeChoice::Both:
    return of == Size::Small || of == Size::Large;
  case SizeChoice::Published:
    return of == Size::Published;
  }
  return false;
}

static Machine describeMachine() {
  Machine machine;
  machine.processor = llvm::sys::getHostCPUName().str();
  machine.compiler = baseline::compiler();
  const char *blas = baseline::findBlas();
  machine.blas = blas ? blas : "none";
  machine.repeat = repeat;
  machine.statistic = statistic;
  // Far more than any cache holds.
  int64_t moved = size == SizeChoice::Tiny ? 1 << 20 : 256 << 20;
  if (!checkOnly && !kernels && device == Device::CPU)
    machine.copy = measureCopy(moved, std::min<unsigned>(repeat, 9), statistic);
  return machine;
}

static bool run(const char *self) {
  if (repeat < fewRounds)
    return error("--repeat is at least 5, so that a median means something");
  if (device != Device::CPU && (kernels || !svgPath.empty() || !markdownPath.empty()))
    return error("--target prints a table of its own: leave --kernels, --svg and --markdown out");
  std::vector<Program> programs = allPrograms();
  if (!choose(programs) || !setExtents(programs))
    return false;
  Options options;
  if (!parseThreads(options.threads))
    return false;
  Output json(jsonPath), svg(svgPath), markdown(markdownPath);
  if (!json.open() || !svg.open() || !markdown.open())
    return false;
  initializeCompiler();
  options.source.directory =
      programDir.empty() ? findShared(self, "programs", CHAD_PROGRAM_DIR) : programDir;
  options.source.options.optimizationLevel = std::min<unsigned>(optimization, 3);
  options.source.options.targetCPU = targetCPU;
  options.source.isStatic = isStatic;
  options.repeat = repeat;
  options.statistic = statistic;
  options.checkOnly = checkOnly;
  options.checkTangents = checkTangents;
  options.wrongBaselines = wrongBaselines;
  options.countKernels = kernels;
  options.assembler = assembler;
  options.device = device;
  options.skipDeviceCheck = skipDeviceCheck;
  if (!llvm::sys::fs::is_directory(options.source.directory))
    return error("there is no directory '" + options.source.directory + "': pass --program-dir");

  if (!startJax(self, options.jax))
    return false;

  Machine machine = describeMachine();
  machine.threads = options.threads;
  if (options.jax)
    machine.jax = options.jax->version;
  if (device != Device::CPU)
    printDeviceHead(llvm::outs(), options.jax.has_value());
  else if (kernels)
    printKernelHead(llvm::outs());
  else
    printHead(llvm::outs(), machine);
  llvm::outs().flush();
  std::vector<Row> rows;
  bool isRight = true;
  for (const Program &program : programs)
    for (const auto &[of, shape] : program.sizes) {
      if (!isChosen(of))
        continue;
      rows.push_back(runRowApart(program, shape, options));
      // No other row would find a GPU.
      if (rows.back().hasNoDevice)
        return error(rows.back().failure);
      if (device != Device::CPU)
        printDeviceRow(llvm::outs(), rows.back(), options.jax.has_value());
      else if (kernels)
        printKernelRow(llvm::outs(), rows.back());
      else
        printRow(llvm::outs(), machine, rows.back());
      llvm::outs().flush();
      if (!rows.back().failure.empty())
        isRight =
            error(program.name + " at " + describe(program, shape) + ": " + rows.back().failure);
    }
  return isRight && json.write([&](llvm::raw_ostream &os) { printJson(os, machine, rows); }) &&
         svg.write([&](llvm::raw_ostream &os) { printSvg(os, machine, rows); }) &&
         markdown.write([&](llvm::raw_ostream &os) { printMarkdown(os, machine, rows); });
}

int main(int argc, char **argv) {
  chad::initializeTool("chad-bench");
  llvm::InitLLVM init(argc, argv);
  reportWriteErrors("chad-bench");
  threads();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  bool isRight = run(argv[0]);
  std::string why;
  if (failed(finishStandardOutput(why)))
    isRight = error(why);
  return isRight ? 0 : 1;
}
