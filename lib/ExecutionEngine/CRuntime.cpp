//===- CRuntime.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CRuntime.h"

using namespace llvm;
using namespace chad::detail;

CRuntime::CRuntime(Module &code)
    : code(code), pointer(PointerType::getUnqual(code.getContext())),
      word(Type::getInt64Ty(code.getContext())), status(Type::getInt32Ty(code.getContext())) {
  auto *null = ConstantPointerNull::get(cast<PointerType>(pointer));
  auto createVariable = [&](GlobalValue::LinkageTypes linkage, StringRef name) {
    return new GlobalVariable(code, pointer, /*isConstant=*/false, linkage, null, name,
                              /*InsertBefore=*/nullptr, GlobalValue::GeneralDynamicTLSModel);
  };
  jump = createVariable(GlobalValue::InternalLinkage, "chad.jump");
  // One for all objects of a program.
  message = createVariable(GlobalValue::WeakODRLinkage, "chad_last_error_message");
  LLVMContext &context = code.getContext();
  auto attributed = [&](Attribute::AttrKind kind) {
    return AttributeList().addFnAttribute(context, kind);
  };
  setJump =
      code.getOrInsertFunction("_setjmp", attributed(Attribute::ReturnsTwice), status, pointer);
  longJump = code.getOrInsertFunction("longjmp", attributed(Attribute::NoReturn),
                                      Type::getVoidTy(context), pointer, status);
  free = code.getOrInsertFunction("free", Type::getVoidTy(context), pointer);
  createAllocate();
  createPublicFunctions();
  redirectAssertions();
}

Value *CRuntime::addressOf(IRBuilderBase &builder, GlobalVariable *variable) const {
  return builder.CreateThreadLocalAddress(variable);
}

void CRuntime::setMessage(IRBuilderBase &builder, Value *text) const {
  builder.CreateStore(text, addressOf(builder, message));
}

ConstantInt *CRuntime::statusOf(CStatus value) const {
  return ConstantInt::get(cast<IntegerType>(status), static_cast<unsigned>(value));
}

Function *CRuntime::createFunction(Type *result, ArrayRef<Type *> args, StringRef name,
                                   GlobalValue::LinkageTypes linkage) {
  auto *function = Function::Create(FunctionType::get(result, args, false), linkage, name, code);
  BasicBlock::Create(code.getContext(), "entry", function);
  return function;
}

void CRuntime::createJump(IRBuilderBase &builder, CStatus value) const {
  if (code.getFunction("__kmpc_fork_call")) {
    // No thread may leave the work that it shares with others: the process ends.
    Function *function = builder.GetInsertBlock()->getParent();
    auto *shared = BasicBlock::Create(code.getContext(), "shared", function);
    auto *alone = BasicBlock::Create(code.getContext(), "alone", function);
    Value *inParallel = builder.CreateCall(code.getOrInsertFunction("omp_in_parallel", status));
    builder.CreateCondBr(builder.CreateIsNotNull(inParallel), shared, alone);
    builder.SetInsertPoint(shared);
    FunctionCallee print = code.getOrInsertFunction(
        "dprintf", FunctionType::get(status, {status, pointer}, /*isVarArg=*/true));
    builder.CreateCall(print,
                       {ConstantInt::get(status, 2),
                        builder.CreateGlobalString("error: the program failed: %s\n", "", 0, &code),
                        builder.CreateLoad(pointer, addressOf(builder, message))});
    builder.CreateCall(code.getOrInsertFunction("_exit", builder.getVoidTy(), status),
                       {ConstantInt::get(status, 1)});
    builder.CreateUnreachable();
    builder.SetInsertPoint(alone);
  }
  Value *target = builder.CreateLoad(pointer, addressOf(builder, jump));
  builder.CreateCall(longJump, {target, statusOf(value)});
  builder.CreateUnreachable();
}

void CRuntime::createPublicFunctions() {
  Function *lastError = createFunction(pointer, {}, "chad_last_error", GlobalValue::WeakODRLinkage);
  IRBuilder<> builder(&lastError->front());
  Value *text = builder.CreateLoad(pointer, addressOf(builder, message));
  Value *none = builder.CreateGlobalString("", "", 0, &code);
  builder.CreateRet(builder.CreateSelect(builder.CreateIsNull(text), none, text));
}

void CRuntime::createAllocate() {
  allocate = createFunction(pointer, {word}, "chad.allocate", GlobalValue::InternalLinkage);
  allocate->addFnAttr(Attribute::NoInline);
  allocate->addRetAttr(Attribute::NoAlias);
  IRBuilder<> builder(&allocate->front());
  FunctionCallee take = code.getOrInsertFunction("chad.pool.take", pointer, word);
  Value *memory = builder.CreateCall(take, {allocate->getArg(0)});
  auto *none = BasicBlock::Create(code.getContext(), "none", allocate);
  auto *some = BasicBlock::Create(code.getContext(), "some", allocate);
  builder.CreateCondBr(builder.CreateIsNull(memory), none, some);
  builder.SetInsertPoint(none);
  setMessage(builder, builder.CreateGlobalString("out of memory", "", 0, &code));
  createJump(builder, CStatus::NoMemory);
  builder.SetInsertPoint(some);
  builder.CreateRet(memory);
}

void CRuntime::redirectAssertions() {
  // A failed assertion prints its message, then stops.
  if (Function *puts = code.getFunction("puts"); puts && puts->isDeclaration()) {
    Function *record = createFunction(puts->getReturnType(), {pointer}, "chad.record",
                                      GlobalValue::InternalLinkage);
    IRBuilder<> builder(&record->front());
    setMessage(builder, record->getArg(0));
    if (puts->getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(Constant::getNullValue(puts->getReturnType()));
    puts->replaceAllUsesWith(record);
    puts->eraseFromParent();
  }
  if (Function *abort = code.getFunction("abort"); abort && abort->isDeclaration()) {
    Function *stop = createFunction(Type::getVoidTy(code.getContext()), {}, "chad.stop",
                                    GlobalValue::InternalLinkage);
    IRBuilder<> builder(&stop->front());
    createJump(builder, CStatus::CheckFailed);
    abort->replaceAllUsesWith(stop);
    abort->eraseFromParent();
  }
}
