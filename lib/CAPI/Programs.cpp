//===- Programs.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "chad/ExecutionEngine/Memory.h"
#include "chad/ExecutionEngine/Requests.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/IR/ChadDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"
#include <cstring>

using namespace mlir;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static thread_local std::string lastError;

void chad::capi::setLastError(std::string message) { lastError = std::move(message); }

const char *chadGetLastError(void) { return lastError.c_str(); }

/// Fails with a message.
static bool fail(const Twine &message) {
  chad::capi::setLastError(message.str());
  return false;
}

static void print(const Diagnostic &diagnostic, std::string &text) {
  llvm::raw_string_ostream os(text);
  if (auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
    os << place.getFilename().getValue() << ':' << place.getLine() << ':' << place.getColumn()
       << ": ";
  os << (diagnostic.getSeverity() == DiagnosticSeverity::Note ? "note: " : "error: ") << diagnostic
     << '\n';
  for (const Diagnostic &note : diagnostic.getNotes())
    print(note, text);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

void chadGetDefaultOptions(ChadOptions *options) {
  chad::CompilerOptions defaults;
  *options = {defaults.optimizationLevel, defaults.threads, defaults.useVectorMath,
              defaults.checkExtents, defaults.checkBounds};
}

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Runs `task` on a stack that is large enough for deeply nested programs.
static void runOnLargeStack(llvm::function_ref<void()> task) {
  llvm::thread worker(std::optional<unsigned>(512u << 20), [&] { task(); });
  worker.join();
}

ChadProgram *chad::capi::compile(std::unique_ptr<MLIRContext> &context, ModuleOp module,
                                 const ChadOptions *options) {
  CompilerOptions own;
  if (options) {
    own.optimizationLevel = options->optimizationLevel;
    own.threads = options->threads;
    own.useVectorMath = options->useVectorMath;
    own.checkExtents = options->checkExtents;
    own.checkBounds = options->checkBounds;
  }
  std::string why;
  auto compiled = CompiledProgram::create(module, own, why);
  if (failed(compiled)) {
    setLastError(why);
    return nullptr;
  }
  auto program = std::make_unique<ChadProgram>();
  program->context = std::move(context);
  program->compiled = std::move(*compiled);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    FunctionType type = program->compiled->getFunctionType(function.getName());
    if (!type)
      continue;
    ChadProgram::Function &described = program->functions.emplace_back();
    described.name = function.getName().str();
    described.type = type;
    llvm::transform(type.getInputs(), std::back_inserter(described.arguments), str);
    llvm::transform(type.getResults(), std::back_inserter(described.results), str);
  }
  return program.release();
}

ChadProgram *chadCompile(const char *source, size_t length, const char *fileName,
                         const ChadDerivative *derivatives, size_t numDerivatives,
                         const ChadOptions *options) {
  ChadProgram *program = nullptr;
  std::string messages, why;
  runOnLargeStack([&] {
    DialectRegistry registry;
    chad::registerCompilerDialects(registry);
    chad::registerPortableStableHLO(registry);
    StringRef text = chad::getPortableArtifact({source, length});
    chad::prepareForBytecode(text, registry);
    auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    MLIRContext *inner = context.get();
    inner->printOpOnDiagnostic(false);
    ScopedDiagnosticHandler handler(inner, [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        print(diagnostic, messages);
    });
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, fileName ? fileName : "<program>"), SMLoc());
    bool isForeign = chad::mayHoldStableHLO(text);
    inner->allowUnregisteredDialects(isForeign);
    OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, inner);
    if (!module) {
      why = chad::whyStableHLOIsUnreadable(text).str();
      return;
    }
    if (isForeign) {
      PassManager pm(inner);
      pm.addPass(chad::createChadImportStableHLO());
      if (failed(pm.run(*module)))
        return;
    }
    for (const ChadDerivative &d : llvm::ArrayRef(derivatives, numDerivatives))
      if (failed(chad::addDerivative(
              *module,
              {d.name, d.function, d.kind, {d.wrt, d.wrt + d.numWrt}, {d.of, d.of + d.numOf}})))
        return;
    lastError.clear();
    program = chad::capi::compile(context, *module, options);
    why = lastError;
  });
  if (!program)
    fail(messages + why);
  return program;
}

void chadDestroyProgram(ChadProgram *program) { delete program; }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

const ChadProgram::Function *ChadProgram::find(StringRef name) const {
  for (const Function &function : functions)
    if (function.name == name)
      return &function;
  return nullptr;
}

const char *chadGetFunctionName(const ChadProgram *program, size_t position) {
  return position < program->functions.size() ? program->functions[position].name.c_str() : nullptr;
}

static const char *getType(const ChadProgram *program, const char *name, size_t position,
                           std::vector<std::string> ChadProgram::Function::*types) {
  const ChadProgram::Function *function = program->find(name);
  return function && position < (function->*types).size() ? (function->*types)[position].c_str()
                                                          : nullptr;
}

const char *chadGetArgumentType(const ChadProgram *program, const char *function, size_t position) {
  return getType(program, function, position, &ChadProgram::Function::arguments);
}

const char *chadGetResultType(const ChadProgram *program, const char *function, size_t position) {
  return getType(program, function, position, &ChadProgram::Function::results);
}

/// The bytes of an element of a type that a program returns.
static size_t elementSize(Type type) {
  if (auto lin = dyn_cast<chad::LinType>(type))
    type = lin.getPrimal();
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? 8 : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

bool chadCall(ChadProgram *program, const char *name, const ChadArray *arguments,
              size_t numArguments, ChadArray *results, size_t numResults) {
  const ChadProgram::Function *function = program->find(name);
  if (!function)
    return fail("the program has no public function '" + Twine(name) + "'");
  if (numArguments != function->arguments.size() || numResults != function->results.size())
    return fail("'" + Twine(name) + "' takes " + Twine(function->arguments.size()) +
                " arguments and has " + Twine(function->results.size()) + " results, not " +
                Twine(numArguments) + " and " + Twine(numResults));
  auto view = [](const ChadArray &array) {
    return chad::BufferView{array.data,
                            llvm::SmallVector<int64_t>(array.shape, array.shape + array.rank)};
  };
  for (auto [arrays, count] :
       {std::pair<const ChadArray *, size_t>{arguments, numArguments}, {results, numResults}})
    for (const ChadArray &array : llvm::ArrayRef(arrays, count))
      if (array.data && (array.rank < 0 || array.rank > CHAD_MAX_RANK))
        return fail("an array has rank " + Twine(array.rank));
  std::string why;
  for (Type type :
       llvm::concat<const Type>(function->type.getInputs(), function->type.getResults()))
    if (isa<chad::BoxType>(type))
      return fail("'" + Twine(name) +
                  "' takes or returns a function or a box, of which there are no "
                  "arrays: make and apply functions within the program");
  auto views = llvm::map_to_vector(llvm::ArrayRef(arguments, numArguments), view);
  auto call = program->compiled->prepareInPlace(name, views, why);
  if (failed(call))
    return fail(why);
  for (size_t i = 0; i < numResults; ++i)
    if (results[i].data)
      call->giveMemory(i, view(results[i]));
  if (failed(call->run(why)))
    return fail(why);
  for (size_t i = 0; i < numResults; ++i) {
    Type type = function->type.getResult(i);
    if (auto lin = dyn_cast<chad::LinType>(type); lin && lin.isUnit())
      continue;
    chad::BufferView result = call->resultView(i);
    if (result.shape.size() > CHAD_MAX_RANK)
      return fail("a result has rank " + Twine(result.shape.size()));
    size_t bytes = elementSize(type);
    for (int64_t extent : result.shape)
      bytes *= extent;
    if (results[i].data) {
      if (results[i].data == result.data)
        continue;
      auto given = view(results[i]);
      if (given.shape != result.shape)
        return fail("the memory for result #" + Twine(i) + " of '" + name + "' has another shape");
      std::memcpy(results[i].data, result.data, bytes);
      continue;
    }
    results[i].rank = result.shape.size();
    llvm::copy(result.shape, results[i].shape);
    void *taken = result.shape.empty() ? nullptr : call->takeResult(i);
    if (!taken) {
      taken = chad::allocateBuffer(std::max<size_t>(bytes, 1));
      if (!taken)
        return fail("there is no memory for result #" + Twine(i));
      std::memcpy(taken, result.data, bytes);
    }
    results[i].data = taken;
  }
  return true;
}

void chadFree(void *data) {
  if (data)
    chad::releaseBuffer(data);
}
