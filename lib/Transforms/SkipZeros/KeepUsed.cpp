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

Operation *chad::detail::takeBody(Operation *op, TypeRange results, OpBuilder &builder) {
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), results,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.addRegion();
  Operation *made = builder.create(state);
  made->getRegion(0).takeBody(op->getRegion(0));
  return made;
}

/// Removes arrays that a map does not read, but for one that says how often it runs.
static void dropUnusedArrays(MapOp map) {
  Block &body = map.getBody().front();
  unsigned numUsed =
      llvm::count_if(body.getArguments(), [](Value arg) { return !arg.use_empty(); });
  for (unsigned number = body.getNumArguments(); number-- > (numUsed ? 0 : 1);)
    if (body.getArgument(number).use_empty()) {
      body.eraseArgument(number);
      map->eraseOperand(number);
    }
}

Operation *chad::detail::keepUsed(Operation *op) {
  Block &body = op->getRegion(0).front();
  Operation *yield = body.getTerminator();
  SmallVector<Value> results, yielded;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), yield->getOperands()))
    if (!result.use_empty()) {
      results.push_back(result);
      yielded.push_back(value);
    }
  if (results.empty()) {
    op->erase();
    return nullptr;
  }
  if (results.size() != op->getNumResults()) {
    yield->setOperands(yielded);
    OpBuilder builder(op);
    Operation *smaller = takeBody(op, ValueRange(results).getTypes(), builder);
    for (auto [from, to] : llvm::zip_equal(results, smaller->getResults()))
      from.replaceAllUsesWith(to);
    op->erase();
    op = smaller;
  }
  removeUnused(op->getRegion(0).front());
  if (auto map = dyn_cast<MapOp>(op))
    dropUnusedArrays(map);
  return op;
}

void chad::detail::removeUnused(Block &block) {
  for (Operation *op = block.getTerminator()->getPrevNode(); op;) {
    Operation *before = op->getPrevNode();
    if (isMemoryEffectFree(op)) {
      if (op->use_empty())
        op->erase();
      else if (isa<MapOp, BuildOp>(op))
        keepUsed(op);
    }
    op = before;
  }
}
