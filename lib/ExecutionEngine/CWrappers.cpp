//===- CWrappers.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions with the C interface around those that MLIR makes. These take an array as
// two pointers, an offset, sizes and strides, and return descriptors of the same.

#include "Buffers.h"
#include "CRuntime.h"
#include "Compiler.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace chad::detail;
using chad::Device;
using llvm::ArrayRef;
using llvm::BasicBlock;
using llvm::ConstantInt;
using llvm::Function;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

namespace {
/// A result that is an array in a descriptor, on its way to the caller.
struct ArrayResult {
  Value *out;    ///< Where the caller wants it described, or null.
  Value *memory; ///< To be freed.
  Value *data;
  SmallVector<Value *> shape;
  Value *bytes;
  Value *given; ///< The memory that the caller gives, or null.
};

class Wrapper {
public:
  Wrapper(CRuntime &runtime, const CFunction &function);
  void emit();

private:
  Type *typeOf(const CValue &value);
  Value *word(int64_t value) { return ConstantInt::getSigned(runtime.word, value); }
  Value *load(Type *type, Value *address) { return builder.CreateLoad(type, address); }
  /// The field of an array's struct: its data is followed by its extents.
  Value *extentAddress(Value *array, unsigned dim);
  void when(Value *condition, llvm::function_ref<void()> emitBody);
  /// Ends the call where the condition holds.
  void failWhen(Value *condition, CStatus status, const llvm::Twine &message);

  void takeArguments();
  void takeArray(const CValue &arg, Value *array);
  /// Adds an array to `args`.
  void pass(Value *data, ArrayRef<Value *> shape);
  /// Passes the memory that the caller gives for results.
  void takeMemory();
  Value *call();
  /// Calls the program on `stack`, or on that of the caller where it is null.
  Value *callOnStack(Value *stack);
  /// The value of a scalar, of which memory that is not `place` is freed.
  Value *takeScalar(const CValue &result, Value *value, Value *place);
  void giveArrays(ArrayRef<ArrayResult> results);
  /// Copies a result to the memory that the caller gives, or to `place` puts memory that the
  /// caller is to have. `keeps` is where to say that the result's own memory stays.
  void prepareArray(const ArrayResult &result, Value *isShared, Value *keeps, Value *place);
  /// Hands the array at `place` over to the caller.
  void giveArray(const ArrayResult &result, Value *place);
  ArrayResult describe(const CValue &result, Value *out, Value *descriptor, Value *place);

  CRuntime &runtime;
  const CFunction &interface;
  Function *inner, *outer;
  llvm::IRBuilder<> builder;
  SmallVector<Value *> args; ///< Of `inner`.
  /// The memory given for each result that is a tensor; null where the caller gives none.
  llvm::DenseMap<unsigned, Value *> given;
  /// For each result that is a handle: where the caller wants it, or null, and the handle.
  SmallVector<std::pair<Value *, Value *>> handles;
  Value *record = nullptr;       ///< Of the call.
  Value *deviceRecord = nullptr; ///< Of the call on a device.
};
} // namespace

/// Floats of 16 bits are handed over as their bits.
Type *Wrapper::typeOf(const CValue &value) {
  mlir::Type scalar = value.getScalar();
  if (value.isArray() || value.isHandle())
    return runtime.pointer;
  if (scalar.isF64())
    return builder.getDoubleTy();
  if (scalar.isF32())
    return builder.getFloatTy();
  return builder.getIntNTy(scalar.isIndex() ? 64 : scalar.getIntOrFloatBitWidth());
}

Wrapper::Wrapper(CRuntime &runtime, const CFunction &function)
    : runtime(runtime), interface(function),
      inner(runtime.code.getFunction(symbolOf(function.name))), builder(runtime.code.getContext()) {
  SmallVector<Type *> types;
  for (const CValue &arg : function.args)
    types.push_back(typeOf(arg));
  types.append(function.results.size(), runtime.pointer);
  outer = Function::Create(llvm::FunctionType::get(runtime.status, types, false),
                           Function::ExternalLinkage, function.symbol, runtime.code);
  for (auto [i, arg] : llvm::enumerate(function.args))
    if (auto *type = llvm::dyn_cast<llvm::IntegerType>(types[i]); type && type->getBitWidth() < 64)
      // C compilers sign-extend signed integers, and zero-extend booleans and the bits of floats.
      outer->addParamAttr(i, mlir::isa<mlir::FloatType>(arg.getScalar()) || type->getBitWidth() == 1
                                 ? llvm::Attribute::ZExt
                                 : llvm::Attribute::SExt);
  builder.SetInsertPoint(BasicBlock::Create(runtime.code.getContext(), "entry", outer));
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Wrapper::when(Value *condition, llvm::function_ref<void()> emitBody) {
  auto *body = BasicBlock::Create(runtime.code.getContext(), "", outer);
  auto *next = BasicBlock::Create(runtime.code.getContext(), "", outer);
  builder.CreateCondBr(condition, body, next);
  builder.SetInsertPoint(body);
  emitBody();
  if (!builder.GetInsertBlock()->getTerminator())
    builder.CreateBr(next);
  builder.SetInsertPoint(next);
}

void Wrapper::failWhen(Value *condition, CStatus status, const llvm::Twine &message) {
  when(condition, [&] {
    builder.CreateCall(runtime.setMessage,
                       {builder.CreateGlobalString((interface.symbol + ": " + message).str())});
    builder.CreateRet(runtime.statusOf(status));
  });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Value *Wrapper::extentAddress(Value *array, unsigned dim) {
  return builder.CreateConstInBoundsGEP1_64(runtime.word, array, 1 + dim);
}

void Wrapper::takeArray(const CValue &arg, Value *array) {
  failWhen(builder.CreateIsNull(array), CStatus::BadArgument, arg.name + " is NULL");
  SmallVector<Value *> shape;
  Value *count = word(1);
  for (auto [dim, extent] : llvm::enumerate(arg.getShape())) {
    Value *given = load(runtime.word, extentAddress(array, dim));
    std::string what = "extent " + std::to_string(dim) + " of " + arg.name + " is ";
    if (mlir::ShapedType::isDynamic(extent))
      failWhen(builder.CreateICmpSLT(given, word(0)), CStatus::BadArgument, what + "negative");
    else
      failWhen(builder.CreateICmpNE(given, word(extent)), CStatus::BadArgument,
               what + "not " + std::to_string(extent));
    count = builder.CreateMul(count, given);
    shape.push_back(given);
  }
  Value *data = load(runtime.pointer, array);
  Value *lacksData =
      builder.CreateAnd(builder.CreateIsNull(data), builder.CreateICmpNE(count, word(0)));
  failWhen(lacksData, CStatus::BadArgument, arg.name + " has elements, but no data");
  pass(data, shape);
}

void Wrapper::pass(Value *data, ArrayRef<Value *> shape) {
  args.append({data, data, word(0)});
  args.append(shape.begin(), shape.end());
  SmallVector<Value *> strides(shape.size(), word(1));
  for (int dim = static_cast<int>(shape.size()) - 2; dim >= 0; --dim)
    strides[dim] = builder.CreateMul(strides[dim + 1], shape[dim + 1]);
  args.append(strides.begin(), strides.end());
}

void Wrapper::takeArguments() {
  for (auto [i, arg] : llvm::enumerate(interface.args)) {
    Value *value = outer->getArg(i);
    value->setName(arg.name);
    if (arg.isArray()) {
      takeArray(arg, value);
    } else if (arg.isHandle()) {
      failWhen(builder.CreateIsNull(value), CStatus::BadArgument, arg.name + " is NULL");
      args.push_back(builder.CreatePtrToInt(value, runtime.word));
    } else if (mlir::isa<mlir::RankedTensorType>(arg.type)) {
      Value *place = builder.CreateAlloca(value->getType());
      if (value->getType()->isIntegerTy(1))
        value = builder.CreateZExt(value, builder.getInt8Ty());
      builder.CreateStore(value, place);
      args.append({place, place, word(0)});
    } else {
      Type *type = inner->getFunctionType()->getParamType(args.size());
      args.push_back(builder.CreateBitCast(value, type));
    }
  }
}

void Wrapper::takeMemory() {
  for (auto [i, result] : llvm::enumerate(interface.results)) {
    if (!mlir::isa<mlir::RankedTensorType>(result.type))
      continue;
    if (!result.isArray()) {
      given[i] = builder.CreateAlloca(builder.getInt64Ty());
      pass(given[i], {});
      continue;
    }
    Value *out = outer->getArg(interface.args.size() + i);
    Value *data = builder.CreateAlloca(runtime.pointer);
    builder.CreateStore(llvm::Constant::getNullValue(runtime.pointer), data);
    SmallVector<Value *> shape;
    for (unsigned dim = 0; dim < result.getShape().size(); ++dim) {
      shape.push_back(builder.CreateAlloca(runtime.word));
      builder.CreateStore(word(0), shape.back());
    }
    when(builder.CreateIsNotNull(out), [&] {
      builder.CreateStore(load(runtime.pointer, out), data);
      for (auto [dim, place] : llvm::enumerate(shape))
        builder.CreateStore(load(runtime.word, extentAddress(out, dim)), place);
    });
    for (Value *&place : shape)
      place = load(runtime.word, place);
    given[i] = load(runtime.pointer, data);
    pass(given[i], shape);
  }
}

/// Whether `function` is recursive, or calls a recursive function, so that its use of stack has no
/// bound.
static bool recurs(Function *function) {
  // Functions on the path from the first one, and those that have been left.
  SmallVector<std::pair<Function *, SmallVector<Function *>>> path;
  llvm::DenseSet<Function *> open, done;
  auto enter = [&](Function *callee) {
    open.insert(callee);
    SmallVector<Function *> callees;
    for (llvm::Instruction &instruction : llvm::instructions(*callee))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (Function *next = call->getCalledFunction(); next && !next->isDeclaration())
          callees.push_back(next);
    path.emplace_back(callee, callees);
  };
  enter(function);
  while (!path.empty()) {
    auto &[current, callees] = path.back();
    if (callees.empty()) {
      open.erase(current);
      done.insert(current);
      path.pop_back();
      continue;
    }
    Function *next = callees.pop_back_val();
    if (open.contains(next))
      return true;
    if (!done.contains(next))
      enter(next);
  }
  return false;
}

/// Calls the program such that failures come back here.
Value *Wrapper::call() {
  record = runtime.createRecord(builder);
  if (runtime.hasDevice())
    deviceRecord = builder.CreateAlloca(llvm::ArrayType::get(runtime.pointer, 3));
  builder.CreateCall(runtime.beginCall, {record});
  if (runtime.hasDevice())
    builder.CreateCall(runtime.beginDevice,
                       {deviceRecord, runtime.failDevice.getCallee(), runtime.getStream(builder),
                        runtime.getDevice(builder)});
  bool needsStack = runtime.hasStacks() && recurs(inner);
  Value *stack = needsStack ? builder.CreateCall(runtime.takeStack) : nullptr;
  llvm::CallInst *status = builder.CreateCall(runtime.setJump, {record});
  status->addFnAttr(llvm::Attribute::ReturnsTwice);
  when(builder.CreateIsNotNull(status), [&] {
    if (runtime.hasDevice())
      builder.CreateCall(runtime.endDevice, {deviceRecord, status});
    if (needsStack)
      builder.CreateCall(runtime.giveStack, {stack});
    builder.CreateCall(runtime.cancelCall, {record});
    builder.CreateRet(status);
  });
  return needsStack ? callOnStack(stack) : builder.CreateCall(inner, args);
}

Value *Wrapper::callOnStack(Value *stack) {
  Type *result = inner->getReturnType();
  SmallVector<Type *> types;
  for (Value *arg : args)
    types.push_back(arg->getType());
  if (!result->isVoidTy())
    types.push_back(result);
  auto *frameType = llvm::StructType::get(builder.getContext(), types);
  Value *frame = builder.CreateAlloca(frameType);
  for (auto [i, arg] : llvm::enumerate(args))
    builder.CreateStore(arg, builder.CreateStructGEP(frameType, frame, i));

  auto *body =
      Function::Create(llvm::FunctionType::get(builder.getVoidTy(), {runtime.pointer}, false),
                       Function::InternalLinkage, "chad.body." + interface.name, runtime.code);
  llvm::IRBuilder<> code(BasicBlock::Create(builder.getContext(), "entry", body));
  SmallVector<Value *> loaded;
  for (unsigned i = 0; i < args.size(); ++i)
    loaded.push_back(
        code.CreateLoad(types[i], code.CreateStructGEP(frameType, body->getArg(0), i)));
  Value *value = code.CreateCall(inner, loaded);
  if (!result->isVoidTy())
    code.CreateStore(value, code.CreateStructGEP(frameType, body->getArg(0), args.size()));
  code.CreateRetVoid();

  // If there is no address space for a stack, the program runs on that of the caller.
  Value *isNone = builder.CreateIsNull(stack);
  when(isNone, [&] { builder.CreateCall(body, {frame}); });
  when(builder.CreateNot(isNone), [&] {
    builder.CreateCall(runtime.callOnStack, {stack, body, frame});
    builder.CreateCall(runtime.giveStack, {stack});
  });
  return result->isVoidTy() ? nullptr
                            : load(result, builder.CreateStructGEP(frameType, frame, args.size()));
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Value *Wrapper::takeScalar(const CValue &result, Value *value, Value *place) {
  if (mlir::isa<mlir::RankedTensorType>(result.type)) {
    Value *memory = builder.CreateExtractValue(value, 0);
    Type *type = typeOf(result);
    if (type->isIntegerTy(1))
      type = builder.getInt8Ty();
    value = load(type, builder.CreateExtractValue(value, 1));
    when(builder.CreateICmpNE(memory, place), [&] { builder.CreateCall(runtime.free, {memory}); });
  }
  if (value->getType()->isIntegerTy(1))
    value = builder.CreateZExt(value, builder.getInt8Ty());
  return value;
}

ArrayResult Wrapper::describe(const CValue &result, Value *out, Value *descriptor, Value *place) {
  ArrayResult array{out,
                    builder.CreateExtractValue(descriptor, 0),
                    builder.CreateExtractValue(descriptor, 1),
                    {},
                    nullptr,
                    place};
  array.bytes = word(byteSize(result.getScalar()));
  for (unsigned dim = 0; dim < result.getShape().size(); ++dim) {
    array.shape.push_back(builder.CreateExtractValue(descriptor, {3, dim}));
    array.bytes = builder.CreateMul(array.bytes, array.shape.back());
  }
  return array;
}

/// Results that do not lie in the caller's memory are the program's: each goes to the
/// caller, or is freed.
void Wrapper::giveArrays(ArrayRef<ArrayResult> results) {
  Type *flag = builder.getInt1Ty();
  Value *isMisfit = builder.CreateAlloca(flag);
  builder.CreateStore(builder.getFalse(), isMisfit);
  for (const ArrayResult &result : results)
    when(builder.CreateIsNotNull(result.given), [&] {
      for (auto [dim, extent] : llvm::enumerate(result.shape)) {
        Value *given = load(runtime.word, extentAddress(result.out, dim));
        when(builder.CreateICmpNE(given, extent),
             [&] { builder.CreateStore(builder.getTrue(), isMisfit); });
      }
    });
  isMisfit = load(flag, isMisfit);
  auto isWanted = [&](const ArrayResult &result) {
    return builder.CreateAnd(builder.CreateIsNotNull(result.out), builder.CreateNot(isMisfit));
  };
  SmallVector<Value *> keepsMemory, places;
  for (unsigned i = 0; i < results.size(); ++i) {
    const ArrayResult &result = results[i];
    // Two results may be one array: it belongs to the first of them.
    Value *isShared = builder.getFalse();
    for (const ArrayResult &earlier : results.take_front(i))
      isShared = builder.CreateOr(isShared, builder.CreateICmpEQ(earlier.memory, result.memory));
    Value *keeps = builder.CreateAlloca(flag);
    Value *isGiven = builder.CreateICmpEQ(result.memory, result.given);
    builder.CreateStore(builder.CreateOr(isShared, isGiven), keeps);
    keepsMemory.push_back(keeps);
    places.push_back(builder.CreateAlloca(runtime.pointer));
    when(isWanted(result), [&] { prepareArray(result, isShared, keeps, places.back()); });
  }
  // From here on nothing fails.
  for (unsigned i = 0; i < results.size(); ++i)
    when(isWanted(results[i]), [&] { giveArray(results[i], places[i]); });
  for (unsigned i = 0; i < results.size(); ++i)
    when(builder.CreateNot(load(flag, keepsMemory[i])),
         [&] { builder.CreateCall(runtime.free, {results[i].memory}); });
  if (runtime.hasDevice())
    builder.CreateCall(runtime.endDevice, {deviceRecord, runtime.statusOf(CStatus::Ok)});
  builder.CreateCall(runtime.endCall, {record});
  when(isMisfit, [&] {
    for (auto [out, handle] : handles)
      builder.CreateCall(runtime.release, {handle});
  });
  failWhen(isMisfit, CStatus::BadResult,
           "the memory given for a result does not have the result's shape");
}

void Wrapper::prepareArray(const ArrayResult &result, Value *isShared, Value *keeps, Value *place) {
  auto copyTo = [&](Value *target) {
    if (runtime.hasDevice()) {
      // Memory that is given may be the device's.
      builder.CreateCall(runtime.copyOut,
                         {builder.CreatePtrToInt(target, runtime.word),
                          builder.CreatePtrToInt(result.data, runtime.word), result.bytes});
      return;
    }
    builder.CreateMemCpy(target, llvm::MaybeAlign(1), result.data, llvm::MaybeAlign(1),
                         result.bytes);
  };
  Value *isElsewhere = builder.CreateAnd(builder.CreateIsNotNull(result.given),
                                         builder.CreateICmpNE(result.data, result.given));
  when(isElsewhere, [&] { copyTo(result.given); });
  when(builder.CreateIsNull(result.given), [&] {
    // The caller can free only an array whose data begin where its memory does.
    Value *canMove = builder.CreateAnd(builder.CreateNot(isShared),
                                       builder.CreateICmpEQ(result.memory, result.data));
    when(canMove, [&] {
      builder.CreateStore(result.data, place);
      builder.CreateStore(builder.getTrue(), keeps);
    });
    when(builder.CreateNot(canMove), [&] {
      Value *copy = builder.CreateCall(runtime.allocate, {result.bytes});
      copyTo(copy);
      builder.CreateStore(copy, place);
    });
  });
}

void Wrapper::giveArray(const ArrayResult &result, Value *place) {
  when(builder.CreateIsNull(result.given), [&] {
    builder.CreateStore(load(runtime.pointer, place), result.out);
    for (auto [dim, extent] : llvm::enumerate(result.shape))
      builder.CreateStore(extent, extentAddress(result.out, dim));
  });
}

void Wrapper::emit() {
  takeArguments();
  takeMemory();
  Value *values = call();
  SmallVector<ArrayResult> arrays;
  SmallVector<std::pair<Value *, Value *>> scalars;
  unsigned numResults = interface.results.size();
  for (auto [i, result] : llvm::enumerate(interface.results)) {
    Value *out = outer->getArg(interface.args.size() + i);
    out->setName(result.name);
    Value *value = numResults == 1 ? values : builder.CreateExtractValue(values, i);
    if (result.isHandle())
      handles.emplace_back(out, builder.CreateIntToPtr(value, runtime.pointer));
    else if (result.isArray())
      arrays.push_back(describe(result, out, value, given.lookup(i)));
    else
      scalars.emplace_back(out, takeScalar(result, value, given.lookup(i)));
  }
  giveArrays(arrays);
  for (auto &scalar : scalars)
    when(builder.CreateIsNotNull(scalar.first),
         [&] { builder.CreateStore(scalar.second, scalar.first); });
  for (auto &each : handles) {
    Value *out = each.first, *handle = each.second;
    when(builder.CreateIsNotNull(out), [&] { builder.CreateStore(handle, out); });
    when(builder.CreateIsNull(out), [&] { builder.CreateCall(runtime.release, {handle}); });
  }
  builder.CreateRet(runtime.statusOf(CStatus::Ok));
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

void chad::detail::defineInterface(llvm::Module &code, ArrayRef<CFunction> functions,
                                   Device device) {
  for (Function &function : code)
    if (!function.isDeclaration())
      function.setLinkage(Function::InternalLinkage);
  CRuntime runtime(code, device);
  for (const CFunction &function : functions) {
    // Code around a setjmp is hardly optimized: the program stays outside of it.
    code.getFunction(symbolOf(function.name))->addFnAttr(llvm::Attribute::NoInline);
    Wrapper(runtime, function).emit();
  }
}
