//===- TestDerivatives.cpp - Derivatives by the C++ interface -------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls, each on a program of upstream ops in a context of its own, what makes ops that such a
// program need not have.

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "chad/Transforms/Differentiator.h"
#include "chad/Transforms/Scalarize.h"
#include "chad/Transforms/Specialize.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace chad;

static constexpr llvm::StringLiteral text = R"(
  func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
    %y = math.sin %x : tensor<?xf64>
    return %y : tensor<?xf64>
  })";

/// Prints the program after `change`.
static LogicalResult print(const char *what, function_ref<LogicalResult(func::FuncOp)> change) {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module || failed(change(module->lookupSymbol<func::FuncOp>("f"))) || failed(verify(*module)))
    return failure();
  llvm::outs() << what << '\n' << *module << '\n';
  return success();
}

int main() {
  LogicalResult reverse = print("reverse", [](func::FuncOp f) {
    return Differentiator(f->getParentOfType<ModuleOp>()).getReverse(f, {0}, {0});
  });
  LogicalResult specialized =
      print("specialized", [](func::FuncOp f) { return specialize(f, {{3}}); });
  LogicalResult scalarized =
      print("scalarized", [](func::FuncOp f) { return success(scalarizeElementwise(f) == 1); });
  return failed(reverse) || failed(specialized) || failed(scalarized);
}
