//===- KeepUsed.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeepUsed.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Removes the arrays of a map whose elements have no uses; one array stays, for the number of
/// iterations.
static void dropUnusedArrays(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
  llvm::BitVector unused(loop.getArrays().size());
  for (auto [number, element] : llvm::enumerate(loop.getElementArgs()))
    if (element.use_empty())
      unused.set(number);
  // A loop that uses no element keeps one array, whose extent is the number of iterations.
  if (unused.any() && unused.all())
    unused.reset(0);
  eraseElements(rewriter, loop, unused);
}

ArrayLoopOpInterface chad::detail::keepUsed(ArrayLoopOpInterface loop) {
  IRRewriter rewriter(loop->getContext());
  Operation *yield = loop.getYield();
  SmallVector<Value> results, yielded;
  for (auto [result, value] : llvm::zip_equal(loop->getResults(), yield->getOperands()))
    if (!result.use_empty()) {
      results.push_back(result);
      yielded.push_back(value);
    }
  if (results.empty()) {
    rewriter.eraseOp(loop);
    return {};
  }
  if (results.size() != loop->getNumResults()) {
    yield->setOperands(yielded);
    rewriter.setInsertionPoint(loop);
    ArrayLoopOpInterface smaller =
        rebuildLoop(rewriter, loop, loop.getArrays(), {}, TypeRange(ValueRange(results)));
    for (auto [from, to] : llvm::zip_equal(results, smaller->getResults()))
      rewriter.replaceAllUsesWith(from, to);
    rewriter.eraseOp(loop);
    loop = smaller;
  }
  removeUnused(loop.getBodyBlock());
  dropUnusedArrays(rewriter, loop);
  return loop;
}

void chad::detail::removeUnused(Block &block) {
  for (Operation *op = block.getTerminator()->getPrevNode(); op;) {
    Operation *before = op->getPrevNode();
    if (isMemoryEffectFree(op)) {
      if (op->use_empty())
        op->erase();
      else if (ArrayLoopOpInterface loop = getMapOrBuild(op))
        keepUsed(loop);
    }
    op = before;
  }
}
