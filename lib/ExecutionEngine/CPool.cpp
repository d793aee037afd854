//===- CPool.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The memory of programs in C libraries. What a call frees is kept for the next: a
// large array that is new costs a page fault for each of its pages. Blocks have 2^k
// bytes, and are those of the C library, which knows their size, so that whoever has
// one may free it. One pool for all objects of a process.

#include "CRuntime.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace chad::detail;

static constexpr StringLiteral poolText = R"(
%chad.pool = type { i32, [48 x ptr] }
@chad_pool = weak_odr global %chad.pool zeroinitializer, align 64

declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @sched_yield()
declare i64 @SIZE_OF_BLOCK(ptr)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)

define internal void @chad.pool.lock() {
  br label %try
try:
  %held = atomicrmw xchg ptr @chad_pool, i32 1 acquire
  %free = icmp eq i32 %held, 0
  br i1 %free, label %done, label %wait
wait:
  %ignored = call i32 @sched_yield()
  br label %try
done:
  ret void
}

define internal void @chad.pool.unlock() {
  store atomic i32 0, ptr @chad_pool release, align 4
  ret void
}

; At least so many bytes, at a multiple of 64; null where there is no memory.
define weak_odr hidden noalias ptr @chad.pool.take(i64 %bytes) noinline {
  %least = call i64 @llvm.umax.i64(i64 %bytes, i64 64)
  %last = sub i64 %least, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 false)
  %class = sub i64 64, %zeros
  %isTooLarge = icmp uge i64 %class, 48
  br i1 %isTooLarge, label %none, label %look
none:
  ret ptr null
look:
  %list = getelementptr %chad.pool, ptr @chad_pool, i64 0, i32 1, i64 %class
  call void @chad.pool.lock()
  %kept = load ptr, ptr %list
  %isEmpty = icmp eq ptr %kept, null
  br i1 %isEmpty, label %new, label %reuse
reuse:
  %next = load ptr, ptr %kept
  store ptr %next, ptr %list
  call void @chad.pool.unlock()
  ret ptr %kept
new:
  call void @chad.pool.unlock()
  %size = shl i64 1, %class
  %block = call ptr @aligned_alloc(i64 64, i64 %size)
  %isNull = icmp eq ptr %block, null
  br i1 %isNull, label %retry, label %give
give:
  ret ptr %block
retry:
  call void @chad_trim()
  %other = call ptr @aligned_alloc(i64 64, i64 %size)
  ret ptr %other
}

; Keeps a block, if it is like those of the pool.
define weak_odr hidden void @chad.pool.give(ptr %block) noinline {
  %address = ptrtoint ptr %block to i64
  %isNull = icmp eq ptr %block, null
  br i1 %isNull, label %done, label %measure
measure:
  %size = call i64 @SIZE_OF_BLOCK(ptr %block)
  %zeros = call i64 @llvm.ctlz.i64(i64 %size, i1 false)
  %class = sub i64 63, %zeros
  %rest = and i64 %address, 63
  %isAligned = icmp eq i64 %rest, 0
  %isLarge = icmp uge i64 %size, 64
  %isSmall = icmp ult i64 %class, 48
  %fits.0 = and i1 %isAligned, %isLarge
  %fits = and i1 %fits.0, %isSmall
  br i1 %fits, label %keep, label %drop
keep:
  %list = getelementptr %chad.pool, ptr @chad_pool, i64 0, i32 1, i64 %class
  call void @chad.pool.lock()
  %kept = load ptr, ptr %list
  store ptr %kept, ptr %block
  store ptr %block, ptr %list
  call void @chad.pool.unlock()
  ret void
drop:
  call void @free(ptr %block)
  ret void
done:
  ret void
}

define weak_odr void @chad_free(ptr %block) {
  call void @chad.pool.give(ptr %block)
  ret void
}

; Frees all that is kept.
define weak_odr void @chad_trim() noinline {
  br label %class
class:
  %i = phi i64 [ 0, %0 ], [ %i.next, %end ]
  %list = getelementptr %chad.pool, ptr @chad_pool, i64 0, i32 1, i64 %i
  call void @chad.pool.lock()
  %first = load ptr, ptr %list
  store ptr null, ptr %list
  call void @chad.pool.unlock()
  br label %block
block:
  %kept = phi ptr [ %first, %class ], [ %next, %more ]
  %isNull = icmp eq ptr %kept, null
  br i1 %isNull, label %end, label %more
more:
  %next = load ptr, ptr %kept
  call void @free(ptr %kept)
  br label %block
end:
  %i.next = add i64 %i, 1
  %isLast = icmp eq i64 %i.next, 48
  br i1 %isLast, label %done, label %class
done:
  ret void
}
)";

void chad::detail::redirectAllocation(Module &code) {
  Function *allocate = code.getFunction("chad.allocate"), *malloc = code.getFunction("malloc");
  if (allocate && malloc)
    malloc->replaceAllUsesWith(allocate);
  // Only what the program itself frees: the pool is added after that.
  if (Function *free = code.getFunction("free"))
    free->replaceAllUsesWith(
        code.getOrInsertFunction("chad.pool.give", free->getFunctionType()).getCallee());
  std::string text = poolText.str();
  StringRef placeholder = "SIZE_OF_BLOCK";
  StringRef known = code.getTargetTriple().isOSDarwin() ? "malloc_size" : "malloc_usable_size";
  for (size_t at; (at = text.find(placeholder)) != std::string::npos;)
    text.replace(at, placeholder.size(), known);
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> pool = parseAssemblyString(text, diagnostic, code.getContext());
  assert(pool && "the text of the pool is wrong");
  pool->setTargetTriple(code.getTargetTriple());
  pool->setDataLayout(code.getDataLayout());
  Linker::linkModules(code, std::move(pool));
}
