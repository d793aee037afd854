//===- Compiled.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"
#include "Requests.h"
#include "chad/Analysis/Remarks.h"
#include "chad/ExecutionEngine/Memory.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace chad;
using namespace chad::bench;

static DialectRegistry &dialects() {
  static DialectRegistry registry;
  return registry;
}

void chad::bench::initializeCompiler() { registerCompilerDialects(dialects()); }

/// The program on floats of 32 bits.
static std::string toF32(StringRef text) {
  std::string result;
  while (!text.empty()) {
    size_t at = std::min(
        {text.find("f64"), text.find("0x7FF0000000000000"), text.find("0xFFF0000000000000")});
    result += text.take_front(at);
    text = text.substr(at);
    if (text.starts_with("f64")) {
      result += "f32";
      text = text.drop_front(3);
    } else if (!text.empty()) {
      // Infinities.
      result += text.starts_with("0x7") ? "0x7F800000" : "0xFF800000";
      text = text.drop_front(18);
    }
  }
  return result;
}

static std::optional<Element> scalarOf(Type type) {
  Type scalar = getElementTypeOrSelf(type);
  if (scalar.isF32())
    return Element::F32;
  if (scalar.isF64())
    return Element::F64;
  return scalar.isIndex() ? std::optional<Element>(Element::Index) : std::nullopt;
}

/// Whether the elements of the arguments are those of the function's types.
static bool takes(FunctionOpInterface function, ArrayRef<Array> args) {
  return function.getNumArguments() == args.size() &&
         llvm::all_of(llvm::zip(function.getArgumentTypes(), args), [](auto pair) {
           auto tensor = dyn_cast<RankedTensorType>(std::get<0>(pair));
           const Array &arg = std::get<1>(pair);
           size_t rank = tensor ? tensor.getRank() : 0;
           return ::scalarOf(std::get<0>(pair)) == arg.type() && arg.extents().size() == rank;
         });
}

std::unique_ptr<Compiled> Compiled::create(const Program &description, Entry entry,
                                           const Source &source, ArrayRef<Array> args,
                                           std::string &why) {
  auto fail = [&](const Twine &message) {
    why = message.str();
    return nullptr;
  };
  llvm::SmallString<128> path(source.directory);
  llvm::sys::path::append(path, description.file + ".mlir");
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return fail("cannot read '" + path + "': " + file.getError().message());
  std::string text = (*file)->getBuffer().str();
  if (description.element == Element::F32)
    text = toF32(text);

  auto compiled = std::make_unique<Compiled>();
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  compiled->context = std::make_unique<MLIRContext>(dialects(), MLIRContext::Threading::DISABLED);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, path), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, compiled->context.get());
  remark::RemarkCategories categories;
  categories.missed = "chad-place-arrays";
  if (source.printsRemarks && failed(chad::detail::printRemarks(*compiled->context, categories)))
    return fail("remarks cannot be printed");
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, compiled->context.get());
  if (!module)
    return nullptr;
  FunctionOpInterface function = addEntry(*module, description, entry, why);
  if (!function)
    return nullptr;
  if (!takes(function, args))
    return fail("'" + function.getName() + "' takes other arguments than the benchmark has");
  if (source.isStatic)
    function = specialize(*module, function, args);
  for (Type type : function.getResultTypes()) {
    std::optional<Element> element = ::scalarOf(type);
    if (!element)
      return fail("'" + description.function + "' has a result that is no array of floats");
    compiled->resultTypes.push_back(*element);
  }
  for (auto other : module->getOps<FunctionOpInterface>())
    if (!other.isExternal())
      SymbolTable::setSymbolVisibility(other, other == function ? SymbolTable::Visibility::Public
                                                                : SymbolTable::Visibility::Private);
  double parsed = elapsed();

  CompilerOptions options = source.options;
  options.passSeconds = &compiled->seconds.passes;
  auto program = CompiledProgram::create(*module, options, why);
  if (failed(program))
    return nullptr;
  compiled->program = std::move(*program);
  SmallVector<BufferView> views;
  for (const Array &arg : args)
    views.push_back(arg.view());
  // To prepare the call generates the code.
  FailureOr<PreparedCall> call = compiled->program->prepareInPlace(function.getName(), views, why);
  if (failed(call))
    return nullptr;
  compiled->call.emplace(std::move(*call));
  compiled->seconds.total = elapsed();
  compiled->seconds.llvm = compiled->seconds.total - compiled->seconds.passes - parsed;
  return compiled;
}

Arrays Compiled::results() const {
  Arrays arrays;
  for (auto [i, element] : llvm::enumerate(resultTypes)) {
    BufferView view = call->resultView(i);
    Array array(element, view.shape);
    std::memcpy(array.as<char>(), view.data, array.bytes());
    arrays.push_back(array);
  }
  return arrays;
}

void Compiled::run() {
  std::string why;
  if (succeeded(call->run(why)))
    return;
  llvm::errs() << "error: the program failed: " << why << '\n';
  std::_Exit(1);
}

int64_t Compiled::peakBytes() {
  call->dropResults();
  restartPeak();
  int64_t before = getMemoryStatistics().liveBytes;
  run();
  return getMemoryStatistics().peakBytes - before;
}
