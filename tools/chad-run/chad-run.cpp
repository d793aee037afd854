//===- chad-run.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs a function of a program on given arguments. Everything that can be wrong
// is found before the first output file is touched.

#include "GradientCheck.h"
#include "Json.h"
#include "Link.h"
#include "OutputFile.h"
#include "Overview.h"
#include "Progress.h"
#include "Requests.h"
#include "Tool.h"
#include "chad/Analysis/Remarks.h"
#include "chad/ExecutionEngine/AheadOfTime.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "chad/ExecutionEngine/Memory.h"
#include "chad/ExecutionEngine/Requests.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/GPURuntime/Runtime.h"
#include "chad/IR/SumArrays.h"
#include "chad/Interpreter/Interpreter.h"
#include "chad/Loops/Passes.h"
#include "chad/Pipelines/Pipelines.h"
#include "chad/Rules/Checkpoints.h"
#include "chad/Transforms/Passes.h"
#include "chad/Transforms/Specialize.h"
#include "chad/Values/ComplexValue.h"
#include "chad/Values/Npy.h"
#include "chad/Values/ValueText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/Timing.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using namespace chad;
namespace cl = llvm::cl;

static cl::OptionCategory category("chad-run options");
static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<program.mlir, or - for stdin>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<bool> interpret("interpret", cl::desc("Run by the reference interpreter"),
                               cl::cat(category));
static cl::opt<std::string>
    entryName("entry", cl::desc("Function to run; by default 'main', or the only public function"),
              cl::value_desc("name"), cl::cat(category));
static cl::list<std::string> argTexts("arg", cl::desc("Next argument: a literal or a .npy file"),
                                      cl::value_desc("value"), cl::cat(category));
static cl::list<std::string> outPaths("out", cl::desc("Write the next result to a .npy file"),
                                      cl::value_desc("path"), cl::cat(category));
enum class Stage { None, FirstOrder, MLIR, LLVM, Assembly, Object, Library, Header };
static cl::opt<Stage> emit("emit", cl::desc("Print or write the program instead of running it"),
                           cl::values(clEnumValN(Stage::FirstOrder, "first-order",
                                                 "derivatives expanded, array combinators left"),
                                      clEnumValN(Stage::MLIR, "mlir", "the LLVM dialect"),
                                      clEnumValN(Stage::LLVM, "llvm", "optimized LLVM IR"),
                                      clEnumValN(Stage::Assembly, "asm", "assembly"),
                                      clEnumValN(Stage::Object, "obj", "an object file"),
                                      clEnumValN(Stage::Library, "so", "a shared library"),
                                      clEnumValN(Stage::Header, "header", "its C header")),
                           cl::init(Stage::None), cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::desc("Where to write what --emit makes; - is standard output"),
               cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> prefix("prefix", cl::desc("What names in C begin with"),
                                   cl::value_desc("name"), cl::init("chad_"), cl::cat(category));
static cl::opt<std::string>
    targetCPU("target-cpu",
              cl::desc("Processor to compile for: native (the default), generic, x86-64-v3, ..."),
              cl::value_desc("name"), cl::cat(category));
static cl::opt<std::string> targetTriple("target-triple",
                                         cl::desc("Machine that --emit=obj or asm is for"),
                                         cl::value_desc("triple"), cl::cat(category));
static cl::opt<Device> device(
    "target", cl::desc("What runs the program's loops over arrays"),
    cl::values(clEnumValN(Device::CPU, "cpu", "this machine's processor (the default)"),
               clEnumValN(Device::CUDA, "cuda", "an NVIDIA GPU, with nothing but its driver"),
               clEnumValN(Device::EmulatedGPU, "cuda-emulated",
                          "the kernels for an NVIDIA GPU, as functions of this machine's")),
    cl::init(Device::CPU), cl::cat(category));
static cl::opt<bool>
    deterministic("deterministic",
                  cl::desc("On a GPU: sums at indices do not depend on timing (default: true)"),
                  cl::init(true), cl::cat(category));
static cl::opt<bool>
    tf32("tf32", cl::desc("On a GPU: products of matrices of f32 round their factors to 11 bits"),
         cl::cat(category));
static cl::opt<bool>
    checkKernels("check-kernels",
                 cl::desc("Emulated kernels check their accesses to memory (default: true)"),
                 cl::init(true), cl::cat(category));
static cl::opt<bool> specialized("specialize", cl::desc("Compile for the shapes of the arguments"),
                                 cl::cat(category));
static cl::opt<bool>
    vectorizeEverywhere("vectorize-everywhere",
                        cl::desc("Vectorize all loops that can be, also where it does not pay"),
                        cl::Hidden, cl::cat(category));
static cl::opt<double>
    maxFlopsPerByte("max-flops-per-byte",
                    cl::desc("How many operations a byte may cost that a derivative need not "
                             "keep; 0 keeps everything (default: 1)"),
                    cl::value_desc("number"), cl::init(Target().maxFlopsPerByte),
                    cl::cat(category));
static cl::opt<int64_t> checkpointStates(
    "checkpoint-states",
    cl::desc("How many states of a loop may be in memory at a time for a reverse derivative"),
    cl::value_desc("number"), cl::cat(category));
static cl::opt<int64_t>
    checkpointBytes("checkpoint-bytes",
                    cl::desc("As --checkpoint-states, in bytes of these states"),
                    cl::value_desc("number"), cl::cat(category));
static cl::opt<std::string>
    remarks("remarks", cl::ValueOptional,
            cl::desc("Say what the passes do with loops, and why not more; all of them, or those "
                     "whose name matches"),
            cl::value_desc("regex"), cl::cat(category));
/// --threads takes the place of an option of LLVM's.
static cl::opt<unsigned> &threads() {
  static cl::opt<unsigned> *option = [] {
    auto &registered = cl::getRegisteredOptions();
    if (auto old = registered.find("threads"); old != registered.end())
      old->second->removeArgument();
    return new cl::opt<unsigned>(
        "threads", cl::desc("How many threads share the work; 0: as many as the machine has"),
        cl::init(1), cl::cat(category));
  }();
  return *option;
}
static cl::opt<unsigned>
    threadGrain("thread-grain",
                cl::desc("The least number of scalar operations that a thread is used for"),
                cl::init(Target().threadGrain), cl::Hidden, cl::cat(category));
static cl::opt<bool> timed("time",
                           cl::desc("Run repeatedly, and say how long a run takes (median)"),
                           cl::cat(category));
static cl::opt<bool> counted("count-allocations",
                             cl::desc("Say how many arrays a run allocates, and leaves allocated"),
                             cl::cat(category));
static cl::opt<bool> lineInfo("line-info",
                              cl::desc("With --emit=llvm, asm, obj or so: say of which lines of "
                                       "the program the code is"),
                              cl::cat(category));
static cl::opt<bool> verifyEach("verify-each", cl::desc("Verify the program after each pass"),
                                cl::init(true), cl::cat(category));
static cl::opt<unsigned> optimization("O", cl::Prefix, cl::desc("Optimization level, 0 to 3"),
                                      cl::init(3), cl::cat(category));
static cl::opt<bool> hostFeatures("host-features",
                                  cl::desc("Use all that this processor has (default: true)"),
                                  cl::init(true), cl::cat(category));
static cl::opt<bool> vectorMath("vector-math",
                                cl::desc("Use the C library's vector functions (default: true)"),
                                cl::init(true), cl::cat(category));
static cl::opt<cl::boolOrDefault>
    approximateMath("approximate-math",
                    cl::desc("Compute exp, log, ... inline, to 3 units in the last place (default: "
                             "as --vector-math)"),
                    cl::cat(category));
static cl::opt<bool>
    exactFloats("exact-floats",
                cl::desc("Round after each operation, and add sums in the order of the program: "
                         "slower"),
                cl::cat(category));
static cl::opt<bool> checkBounds("check-bounds",
                                 cl::desc("Fail where an index is outside of its array"),
                                 cl::cat(category));
static cl::opt<bool> gradient("grad", cl::desc("Also compute the gradient of one float result"),
                              cl::cat(category));
static cl::opt<bool> inTwoParts(
    "split",
    cl::desc("With --grad: in two functions, one that runs forward and one that runs backward"),
    cl::cat(category));
static cl::list<std::string>
    seedTexts("seed", cl::desc("With --split: the cotangent of the next result; 1 for a float"),
              cl::value_desc("value"), cl::cat(category));
static cl::opt<bool> sparseJacobian("sparse-jacobian",
                                    cl::desc("Also compute the Jacobian, in compressed rows"),
                                    cl::cat(category));
static cl::opt<bool> gradCheck("grad-check",
                               cl::desc("Compare forward and reverse derivatives and differences"),
                               cl::cat(category));
static cl::list<std::string>
    of("of", cl::CommaSeparated, cl::value_desc("results"),
       cl::desc("Results to differentiate, by position or name; all that hold floats"),
       cl::cat(category));
static cl::list<std::string>
    wrt("wrt", cl::CommaSeparated, cl::value_desc("arguments"),
        cl::desc("Arguments to differentiate by, by position or name; all that hold floats"),
        cl::cat(category));
static cl::opt<bool> full("full", cl::desc("Print every element of large tensors"),
                          cl::cat(category));

static cl::opt<bool> asJson("json", cl::desc("Print the results and what was measured as JSON"),
                            cl::cat(category));
static cl::opt<bool> countWork("count", cl::desc("Print the work that was done (with --interpret)"),
                               cl::cat(category));

/// The exit code of the process after an error.
static ExitCode failureCode = ExitCode::Failed;

/// Reports an error that has no place in the program.
static LogicalResult error(const Twine &message) {
  llvm::errs() << "chad-run: error: " << message << '\n';
  return failure();
}

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// The entry and its arguments
//===----------------------------------------------------------------------===//

static LogicalResult noEntry(ModuleOp module, const Twine &message) {
  std::string names;
  for (auto function : module.getOps<FunctionOpInterface>())
    names += (names.empty() ? "'" : ", '") + function.getName().str() + "'";
  return error(message + (names.empty() ? " (the program has no functions)"
                                        : "; the functions of the program: " + names));
}

static FailureOr<FunctionOpInterface> findEntry(ModuleOp module) {
  FunctionOpInterface entry;
  if (!entryName.empty()) {
    entry = dyn_cast_or_null<FunctionOpInterface>(module.lookupSymbol(entryName));
    if (!entry)
      return noEntry(module, "there is no function '" + entryName + "'");
    return entry;
  }
  entry = dyn_cast_or_null<FunctionOpInterface>(module.lookupSymbol("main"));
  if (entry)
    return entry;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    if (entry)
      return noEntry(module, "no function is called 'main' and several are public: choose one "
                             "with --entry");
    entry = function;
  }
  if (!entry)
    return noEntry(module, "there is no public function to run");
  return entry;
}

/// Reads a value of this type from a literal or a file: one value, or the two parts of a complex
/// one. `place` is "argument #0 of 'f'".
static FailureOr<RuntimeValues> readValue(const Twine &place, Type type, StringRef text) {
  bool isComplex = static_cast<bool>(getPartType(type));
  auto list = [](auto value) { return RuntimeValues{*value}; };
  auto pair = [](const ComplexValue &value) { return RuntimeValues{value.re, value.im}; };
  std::string what = (place + " has type " + str(type)).str();
  std::string why;
  if (!text.ends_with(".npy")) {
    if (isComplex) {
      FailureOr<ComplexValue> value = parseComplex(text, type, why);
      if (failed(value))
        return error(what + ": " + why);
      return pair(*value);
    }
    FailureOr<RuntimeValue> value = parseValue(text, type, why);
    if (failed(value))
      return error(what + ": " + why);
    return list(value);
  }
  auto buffer = llvm::MemoryBuffer::getFile(text, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return error("cannot read '" + text + "': " + buffer.getError().message());
  auto notHeld = [&] { return error(what + ", which '" + text + "' does not hold: " + why); };
  if (isComplex) {
    FailureOr<ComplexValue> value = readComplexNpy((*buffer)->getBuffer(), type, why);
    if (failed(value))
      return notHeld();
    return pair(*value);
  }
  FailureOr<RuntimeValue> value = readNpy((*buffer)->getBuffer(), type, why);
  if (failed(value))
    return notHeld();
  return list(value);
}

static FailureOr<RuntimeValues> readArguments(FunctionOpInterface entry) {
  if (argTexts.size() != entry.getNumArguments()) {
    std::string types;
    for (Type type : entry.getArgumentTypes())
      types += (types.empty() ? "" : ", ") + str(type);
    return error("'" + entry.getName() + "' takes " + Twine(entry.getNumArguments()) +
                 " arguments (" + types + "), got " + Twine(argTexts.size()) + " --arg");
  }
  RuntimeValues args;
  for (auto [i, text] : llvm::enumerate(argTexts)) {
    FailureOr<RuntimeValues> values =
        readValue("argument #" + Twine(i) + " of '" + entry.getName() + "'",
                  entry.getArgumentTypes()[i], text);
    if (failed(values))
      return failure();
    for (const RuntimeValue &value : *values)
      if (interpret && value.is<Tensor>() && !countElements(value.asTensor().shape))
        return error("argument #" + Twine(i) + " has shape " + formatShape(value.asTensor().shape) +
                     ", which is too large for the interpreter; leave out --interpret");
    llvm::append_range(args, *values);
  }
  return args;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static LogicalResult checkOutputs(StringRef entry, TypeRange types) {
  if (outPaths.size() > types.size())
    return error("'" + entry + "' has " + Twine(types.size()) + " results, got " +
                 Twine(outPaths.size()) + " --out");
  for (auto [i, path] : llvm::enumerate(outPaths)) {
    if (!isNpyType(types[i]))
      return error("result #" + Twine(i) + " of '" + entry + "' has type " + str(types[i]) +
                   ", which an .npy file cannot hold; leave out --out=" + path);
    if (llvm::is_contained(ArrayRef<std::string>(outPaths).take_front(i), path))
      return error("--out=" + path + " is given twice");
  }
  return success();
}

/// Writes all outputs beside their places, then moves them there.
static LogicalResult writeOutputs(TypeRange types, ArrayRef<RuntimeValue> results) {
  std::vector<PendingFile> files;
  std::string why;
  for (auto [path, type] : llvm::zip(outPaths, types)) {
    bool isComplex = static_cast<bool>(getPartType(type));
    std::string contents = isComplex ? writeComplexNpy({results[0], results[1]}, type)
                                     : writeNpy(results.front(), type);
    results = results.drop_front(isComplex ? 2 : 1);
    if (failed(files.emplace_back(path).write(contents, why)))
      return error(why);
  }
  for (PendingFile &file : files)
    if (failed(file.moveIntoPlace(why)))
      return error(why);
  return success();
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static CompilerOptions compilerOptions() {
  CompilerOptions options;
  options.device = device;
  options.deterministic = deterministic;
  options.tf32 = tf32;
  options.checkKernels = checkKernels;
  options.optimizationLevel = std::min<unsigned>(optimization, 3);
  options.useHostFeatures = hostFeatures;
  options.useVectorMath = vectorMath;
  options.exactFloats = exactFloats;
  options.vectorizeEverywhere = vectorizeEverywhere;
  options.maxFlopsPerByte = maxFlopsPerByte;
  options.threads = threads();
  options.threadGrain = threadGrain;
  if (approximateMath != cl::BOU_UNSET)
    options.approximateMath = approximateMath == cl::BOU_TRUE;
  options.targetCPU = targetCPU;
  options.targetTriple = targetTriple;
  options.verifyEach = verifyEach;
  options.checkBounds = checkBounds;
  options.lineInfo = lineInfo;
  options.onProgress = reportProgress();
  return options;
}

/// Reports `why`, the message of a library function, which is empty if it has emitted a diagnostic.
static LogicalResult errorUnlessEmpty(StringRef why) {
  return why.empty() ? failure() : error(why);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// The path of the output: the option's, or by default the name of the program with `extension`.
static std::string outputPath(StringRef extension) {
  if (!outputFile.empty())
    return outputFile;
  StringRef stem = inputFile == "-" ? "out" : llvm::sys::path::stem(inputFile);
  return (stem + extension).str();
}

/// Writes a file, or to standard output.
static LogicalResult writeFile(StringRef bytes, const std::string &path) {
  if (path == "-") {
    llvm::outs() << bytes;
    return success();
  }
  std::string why;
  PendingFile file(path);
  if (failed(file.write(bytes, why)) || failed(file.moveIntoPlace(why)))
    return error(why);
  return success();
}

static LogicalResult printText(StringRef text) {
  return writeFile(text, outputFile.empty() ? "-" : outputFile.getValue());
}

static LogicalResult writeLibrary(StringRef object) {
  std::string why, path = outputPath(".so");
  if (path == "-")
    return error("a shared library cannot be written to standard output");
  PendingFile input(path), library(path);
  SmallVector<StringRef> libraries;
  if (threads() != 1)
    libraries.push_back(openMPLibrary());
  // The runtime stays the library's own: others may have another one.
  if (device != Device::CPU)
    libraries.append({deviceLibrary(), "-Wl,--exclude-libs,libchad_gpu.a", "-lstdc++", "-ldl"});
  // The linker writes where an empty file has been made.
  if (failed(input.write(object, why)) || failed(library.create(why)) ||
      failed(linkSharedLibrary(input.getTemporaryPath(), library.getTemporaryPath(), libraries,
                               why)) ||
      failed(library.moveIntoPlace(why)))
    return error(why);
  return success();
}

/// Whether --emit makes what other programs call or read: assembly, an object file, a shared
/// library or a header.
static bool isInterface() {
  return emit == Stage::Assembly || emit == Stage::Object || emit == Stage::Library ||
         emit == Stage::Header;
}

static LogicalResult writeInterface(ModuleOp module, StringRef entry,
                                    llvm::MemoryBufferRef source) {
  InterfaceOptions options;
  options.entry = entry;
  options.prefix = prefix;
  options.source = source;
  options.device = device;
  options.isAssembly = emit == Stage::Assembly;
  std::string why;
  if (emit == Stage::Header) {
    std::string path = outputPath(".h");
    FailureOr<std::string> text = printHeader(module, options, path, why);
    return failed(text) ? error(why) : writeFile(*text, path);
  }
  auto object = compileToObject(module, compilerOptions(), options, why);
  if (failed(object))
    return errorUnlessEmpty(why);
  StringRef bytes(object->data(), object->size());
  if (emit == Stage::Assembly)
    return printText(bytes);
  return emit == Stage::Library ? writeLibrary(bytes) : writeFile(bytes, outputPath(".o"));
}

static LogicalResult printStage(ModuleOp module) {
  std::string why, text;
  if (emit == Stage::FirstOrder) {
    PassManager pm(module.getContext());
    pm.addPass(createSymbolDCEPass());
    pm.addPass(createChadRaise({{}, /*keepComplex=*/false, /*keepVectors=*/true}));
    buildFirstOrderPipeline(pm);
    if (failed(pm.run(module)))
      return failure();
    llvm::raw_string_ostream(text) << module << '\n';
    return printText(text);
  }
  CompilerOptions options = compilerOptions();
  (emit == Stage::MLIR ? options.mlirText : options.llvmText) = &text;
  if (failed(CompiledProgram::create(module, options, why)))
    return errorUnlessEmpty(why);
  return printText(text);
}

/// The program failed while it ran.
static LogicalResult programFailed(StringRef why) { return error("the program failed: " + why); }

/// Measures the median time of as many runs as fit into a second, after one.
static LogicalResult measureTime(PreparedCall &call, Measurements &measurements) {
  using Clock = std::chrono::steady_clock;
  constexpr size_t maxRuns = 1001;
  std::vector<double> times;
  std::string why;
  auto end = Clock::now() + std::chrono::seconds(1);
  do {
    auto start = Clock::now();
    if (failed(call.run(why)))
      return programFailed(why);
    times.push_back(std::chrono::duration<double>(Clock::now() - start).count());
  } while (times.size() < maxRuns && Clock::now() < end);
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  double median = times[times.size() / 2];
  measurements.time = {median, times.size()};
  return success();
}

/// Measures the kernels of one run on a GPU.
static LogicalResult measureKernels(PreparedCall &call, Measurements &measurements) {
  std::string why;
  setDeviceTiming(true);
  takeDeviceCounts();
  if (failed(call.run(why)))
    return programFailed(why);
  setDeviceTiming(false);
  DeviceCounts counts = takeDeviceCounts();
  // The time of an emulation says nothing about a GPU.
  measurements.kernels = {compilerOptions().device == Device::CUDA
                              ? std::optional<double>(counts.kernelSeconds)
                              : std::nullopt,
                          counts.launches, counts.copiesIn, counts.copiesOut};
  return success();
}

/// Prints what was measured beside the program; `work` comes after the results.
static void printMeasurements(const Measurements &measurements) {
  if (auto time = measurements.time) {
    bool isLong = time->medianSeconds >= 1e-3;
    llvm::outs() << llvm::format("time %.4g %s", time->medianSeconds * (isLong ? 1e3 : 1e6),
                                 isLong ? "ms" : "us")
                 << ", median of " << time->runs << " runs\n";
  }
  if (auto kernels = measurements.kernels) {
    llvm::outs() << "kernels ";
    if (kernels->seconds)
      llvm::outs() << llvm::format("%.4g us", *kernels->seconds * 1e6);
    else
      llvm::outs() << "emulated";
    llvm::outs() << ", " << kernels->launches << " launches, " << kernels->copiesIn
                 << " copies in, " << kernels->copiesOut << " out\n";
  }
  if (auto allocations = measurements.allocations)
    llvm::outs() << "allocated " << allocations->made << ", left " << allocations->left << '\n';
}

static FailureOr<RuntimeValues> runCompiled(ModuleOp module, FunctionOpInterface entry,
                                            ArrayRef<RuntimeValue> args,
                                            Measurements &measurements) {
  std::string why;
  // Only public functions can be called from outside; others need not compile.
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      SymbolTable::setSymbolVisibility(function, function == entry
                                                     ? SymbolTable::Visibility::Public
                                                     : SymbolTable::Visibility::Private);
  if (auto function = dyn_cast<func::FuncOp>(*entry); function && specialized) {
    SmallVector<SmallVector<int64_t>> shapes;
    for (const RuntimeValue &arg : args)
      shapes.push_back(arg.is<Tensor>() ? arg.asTensor().shape : SmallVector<int64_t>());
    if (failed(specialize(function, shapes)))
      return failure();
  }
  auto program = CompiledProgram::create(module, compilerOptions(), why);
  if (failed(program))
    return errorUnlessEmpty(why);
  FailureOr<PreparedCall> call = (*program)->prepare(entry.getName(), args, why);
  if (failed(call))
    return error(why);
  restartPeak();
  MemoryStatistics before = getMemoryStatistics();
  if (failed(call->run(why)))
    return programFailed(why);
  MemoryStatistics after = getMemoryStatistics();
  int64_t allocations = after.allocations - before.allocations;
  if (timed && failed(measureTime(*call, measurements)))
    return failure();
  if (timed && compilerOptions().device != Device::CPU &&
      failed(measureKernels(*call, measurements)))
    return failure();
  FailureOr<RuntimeValues> results = call->results(why);
  if (failed(results))
    return error(why);
  call->dropResults();
  if (counted)
    measurements.allocations = {allocations, getMemoryStatistics().live - before.live,
                                after.peakBytes - before.liveBytes};
  return results;
}

static LogicalResult enableRemarks(MLIRContext &context) {
  std::string names = remarks.empty() ? ".*" : std::string(remarks), why;
  if (!llvm::Regex(names).isValid(why))
    return error("--remarks is no regular expression: " + why);
  // MLIR asks for a match of the whole name.
  names = ".*(" + names + ").*";
  remark::RemarkCategories all;
  all.passed = all.missed = all.analysis = all.failed = names;
  return chad::detail::printRemarks(context, all);
}

/// Raises the program to values (`chad-raise`). With `keepComplex`, `entry` keeps the complex types
/// that users see; otherwise each complex value becomes two real ones, with which the program runs.
static LogicalResult raiseEntry(ModuleOp module, FunctionOpInterface &entry, bool keepComplex) {
  if (!isa<func::FuncOp>(*entry) && entry->getDialect()->getNamespace() != "ml_program")
    return success();
  PassManager pm(module.getContext());
  std::string name = entry.getName().str();
  pm.addPass(createChadRaise({{name}, keepComplex, /*keepVectors=*/!interpret}));
  if (failed(pm.run(module)))
    return failure();
  entry = cast<FunctionOpInterface>(module.lookupSymbol(name));
  return success();
}

/// The positions of the values at `positions` after each complex value of `types` has become two.
static SmallVector<int64_t> expandPositions(ArrayRef<int64_t> positions, TypeRange types) {
  SmallVector<int64_t> expanded;
  int64_t place = 0;
  for (auto [i, type] : llvm::enumerate(types)) {
    int64_t count = getPartType(type) ? 2 : 1;
    if (llvm::is_contained(positions, static_cast<int64_t>(i)))
      llvm::append_range(expanded, llvm::seq(place, place + count));
    place += count;
  }
  return expanded;
}

static void printResults(TypeRange types, ArrayRef<RuntimeValue> results) {
  for (Type type : types) {
    bool isComplex = static_cast<bool>(getPartType(type));
    if (isComplex)
      printComplex(llvm::outs(), {results[0], results[1]}, type, full);
    else
      printValue(llvm::outs(), results.front(), type, full);
    results = results.drop_front(isComplex ? 2 : 1);
    llvm::outs() << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Gradients in two functions
//===----------------------------------------------------------------------===//

/// The cotangents of the selected results.
static FailureOr<RuntimeValues> readSeeds(FunctionOpInterface entry, ArrayRef<int64_t> of) {
  if (seedTexts.size() > of.size())
    return error(Twine(of.size()) + " results of '" + entry.getName() +
                 "' are differentiated, got " + Twine(seedTexts.size()) + " --seed");
  RuntimeValues seeds;
  for (auto [at, i] : llvm::enumerate(of)) {
    Type type = entry.getResultTypes()[i];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (at >= seedTexts.size() && tensor && tensor.getRank() > 0)
      return error("result #" + Twine(i) + " of '" + entry.getName() + "' has type " + str(type) +
                   ", which holds several floats: pass its cotangent as a --seed, or choose "
                   "another result with --of");
    FailureOr<RuntimeValues> seed =
        readValue("the cotangent of result #" + Twine(i) + " of '" + entry.getName() + "'", type,
                  at < seedTexts.size() ? StringRef(seedTexts[at]) : StringRef("1"));
    if (failed(seed))
      return failure();
    llvm::append_range(seeds, *seed);
  }
  return seeds;
}

/// Replaces `entry` by the two functions of its derivative, the public ones.
static FailureOr<SplitParts> splitGradient(ModuleOp module, FunctionOpInterface entry,
                                           const Selection &selection) {
  std::string forward = (entry.getName() + ".fwd").str(),
              backward = (entry.getName() + ".bwd").str();
  for (StringRef name : {StringRef(forward), StringRef(backward)})
    if (module.lookupSymbol(name))
      return error("--split makes '" + name + "', which the program has already");
  FunctionOpInterface both = addValueAndReverse(module, entry, selection);
  auto late = llvm::to_vector(llvm::seq<int64_t>(entry.getNumArguments(), both.getNumArguments()));
  return splitFunction(module, both.getName(), late, maxFlopsPerByte, forward, backward);
}

/// Runs the gradient of `entry` in its two parts.
static LogicalResult runSplit(ModuleOp module, FunctionOpInterface entry, Selection selection,
                              llvm::MemoryBufferRef source) {
  RuntimeValues args, seeds;
  SmallVector<Type> argTypes(entry.getArgumentTypes()), types(entry.getResultTypes());
  SmallVector<int64_t> wrt(selection.wrt);
  unsigned numResults = types.size();
  for (int64_t i : wrt)
    types.push_back(getGradientType(argTypes[i]));
  if (emit == Stage::None) {
    FailureOr<RuntimeValues> givenArgs = readArguments(entry),
                             givenSeeds = readSeeds(entry, selection.of);
    if (failed(givenArgs) || failed(givenSeeds) || failed(checkOutputs(entry.getName(), types)))
      return failure();
    args = std::move(*givenArgs);
    seeds = std::move(*givenSeeds);
  }
  bool withSums = hasSums(entry);
  if (withSums && failed(lowerSums(module, entry, args, selection)))
    return failure();
  RuntimeValues flat = args;
  FailureOr<SplitParts> parts = splitGradient(module, entry, selection);
  if (failed(parts))
    return failure();
  if (isInterface())
    return writeInterface(module, "", source);
  if (emit != Stage::None)
    return printStage(module);
  Interpreter interpreter(module);
  auto call = [&](StringRef name, ArrayRef<RuntimeValue> args) -> FailureOr<RuntimeValues> {
    auto callee = module.lookupSymbol<FunctionOpInterface>(name);
    if (interpret)
      return interpreter.call(callee, args);
    Measurements measurements;
    FailureOr<RuntimeValues> results = runCompiled(module, callee, args, measurements);
    if (succeeded(results) && (timed || counted)) {
      llvm::outs() << name << ": ";
      printMeasurements(measurements);
    }
    return results;
  };
  FailureOr<RuntimeValues> first = call(parts->forward, args);
  if (failed(first))
    return failure();
  llvm::append_range(args, *first);
  llvm::append_range(args, seeds);
  FailureOr<RuntimeValues> second = call(parts->backward, args);
  if (failed(second))
    return failure();
  // The results are those of both functions, in the order of the original function.
  RuntimeValues results;
  unsigned numEarly = 0, numLate = 0;
  for (bool isEarly : parts->isEarly)
    results.push_back(isEarly ? (*first)[numEarly++] : (*second)[numLate++]);
  if (withSums)
    results = joinSums(argTypes, TypeRange(types).take_front(numResults), wrt, flat, results);
  if (failed(writeOutputs(types, results)))
    return failure();
  printResults(types, results);
  return success();
}

static LogicalResult run() {
  std::string message;
  auto input = openInputFile(inputFile, &message);
  if (!input)
    return error(message);
  DialectRegistry registry;
  registerCompilerDialects(registry);
  registerPortableStableHLO(registry);
  StringRef artifact = getPortableArtifact(input->getBuffer());
  prepareForBytecode(artifact, registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  if (artifact.size() != input->getBufferSize())
    input = llvm::MemoryBuffer::getMemBufferCopy(artifact, input->getBufferIdentifier());
  llvm::MemoryBufferRef source = input->getMemBufferRef();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  if (remarks.getNumOccurrences() && failed(enableRemarks(context)))
    return failure();
  // StableHLO, as JAX exports it, is no dialect that is registered.
  bool isForeign = mayHoldStableHLO(source.getBuffer());
  context.allowUnregisteredDialects(isForeign);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return errorUnlessEmpty(whyStableHLOIsUnreadable(source.getBuffer()));
  // A module that the text does not spell out has no line: errors about the program are reported
  // at the first one.
  if (auto line = dyn_cast<FileLineColLoc>((*module)->getLoc()); line && line.getLine() == 0)
    (*module)->setLoc(FileLineColLoc::get(line.getFilename(), 1, 1));
  if (isForeign) {
    PassManager pm(&context);
    pm.addPass(createChadImportStableHLO());
    if (failed(pm.run(*module)))
      return failure();
  }
  auto given = [](const cl::opt<int64_t> &option) {
    return option.getNumOccurrences() ? std::optional<int64_t>(option) : std::nullopt;
  };
  std::string why = addLoopBudget(*module, given(checkpointStates), given(checkpointBytes),
                                  /*prefix=*/"--");
  if (!why.empty())
    return error(why);
  bool adds = gradient || sparseJacobian;
  if (isInterface() && !adds)
    return writeInterface(*module, entryName, source);
  if (emit != Stage::None && !adds)
    return printStage(*module);
  FailureOr<FunctionOpInterface> entry = findEntry(*module);
  if (failed(entry) || failed(raiseEntry(*module, *entry, /*keepComplex=*/true)))
    return failure();
  Selection selection;
  if (adds || gradCheck) {
    std::string why;
    FailureOr<Selection> selected =
        select(*entry, of, wrt, /*bySums=*/!sparseJacobian, source, why);
    if (failed(selected))
      return error(why);
    selection = std::move(*selected);
  }
  if (inTwoParts) {
    auto isComplex = [](Type type) { return static_cast<bool>(getPartType(type)); };
    if (llvm::any_of(entry->getArgumentTypes(), isComplex) ||
        llvm::any_of(entry->getResultTypes(), isComplex))
      return error("--split: '" + entry->getName() +
                   "' takes or returns complex values, of which there are two parts each: run "
                   "'chad-opt --chad-raise' first");
    if (entry->isExternal())
      return entry->emitError("'")
             << entry->getName() << "' has no body here: there is nothing to run";
    if (failed(raiseEntry(*module, *entry, /*keepComplex=*/false)))
      return failure();
    return runSplit(*module, *entry, selection, source);
  }
  if (adds) {
    std::string why;
    entry = gradient ? addGradient(*module, *entry, selection, why)
                     : addSparseJacobian(*module, *entry, selection, why);
    if (failed(entry))
      return error(why);
    if (isInterface())
      return writeInterface(*module, entry->getName(), source);
    if (emit != Stage::None)
      return printStage(*module);
  }
  if (entry->isExternal())
    return entry->emitError("'") << entry->getName()
                                 << "' has no body here: there is nothing to run";
  if (failed(checkOutputs(entry->getName(), entry->getResultTypes())))
    return failure();
  FailureOr<RuntimeValues> args = readArguments(*entry);
  if (failed(args))
    return failure();
  SmallVector<Type> argTypes(entry->getArgumentTypes()), resultTypes(entry->getResultTypes());
  // The program that runs has two real values in place of each complex one.
  if (failed(raiseEntry(*module, *entry, /*keepComplex=*/false)))
    return failure();
  selection.wrt = expandPositions(selection.wrt, argTypes);
  selection.of = expandPositions(selection.of, resultTypes);
  if (gradCheck) {
    if (hasSums(*entry) && failed(lowerSums(*module, *entry, *args, selection)))
      return failure();
    std::string why;
    bool isWrong = false;
    if (failed(checkGradient(*module, *entry, *args, selection, compilerOptions(), asJson, isWrong,
                             why))) {
      if (isWrong)
        failureCode = ExitCode::WrongDerivative;
      return errorUnlessEmpty(why);
    }
    return success();
  }
  Interpreter interpreter(*module);
  Work work;
  if (countWork)
    interpreter.countInto(&work);
  Measurements measurements;
  FailureOr<RuntimeValues> results = interpret ? interpreter.call(*entry, *args)
                                               : runCompiled(*module, *entry, *args, measurements);
  if (failed(results) || failed(writeOutputs(resultTypes, *results)))
    return failure();
  if (countWork)
    measurements.work = work;
  if (asJson) {
    printJson(llvm::outs(), *results, entry->getResultTypes(), measurements);
    return success();
  }
  printMeasurements(measurements);
  printResults(resultTypes, *results);
  if (countWork)
    llvm::outs() << work << '\n';
  return success();
}

/// Options that mean nothing without others.
static LogicalResult checkOptions() {
  if (countWork && !interpret)
    return error("--count counts what the interpreter does: pass --interpret, too");
  if ((wrt.getNumOccurrences() || of.getNumOccurrences()) && !gradient && !gradCheck &&
      !sparseJacobian)
    return error("--wrt and --of say what is differentiated: pass --grad, --sparse-jacobian or "
                 "--grad-check, too");
  if (sparseJacobian && (gradient || gradCheck))
    return error("--sparse-jacobian, --grad and --grad-check differ in what they compute: pass one "
                 "of them");
  if (sparseJacobian && interpret)
    return error("--sparse-jacobian compiles derivatives: leave out --interpret");
  if (interpret && device != Device::CPU)
    return error("--target is for compiled programs: leave out --interpret");
  if (gradCheck && gradient)
    return error("--grad-check checks the gradient that --grad computes: pass one of them");
  if (gradCheck && interpret)
    return error("--grad-check checks compiled derivatives: leave out --interpret");
  if (gradCheck && emit != Stage::None)
    return error("--grad-check runs the program: leave out --emit");
  if (gradCheck && (timed || counted || specialized || !outPaths.empty()))
    return error("--grad-check prints what it compares: leave out --time, --count-allocations, "
                 "--specialize and --out");
  if (inTwoParts && !gradient)
    return error("--split makes two functions of a gradient: pass --grad, too");
  if (inTwoParts && (asJson || countWork))
    return error("--split runs two functions: leave out --json and --count");
  if (!inTwoParts && seedTexts.getNumOccurrences())
    return error("--seed gives a cotangent to the second function of --split: pass --grad --split");
  if (asJson && emit != Stage::None)
    return error("--json is for the results of a run: leave out --emit");
  if (!outputFile.empty() && emit == Stage::None)
    return error("-o names what --emit makes: pass --emit, or --out for a result");
  if (!targetTriple.empty() && emit != Stage::Object && emit != Stage::Assembly)
    return error("--target-triple is for --emit=obj and asm: programs run, and are linked, here");
  if (lineInfo && emit != Stage::LLVM && emit != Stage::Assembly && emit != Stage::Object &&
      emit != Stage::Library)
    return error("--line-info is for code: pass --emit=llvm, asm, obj or so, too");
  return success();
}

/// The bytes of the stack: as many as address space and memory allow. The interpreter recurses as
/// deep as a program nests, and compiled code as deep as the program recurs.
static unsigned stackBytes() {
  constexpr unsigned least = 512u << 20, most = 4095u << 20;
  rlimit limit;
  bool isLimited = getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
  auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  bool isLarge = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) >= uint64_t(8) << 30;
  return isLimited || !isLarge ? least : most;
}

int main(int argc, char **argv) {
  initializeTool("chad-run", "Compiled programs do not check indices, though: if --interpret finds "
                             "one out of bounds, that is the error.");
  llvm::InitLLVM init(argc, argv);
  reportWriteErrors("chad-run");
  threads();
  mlir::registerDefaultTimingManagerCLOptions();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  if (failed(checkOptions()))
    return ExitCode::Failed;
  LogicalResult result = failure();
  llvm::thread worker(std::optional<unsigned>(stackBytes()), [&] { result = run(); });
  worker.join();
  std::string why;
  if (failed(finishStandardOutput(why)))
    result = error(why);
  return failed(result) ? failureCode : ExitCode::Succeeded;
}
