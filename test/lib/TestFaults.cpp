//===- TestFaults.cpp - Calls that fail -----------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Has each allocation of a call fail once, and checks fail in it: the call says so, nothing is
// lost, and the next one is right. Sections of a program are near each other, also where the
// system would place them elsewhere.

#include "Sections.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "chad/ExecutionEngine/Memory.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <vector>

using namespace chad;

// Arrays in a called function, in branches and in loops; of the results two are one array.
static constexpr llvm::StringLiteral text = R"(
func.func private @square(%xs: tensor<?xf64>, %ys: tensor<?xf64>) -> tensor<?xf64> {
  %r = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
    %p = arith.mulf %x, %y : f64
    chad.yield %p : f64
  }
  return %r : tensor<?xf64>
}
func.func @f(%xs: tensor<?xf64>, %ys: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %r = func.call @square(%xs, %ys) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %n = tensor.dim %r, %c0 : tensor<?xf64>
  %s = chad.map (%x in %r : tensor<?xf64>) -> tensor<?xf64> {
    %t = chad.scan left inclusive (%a, %y in %r from %zero : tensor<?xf64>) {
      %b = arith.addf %a, %y : f64
      chad.yield %b : f64
    }
    %u = chad.scan right inclusive (%a, %y in %t from %zero : tensor<?xf64>) {
      %b = arith.maximumf %a, %y : f64
      chad.yield %b : f64
    }
    %i = arith.divui %n, %n : index
    %e = tensor.extract %u[%i] : tensor<?xf64>
    chad.yield %e : f64
  }
  %last = chad.fold (%x in %s : tensor<?xf64>) with (%a = %r : tensor<?xf64>) {
    %b = func.call @square(%a, %ys) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %isEven = arith.cmpf ogt, %x, %zero : f64
    %c = scf.if %isEven -> tensor<?xf64> {
      %d = chad.scan left inclusive (%p, %q in %b from %zero : tensor<?xf64>) {
        %m = arith.maximumf %p, %q : f64
        chad.yield %m : f64
      }
      scf.yield %d : tensor<?xf64>
    } else {
      scf.yield %b : tensor<?xf64>
    }
    chad.yield %c : tensor<?xf64>
  }
  %sum = chad.reduce (%a, %y in %last from %zero : tensor<?xf64>) {
    %b = arith.addf %a, %y : f64
    chad.yield %b : f64
  }
  return %r, %r, %last, %sum : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64
})";

static int fail(const llvm::Twine &why) {
  llvm::errs() << why << '\n';
  return 1;
}

static int test(const CompiledProgram &program) {
  std::vector<double> xs(50, 0.5), ys(50, 1), shorter(49), place(50);
  std::string why;
  int64_t before = getMemoryStatistics().live;
  for (bool isGiven : {false, true}) {
    auto call = program.prepareInPlace("f", {{xs.data(), {50}}, {ys.data(), {50}}}, why);
    auto bad = program.prepareInPlace("f", {{xs.data(), {50}}, {shorter.data(), {49}}}, why);
    if (failed(call) || failed(bad))
      return fail(why);
    if (isGiven)
      call->giveMemory(2, {place.data(), {50}});
    // With the results of a run before, and without.
    for (bool hasResults : {false, true}) {
      int64_t allocation = 0;
      for (;; ++allocation) {
        if (hasResults && failed(call->run(why)))
          return fail(why);
        failAllocation(allocation);
        bool isDone = succeeded(call->run(why));
        failAllocation(-1);
        if (isDone)
          break;
        if (getMemoryStatistics().live != before)
          return fail("left " + llvm::Twine(getMemoryStatistics().live - before));
        if (!llvm::StringRef(why).contains("memory"))
          return fail(why);
        if (failed(call->run(why)))
          return fail(why);
        if (*static_cast<double *>(call->resultView(3).data) != 25)
          return fail("a wrong sum after a failure");
        call->dropResults();
      }
      if (!allocation)
        return fail("nothing is allocated");
      call->dropResults();
    }
    if (succeeded(bad->run(why)))
      return fail("arrays of several extents");
    llvm::outs() << why << '\n';
    if (getMemoryStatistics().live != before)
      return fail("a failed check leaves " + llvm::Twine(getMemoryStatistics().live - before));
  }
  // Arguments are copied.
  failAllocation(0);
  RuntimeValue array = Tensor({2}, {1.0, 2.0});
  bool isPrepared = succeeded(program.prepare("f", {array, array}, why));
  failAllocation(-1);
  if (isPrepared || getMemoryStatistics().live != before)
    return fail("an argument without memory");
  llvm::outs() << why << '\n';
  return 0;
}

static int testSections() {
  using llvm::sys::MemoryBlock;
  constexpr auto purpose = llvm::SectionMemoryManager::AllocationPurpose::Code;
  constexpr unsigned flags = llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE;
  constexpr uint64_t reach = detail::NearbySections::reach, piece = uint64_t(1) << 24;
  detail::NearbySections sections;
  auto take = [&](size_t bytes, std::error_code &error) {
    return sections.allocateMappedMemory(purpose, bytes, nullptr, flags, error);
  };
  auto occupy = [](uint64_t at, uint64_t bytes) {
    mmap(reinterpret_cast<void *>(at), bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  };
  std::error_code error;
  MemoryBlock first = take(100, error);
  if (error)
    return fail(error.message());
  // The places around the first section are occupied, but for one below it.
  auto place = reinterpret_cast<uint64_t>(first.base());
  occupy(place + first.allocatedSize(), piece);
  for (uint64_t k = 1; k <= 2 * reach / piece; ++k)
    if (k != reach / piece / 4)
      occupy(place - k * piece, piece);
  MemoryBlock second = take(5000, error);
  if (error)
    return fail(error.message());
  auto other = reinterpret_cast<uint64_t>(second.base());
  if (std::max(place, other) - std::min(place, other) >= reach - piece)
    return fail("sections are too far from each other");
  std::fill_n(static_cast<char *>(second.base()), second.allocatedSize(), 1);
  MemoryBlock large = take(reach, error);
  if (!error || large.base())
    return fail("sections of more than their reach");
  return 0;
}

int main() {
  if (testSections())
    return 1;
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context, "faults.mlir");
  if (!module)
    return 1;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  for (unsigned threads : {1, 2}) {
    CompilerOptions options;
    options.threads = threads;
    options.threadGrain = 1;
    std::string why;
    auto program = CompiledProgram::create(*module, options, why);
    if (failed(program))
      return fail(why);
    if (test(**program))
      return fail("with threads: " + llvm::Twine(threads));
  }
  return 0;
}
