//===- consumer-run.cpp - Gradients in this process -----------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Fits a line to points: compiles a loss with its gradient, and goes down that.

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

static constexpr llvm::StringLiteral text = R"(
  func.func private @loss(%line: tensor<2xf64>, %xs: tensor<?xf64>, %ys: tensor<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %slope = tensor.extract %line[%c0] : tensor<2xf64>
    %offset = tensor.extract %line[%c1] : tensor<2xf64>
    %squares = chad.map (%x in %xs : tensor<?xf64>, %y in %ys : tensor<?xf64>) -> tensor<?xf64> {
      %p = arith.mulf %slope, %x : f64
      %q = arith.addf %p, %offset : f64
      %d = arith.subf %q, %y : f64
      %s = arith.mulf %d, %d : f64
      chad.yield %s : f64
    }
    %r = chad.reduce (%a, %b in %squares from %zero : tensor<?xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    return %r : f64
  }
  func.func @gradient(%line: tensor<2xf64>, %xs: tensor<?xf64>, %ys: tensor<?xf64>)
      -> (f64, tensor<2xf64>) {
    %value, %by = chad.value_and_grad @loss(%line, %xs, %ys) wrt [0]
        : (tensor<2xf64>, tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<2xf64>)
    return %value, %by : f64, tensor<2xf64>
  })";

static int fail(llvm::StringRef why) {
  llvm::errs() << why << '\n';
  return 1;
}

int main() {
  mlir::DialectRegistry registry;
  chad::registerCompilerDialects(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return 1;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string why;
  auto program = chad::CompiledProgram::create(*module, {}, why);
  if (failed(program))
    return fail(why);

  std::array<double, 2> line = {0, 0}, by = {};
  std::array<double, 3> xs = {0, 1, 2}, ys = {1, 3, 5};
  auto call = (*program)->prepareInPlace(
      "gradient", {{line.data(), {2}}, {xs.data(), {3}}, {ys.data(), {3}}}, why);
  if (failed(call))
    return fail(why);
  call->giveMemory(1, {by.data(), {2}});
  for (int step = 0; step < 500; ++step) {
    if (failed(call->run(why)))
      return fail(why);
    for (int i = 0; i < 2; ++i)
      line[i] -= 0.1 * by[i];
  }
  if (call->resultView(1).data != by.data())
    return fail("the gradient is elsewhere");
  double loss = *static_cast<double *>(call->resultView(0).data);
  llvm::outs() << llvm::format("y = %.3f x + %.3f, loss %.3f\n", line[0], line[1], loss);
  return 0;
}
