//===- TestResults.cpp - Results in memory that is given ------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls a program again and again, with other memory for its results each time, and says
// where they are.

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "chad/ExecutionEngine/Memory.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

using namespace chad;

// Of the results the first is allocated where it can be elsewhere, the second is the same
// array, and the third one of two arrays.
static constexpr llvm::StringLiteral text = R"(
  func.func @f(%xs: tensor<?xf64>, %b: i1) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) {
    %twice = chad.map (%x in %xs : tensor<?xf64>) -> tensor<?xf64> {
      %y = arith.addf %x, %x : f64
      chad.yield %y : f64
    }
    %one = scf.if %b -> tensor<?xf64> {
      %three = chad.map (%x in %xs : tensor<?xf64>, %y in %twice : tensor<?xf64>) -> tensor<?xf64> {
        %z = arith.addf %x, %y : f64
        chad.yield %z : f64
      }
      scf.yield %three : tensor<?xf64>
    } else {
      scf.yield %xs : tensor<?xf64>
    }
    return %twice, %twice, %one : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>
  })";

static int fail(llvm::StringRef why) {
  llvm::errs() << why << '\n';
  return 1;
}

using Place = std::array<double, 3>;

static void print(PreparedCall &call, llvm::MutableArrayRef<Place> places) {
  std::string why;
  if (failed(call.run(why))) {
    llvm::outs() << why << '\n';
    return;
  }
  for (unsigned i = 0; i < 3; ++i) {
    BufferView view = call.resultView(i);
    auto *data = static_cast<double *>(view.data);
    llvm::outs() << (data == places[i].data() ? "given " : "own ");
    for (int64_t k = 0; k < view.shape[0]; ++k)
      llvm::outs() << llvm::format("%g", data[k]) << (k + 1 < view.shape[0] ? " " : "; ");
  }
  llvm::outs() << '\n';
}

/// Other arguments for a call that is there, and results that the caller keeps.
static int testReuse(const CompiledProgram &program) {
  std::string why;
  Place xs = {1, 2, 3}, ys = {4, 5, 6};
  std::array<Place, 3> places = {};
  bool choice = true, other = false;
  auto call = program.prepareInPlace("f", {{xs.data(), {3}}, {&choice, {}}}, why);
  if (failed(call) || failed(call->run(why)))
    return fail(why);
  // The first two results are one array, the third one is alone.
  std::array<void *, 3> taken;
  for (unsigned i = 0; i < 3; ++i)
    taken[i] = call->takeResult(i);
  llvm::outs() << "taken " << !!taken[0] << !!taken[1] << !!taken[2] << '\n';
  if (failed(call->setArgument(0, {ys.data(), {2, 1}}, why)))
    llvm::outs() << why << '\n';
  if (failed(call->setArgument(0, {ys.data(), {2}}, why)) ||
      failed(call->setArgument(1, {&other, {}}, why)))
    return fail(why);
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned k = 0; k < 3; ++k) {
      BufferView result = call->resultView(k);
      // What was taken is gone until the next run.
      llvm::outs() << (result.data ? "there " : "gone ");
    }
    print(*call, places);
  }
  llvm::outs() << "still " << *static_cast<double *>(taken[2]) << '\n';
  for (void *memory : taken)
    releaseBuffer(memory);
  return 0;
}

int main() {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return 1;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string why;
  auto program = CompiledProgram::create(*module, {}, why);
  if (failed(program))
    return fail(why);
  int64_t before = getMemoryStatistics().live;
  for (bool choice : {false, true}) {
    Place xs = {1, 2, 3};
    std::array<Place, 3> places = {};
    auto call = (*program)->prepareInPlace("f", {{xs.data(), {3}}, {&choice, {}}}, why);
    if (failed(call))
      return fail(why);
    print(*call, places);
    // Of another shape, thus not used.
    call->giveMemory(0, {places[0].data(), {2}});
    print(*call, places);
    for (unsigned i = 0; i < 3; ++i) {
      call->giveMemory(i, {places[i].data(), {3}});
      xs[0] += 1;
      print(*call, places);
    }
    print(*call, places);
    for (unsigned i = 0; i < 3; ++i) {
      call->giveMemory(i, {});
      print(*call, places);
    }
  }
  llvm::outs() << "left " << getMemoryStatistics().live - before << '\n';
  if (int error = testReuse(**program))
    return error;
  llvm::outs() << "left " << getMemoryStatistics().live - before << '\n';
  return 0;
}
