//===- CPool.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The memory of programs in C libraries. Memory that a call frees is kept for the next one, since a
// new large array costs a page fault for each of its pages. Blocks have 2^k bytes, and are those of
// the C library, which knows their size, so that whoever has one may free it. One pool for all
// objects of a process.

#include "CInterface.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace chad::detail;

static constexpr StringLiteral pool = R"(
%chadrt.pool = type { i32, [48 x ptr] }
@chad_pool = weak_odr global %chadrt.pool zeroinitializer, align 64

; A library that is unloaded leaves nothing behind.
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @chad_trim, ptr null }]

declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare i32 @sched_yield()
declare i64 @SIZE_OF_BLOCK(ptr)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)

define weak_odr void @chadrt.pool.lock() {
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

define weak_odr void @chadrt.pool.unlock() {
  store atomic i32 0, ptr @chad_pool release, align 4
  ret void
}

; At least so many bytes, at a multiple of 64; null where there is no memory.
define weak_odr noalias ptr @chadrt.pool.take(i64 %bytes) noinline {
  %least = call i64 @llvm.umax.i64(i64 %bytes, i64 64)
  %last = sub i64 %least, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 false)
  %class = sub i64 64, %zeros
  %isTooLarge = icmp uge i64 %class, 48
  br i1 %isTooLarge, label %none, label %look
none:
  ret ptr null
look:
  %list = getelementptr %chadrt.pool, ptr @chad_pool, i64 0, i32 1, i64 %class
  call void @chadrt.pool.lock()
  %kept = load ptr, ptr %list
  %isEmpty = icmp eq ptr %kept, null
  br i1 %isEmpty, label %new, label %reuse
reuse:
  %next = load ptr, ptr %kept
  store ptr %next, ptr %list
  call void @chadrt.pool.unlock()
  ret ptr %kept
new:
  call void @chadrt.pool.unlock()
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
define weak_odr void @chadrt.pool.give(ptr %block) noinline {
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
  %list = getelementptr %chadrt.pool, ptr @chad_pool, i64 0, i32 1, i64 %class
  call void @chadrt.pool.lock()
  %kept = load ptr, ptr %list
  store ptr %kept, ptr %block
  store ptr %block, ptr %list
  call void @chadrt.pool.unlock()
  ret void
drop:
  call void @free(ptr %block)
  ret void
done:
  ret void
}

define weak_odr void @chad_free(ptr %block) {
  call void @chadrt.pool.give(ptr %block)
  ret void
}

; Frees all that is kept.
define weak_odr void @chad_trim() noinline {
  br label %class
class:
  %i = phi i64 [ 0, %0 ], [ %i.next, %end ]
  %list = getelementptr %chadrt.pool, ptr @chad_pool, i64 0, i32 1, i64 %i
  call void @chadrt.pool.lock()
  %first = load ptr, ptr %list
  store ptr null, ptr %list
  call void @chadrt.pool.unlock()
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

std::string chad::detail::poolText(const Triple &target) {
  std::string text = pool.str();
  StringRef placeholder = "SIZE_OF_BLOCK";
  StringRef known = target.isOSDarwin() ? "malloc_size" : "malloc_usable_size";
  for (size_t at; (at = text.find(placeholder)) != std::string::npos;)
    text.replace(at, placeholder.size(), known);
  return text;
}
