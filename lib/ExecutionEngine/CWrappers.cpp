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

  /// Fills `incoming` and `outgoing`.
  void openStructs();
  /// Reads the fields of the struct of a sum, and checks its tags.
  void openArgument(const CParameter &parameter, Value *address);
  /// Whether the tags among `values`, or those of results, are such that a field is one of an
  /// alternative that is taken; null if it is always.
  Value *isTaken(const CValue &value, ArrayRef<Value *> values);
  /// An array of zeros, of no elements if an extent is not known.
  Value *getZeros(const CValue &value);
  void takeArguments();
  /// Takes a scalar or a handle.
  void takeValue(const CValue &arg, Value *value);
  /// Returns the extents.
  SmallVector<Value *> takeArray(const CValue &arg, Value *array);
  /// Fails if one of the tags in an array is no number of an alternative.
  void checkTags(const CValue &arg, Value *array, ArrayRef<Value *> shape);
  llvm::StructType *structOf(ArrayRef<CValue> values);
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
  SmallVector<Value *> incoming; ///< The values of the arguments: scalars, addresses of arrays.
  SmallVector<Value *> outgoing; ///< Where the caller wants each result, or null.
  SmallVector<Value *> args;     ///< Of `inner`.
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
  for (const CParameter &parameter : function.argParameters)
    types.push_back(parameter.sum ? runtime.pointer : typeOf(function.args[parameter.first]));
  types.append(function.resultParameters.size(), runtime.pointer);
  outer = Function::Create(llvm::FunctionType::get(runtime.status, types, false),
                           Function::ExternalLinkage, function.symbol, runtime.code);
  for (auto [i, parameter] : llvm::enumerate(function.argParameters))
    if (auto *type = llvm::dyn_cast<llvm::IntegerType>(types[i]); type && type->getBitWidth() < 64)
      // C compilers sign-extend signed integers, and zero-extend booleans and the bits of floats.
      outer->addParamAttr(i,
                          mlir::isa<mlir::FloatType>(function.args[parameter.first].getScalar()) ||
                                  type->getBitWidth() == 1
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

llvm::StructType *Wrapper::structOf(ArrayRef<CValue> values) {
  SmallVector<Type *> fields;
  for (const CValue &value : values) {
    Type *type = typeOf(value);
    if (value.isArray())
      type = llvm::StructType::get(
          builder.getContext(),
          {runtime.pointer, llvm::ArrayType::get(runtime.word, value.getShape().size())});
    else if (value.numAlternatives)
      type = runtime.word;
    else if (type->isIntegerTy(1))
      type = builder.getInt8Ty();
    fields.push_back(type);
  }
  return llvm::StructType::get(builder.getContext(), fields);
}

Value *Wrapper::isTaken(const CValue &value, ArrayRef<Value *> values) {
  Value *all = nullptr;
  for (auto [place, tag] : value.conditions) {
    Value *is =
        builder.CreateICmpEQ(values[place], ConstantInt::get(values[place]->getType(), tag));
    all = all ? builder.CreateAnd(all, is) : is;
  }
  return all;
}

Value *Wrapper::getZeros(const CValue &value) {
  int64_t bytes = byteSize(value.getScalar());
  SmallVector<llvm::Constant *> extents;
  for (int64_t extent : value.getShape()) {
    extent = mlir::ShapedType::isDynamic(extent) ? 0 : extent;
    bytes *= extent;
    extents.push_back(ConstantInt::get(runtime.word, extent));
  }
  auto addConstant = [&](llvm::Constant *constant) {
    auto *global =
        new llvm::GlobalVariable(runtime.code, constant->getType(), /*isConstant=*/true,
                                 llvm::GlobalValue::PrivateLinkage, constant, "chad.zeros");
    global->setAlignment(llvm::Align(64));
    return global;
  };
  llvm::Constant *data = llvm::Constant::getNullValue(runtime.pointer);
  if (bytes)
    data =
        addConstant(llvm::Constant::getNullValue(llvm::ArrayType::get(builder.getInt8Ty(), bytes)));
  auto *shape =
      llvm::ConstantArray::get(llvm::ArrayType::get(runtime.word, extents.size()), extents);
  return addConstant(llvm::ConstantStruct::getAnon({data, shape}));
}

void Wrapper::openArgument(const CParameter &parameter, Value *address) {
  ArrayRef<CValue> values = ArrayRef(interface.args).slice(parameter.first, parameter.count);
  llvm::StructType *type = structOf(values);
  failWhen(builder.CreateIsNull(address), CStatus::BadArgument, parameter.name + " is NULL");
  for (auto [i, value] : llvm::enumerate(values)) {
    Value *field = builder.CreateStructGEP(type, address, i), *taken = isTaken(value, incoming);
    if (value.isArray()) {
      incoming.push_back(taken ? builder.CreateSelect(taken, field, getZeros(value)) : field);
      continue;
    }
    Value *loaded = load(type->getElementType(i), field);
    if (value.numAlternatives) {
      Value *isBad = builder.CreateICmpUGE(loaded, word(value.numAlternatives));
      failWhen(taken ? builder.CreateAnd(taken, isBad) : isBad, CStatus::BadArgument,
               value.name + " is not one of 0 to " + std::to_string(value.numAlternatives - 1));
    }
    loaded = builder.CreateTrunc(loaded, typeOf(value));
    incoming.push_back(
        taken ? builder.CreateSelect(taken, loaded, llvm::Constant::getNullValue(loaded->getType()))
              : loaded);
  }
}

void Wrapper::openStructs() {
  for (auto [i, parameter] : llvm::enumerate(interface.argParameters)) {
    Value *value = outer->getArg(i);
    value->setName(parameter.name);
    if (parameter.sum)
      openArgument(parameter, value);
    else
      incoming.push_back(value);
  }
  for (auto [i, parameter] : llvm::enumerate(interface.resultParameters)) {
    Value *out = outer->getArg(interface.argParameters.size() + i);
    out->setName(parameter.name);
    if (!parameter.sum) {
      outgoing.push_back(out);
      continue;
    }
    llvm::StructType *type =
        structOf(ArrayRef(interface.results).slice(parameter.first, parameter.count));
    for (unsigned field = 0; field < parameter.count; ++field)
      outgoing.push_back(builder.CreateSelect(builder.CreateIsNull(out), out,
                                              builder.CreateStructGEP(type, out, field)));
  }
}

void Wrapper::checkTags(const CValue &arg, Value *array, ArrayRef<Value *> shape) {
  Value *count = word(1);
  for (Value *extent : shape)
    count = builder.CreateMul(count, extent);
  Value *data = load(runtime.pointer, array);
  Type *element = arg.getScalar().isInteger(1) ? builder.getInt8Ty() : runtime.word;
  auto addBlock = [&] { return BasicBlock::Create(runtime.code.getContext(), "", outer); };
  BasicBlock *before = builder.GetInsertBlock(), *header = addBlock(), *body = addBlock(),
             *next = addBlock();
  builder.CreateBr(header);
  builder.SetInsertPoint(header);
  llvm::PHINode *i = builder.CreatePHI(runtime.word, 2);
  i->addIncoming(word(0), before);
  builder.CreateCondBr(builder.CreateICmpSLT(i, count), body, next);
  builder.SetInsertPoint(body);
  Value *tag = load(element, builder.CreateInBoundsGEP(element, data, i));
  failWhen(builder.CreateICmpUGE(tag, ConstantInt::get(element, arg.numAlternatives)),
           CStatus::BadArgument,
           "an element of " + arg.name + " is not one of 0 to " +
               std::to_string(arg.numAlternatives - 1));
  i->addIncoming(builder.CreateAdd(i, word(1)), builder.GetInsertBlock());
  builder.CreateBr(header);
  builder.SetInsertPoint(next);
}

SmallVector<Value *> Wrapper::takeArray(const CValue &arg, Value *array) {
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
  return shape;
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
  for (const CParameter &parameter : interface.argParameters) {
    // The extents of an array of sums, which all of its parts have.
    SmallVector<Value *> common;
    auto sums = mlir::dyn_cast_if_present<mlir::RankedTensorType>(parameter.sum);
    for (unsigned i = parameter.first; i < parameter.first + parameter.count; ++i) {
      const CValue &arg = interface.args[i];
      if (!arg.isArray()) {
        takeValue(arg, incoming[i]);
        continue;
      }
      SmallVector<Value *> shape = takeArray(arg, incoming[i]);
      if (arg.numAlternatives)
        checkTags(arg, incoming[i], shape);
      if (!sums)
        continue;
      if (common.empty())
        common = llvm::to_vector(ArrayRef(shape).take_front(sums.getRank()));
      for (auto [dim, extent] : llvm::enumerate(common))
        failWhen(builder.CreateICmpNE(extent, shape[dim]), CStatus::BadArgument,
                 "extent " + std::to_string(dim) + " of " + arg.name + " is not that of " +
                     interface.args[parameter.first].name);
    }
  }
}

void Wrapper::takeValue(const CValue &arg, Value *value) {
  if (arg.isHandle()) {
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

void Wrapper::takeMemory() {
  for (auto [i, result] : llvm::enumerate(interface.results)) {
    if (!mlir::isa<mlir::RankedTensorType>(result.type))
      continue;
    if (!result.isArray()) {
      given[i] = builder.CreateAlloca(builder.getInt64Ty());
      pass(given[i], {});
      continue;
    }
    Value *out = outgoing[i];
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
    when(builder.CreateAnd(builder.CreateIsNotNull(result.given),
                           builder.CreateIsNotNull(result.out)),
         [&] {
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
  openStructs();
  takeArguments();
  takeMemory();
  Value *result = call();
  SmallVector<ArrayResult> arrays;
  SmallVector<std::pair<Value *, Value *>> scalars;
  SmallVector<Value *> values;
  for (unsigned i = 0; i < interface.results.size(); ++i)
    values.push_back(interface.results.size() == 1 ? result
                                                   : builder.CreateExtractValue(result, i));
  for (auto [i, result] : llvm::enumerate(interface.results)) {
    Value *out = outgoing[i], *value = values[i];
    // Fields of alternatives that are not taken stay as they are.
    if (Value *taken = isTaken(result, values))
      out = builder.CreateSelect(taken, out, llvm::Constant::getNullValue(runtime.pointer));
    if (result.isHandle())
      handles.emplace_back(out, builder.CreateIntToPtr(value, runtime.pointer));
    else if (result.isArray())
      arrays.push_back(describe(result, out, value, given.lookup(i)));
    else if (result.numAlternatives)
      scalars.emplace_back(out, builder.CreateZExt(value, runtime.word));
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
