//===- UnrollAndJam.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Unroll-and-jam: runs two iterations of a loop at a time, with one common inner loop.

#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADUNROLLANDJAM
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// How an iteration changes a state of the outer loop: a sum, or an array of which each iteration
/// writes its own element.
struct Chain {
  DenseSet<Value> values;
  Value before;                       ///< As the inner loop finds it.
  Value after;                        ///< As the inner loop leaves it.
  std::optional<unsigned> innerState; ///< Its number among the states of the inner loop.
};

class Jam {
public:
  Jam(RewriterBase &rewriter, scf::ForOp outer)
      : rewriter(rewriter), outer(outer), loc(outer.getLoc()) {}

  bool analyze();
  void run();

private:
  bool hasGoodBounds();
  bool hasOneMore();
  bool followState(unsigned number);
  bool isOwnElement(Operation *op);
  bool readsEarly(const Chain &chain);
  /// Clones code of one of the two iterations. Chains continue with the values so far.
  void clone(ArrayRef<Operation *> ops, IRMapping &mapping);
  /// Clones the inner body for one iteration. Returns the next states.
  SmallVector<Value> cloneInner(IRMapping &mapping, Value iteration, ValueRange states);
  void writePair(scf::ForOp pairs);

  RewriterBase &rewriter;
  scf::ForOp outer, inner;
  Location loc;
  SmallVector<Operation *> early, late; ///< Before and after the inner loop.
  SmallVector<Chain> chains;
  bool isTriangular = false;
  /// Whether the inner loop has fewer iterations in later outer iterations. The later iteration of
  /// a pair comes first then.
  bool isDecreasing = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

bool Jam::hasGoodBounds() {
  if (!outer.getInductionVar().getType().isIndex() || outer.getUnsignedCmp() ||
      inner.getUnsignedCmp())
    return false;
  auto isConstantOrOutside = [&](Value value) {
    return matchPattern(value, m_Constant()) ||
           !outer.getRegion().isAncestor(value.getParentRegion());
  };
  if (!matchPattern(outer.getStep(), m_One()) || !matchPattern(inner.getStep(), m_One()) ||
      !isConstantOrOutside(inner.getLowerBound()))
    return false;
  Value upper = inner.getUpperBound(), i = outer.getInductionVar();
  if (isConstantOrOutside(upper))
    return true;
  auto difference = upper.getDefiningOp<arith::SubIOp>();
  isDecreasing = difference && difference.getRhs() == i && isConstantOrOutside(difference.getLhs());
  auto sum = upper.getDefiningOp<arith::AddIOp>();
  isTriangular = isDecreasing || upper == i ||
                 (sum && ((sum.getLhs() == i && isConstantOrOutside(sum.getRhs())) ||
                          (sum.getRhs() == i && isConstantOrOutside(sum.getLhs()))));
  return isTriangular;
}

/// Whether the inner loop has exactly one more iteration in the second outer iteration than in the
/// first one. This does not hold if its lower bound is above its upper bound.
bool Jam::hasOneMore() {
  if (!matchPattern(outer.getLowerBound(), m_Zero()) ||
      !matchPattern(inner.getLowerBound(), m_Zero()))
    return false;
  if (inner.getUpperBound() == outer.getInductionVar())
    return true;
  if (isDecreasing) {
    // n - i or n - 1 - i, for i < n
    Value end = inner.getUpperBound().getDefiningOp<arith::SubIOp>().getLhs();
    auto less = end.getDefiningOp<arith::SubIOp>();
    return end == outer.getUpperBound() ||
           (less && less.getLhs() == outer.getUpperBound() && matchPattern(less.getRhs(), m_One()));
  }
  auto sum = inner.getUpperBound().getDefiningOp<arith::AddIOp>();
  return llvm::any_of(sum.getOperands(), [](Value operand) {
    std::optional<int64_t> more = getConstantIntValue(operand);
    return more && *more >= 0;
  });
}

/// Whether the index of an access to an array is the index of the outer iteration.
bool Jam::isOwnElement(Operation *op) {
  ValueRange indices;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    indices = extract.getIndices();
  else if (auto insert = dyn_cast<tensor::InsertOp>(op))
    indices = insert.getIndices();
  return !indices.empty() && indices.front() == outer.getInductionVar();
}

/// Whether an element that is read before the inner loop is written after it.
bool Jam::readsEarly(const Chain &chain) {
  bool isRead = llvm::any_of(early, [&](Operation *op) {
    return isa<tensor::ExtractOp>(op) && chain.values.contains(op->getOperand(0));
  });
  return isRead && (chain.innerState || llvm::any_of(late, [&](Operation *op) {
                      return llvm::any_of(op->getResults(), [&](Value result) {
                        return chain.values.contains(result);
                      });
                    }));
}

bool Jam::followState(unsigned number) {
  Chain chain;
  Value arg = outer.getRegionIterArg(number);
  bool isArray = isa<RankedTensorType>(arg.getType());
  chain.values.insert(arg);
  auto contains = [&](Value value) { return chain.values.contains(value); };
  auto follow = [&](ArrayRef<Operation *> ops) {
    for (Operation *op : ops)
      if (isArray ? isa<tensor::InsertOp>(op) && contains(op->getOperand(1))
                  : llvm::any_of(op->getOperands(), contains))
        chain.values.insert(op->result_begin(), op->result_end());
  };
  follow(early);
  // `before` is the only value of the chain that ops after the early ones use.
  auto isLate = [&](Operation *user) {
    return user == inner || user == outer.getBody()->getTerminator() ||
           inner->isBeforeInBlock(user);
  };
  chain.before = arg;
  unsigned numLate = 0;
  for (Value value : chain.values)
    if (llvm::any_of(value.getUsers(), isLate)) {
      chain.before = value;
      ++numLate;
    }
  if (numLate > 1)
    return false;
  chain.after = chain.before;
  for (auto [state, init] : llvm::enumerate(inner.getInitArgs())) {
    if (!contains(init))
      continue;
    if (chain.innerState || llvm::count_if(init.getUsers(), isLate) != 1)
      return false;
    chain.innerState = state;
    chain.after = inner.getResult(state);
    chain.values.insert(chain.after);
  }
  DenseSet<Value> earlier = chain.values;
  follow(late);
  for (Operation *op : late)
    for (Value operand : op->getOperands())
      if (earlier.contains(operand) && operand != chain.after)
        return false;
  Value next = outer.getYieldedValues()[number];
  if (!contains(next) || (earlier.contains(next) && next != chain.after))
    return false;
  if (isArray && readsEarly(chain)) {
    // Otherwise this iteration would read an element before the other one has added to it.
    if (chain.innerState)
      return false;
    for (ArrayRef<Operation *> ops : {ArrayRef(early), ArrayRef(late)})
      for (Operation *op : ops)
        if (!isOwnElement(op) && !isa<tensor::DimOp>(op) &&
            llvm::any_of(op->getOperands(), contains))
          return false;
  }
  chains.push_back(std::move(chain));
  return true;
}

bool Jam::analyze() {
  if (!outer->hasAttr(anyOrderAttr))
    return false;
  for (Operation &op : outer.getBody()->without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && !inner) {
      inner = loop;
      continue;
    }
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
    (inner ? late : early).push_back(&op);
  }
  constexpr unsigned maxOps = 40;
  unsigned numOps = 0;
  if (!inner || !hasGoodBounds())
    return false;
  for (Operation &op : *inner.getBody())
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) || ++numOps > maxOps)
      return false;
  for (unsigned number = 0; number < outer.getNumResults(); ++number)
    if (!followState(number))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(inner.getRegion(), captured);
  return llvm::none_of(captured, [&](Value value) {
    return llvm::any_of(chains, [&](Chain &chain) { return chain.values.contains(value); });
  });
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

void Jam::clone(ArrayRef<Operation *> ops, IRMapping &mapping) {
  for (Operation *op : ops)
    rewriter.clone(*op, mapping);
}

SmallVector<Value> Jam::cloneInner(IRMapping &mapping, Value iteration, ValueRange states) {
  IRMapping own = mapping;
  own.map(inner.getInductionVar(), iteration);
  for (auto [arg, state] : llvm::zip_equal(inner.getRegionIterArgs(), states))
    own.map(arg, state);
  for (Operation &op : inner.getBody()->without_terminator())
    rewriter.clone(op, own);
  return llvm::map_to_vector(inner.getYieldedValues(),
                             [&](Value value) { return own.lookupOrDefault(value); });
}

/// Reads and writes an element to which both iterations add only once.
static void forwardElements(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      auto insert = extract.getTensor().getDefiningOp<tensor::InsertOp>();
      if (insert && insert.getIndices() == extract.getIndices())
        rewriter.replaceOp(extract, insert.getScalar());
    } else if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      auto first = insert.getDest().getDefiningOp<tensor::InsertOp>();
      if (!first || !first->hasOneUse() || first.getIndices() != insert.getIndices())
        continue;
      insert.getDestMutable().assign(first.getDest());
      rewriter.eraseOp(first);
    }
  }
}

void Jam::writePair(scf::ForOp pairs) {
  // Of the two iterations, first the one whose inner loop is shorter.
  IRMapping both[2];
  Value next =
      arith::AddIOp::create(rewriter, loc, pairs.getInductionVar(), createIndex(rewriter, loc, 1));
  both[isDecreasing].map(outer.getInductionVar(), pairs.getInductionVar());
  both[!isDecreasing].map(outer.getInductionVar(), next);
  SmallVector<Value> current(pairs.getRegionIterArgs());
  for (IRMapping &mapping : both) {
    for (auto [arg, value] : llvm::zip_equal(outer.getRegionIterArgs(), current))
      mapping.map(arg, value);
    clone(early, mapping);
    for (auto [chain, value] : llvm::zip_equal(chains, current))
      value = mapping.lookup(chain.before);
  }
  // A state of the inner loop that belongs to one outer iteration exists twice, once for each.
  unsigned numInner = inner.getNumResults();
  SmallVector<Chain *> shared(numInner);
  for (Chain &chain : chains)
    if (chain.innerState)
      shared[*chain.innerState] = &chain;
  SmallVector<Value> inits;
  for (auto [state, init] : llvm::enumerate(inner.getInitArgs())) {
    inits.push_back(shared[state] ? current[shared[state] - chains.data()]
                                  : both[0].lookupOrDefault(init));
  }
  for (auto [state, init] : llvm::enumerate(inner.getInitArgs()))
    if (!shared[state])
      inits.push_back(both[1].lookupOrDefault(init));
  // The states of the second iteration. Shared ones have the values after the first iteration.
  auto statesOfSecond = [&](ValueRange first, ValueRange all) {
    SmallVector<Value> states;
    unsigned own = numInner;
    for (unsigned state = 0; state < numInner; ++state)
      states.push_back(shared[state] ? first[state] : all[own++]);
    return states;
  };
  Value end = both[0].lookupOrDefault(inner.getUpperBound());
  auto joint = scf::ForOp::create(rewriter, loc, both[0].lookupOrDefault(inner.getLowerBound()),
                                  end, both[0].lookupOrDefault(inner.getStep()), inits);
  if (inits.empty())
    rewriter.eraseOp(joint.getBody()->getTerminator());
  SmallVector<Value> results[2];
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(joint.getBody());
    ValueRange args = joint.getRegionIterArgs();
    SmallVector<Value> first =
        cloneInner(both[0], joint.getInductionVar(), args.take_front(numInner));
    SmallVector<Value> second =
        cloneInner(both[1], joint.getInductionVar(), statesOfSecond(first, args));
    SmallVector<Value> next;
    for (unsigned state = 0; state < numInner; ++state)
      next.push_back(shared[state] ? second[state] : first[state]);
    for (unsigned state = 0; state < numInner; ++state)
      if (!shared[state])
        next.push_back(second[state]);
    scf::YieldOp::create(rewriter, loc, next);
    forwardElements(rewriter, *joint.getBody());
  }
  results[0].assign(joint.getResults().begin(), joint.getResults().begin() + numInner);
  results[1] = statesOfSecond(results[0], joint.getResults());
  if (isTriangular && hasOneMore()) {
    results[1] = cloneInner(both[1], end, results[1]);
  } else if (isTriangular) {
    // If a loop begins after the end of the joint loop, no iteration comes before its own lower
    // bound.
    Value start = arith::MaxSIOp::create(rewriter, loc, joint.getLowerBound(), end);
    auto rest =
        scf::ForOp::create(rewriter, loc, start, both[1].lookupOrDefault(inner.getUpperBound()),
                           both[1].lookupOrDefault(inner.getStep()), results[1]);
    if (numInner == 0)
      rewriter.eraseOp(rest.getBody()->getTerminator());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(rest.getBody());
    scf::YieldOp::create(rewriter, loc,
                         cloneInner(both[1], rest.getInductionVar(), rest.getRegionIterArgs()));
    results[1].assign(rest.getResults().begin(), rest.getResults().end());
  }
  for (auto [chain, value] : llvm::zip_equal(chains, current))
    if (chain.innerState)
      value = results[1][*chain.innerState];
  for (auto [mapping, own] : llvm::zip_equal(both, results)) {
    for (auto [result, value] : llvm::zip_equal(inner.getResults(), own))
      mapping.map(result, value);
    for (auto [chain, value] : llvm::zip_equal(chains, current))
      mapping.map(chain.after, value);
    clone(late, mapping);
    for (auto [next, value] : llvm::zip_equal(outer.getYieldedValues(), current))
      value = mapping.lookup(next);
  }
  scf::YieldOp::create(rewriter, loc, current);
}

void Jam::run() {
  rewriter.setInsertionPoint(outer);
  Value lower = outer.getLowerBound();
  Value extent = outer.getUpperBound();
  if (!matchPattern(lower, m_Zero()))
    extent = arith::SubIOp::create(rewriter, loc, extent, lower);
  Value two = createIndex(rewriter, loc, 2);
  Value rest = arith::RemSIOp::create(rewriter, loc, extent, two);
  // If the number of iterations is odd, the original loop runs the last one.
  Value end = arith::SubIOp::create(rewriter, loc, outer.getUpperBound(), rest);
  auto pairs = scf::ForOp::create(rewriter, loc, lower, end, two, outer.getInitArgs());
  if (outer.getNumResults() == 0)
    rewriter.eraseOp(pairs.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(pairs.getBody());
  writePair(pairs);
  rewriter.modifyOpInPlace(outer, [&] {
    outer.getLowerBoundMutable().assign(end);
    outer.getInitArgsMutable().assign(pairs.getResults());
    outer->removeAttr(anyOrderAttr);
  });
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct UnrollAndJam : chad::impl::ChadUnrollAndJamBase<UnrollAndJam> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Jam jam(rewriter, loop);
      if (!jam.analyze())
        continue;
      jam.run();
      ++numJammed;
    }
  }
};
} // namespace
