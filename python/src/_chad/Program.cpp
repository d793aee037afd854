//===- Program.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "chad/ExecutionEngine/Memory.h"
#include "chad/ExecutionEngine/Requests.h"
#include "chad/Frontends/StableHLO/Passes.h"
#include "chad/IR/ChadDialect.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/SumArrays.h"
#include "chad/Pipelines/Pipelines.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace chad::python;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

unsigned chad::python::sizeOf(Element element) {
  switch (element) {
  case Element::F64:
  case Element::I64:
    return 8;
  case Element::F32:
  case Element::I32:
    return 4;
  case Element::F16:
  case Element::BF16:
  case Element::I16:
    return 2;
  case Element::I8:
  case Element::I1:
    return 1;
  }
  return 0;
}

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

static std::optional<Element> elementOf(Type type) {
  if (type.isF64())
    return Element::F64;
  if (type.isF32())
    return Element::F32;
  if (type.isF16())
    return Element::F16;
  if (type.isBF16())
    return Element::BF16;
  if (type.isIndex())
    return Element::I64;
  auto integer = dyn_cast<IntegerType>(type);
  switch (integer && integer.isSignless() ? integer.getWidth() : 0) {
  case 64:
    return Element::I64;
  case 32:
    return Element::I32;
  case 16:
    return Element::I16;
  case 8:
    return Element::I8;
  case 1:
    return Element::I1;
  default:
    return std::nullopt;
  }
}

/// Nothing where no value of the type can leave a program.
std::optional<ValueType> Program::describe(Type type) const {
  ValueType result;
  result.text = str(type);
  if (auto box = dyn_cast<chad::BoxType>(type)) {
    result.text = str(compiled->getHandleType(box).type);
    result.record = box.getRecord().getValue().str();
    result.element = Element::I64;
    return result;
  }
  if (auto lin = dyn_cast<chad::LinType>(type)) {
    result.isUnit = lin.isUnit();
    if (result.isUnit)
      return result;
    type = lin.getPrimal();
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.getEncoding())
      return std::nullopt;
    result.isArray = true;
    for (int64_t extent : tensor.getShape())
      result.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    type = tensor.getElementType();
  }
  std::optional<Element> element = ::elementOf(type);
  if (!element)
    return std::nullopt;
  result.element = *element;
  return result;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Returns the innermost place in a file that a location contains.
static FileLineColLoc findPlace(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location part) {
    found = dyn_cast<FileLineColLoc>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static Message toMessage(const Diagnostic &diagnostic) {
  Message message;
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    message.severity = "error";
    break;
  case DiagnosticSeverity::Warning:
    message.severity = "warning";
    break;
  case DiagnosticSeverity::Note:
    message.severity = "note";
    break;
  case DiagnosticSeverity::Remark:
    message.severity = "remark";
    break;
  }
  message.text = diagnostic.str();
  if (FileLineColLoc place = findPlace(diagnostic.getLocation())) {
    message.file = place.getFilename().str();
    message.line = place.getLine();
    message.column = place.getColumn();
  }
  for (const Diagnostic &note : diagnostic.getNotes())
    message.notes.push_back(toMessage(note));
  return message;
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Dialects are registered once, and loaded by each context as its program needs them.
static const DialectRegistry &registry() {
  static const DialectRegistry *instance = [] {
    auto *registry = new DialectRegistry;
    chad::registerCompilerDialects(*registry);
    chad::registerPortableStableHLO(*registry);
    registry->insert<func::FuncDialect>();
    return registry;
  }();
  return *instance;
}

/// Runs `task` on a large stack, since programs may be nested deeply.
static void runOnLargeStack(llvm::function_ref<void()> task) {
  llvm::thread worker(std::optional<unsigned>(512u << 20), [&] { task(); });
  worker.join();
}

/// Parses text or bytecode, and adds what `requests` ask for: derivatives, and functions in two
/// parts.
static OwningOpRef<ModuleOp> parse(StringRef source, StringRef fileName,
                                   const chad::CompilerOptions &options, ArrayRef<Request> requests,
                                   MLIRContext &context, std::vector<SplitParts> &parts) {
  source = chad::getPortableArtifact(source);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source, fileName), SMLoc());
  // The dialect StableHLO is not registered.
  bool isForeign = chad::mayHoldStableHLO(source);
  context.allowUnregisteredDialects(isForeign);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return nullptr;
  if (isForeign) {
    PassManager pm(&context);
    pm.addPass(chad::createChadImportStableHLO());
    if (failed(pm.run(*module)))
      return nullptr;
  }
  for (const Request &request : requests) {
    if (request.kind != "split") {
      if (failed(chad::addDerivative(*module, request)))
        return nullptr;
      continue;
    }
    auto made =
        chad::splitFunction(*module, request.function, request.wrt, options.maxFlopsPerByte);
    if (failed(made))
      return nullptr;
    parts.push_back(std::move(*made));
  }
  return module;
}

std::shared_ptr<Program> Program::create(StringRef source, StringRef fileName,
                                         const CompilerOptions &options, ArrayRef<Request> requests,
                                         Failure &failure) {
  auto program = std::make_shared<Program>();
  bool isDone = false;
  runOnLargeStack([&] {
    // MLIR's own threads would not survive a fork.
    program->context = std::make_unique<MLIRContext>(registry(), MLIRContext::Threading::DISABLED);
    ScopedDiagnosticHandler handler(program->context.get(), [&](Diagnostic &diagnostic) {
      failure.messages.push_back(toMessage(diagnostic));
    });
    OwningOpRef<ModuleOp> module =
        parse(source, fileName, options, requests, *program->context, program->parts);
    if (!module)
      return;
    auto compiled = CompiledProgram::create(*module, options, failure.why);
    if (failed(compiled))
      return;
    program->compiled = std::move(*compiled);
    for (auto function : module->getOps<FunctionOpInterface>()) {
      FunctionType type = program->compiled->getFunctionType(function.getName());
      if (!type)
        continue;
      program->names.push_back(function.getName().str());
      // Looking up a function compiles it, even if its arguments are not supported.
      std::string why;
      SmallVector<BufferView> none(type.getNumInputs(), BufferView{nullptr, {-1}});
      (void)program->compiled->prepareInPlace(function.getName(), none, why);
    }
    isDone = true;
  });
  return isDone ? program : nullptr;
}

ValueTree Program::describeTree(Type type) const {
  ValueTree tree;
  tree.isSum = chad::isSumOrArrayOfSums(type);
  // A function with other types can be looked up; a call fails with the reason.
  tree.type.isUnit = true;
  if (!tree.isSum) {
    if (std::optional<ValueType> described = describe(type))
      tree.type = std::move(*described);
  } else if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    tree.type.isArray = true;
    for (int64_t extent : tensor.getShape())
      tree.type.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
  }
  tree.type.text = str(type);
  if (tree.isSum)
    for (TupleType alternative :
         cast<chad::SumType>(getElementTypeOrSelf(type)).getAlternatives()) {
      tree.alternatives.emplace_back();
      for (Type part : alternative.getTypes())
        tree.alternatives.back().push_back(describeTree(part));
    }
  return tree;
}

std::shared_ptr<Function> Program::getFunction(StringRef name) {
  FunctionType type = compiled->getFunctionType(name);
  if (!type)
    return nullptr;
  std::lock_guard<std::mutex> lock(mutex);
  std::weak_ptr<Function> &known = functions[name];
  if (std::shared_ptr<Function> function = known.lock())
    return function;
  auto describeAll = [&](TypeRange types) {
    std::vector<ValueType> all;
    for (Type type : types) {
      // A function with other types can be looked up; a call fails with the reason.
      ValueType other;
      other.text = str(type);
      other.isUnit = true;
      all.push_back(describe(type).value_or(other));
    }
    return all;
  };
  auto function =
      std::make_shared<Function>(shared_from_this(), name.str(), describeAll(type.getInputs()),
                                 describeAll(type.getResults()));
  if (FunctionType withSums = compiled->getTypeWithSums(name)) {
    auto trees = [&](TypeRange types) {
      std::vector<ValueTree> all;
      for (Type type : types)
        all.push_back(describeTree(type));
      return all;
    };
    function->setSums(trees(withSums.getInputs()), trees(withSums.getResults()));
  }
  known = function;
  return function;
}

std::shared_ptr<Handle> Program::makeHandle(const ValueType &type, void *memory) {
  auto handle = std::make_shared<Handle>();
  handle->memory = std::shared_ptr<void>(memory, chad::releaseHandle);
  handle->program = shared_from_this();
  handle->record = type.record;
  handle->text = type.text;
  auto box = chad::BoxType::get(context.get(), FlatSymbolRefAttr::get(context.get(), type.record));
  HandleType what = compiled->getHandleType(box);
  if (!what.apply.empty())
    handle->apply = getFunction(what.apply);
  if (!what.transpose.empty())
    handle->transpose = getFunction(what.transpose);
  return handle;
}

std::optional<std::string> chad::python::lower(StringRef source, StringRef fileName,
                                               StringRef stage, const CompilerOptions &options,
                                               ArrayRef<Request> requests, Failure &failure) {
  std::optional<std::string> text;
  runOnLargeStack([&] {
    MLIRContext context(registry(), MLIRContext::Threading::DISABLED);
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      failure.messages.push_back(toMessage(diagnostic));
    });
    std::vector<SplitParts> parts;
    OwningOpRef<ModuleOp> module = parse(source, fileName, options, requests, context, parts);
    if (!module)
      return;
    if (stage == "first-order") {
      PassManager manager(&context);
      buildFirstOrderPipeline(manager);
      if (failed(manager.run(*module)))
        return;
    }
    llvm::raw_string_ostream(text.emplace()) << *module;
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Function::Function(std::shared_ptr<Program> program, std::string name, std::vector<ValueType> args,
                   std::vector<ValueType> results)
    : program(std::move(program)), name(std::move(name)), args(std::move(args)),
      results(std::move(results)) {}

std::unique_ptr<Call> Function::acquire() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!idle.empty()) {
      std::unique_ptr<Call> call = std::move(idle.back());
      idle.pop_back();
      return call;
    }
  }
  auto call = std::make_unique<Call>();
  call->args.resize(args.size());
  call->scalars.resize(args.size());
  return call;
}

bool Function::bind(Call &call, std::string &why) {
  if (!call.prepared) {
    auto prepared = program->compiled->prepareInPlace(name, call.args, why);
    if (failed(prepared))
      return false;
    call.prepared.emplace(std::move(*prepared));
    return true;
  }
  for (size_t i = 0; i < call.args.size(); ++i)
    if (failed(call.prepared->setArgument(i, call.args[i], why))) {
      why = "'" + name + "': " + why;
      return false;
    }
  return true;
}

void Function::release(std::unique_ptr<Call> call) {
  std::lock_guard<std::mutex> lock(mutex);
  idle.push_back(std::move(call));
}
