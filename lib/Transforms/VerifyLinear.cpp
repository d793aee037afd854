//===- VerifyLinear.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/ContextUse.h"
#include "chad/Analysis/Linearity.h"
#include "chad/Transforms/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADVERIFYLINEAR
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
struct VerifyLinear : chad::impl::ChadVerifyLinearBase<VerifyLinear> {
  void runOnOperation() override {
    bool isLinear = succeeded(getAnalysis<LinearityAnalysis>().verify());
    bool isSingleUse = succeeded(verifyContextUse(getOperation()));
    if (!isLinear || !isSingleUse)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
