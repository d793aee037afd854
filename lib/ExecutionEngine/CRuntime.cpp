//===- CRuntime.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Failures of programs in C libraries: a jump ends the call, and the memory that it has allocated
// is freed. The functions are those of Failures.cpp.

#include "CRuntime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace chad;
using namespace chad::detail;

/// The size of `%chadrt.call` is at most that of `recordBytes`.
static constexpr uint64_t recordBytes = 1536;

/// Further functions of programs for a GPU.
static constexpr StringLiteral deviceText = R"(
@chadrt.text = weak_odr constant [3 x i8] c"%s\00"
@chad_stream = weak_odr thread_local global ptr null
@chad_device = weak_odr thread_local global i32 -1
@chad_last_error_text = external thread_local global [512 x i8]

declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare void @chadrt.message(ptr)
declare void @chadrt.leave(i32) noreturn

define weak_odr void @chad_set_stream(ptr %stream) {
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chad_stream)
  store ptr %stream, ptr %place
  ret void
}

define weak_odr void @chad_set_device(i32 %number) {
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chad_device)
  store i32 %number, ptr %place
  ret void
}

define weak_odr void @chadrt.device.fail(ptr %message, i32 %status) noreturn noinline cold {
  %text = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_text)
  %length = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 512, ptr @chadrt.text, ptr %message)
  call void @chadrt.message(ptr %text)
  call void @chadrt.leave(i32 %status)
  unreachable
}
)";

static constexpr StringLiteral runtimeText = R"(
; A call of the program: a jmp_buf; where failures go outside, and the call outside; the blocks
; that it has allocated and not freed, how many these are, and for how many there is room; room for
; the first of them.
%chadrt.call = type { [1024 x i8], ptr, ptr, ptr, i64, i64, [32 x ptr] }
; A team of threads: what failed, the call, and the message.
%chadrt.team = type { i32, ptr, [512 x i8] }

@chadrt.jump = weak_odr thread_local global ptr null
@chadrt.current = weak_odr thread_local global ptr null
@chadrt.lock = weak_odr global i32 0
@chad_last_error_message = weak_odr thread_local global ptr null
@chad_last_error_text = weak_odr thread_local global [512 x i8] zeroinitializer
@chadrt.none = weak_odr constant [1 x i8] zeroinitializer
@chadrt.bytes = weak_odr constant [61 x i8] c"the program needs %lld bytes, for which there is no memory\00\00\00"
@chadrt.missing = weak_odr constant [26 x i8] c"there is no memory for an\00"
@chadrt.negative = weak_odr constant [28 x i8] c"an extent is negative in an\00"

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare void @longjmp(ptr, i32) noreturn
declare i32 @sched_yield()
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare ptr @chadrt.pool.take(i64)
declare void @chadrt.pool.give(ptr)

define weak_odr ptr @chad_last_error() {
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_message)
  %text = load ptr, ptr %place
  %isNull = icmp eq ptr %text, null
  %result = select i1 %isNull, ptr @chadrt.none, ptr %text
  ret ptr %result
}

define weak_odr void @chadrt.message(ptr %text) noinline {
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_message)
  store ptr %text, ptr %place
  ret void
}

define weak_odr void @chadrt.leave(i32 %status) noreturn noinline {
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.jump)
  %jump = load ptr, ptr %place
  call void @longjmp(ptr %jump, i32 %status)
  unreachable
}

define weak_odr void @chadrt.fail(i32 %status, ptr %format, i64 %a, i64 %b, i64 %c, i64 %d) noreturn noinline cold {
  %text = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_text)
  %length = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 512, ptr %format, i64 %a, i64 %b, i64 %c, i64 %d)
  call void @chadrt.message(ptr %text)
  call void @chadrt.leave(i32 %status)
  unreachable
}

define weak_odr void @chadrt.reserve(ptr %format, double %bytes, i64 %a, i64 %b, i64 %c, i64 %d) noinline cold {
  %some.0 = or i64 %a, %b
  %some.1 = or i64 %c, %d
  %some = or i64 %some.0, %some.1
  %isNegative = icmp slt i64 %some, 0
  br i1 %isNegative, label %wrong, label %measure
measure:
  ; There are fewer addresses than 2^47.
  %isPossible = fcmp olt double %bytes, 0x42E0000000000000
  br i1 %isPossible, label %try, label %wrong
try:
  %least = fptoui double %bytes to i64
  ; With what the allocation adds to align it.
  %all = add i64 %least, 64
  %block = call ptr @chadrt.pool.take(i64 %all)
  %isNull = icmp eq ptr %block, null
  br i1 %isNull, label %wrong, label %give
give:
  call void @chadrt.pool.give(ptr %block)
  ret void
wrong:
  %what = select i1 %isNegative, ptr @chadrt.negative, ptr @chadrt.missing
  %status = select i1 %isNegative, i32 3, i32 4
  %text = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_text)
  %length = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 512, ptr %format, ptr %what, i64 %a, i64 %b, i64 %c, i64 %d)
  call void @chadrt.message(ptr %text)
  call void @chadrt.leave(i32 %status)
  unreachable
}

define weak_odr void @chadrt.acquire() {
  br label %try
try:
  %held = atomicrmw xchg ptr @chadrt.lock, i32 1 acquire
  %free = icmp eq i32 %held, 0
  br i1 %free, label %done, label %wait
wait:
  %ignored = call i32 @sched_yield()
  br label %try
done:
  ret void
}

define weak_odr void @chadrt.release() {
  store atomic i32 0, ptr @chadrt.lock release, align 4
  ret void
}

; Makes room for one more block, with the lock held; false where there is no memory for that.
define weak_odr i1 @chadrt.grow(ptr %call) noinline {
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %count.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 4
  %room.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 5
  %first = getelementptr %chadrt.call, ptr %call, i64 0, i32 6
  %count = load i64, ptr %count.at
  %room = load i64, ptr %room.at
  %isEnough = icmp ult i64 %count, %room
  br i1 %isEnough, label %fine, label %more
more:
  %blocks = load ptr, ptr %blocks.at
  %bytes = shl i64 %room, 4
  %isFirst = icmp eq ptr %blocks, %first
  br i1 %isFirst, label %move, label %resize
move:
  %new = call ptr @malloc(i64 %bytes)
  %isNone = icmp eq ptr %new, null
  br i1 %isNone, label %none, label %copy
copy:
  %used = shl i64 %count, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %blocks, i64 %used, i1 false)
  br label %set
resize:
  %larger = call ptr @realloc(ptr %blocks, i64 %bytes)
  %isNoneLarger = icmp eq ptr %larger, null
  br i1 %isNoneLarger, label %none, label %set
set:
  %next = phi ptr [ %new, %copy ], [ %larger, %resize ]
  store ptr %next, ptr %blocks.at
  %twice = shl i64 %room, 1
  store i64 %twice, ptr %room.at
  br label %fine
fine:
  ret i1 true
none:
  ret i1 false
}

; As malloc; a failure of the program where there is no memory.
define weak_odr noalias ptr @chadrt.allocate(i64 %bytes) noinline {
  %block = call ptr @chadrt.pool.take(i64 %bytes)
  %isNull = icmp eq ptr %block, null
  br i1 %isNull, label %none, label %note
note:
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %call = load ptr, ptr %place
  call void @chadrt.acquire()
  %hasRoom = call i1 @chadrt.grow(ptr %call)
  br i1 %hasRoom, label %add, label %back
add:
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %count.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 4
  %blocks = load ptr, ptr %blocks.at
  %count = load i64, ptr %count.at
  %end = getelementptr ptr, ptr %blocks, i64 %count
  store ptr %block, ptr %end
  %next = add i64 %count, 1
  store i64 %next, ptr %count.at
  call void @chadrt.release()
  ret ptr %block
back:
  call void @chadrt.release()
  call void @chadrt.pool.give(ptr %block)
  br label %none
none:
  call void @chadrt.fail(i32 4, ptr @chadrt.bytes, i64 %bytes, i64 0, i64 0, i64 0)
  unreachable
}

; As free. The last blocks are the likely ones; others are not of this call, as those of functions
; outside.
define weak_odr void @chadrt.free(ptr %block) noinline {
  %isNull = icmp eq ptr %block, null
  br i1 %isNull, label %done, label %look
look:
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %call = load ptr, ptr %place
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %count.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 4
  call void @chadrt.acquire()
  %blocks = load ptr, ptr %blocks.at
  %count = load i64, ptr %count.at
  br label %next
next:
  %i = phi i64 [ %count, %look ], [ %i.last, %try ]
  %isNone = icmp eq i64 %i, 0
  br i1 %isNone, label %give, label %try
try:
  %i.last = sub i64 %i, 1
  %at = getelementptr ptr, ptr %blocks, i64 %i.last
  %known = load ptr, ptr %at
  %isIt = icmp eq ptr %known, %block
  br i1 %isIt, label %remove, label %next
remove:
  %count.less = sub i64 %count, 1
  %last.at = getelementptr ptr, ptr %blocks, i64 %count.less
  %last = load ptr, ptr %last.at
  store ptr %last, ptr %at
  store i64 %count.less, ptr %count.at
  br label %give
give:
  call void @chadrt.release()
  call void @chadrt.pool.give(ptr %block)
  ret void
done:
  ret void
}

define weak_odr void @chadrt.call.begin(ptr %call) noinline {
  %jump.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.jump)
  %current.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %jump = load ptr, ptr %jump.at
  %current = load ptr, ptr %current.at
  %outer.jump = getelementptr %chadrt.call, ptr %call, i64 0, i32 1
  %outer = getelementptr %chadrt.call, ptr %call, i64 0, i32 2
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %count.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 4
  %room.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 5
  %first = getelementptr %chadrt.call, ptr %call, i64 0, i32 6
  store ptr %jump, ptr %outer.jump
  store ptr %current, ptr %outer
  store ptr %first, ptr %blocks.at
  store i64 0, ptr %count.at
  store i64 32, ptr %room.at
  store ptr %call, ptr %jump.at
  store ptr %call, ptr %current.at
  ret void
}

; The blocks that are left belong to who has them.
define weak_odr void @chadrt.call.end(ptr %call) noinline {
  %jump.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.jump)
  %current.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %outer.jump = getelementptr %chadrt.call, ptr %call, i64 0, i32 1
  %outer = getelementptr %chadrt.call, ptr %call, i64 0, i32 2
  %jump = load ptr, ptr %outer.jump
  %current = load ptr, ptr %outer
  store ptr %jump, ptr %jump.at
  store ptr %current, ptr %current.at
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %first = getelementptr %chadrt.call, ptr %call, i64 0, i32 6
  %blocks = load ptr, ptr %blocks.at
  %isFirst = icmp eq ptr %blocks, %first
  br i1 %isFirst, label %done, label %drop
drop:
  call void @free(ptr %blocks)
  br label %done
done:
  ret void
}

; Gives back what a call that failed had allocated.
define weak_odr void @chadrt.call.cancel(ptr %call) noinline {
  %blocks.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 3
  %count.at = getelementptr %chadrt.call, ptr %call, i64 0, i32 4
  %blocks = load ptr, ptr %blocks.at
  %count = load i64, ptr %count.at
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %i.next, %give ]
  %isDone = icmp eq i64 %i, %count
  br i1 %isDone, label %done, label %give
give:
  %at = getelementptr ptr, ptr %blocks, i64 %i
  %block = load ptr, ptr %at
  call void @chadrt.pool.give(ptr %block)
  %i.next = add i64 %i, 1
  br label %next
done:
  call void @chadrt.call.end(ptr %call)
  ret void
}

; Counts one reference less to an arena; the last one puts it on a stack of those to be freed. What
; arenas and handles are, LowerArenas.cpp says.
define weak_odr void @chadrt.arena.drop(ptr %arena, ptr %stack) {
  %count.at = getelementptr i8, ptr %arena, i64 40
  %count = atomicrmw sub ptr %count.at, i64 1 acq_rel
  %isLast = icmp eq i64 %count, 1
  br i1 %isLast, label %push, label %done
push:
  %top = load ptr, ptr %stack
  %link = getelementptr i8, ptr %arena, i64 8
  store ptr %top, ptr %link
  store ptr %arena, ptr %stack
  br label %done
done:
  ret void
}

define weak_odr void @chad_release(ptr %handle) {
  %stack = alloca ptr
  store ptr null, ptr %stack
  %isNull = icmp eq ptr %handle, null
  br i1 %isNull, label %done, label %drop
drop:
  %arena.at = getelementptr i8, ptr %handle, i64 8
  %arena = load ptr, ptr %arena.at
  call void @chadrt.pool.give(ptr %handle)
  call void @chadrt.arena.drop(ptr %arena, ptr %stack)
  br label %next
next:
  %top = load ptr, ptr %stack
  %isEmpty = icmp eq ptr %top, null
  br i1 %isEmpty, label %done, label %pop
pop:
  %link = getelementptr i8, ptr %top, i64 8
  %below = load ptr, ptr %link
  store ptr %below, ptr %stack
  %holds.at = getelementptr i8, ptr %top, i64 48
  %holds = load ptr, ptr %holds.at
  br label %hold
hold:
  %cell = phi ptr [ %holds, %pop ], [ %cell.next, %let ]
  %isEnd = icmp eq ptr %cell, null
  br i1 %isEnd, label %memory, label %let
let:
  %cell.next = load ptr, ptr %cell
  %held.at = getelementptr i8, ptr %cell, i64 8
  %held = load ptr, ptr %held.at
  call void @chadrt.arena.drop(ptr %held, ptr %stack)
  br label %hold
memory:
  %blocks.at = getelementptr i8, ptr %top, i64 16
  %blocks = load ptr, ptr %blocks.at
  br label %block
block:
  %each = phi ptr [ %blocks, %memory ], [ %each.next, %give ]
  %isLastBlock = icmp eq ptr %each, null
  br i1 %isLastBlock, label %whole, label %give
give:
  %each.next = load ptr, ptr %each
  call void @chadrt.pool.give(ptr %each)
  br label %block
whole:
  call void @chadrt.pool.give(ptr %top)
  br label %next
done:
  ret void
}

define weak_odr void @chadrt.team.begin(ptr %team) noinline {
  store atomic i32 0, ptr %team monotonic, align 4
  %place = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %call = load ptr, ptr %place
  %call.at = getelementptr %chadrt.team, ptr %team, i64 0, i32 1
  store ptr %call, ptr %call.at
  ret void
}

define weak_odr void @chadrt.team.end(ptr %team) noinline {
  %status = load atomic i32, ptr %team acquire, align 4
  %isFine = icmp eq i32 %status, 0
  br i1 %isFine, label %fine, label %failed
fine:
  ret void
failed:
  %text = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_text)
  %text.team = getelementptr %chadrt.team, ptr %team, i64 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr %text, ptr %text.team, i64 512, i1 false)
  call void @chadrt.message(ptr %text)
  call void @chadrt.leave(i32 %status)
  unreachable
}

define weak_odr ptr @chadrt.thread.enter(ptr %team, ptr %jump) noinline {
  %jump.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.jump)
  %current.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.current)
  %outer = load ptr, ptr %jump.at
  %call.at = getelementptr %chadrt.team, ptr %team, i64 0, i32 1
  %call = load ptr, ptr %call.at
  store ptr %jump, ptr %jump.at
  store ptr %call, ptr %current.at
  ret ptr %outer
}

define weak_odr void @chadrt.thread.leave(ptr %outer) noinline {
  %jump.at = call ptr @llvm.threadlocal.address.p0(ptr @chadrt.jump)
  store ptr %outer, ptr %jump.at
  ret void
}

; The first failure is the one that is reported.
define weak_odr void @chadrt.thread.fail(ptr %team, i32 %status) noinline {
  %exchange = cmpxchg ptr %team, i32 0, i32 %status acq_rel monotonic, align 4
  %isFirst = extractvalue { i32, i1 } %exchange, 1
  br i1 %isFirst, label %first, label %done
first:
  %text = call ptr @llvm.threadlocal.address.p0(ptr @chad_last_error_text)
  %text.team = getelementptr %chadrt.team, ptr %team, i64 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr %text.team, ptr %text, i64 512, i1 false)
  br label %done
done:
  ret void
}
)";

/// A stack of its own for a call: address space, of which only pages that are used take memory. If
/// the system refuses so much, a smaller stack is asked for. The upper end of a stack holds its
/// address and size. One stack is kept for the next call; if the last call used much of it, its
/// memory is given back.
static constexpr StringLiteral stackText = R"(
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @munmap(ptr, i64)
declare i32 @mprotect(ptr, i64, i32)

@chadrt.stack.kept = weak_odr global ptr null
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @chadrt.stack.drop, ptr null }]

define weak_odr ptr @chadrt.stack.take() noinline {
  %kept = atomicrmw xchg ptr @chadrt.stack.kept, ptr null acq_rel
  %isKept = icmp ne ptr %kept, null
  br i1 %isKept, label %reuse, label %try
reuse:
  ret ptr %kept
try:
  %size = phi i64 [ 68719476736, %0 ], [ %half, %less ]
  %base = call ptr @mmap(ptr null, i64 %size, i32 3, i32 MAP_FLAGS, i32 -1, i64 0)
  %address = ptrtoint ptr %base to i64
  %isNone = icmp eq i64 %address, -1
  br i1 %isNone, label %less, label %found
less:
  %half = lshr i64 %size, 1
  %isTooSmall = icmp ult i64 %half, 16777216
  br i1 %isTooSmall, label %none, label %try
none:
  ret ptr null
found:
  %ignored = call i32 @mprotect(ptr %base, i64 65536, i32 0)
  %top = getelementptr i8, ptr %base, i64 %size
  %base.at = getelementptr i8, ptr %top, i64 -16
  store ptr %base, ptr %base.at
  %size.at = getelementptr i8, ptr %top, i64 -8
  store i64 %size, ptr %size.at
  %stack = getelementptr i8, ptr %top, i64 -32
  ret ptr %stack
}

define weak_odr void @chadrt.stack.free(ptr %stack) noinline {
  %isNone = icmp eq ptr %stack, null
  br i1 %isNone, label %done, label %free
free:
  %base.at = getelementptr i8, ptr %stack, i64 16
  %base = load ptr, ptr %base.at
  %size.at = getelementptr i8, ptr %stack, i64 24
  %size = load i64, ptr %size.at
  %ignored = call i32 @munmap(ptr %base, i64 %size)
  br label %done
done:
  ret void
}

; A call that went below a megabyte has left return addresses there.
define weak_odr void @chadrt.stack.give(ptr %stack) noinline {
  %isNone = icmp eq ptr %stack, null
  br i1 %isNone, label %done, label %look
look:
  %i = phi i64 [ 0, %0 ], [ %i.next, %clean ]
  %offset = sub i64 %i, 1048576
  %at = getelementptr i8, ptr %stack, i64 %offset
  %word = load i64, ptr %at
  %isClean = icmp eq i64 %word, 0
  br i1 %isClean, label %clean, label %free
clean:
  %i.next = add i64 %i, 8
  %isLast = icmp eq i64 %i.next, 512
  br i1 %isLast, label %keep, label %look
keep:
  %other = atomicrmw xchg ptr @chadrt.stack.kept, ptr %stack acq_rel
  call void @chadrt.stack.free(ptr %other)
  br label %done
free:
  call void @chadrt.stack.free(ptr %stack)
  br label %done
done:
  ret void
}

define weak_odr void @chadrt.stack.drop() {
  %kept = atomicrmw xchg ptr @chadrt.stack.kept, ptr null acq_rel
  call void @chadrt.stack.free(ptr %kept)
  ret void
}

define weak_odr void @chadrt.stack.call(ptr %stack, ptr %body, ptr %frame) naked noinline {
  call void asm sideeffect "SWITCH", ""()
  unreachable
}
)";

static bool hasStacks(const Triple &target) {
  return (target.isOSLinux() || target.isOSDarwin()) &&
         (target.getArch() == Triple::x86_64 || target.getArch() == Triple::aarch64);
}

/// The functions of stacks for a target.
static std::string textOfStacks(const Triple &target) {
  std::string text = stackText.str();
  auto replace = [&](StringRef what, StringRef by) {
    text.replace(text.find(what), what.size(), by);
  };
  // Private and anonymous, without a reserve in memory.
  replace("MAP_FLAGS", target.isOSDarwin() ? "4162" : "16418");
  replace("SWITCH", target.getArch() == Triple::x86_64
                        ? "pushq %rbp; movq %rsp, %rbp; movq %rdi, %rsp; movq %rdx, %rdi; "
                          "callq *%rsi; movq %rbp, %rsp; popq %rbp; retq"
                        : "stp x29, x30, [sp, #-16]!; mov x29, sp; mov sp, x0; mov x0, x2; "
                          "blr x1; mov sp, x29; ldp x29, x30, [sp], #16; ret");
  return text;
}

CRuntime::CRuntime(Module &code, Device device)
    : code(code), pointer(PointerType::getUnqual(code.getContext())),
      word(Type::getInt64Ty(code.getContext())), status(Type::getInt32Ty(code.getContext())) {
  LLVMContext &context = code.getContext();
  Type *none = Type::getVoidTy(context);
  setJump = code.getOrInsertFunction(
      "_setjmp", AttributeList().addFnAttribute(context, Attribute::ReturnsTwice), status, pointer);
  // The program calls these names, too, until it is optimized.
  allocate = code.getOrInsertFunction("malloc", pointer, word);
  free = code.getOrInsertFunction("free", none, pointer);
  beginCall = code.getOrInsertFunction("chadrt.call.begin", none, pointer);
  endCall = code.getOrInsertFunction("chadrt.call.end", none, pointer);
  cancelCall = code.getOrInsertFunction("chadrt.call.cancel", none, pointer);
  setMessage = code.getOrInsertFunction("chadrt.message", none, pointer);
  release = code.getOrInsertFunction("chad_release", none, pointer);
  if (::hasStacks(code.getTargetTriple())) {
    takeStack = code.getOrInsertFunction("chadrt.stack.take", pointer);
    giveStack = code.getOrInsertFunction("chadrt.stack.give", none, pointer);
    callOnStack = code.getOrInsertFunction("chadrt.stack.call", none, pointer, pointer, pointer);
  }
  if (device == Device::CPU)
    return;
  beginDevice =
      code.getOrInsertFunction("chadrt.device.begin", none, pointer, pointer, pointer, status);
  endDevice = code.getOrInsertFunction("chadrt.device.end", none, pointer, status);
  failDevice = code.getOrInsertFunction("chadrt.device.fail", none, pointer, status);
  copyOut = code.getOrInsertFunction(device == Device::CUDA ? "chadrt.cuda.copy.out"
                                                            : "chadrt.emulated.copy.out",
                                     none, word, word, word);
}

/// The value of a thread's variable.
static Value *getSetting(IRBuilderBase &builder, Module &code, StringRef name, Type *type) {
  auto *place = cast<GlobalVariable>(code.getOrInsertGlobal(name, type));
  place->setThreadLocal(true);
  return builder.CreateLoad(type, builder.CreateThreadLocalAddress(place));
}

Value *CRuntime::getStream(IRBuilderBase &builder) const {
  return getSetting(builder, code, "chad_stream", pointer);
}

Value *CRuntime::getDevice(IRBuilderBase &builder) const {
  return getSetting(builder, code, "chad_device", status);
}

ConstantInt *CRuntime::statusOf(CStatus value) const {
  return ConstantInt::get(cast<IntegerType>(status), static_cast<unsigned>(value));
}

Value *CRuntime::createRecord(IRBuilderBase &builder) const {
  auto *record = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), recordBytes));
  record->setAlignment(Align(16));
  return record;
}

/// Parses functions and adds them to `code`.
static void link(Module &code, StringRef text) {
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(text, diagnostic, code.getContext());
  if (!module)
    report_fatal_error("the text of the runtime is wrong: " + diagnostic.getMessage());
  module->setTargetTriple(code.getTargetTriple());
  module->setDataLayout(code.getDataLayout());
  Linker::linkModules(code, std::move(module));
}

void chad::detail::linkRuntime(Module &code, Device device) {
  // Redirects only the allocations of the program itself; the runtime is added afterwards.
  auto redirect = [&](StringRef name, StringRef with) {
    if (Function *function = code.getFunction(name))
      function->replaceAllUsesWith(
          code.getOrInsertFunction(with, function->getFunctionType()).getCallee());
  };
  redirect("malloc", "chadrt.allocate");
  redirect("free", "chadrt.free");
  link(code, runtimeText);
  link(code, poolText(code.getTargetTriple()));
  if (::hasStacks(code.getTargetTriple()))
    link(code, textOfStacks(code.getTargetTriple()));
  if (device != Device::CPU)
    link(code, deviceText);
  for (Function &function : code)
    if (function.isDeclaration() && function.getName().starts_with("chadrt.")) {
      std::string name = function.getName().str();
      llvm::replace(name, '.', '_');
      function.setName(name);
    }
  // The functions of the runtime are internal to each object, except for those that all objects
  // share.
  for (GlobalValue &value : code.global_values())
    if (!value.isDeclaration() && value.getName().starts_with("chadrt."))
      value.setLinkage(GlobalValue::InternalLinkage);
}
