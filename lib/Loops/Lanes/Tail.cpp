//===- Tail.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tail.h"
#include "chad/Analysis/OpCost.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of scalars that each iteration stores for the tail.
static constexpr unsigned maxKept = 4;

static bool isScalar(Value value) {
  return isa<FloatType, IntegerType, IndexType>(value.getType());
}

/// Whether an op computes scalars from scalars, in a way that lanes can.
static bool isOnScalars(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumOperands() > 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), isScalar) && llvm::all_of(op->getResults(), isScalar);
}

Tail::Tail(ArrayLoopOpInterface loop) : loop(loop), sums(loop.getNumStates(), true) {
  find();
  findNeeded();
}

void Tail::find() {
  Block &body = loop.getBodyBlock();
  Operation *yield = body.getTerminator();
  auto staysInTail = [&](Value value) {
    return llvm::all_of(value.getUsers(),
                        [&](Operation *user) { return user == yield || ops.contains(user); });
  };
  // A state whose next value is its sum with a number of the tail.
  auto isSumOfTail = [&](unsigned state) {
    Value arg = loop.getStateArgs()[state];
    auto sum = yield->getOperand(state).getDefiningOp<arith::AddFOp>();
    return sum && ops.contains(sum) && sum->hasOneUse() && arg.hasOneUse() &&
           *arg.user_begin() == sum;
  };
  auto readsOtherState = [&](Operation *op) {
    return llvm::any_of(llvm::seq(sums.size()), [&](size_t state) {
      return !carries(state) &&
             (llvm::is_contained(op->getOperands(), loop.getStateArgs()[state]) ||
              yield->getOperand(state).getDefiningOp() == op);
    });
  };
  bool isFound = false;
  while (!isFound) {
    ops.clear();
    for (Operation &op : llvm::reverse(body.without_terminator()))
      if (isOnScalars(&op) && llvm::all_of(op.getResults(), staysInTail) && !readsOtherState(&op))
        ops.insert(&op);
    isFound = true;
    for (unsigned state : llvm::seq(sums.size()))
      if (carries(state) && !isSumOfTail(state)) {
        sums.reset(state);
        isFound = false;
      }
  }
}

void Tail::findNeeded() {
  SmallVector<Value> needed;
  for (Operation *op : ops)
    llvm::append_range(needed, op->getOperands());
  while (!needed.empty()) {
    Value value = needed.pop_back_val();
    Operation *def = value.getDefiningOp();
    if (isDefinedOutside(value, loop) || ops.contains(def))
      continue;
    auto isOutside = [&](Value operand) { return isDefinedOutside(operand, loop); };
    if (!def) {
      unsigned number = cast<BlockArgument>(value).getArgNumber();
      if (number < std::max<size_t>(loop.getArrays().size(), 1))
        elements.insert(value);
    } else if (def->getNumRegions() == 0 && isPure(def) &&
               llvm::all_of(def->getOperands(), isOutside)) {
      repeated.insert(def);
    } else {
      kept.insert(value);
    }
  }
}

bool Tail::pays() {
  Block &body = loop.getBodyBlock();
  bool hasLoops = llvm::any_of(body, llvm::IsaPred<ArrayLoopOpInterface, ReduceOp>);
  bool hasFunctions =
      llvm::any_of(ops, [](Operation *op) { return getOpKind(op) == OpKind::Function; });
  return hasLoops && hasFunctions && !kept.empty() && kept.size() <= maxKept;
}

std::pair<ArrayLoopOpInterface, ArrayLoopOpInterface> Tail::distribute(RewriterBase &rewriter) {
  assert(pays() && "nothing to distribute");
  Location loc = loop.getLoc();
  Block &body = loop.getBodyBlock();
  Operation *yield = body.getTerminator();
  unsigned numStates = loop.getNumStates();
  int64_t extent = getStaticExtent(loop);
  llvm::BitVector ofTail(loop->getNumResults());
  for (unsigned result : llvm::seq(loop->getNumResults()))
    ofTail[result] = result < numStates ? carries(result)
                                        : ops.contains(yield->getOperand(result).getDefiningOp());

  // The states, the collected arrays and the yielded values of both loops.
  SmallVector<Value> states[2], yielded[2];
  SmallVector<Type> collected[2];
  for (unsigned result : llvm::seq(loop->getNumResults())) {
    bool part = ofTail[result];
    yielded[part].push_back(yield->getOperand(result));
    if (result < numStates)
      states[part].push_back(loop.getInitialStates()[result]);
    else
      collected[part].push_back(loop->getResult(result).getType());
  }
  SmallVector<Value> stateArgs(loop.getStateArgs());
  for (Value value : kept) {
    collected[false].push_back(getArrayOf(value.getType(), extent));
    yielded[false].push_back(value);
  }

  rewriter.setInsertionPoint(loop);
  Value iota;
  if (!loop.hasArrays())
    iota = createIota(rewriter, loc, getExtent(rewriter, loop));
  SmallVector<Value> arrays;
  for (Value element : elements)
    arrays.push_back(iota ? iota : loop.getArrays()[cast<BlockArgument>(element).getArgNumber()]);
  rewriter.setInsertionPointAfter(loop);
  ArrayLoopOpInterface first =
      rebuildLoop(rewriter, loop, loop.getArrays(), states[false], collected[false]);
  llvm::append_range(arrays, first->getResults().take_back(kept.size()));
  ArrayLoopOpInterface second =
      createLoop(rewriter, loc, arrays, states[true], collected[true], loop.getDirection());
  Block *tail = createBody(rewriter, second);
  IRMapping mapping;
  SmallVector<Value> read(elements.getArrayRef());
  llvm::append_range(read, kept);
  for (unsigned state : sums.set_bits())
    read.push_back(stateArgs[state]);
  mapping.map(read, tail->getArguments());
  for (Operation &op : body)
    if (ops.contains(&op) || repeated.contains(&op))
      rewriter.clone(op, mapping);
  SmallVector<Value> made = llvm::map_to_vector(
      yielded[true], [&](Value value) { return mapping.lookupOrDefault(value); });
  YieldOp::create(rewriter, loc, made);

  rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yielded[false]); });
  for (Operation *op : ops)
    rewriter.eraseOp(op);
  for (unsigned state : llvm::reverse(llvm::seq(numStates)))
    if (carries(state))
      body.eraseArgument(cast<BlockArgument>(stateArgs[state]).getArgNumber());
  unsigned numResults[2] = {0, 0};
  SmallVector<Value> results;
  for (unsigned result : llvm::seq(loop->getNumResults())) {
    bool part = ofTail[result];
    results.push_back((part ? second : first)->getResult(numResults[part]++));
  }
  rewriter.replaceOp(loop, results);
  return {first, second};
}
