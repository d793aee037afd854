//===- DuplicateResults.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// If a body yields an array several times, makes a copy for each time.

#include "chad/IR/ArrayLoops.h"
#include "chad/Loops/Passes.h"

namespace chad {
#define GEN_PASS_DEF_CHADDUPLICATERESULTS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
struct DuplicateResults : chad::impl::ChadDuplicateResultsBase<DuplicateResults> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Outer loops come first: an array that they make twice is then yielded twice by the loops
    // inside.
    SmallVector<Block *> bodies;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](ArrayLoopOpInterface loop) { bodies.push_back(&loop.getBodyBlock()); });
    for (Block *body : bodies)
      separate(rewriter, body);
  }

  void separate(RewriterBase &rewriter, Block *body) {
    Operation *yield = body->getTerminator();
    DenseSet<Value> seen;
    DenseMap<Operation *, SmallVector<unsigned>> again;
    SmallVector<Operation *> makers;
    for (OpOperand &operand : yield->getOpOperands()) {
      Operation *maker = operand.get().getDefiningOp();
      if (seen.insert(operand.get()).second || !maker || maker->getBlock() != body ||
          !getYieldedElement(operand.get()))
        continue;
      SmallVector<unsigned> &uses = again[maker];
      if (uses.empty())
        makers.push_back(maker);
      uses.push_back(operand.getOperandNumber());
    }
    for (Operation *maker : makers) {
      ArrayRef<unsigned> uses = again[maker];
      auto values = llvm::map_to_vector(
          uses, [&](unsigned use) { return getYieldedElement(yield->getOperand(use)); });
      Operation *larger = addCollected(rewriter, cast<ArrayLoopOpInterface>(maker), values);
      ResultRange added = larger->getResults().take_back(uses.size());
      rewriter.modifyOpInPlace(yield, [&] {
        for (auto [use, result] : llvm::zip_equal(uses, added)) {
          // The types may have different static extents.
          result.setType(yield->getOperand(use).getType());
          yield->setOperand(use, result);
        }
      });
      rewriter.eraseOp(maker);
      numSeparated += uses.size();
    }
  }
};
} // namespace
