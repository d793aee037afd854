//===- Guards.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A guard is a function that calls the work of a thread, such that a failure in the work returns to
// the guard by a jump: a thread must not jump out of a parallel region that it shares with others.

#include "Failures.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// An upper bound of the size of a jmp_buf on all platforms.
static constexpr uint64_t jumpBytes = 1024;

static void defineGuard(Function &guard) {
  Module &code = *guard.getParent();
  LLVMContext &context = code.getContext();
  auto calls = make_filter_range(guard.front(), IsaPred<CallInst>);
  if (calls.empty())
    return;
  auto &work = cast<CallInst>(*calls.begin());
  Type *pointer = PointerType::getUnqual(context), *status = Type::getInt32Ty(context);
  Type *none = Type::getVoidTy(context);
  auto returnsTwice = AttributeList().addFnAttribute(context, Attribute::ReturnsTwice);
  FunctionCallee setJump = code.getOrInsertFunction("_setjmp", returnsTwice, status, pointer);

  IRBuilder<> builder(&work);
  auto *jump = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), jumpBytes));
  jump->setAlignment(Align(16));
  Value *team = guard.getArg(0);
  Value *outer = builder.CreateCall(
      code.getOrInsertFunction("chadrt.thread.enter", pointer, pointer, pointer), {team, jump});
  CallInst *returned = builder.CreateCall(setJump, {jump});
  returned->addFnAttr(Attribute::ReturnsTwice);
  Value *hasFailed = builder.CreateIsNotNull(returned);

  // The rest of the block, from `work` on, runs only if nothing has failed.
  BasicBlock *before = work.getParent();
  BasicBlock *go = before->splitBasicBlock(&work);
  auto *failed = BasicBlock::Create(context, "failed", &guard);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(before);
  builder.CreateCondBr(hasFailed, failed, go);
  FunctionCallee leave = code.getOrInsertFunction("chadrt.thread.leave", none, pointer);
  builder.SetInsertPoint(go->getTerminator());
  builder.CreateCall(leave, {outer});
  builder.SetInsertPoint(failed);
  builder.CreateCall(leave, {outer});
  builder.CreateCall(code.getOrInsertFunction("chadrt.thread.fail", none, pointer, status),
                     {team, returned});
  builder.CreateRetVoid();
}

void chad::detail::defineGuards(Module &code) {
  for (Function &function : code)
    if (!function.isDeclaration() && function.hasFnAttribute("chad-guard"))
      defineGuard(function);
}
