//===- Nests.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nests.h"
#include "../Sums.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The value whose elements, one of each iteration of a loop in `block`, are `array`; null if
/// there is none.
static Value getCollected(Value array, Block *block) {
  Operation *loop = array.getDefiningOp();
  if (!loop || loop->getBlock() != block || !isa<MapOp, BuildOp, FoldOp>(loop))
    return {};
  unsigned number = cast<OpResult>(array).getResultNumber();
  if (number < numStatesOf(loop))
    return {};
  return loop->getRegion(0).front().getTerminator()->getOperand(number);
}

static bool readsElements(OpOperand &use, Block *block) {
  return use.getOwner()->getBlock() == block &&
         use.getOperandNumber() < arraysOf(use.getOwner()).size();
}

BodyPair *Nest::pair(BodyPair *outer, Operation *maker, Operation *reader) {
  Block *made = &maker->getRegion(0).front(), *read = &reader->getRegion(0).front();
  BodyPair *&found = pairOf[{made, read}];
  if (!found) {
    pairs.push_back(std::make_unique<BodyPair>(outer, made, read));
    found = pairs.back().get();
  }
  return found;
}

void Nest::addThere(Value value) {
  for (Block *block = body; value && there.insert(value).second;) {
    Operation *maker = value.getDefiningOp();
    value = getCollected(value, block);
    block = value ? &maker->getRegion(0).front() : nullptr;
  }
}

Nest::Nest(Operation *loop) : body(&loop->getRegion(0).front()) {
  SmallVector<Residual> worklist;
  for (OpResult result : loop->getResults().drop_front(numStatesOf(loop))) {
    Value made = body->getTerminator()->getOperand(result.getResultNumber());
    for (OpOperand &use : result.getUses()) {
      if (!readsElements(use, loop->getBlock())) {
        addThere(made);
        continue;
      }
      BodyPair *outermost = pair(nullptr, loop, use.getOwner());
      worklist.push_back({outermost, made, outermost->read->getArgument(use.getOperandNumber())});
    }
  }
  while (!worklist.empty()) {
    Residual next = worklist.pop_back_val();
    Value element = getCollected(next.made, next.pair->made);
    bool isByElements = element && llvm::all_of(next.read.getUses(), [&](OpOperand &use) {
                          return readsElements(use, next.pair->read);
                        });
    if (!isByElements) {
      residuals.push_back(next);
      continue;
    }
    for (OpOperand &use : next.read.getUses()) {
      BodyPair *inner = pair(next.pair, next.made.getDefiningOp(), use.getOwner());
      worklist.push_back({inner, element, inner->read->getArgument(use.getOperandNumber())});
    }
  }
  llvm::erase_if(residuals, [](const Residual &residual) { return residual.read.use_empty(); });
}
