//===- LaneSums.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Follows the states of a loop, which are sums, through the ops of its body that add to them.

#include "LaneBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void LaneSums::add(Value value) {
  if (sums.insert(value).second)
    worklist.push_back(value);
}

void LaneSums::follow(OpOperand &use, Operation *loop, const Variation &variation) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  TypeSwitch<Operation *>(op)
      .Case<arith::AddFOp, arith::SubFOp, tensor::CastOp, AccumulateOp, ScatterAddOp>(
          [&](Operation *sum) { add(sum->getResult(0)); })
      .Case([&](ArrayLoopOpInterface inner) { add(inner.getBody().getArgument(number)); })
      .Case([&](scf::ForOp inner) {
        add(inner.getRegionIterArg(number - inner.getNumControlOperands()));
      })
      .Case<YieldOp, scf::YieldOp>([&](Operation *yield) {
        Operation *parent = yield->getParentOp();
        if (parent == loop)
          return;
        add(parent->getResult(number));
        if (auto branch = dyn_cast<scf::IfOp>(parent))
          isShareable &= !variation.contains(branch.getCondition()) || isGuardedAccumulate(branch);
      });
}

LaneSums::LaneSums(ArrayLoopOpInterface loop, const Variation &variation,
                   const DenseSet<Value> &shared) {
  for (Value state : loop.getStateArgs())
    if (!shared.contains(state))
      add(state);
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses())
      if (!isa<tensor::DimOp>(use.getOwner()))
        follow(use, loop, variation);
}
