//===- ExecutionEngine.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "Buffers.h"
#include "CInterface.h"
#include "Compiler.h"
#include "Failures.h"
#include "Stacks.h"
#include "chad/GPURuntime/Runtime.h"
#include "chad/IR/SumArrays.h"
#include "chad/Values/SumValues.h"
#include "chad/Values/ValueText.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

struct PreparedCall::Impl {
  Impl(void (*code)(void **), FunctionType type, bool recurs, std::optional<DeviceKind> device)
      : code(code), type(type), recurs(recurs), block(type.getResults(), device) {}

  void (*code)(void **);
  FunctionType type;
  FunctionType withSums; ///< The type that the program gave, if it has sums.
  bool recurs;           ///< The code needs a stack of no known size.
  bool areResultsOnDevice = false;
  ArgumentList args;
  ResultBlock block;
  SmallVector<void *> parts;

  void listParts() {
    parts.assign(args.getParts().begin(), args.getParts().end());
    llvm::append_range(parts, block.getParts());
    if (!block.isEmpty())
      parts.push_back(block.getAddress());
  }
};

PreparedCall::PreparedCall(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
PreparedCall::PreparedCall(PreparedCall &&) = default;
PreparedCall &PreparedCall::operator=(PreparedCall &&) = default;
PreparedCall::~PreparedCall() = default;

static bool fits(ArrayRef<int64_t> shape, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  ArrayRef<int64_t> extents = tensor ? tensor.getShape() : ArrayRef<int64_t>();
  return shape.size() == extents.size() &&
         llvm::all_of(llvm::zip_equal(shape, extents), [](std::tuple<int64_t, int64_t> pair) {
           auto [actual, expected] = pair;
           return actual >= 0 && (ShapedType::isDynamic(expected) || actual == expected);
         });
}

LogicalResult PreparedCall::setArgument(unsigned argument, const BufferView &memory,
                                        std::string &why) {
  assert(argument < impl->type.getNumInputs() && "no such argument");
  Type type = representationOf(impl->type.getInput(argument));
  if (!type)
    return success();
  if (!fits(memory.shape, type)) {
    llvm::raw_string_ostream(why) << "argument #" << argument << " has type "
                                  << impl->type.getInput(argument) << ", but the array has shape "
                                  << formatShape(memory.shape);
    return failure();
  }
  impl->args.setInPlace(argument, memory.data, memory.shape, type);
  // The list of all parts begins with those of the arguments.
  llvm::copy(impl->args.getParts(), impl->parts.begin());
  return success();
}

void PreparedCall::giveMemory(unsigned result, const BufferView &memory) {
  impl->block.giveMemory(result, memory.data, memory.shape);
}

void PreparedCall::keepResultsOnDevice(bool isOn) {
  if (impl->areResultsOnDevice != isOn)
    impl->block.release();
  impl->areResultsOnDevice = isOn;
}

LogicalResult PreparedCall::run(std::string &why) {
  impl->block.beginCall();
  DeviceContextScope scope;
  bool before = setResultsOnDevice(impl->areResultsOnDevice);
  llvm::scope_exit reset([&] { setResultsOnDevice(before); });
  LogicalResult result = failure();
  auto call = [&] { result = callProgram(impl->code, impl->parts.data(), why); };
  if (impl->recurs)
    runOnLargeStack(call);
  else
    call();
  if (failed(result)) {
    impl->block.cancelCall();
    return failure();
  }
  return impl->block.endCall(why);
}

void PreparedCall::dropResults() { impl->block.release(); }

FailureOr<RuntimeValues> PreparedCall::results(std::string &why) const {
  RuntimeValues values;
  for (auto [i, type] : llvm::enumerate(impl->type.getResults())) {
    ArrayRef<int64_t> shape = impl->block.shapeOf(i);
    if (llvm::any_of(shape, [](int64_t extent) { return extent < 0; })) {
      why = "result #" + std::to_string(i) + " has shape " + formatShape(shape) +
            ": an extent is negative";
      return failure();
    }
    values.push_back(impl->block.load(i));
    if (!conforms(values.back(), type, why)) {
      why = "result #" + std::to_string(i) + " " + why;
      return failure();
    }
  }
  if (!impl->withSums)
    return values;
  ArrayRef<RuntimeValue> rest = values;
  RuntimeValues results;
  for (Type type : impl->withSums.getResults())
    results.push_back(unflattenValue(type, rest));
  return results;
}

BufferView PreparedCall::resultView(unsigned result) const {
  return {impl->block.dataOf(result), SmallVector<int64_t>(impl->block.shapeOf(result))};
}

void *PreparedCall::takeResult(unsigned result) { return impl->block.take(result); }

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

CompiledProgram::CompiledProgram() = default;
CompiledProgram::~CompiledProgram() = default;

/// The functions that recur, or call one that does: what remains when functions are removed that
/// call none of those that remain.
static llvm::StringSet<> findRecursive(ModuleOp module) {
  llvm::StringMap<SmallVector<StringRef>> callers;
  llvm::StringMap<unsigned> numCallees;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      numCallees[function.getName()] = 0;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    function.walk([&](LLVM::CallOp call) {
      auto callee = call.getCallee();
      if (!callee || !numCallees.contains(*callee))
        return;
      callers[*callee].push_back(function.getName());
      ++numCallees[function.getName()];
    });
  SmallVector<StringRef> leaves;
  for (const auto &entry : numCallees)
    if (entry.second == 0)
      leaves.push_back(entry.first());
  while (!leaves.empty()) {
    StringRef leaf = leaves.pop_back_val();
    SmallVector<StringRef> ofLeaf = callers.lookup(leaf);
    numCallees.erase(leaf);
    for (StringRef caller : ofLeaf)
      if (--numCallees[caller] == 0)
        leaves.push_back(caller);
  }
  llvm::StringSet<> recursive;
  for (const auto &entry : numCallees)
    recursive.insert(entry.first());
  return recursive;
}

/// Appends the types of the values that stand for values of `types` in compiled code. Values that
/// cannot leave it have their own types.
static void flatten(TypeRange types, SmallVectorImpl<Type> &all) {
  for (Type type : types) {
    SmallVector<Type> parts;
    bool canLeave = succeeded(flattenSums(type, parts)) && llvm::all_of(parts, [](Type part) {
                      return isCompilable(part) && representationOf(part);
                    });
    if (isSumOrArrayOfSums(type) && canLeave)
      llvm::append_range(all, parts);
    else
      all.push_back(type);
  }
}

static bool callsDevice(ModuleOp module) {
  return llvm::any_of(module.getOps<LLVM::LLVMFuncOp>(), [](LLVM::LLVMFuncOp function) {
    return function.isExternal() && (function.getName().starts_with("chadrt.cuda.") ||
                                     function.getName().starts_with("chadrt.emulated."));
  });
}

FailureOr<std::unique_ptr<CompiledProgram>>
CompiledProgram::create(ModuleOp module, const CompilerOptions &options, std::string &why) {
  why.clear();
  std::unique_ptr<CompiledProgram> program(new CompiledProgram);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (auto type = dyn_cast<FunctionType>(function.getFunctionType());
        type && function.isPublic() && !function.isExternal())
      program->types[function.getName()] = type;
  OwningOpRef<ModuleOp> copy = module.clone();
  // Functions that callers cannot give what they take are only for the program itself.
  ExportedValues exported;
  if (failed(exportFunctionValues(*copy, InterfaceOptions(), why, /*hides=*/true, &exported)))
    return failure();
  program->handles = std::move(exported.handles);
  for (auto function : copy->getOps<FunctionOpInterface>())
    if (auto type = dyn_cast<FunctionType>(function.getFunctionType());
        type && function.isPublic() && !function.isExternal()) {
      SmallVector<Type> inputs, results;
      flatten(type.getInputs(), inputs);
      flatten(type.getResults(), results);
      auto flat = FunctionType::get(type.getContext(), inputs, results);
      if (flat != type)
        program->withSums[function.getName()] = type;
      type = flat;
      program->types[function.getName()] = type;
    }
  program->engine = compile(*copy, options, why);
  if (!program->engine)
    return failure();
  program->recursive = findRecursive(*copy);
  // Where a program cannot be brought to the device, its code calls nothing there.
  if (options.device != Device::CPU && callsDevice(*copy))
    program->device = options.device;
  return program;
}

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

FunctionType CompiledProgram::getFunctionType(StringRef function) const {
  return types.lookup(function);
}

FunctionType CompiledProgram::getTypeWithSums(StringRef function) const {
  return withSums.lookup(function);
}

HandleType CompiledProgram::getHandleType(BoxType type) const {
  auto found = handles.find(type.getRecord().getValue());
  return found == handles.end() ? HandleType{type, "", ""} : found->second;
}

FailureOr<PreparedCall> CompiledProgram::begin(StringRef function, size_t numArgs,
                                               std::string &why) const {
  auto fail = [&](const Twine &message) {
    why = message.str();
    return failure();
  };
  auto found = types.find(function);
  if (found == types.end())
    return fail("the program has no public function '" + function + "'");
  FunctionType type = found->second;
  for (Type part : llvm::concat<const Type>(type.getInputs(), type.getResults()))
    if (isa<FunctionType, LFunType>(part))
      return fail("'" + function + "' takes a function of type " + str(part) +
                  ", and can take those alone that public functions of the program return: none "
                  "returns one");
    else if (!isCompilable(part) && !isa<BoxType>(part))
      return fail(
          "'" + function + "' takes or gives a value of type " + str(part) +
          ", which cannot leave compiled code" +
          (isRepresentable(part) ? "; use the interpreter" : ": " + describeAlternative(part)));
  if (numArgs != type.getNumInputs())
    return fail("'" + function + "' takes " + Twine(type.getNumInputs()) + " arguments, got " +
                Twine(numArgs));
  auto code = engine->lookupPacked(symbolOf(function));
  if (!code)
    return fail("cannot compile '" + function + "': " + llvm::toString(code.takeError()));
  std::optional<DeviceKind> kind;
  if (device != Device::CPU)
    kind = device == Device::CUDA ? DeviceKind::CUDA : DeviceKind::Emulated;
  auto impl = std::make_unique<PreparedCall::Impl>(*code, type,
                                                   recursive.contains(symbolOf(function)), kind);
  impl->withSums = getTypeWithSums(function);
  return PreparedCall(std::move(impl));
}

FailureOr<PreparedCall> CompiledProgram::prepare(StringRef function, ArrayRef<RuntimeValue> args,
                                                 std::string &why) const {
  FunctionType type = getTypeWithSums(function);
  if (type && args.size() != type.getNumInputs()) {
    why = "'" + function.str() + "' takes " + std::to_string(type.getNumInputs()) +
          " arguments, got " + std::to_string(args.size());
    return failure();
  }
  FailureOr<PreparedCall> call =
      begin(function, type ? getFunctionType(function).getNumInputs() : args.size(), why);
  if (failed(call))
    return failure();
  if (!type)
    type = call->impl->type;
  RuntimeValues flat;
  for (auto [i, arg, argType] : llvm::enumerate(args, type.getInputs())) {
    if (!conforms(arg, argType, why)) {
      why = "argument #" + std::to_string(i) + " of '" + function.str() + "' has type " +
            str(argType) + ", but the value " + why;
      return failure();
    }
    flattenValue(arg, argType, flat);
  }
  for (auto [i, arg, argType] : llvm::enumerate(flat, call->impl->type.getInputs()))
    if (!call->impl->args.add(arg, argType)) {
      why =
          "there is no memory for argument #" + std::to_string(i) + " of '" + function.str() + "'";
      return failure();
    }
  call->impl->listParts();
  return call;
}

FailureOr<PreparedCall> CompiledProgram::prepareInPlace(StringRef function,
                                                        ArrayRef<BufferView> args,
                                                        std::string &why) const {
  FailureOr<PreparedCall> call = begin(function, args.size(), why);
  if (failed(call))
    return failure();
  for (auto [i, arg, argType] : llvm::enumerate(args, call->impl->type.getInputs())) {
    Type type = representationOf(argType);
    if (type && !fits(arg.shape, type)) {
      why = "argument #" + std::to_string(i) + " of '" + function.str() + "' has type " +
            str(argType) + ", but the array has shape " + formatShape(arg.shape);
      return failure();
    }
    call->impl->args.addInPlace(arg.data, arg.shape, type);
  }
  call->impl->listParts();
  return call;
}

FailureOr<RuntimeValues> CompiledProgram::call(StringRef function, ArrayRef<RuntimeValue> args,
                                               std::string &why) const {
  FailureOr<PreparedCall> call = prepare(function, args, why);
  if (failed(call))
    return failure();
  if (failed(call->run(why)))
    return failure();
  return call->results(why);
}
