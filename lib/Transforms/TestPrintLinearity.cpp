//===- TestPrintLinearity.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Linearity.h"
#include "chad/Transforms/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADPRINTLINEARITY
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

/// Emits a remark at `op` with the linearity of its results, and of the arguments of its regions
/// that are no linear scopes of their own.
static void printOp(LinearityAnalysis &analysis, Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](StringRef what, ValueRange values) {
    if (values.empty())
      return;
    os << (text.empty() ? "" : "; ") << what << ": ";
    llvm::interleaveComma(
        values, os, [&](Value value) { os << stringifyLinearity(analysis.getLinearity(value)); });
  };
  print("results", op->getResults());
  for (Region &region : op->getRegions())
    if (!LinearityAnalysis::isScope(region))
      print("arguments", region.getArguments());
  if (!text.empty())
    op->emitRemark() << text;
}

namespace {
struct PrintLinearity : chad::impl::ChadPrintLinearityBase<PrintLinearity> {
  void runOnOperation() override {
    auto &analysis = getAnalysis<LinearityAnalysis>();
    for (Region *scope : analysis.getScopes()) {
      scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
        printOp(analysis, op);
        bool opensScope = llvm::any_of(op->getRegions(), LinearityAnalysis::isScope);
        return opensScope ? WalkResult::skip() : WalkResult::advance();
      });
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
