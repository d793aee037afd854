//===- FromUNF.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Out of unary normal form (Huot & Shaikhha 2022, Fig. 10).

#include "UNF.h"
#include "chad/Analysis/ContextUse.h"
#include "chad/Transforms/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADFROMUNF
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Checks that contexts, and tuples in them, go from one op on contexts to the next.
LogicalResult chad::detail::checkContexts(Operation *root) {
  auto isOpaque = [](Value value) { return isa<CtxType, TupleType>(value.getType()); };
  auto emit = [](Location loc, Value value) {
    auto diag = emitError(loc, "chad: a ")
                << (isa<CtxType>(value.getType()) ? "context" : "tuple")
                << " passes through here, and only ops on contexts take it apart";
    diag.attachNote() << "inline the function, or end the chain with 'chad.unf.leave' before, and "
                         "begin another after it";
    return failure();
  };
  WalkResult result = root->walk([&](Operation *op) {
    bool yieldsToUNF = isa<YieldOp>(op) && isContextOp(op->getParentOp());
    for (Value value : op->getOperands())
      if (isOpaque(value) && !isContextOp(op) && !yieldsToUNF && failed(emit(op->getLoc(), value)))
        return WalkResult::interrupt();
    for (Value value : op->getResults())
      if (isOpaque(value) && !isContextOp(op) && failed(emit(op->getLoc(), value)))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value arg : block.getArguments())
          if (isOpaque(arg) && (!isContextOp(op) || isa<CtxType>(arg.getType())) &&
              failed(emit(arg.getLoc(), arg)))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct FromUNFPass : chad::impl::ChadFromUNFBase<FromUNFPass> {
  using ChadFromUNFBase::ChadFromUNFBase;
  void runOnOperation() override {
    Operation *root = getOperation();
    if (failed(verifyContextUse(root)) || failed(checkContexts(root)))
      return signalPassFailure();
    for (Region &region : root->getRegions())
      for (Block &block : region)
        evaluateContexts(block);
  }
};
} // namespace
