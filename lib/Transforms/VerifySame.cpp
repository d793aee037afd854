//===- VerifySame.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Proves that two functions compute the same values by the same ops, in any order.

#include "chad/IR/ArrayLoops.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/ProgramErrors.h"
#include "chad/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace chad {
#define GEN_PASS_DEF_CHADVERIFYSAME
#include "chad/Transforms/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Proves pairs of values equal, from the results of two functions back to their arguments. A pair
/// whose proof is under way is assumed to be equal: the induction that states of loops need.
class Comparison {
public:
  bool areSame(Value a, Value b) {
    size_t p = hashes.lookup(a), q = hashes.lookup(b);
    if (a.getType() != b.getType() || (p && q && p != q))
      return false;
    if (++depth > maxDepth) {
      isTooDeep = true;
      return false;
    }
    bool result = proved.contains({a, b}) || prove(a, b);
    --depth;
    return result;
  }

  bool areSame(ValueRange a, ValueRange b) {
    return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [&](auto p) {
             return areSame(std::get<0>(p), std::get<1>(p));
           });
  }

  /// Assumes that `a` and `b` are equal.
  void assume(ValueRange a, ValueRange b) {
    for (auto [x, y] : llvm::zip(a, b))
      if (proved.insert({x, y}).second)
        trail.push_back({x, y});
  }

  /// Computes hashes of the values of `function`, such that equal values have equal hashes: most
  /// pairs of different values are then rejected at once. Results of loops, whose operands may have
  /// any order, and sums have no hash.
  void hash(func::FuncOp function) {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ArrayLoopOpInterface>(op))
        return;
      size_t sum = 0;
      for (Value operand : op->getOperands())
        sum += hashes.lookup(operand);
      size_t all = llvm::hash_combine(op->getName(), sum);
      for (OpResult result : op->getResults())
        if (isa<ScaleOp>(op) || !isLinearType(result.getType()))
          hashes[result] = isa<ScaleOp>(op) ? hashes.lookup(op->getOperand(0)) : all;
    });
  }

  bool isTooDeep = false;
  /// The pair of ops that differ which is furthest from the results.
  std::pair<Operation *, Operation *> different;

private:
  // Each step of the recursion takes several frames of the stack.
  static constexpr unsigned maxDepth = 1500;

  bool prove(Value a, Value b) {
    size_t mark = trail.size();
    assume(a, b);
    if (check(a, b))
      return true;
    forget(mark);
    return false;
  }

  /// Forgets the pairs that were proved or assumed after the first `mark` ones.
  void forget(size_t mark) {
    for (; trail.size() > mark; trail.pop_back())
      proved.erase(trail.back());
  }

  bool check(Value a, Value b) {
    auto x = dyn_cast<OpResult>(a), y = dyn_cast<OpResult>(b);
    if (!x || !y)
      return !x && !y && checkArguments(cast<BlockArgument>(a), cast<BlockArgument>(b));
    if (isSum(a) || isSum(b) ? areSameSums(a, b) : checkResults(x, y))
      return true;
    if (depth > depthOfDifferent) {
      different = {x.getOwner(), y.getOwner()};
      depthOfDifferent = depth;
    }
    return false;
  }

  /// Proves block arguments equal: elements of equal arrays, or states with equal initial and next
  /// values.
  bool checkArguments(BlockArgument a, BlockArgument b) {
    auto p = dyn_cast_or_null<ArrayLoopOpInterface>(a.getOwner()->getParentOp());
    auto q = dyn_cast_or_null<ArrayLoopOpInterface>(b.getOwner()->getParentOp());
    if (!p || !q)
      return false;
    Value array = getArrayOfElement(a), other = getArrayOfElement(b);
    if (bool(array) != bool(other) || bool(p.getIndexArg()) != bool(q.getIndexArg()))
      return false;
    if (p.getIndexArg())
      return areSame(cast<BuildOp>(*p).getExtent(), cast<BuildOp>(*q).getExtent());
    if (array)
      return areSame(array, other);
    return areSameStates(p, q, a.getArgNumber() - p.getArrays().size(),
                         b.getArgNumber() - q.getArrays().size());
  }

  bool areSameStates(ArrayLoopOpInterface p, ArrayLoopOpInterface q, unsigned i, unsigned j) {
    return p.getDirection() == q.getDirection() &&
           areSame(p.getInitialStates()[i], q.getInitialStates()[j]) &&
           areSame(p.getStateArgs()[i], q.getStateArgs()[j]) &&
           areSame(p.getYieldedStates()[i], q.getYieldedStates()[j]);
  }

  bool checkResults(OpResult a, OpResult b) {
    Operation *x = a.getOwner(), *y = b.getOwner();
    unsigned i = a.getResultNumber(), j = b.getResultNumber();
    auto p = dyn_cast<ArrayLoopOpInterface>(x), q = dyn_cast<ArrayLoopOpInterface>(y);
    if (p && q) {
      Value element = getYieldedElement(a), other = getYieldedElement(b);
      if (bool(element) != bool(other))
        return false;
      return element ? areSame(element, other) : areSameStates(p, q, i, j);
    }
    if (x->getName() != y->getName() || i != j || x->getNumOperands() != y->getNumOperands() ||
        x->getNumRegions() != y->getNumRegions() ||
        x->getDiscardableAttrDictionary() != y->getDiscardableAttrDictionary() ||
        !x->getName().compareOpProperties(x->getPropertiesStorage(), y->getPropertiesStorage()))
      return false;
    bool isCommutative = x->hasTrait<mlir::OpTrait::IsCommutative>() && x->getNumOperands() == 2;
    if (!areSame(x->getOperands(), y->getOperands()) &&
        !(isCommutative && areSame(x->getOperand(0), y->getOperand(1)) &&
          areSame(x->getOperand(1), y->getOperand(0))))
      return false;
    for (auto [r, s] : llvm::zip(x->getRegions(), y->getRegions()))
      if (!areSameRegions(r, s))
        return false;
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Sums
  //===--------------------------------------------------------------------===//

  /// An update: an op whose result is `value` adds to `base`, which may be null.
  struct Term {
    Value value, base;
  };

  /// The value from outside of `branch` that result `number` is an update of.
  static Value baseOf(scf::IfOp branch, unsigned number) {
    if (branch.getElseRegion().empty() || !isLinearType(branch.getResult(number).getType()))
      return {};
    Value bases[2];
    for (unsigned i : {0, 1}) {
      Region &region = branch->getRegion(i);
      Value value = region.front().getTerminator()->getOperand(number);
      auto isInside = [&] { return region.isAncestor(value.getParentRegion()); };
      while (isInside() && value.getDefiningOp<AccumulateOp>())
        value = value.getDefiningOp<AccumulateOp>().getAcc();
      bases[i] = isInside() ? Value() : value;
    }
    return bases[0] == bases[1] ? bases[0] : Value();
  }

  static Value baseOf(Value value) {
    if (auto update = value.getDefiningOp<AccumulateOp>())
      return update.getAcc();
    if (auto branch = value.getDefiningOp<scf::IfOp>())
      return baseOf(branch, cast<OpResult>(value).getResultNumber());
    return {};
  }

  static bool isSum(Value value) { return value.getDefiningOp<AddOp>() || baseOf(value); }

  SmallVector<Term> termsOf(Value sum) const {
    SmallVector<Term> terms;
    SmallVector<Value> stack = {sum};
    while (!stack.empty()) {
      Value value = stack.pop_back_val();
      if (value.getDefiningOp<ZeroOp>())
        continue;
      if (bases.contains(value)) {
        terms.push_back({value, {}});
        continue;
      }
      if (auto add = value.getDefiningOp<AddOp>()) {
        stack.append({add.getRhs(), add.getLhs()});
        continue;
      }
      terms.push_back({value, baseOf(value)});
      if (terms.back().base)
        stack.push_back(terms.back().base);
    }
    return terms;
  }

  /// Compares sums as sets of addends, in any order.
  bool areSameSums(Value a, Value b) {
    SmallVector<Term> p = termsOf(a), q = termsOf(b);
    if (p.size() != q.size())
      return false;
    for (Term term : p) {
      auto *same = llvm::find_if(q, [&](Term other) { return areSameTerms(term, other); });
      if (same == q.end())
        return false;
      q.erase(same);
    }
    return true;
  }

  bool areSameTerms(Term a, Term b) {
    if (!a.base || !b.base)
      return !a.base && !b.base && areSame(a.value, b.value);
    // Pairs that are proved under the assumption that the bases are equal are forgotten afterwards.
    size_t mark = trail.size();
    assume(a.base, b.base);
    DenseSet<Value> outer = bases;
    bases.insert_range(ArrayRef<Value>{a.base, b.base});
    bool result = checkResults(cast<OpResult>(a.value), cast<OpResult>(b.value));
    bases = std::move(outer);
    forget(mark);
    return result;
  }

  bool areSameRegions(Region &r, Region &s) {
    if (r.empty() || s.empty())
      return r.empty() && s.empty();
    if (!r.hasOneBlock() || !s.hasOneBlock() || r.getNumArguments() != s.getNumArguments() ||
        ValueRange(r.getArguments()).getTypes() != ValueRange(s.getArguments()).getTypes())
      return false;
    assume(r.getArguments(), s.getArguments());
    return areSame(r.front().getTerminator()->getOperands(),
                   s.front().getTerminator()->getOperands());
  }

  DenseMap<Value, size_t> hashes;
  DenseSet<std::pair<Value, Value>> proved;
  SmallVector<std::pair<Value, Value>> trail;
  /// Values that are not taken apart into addends.
  DenseSet<Value> bases;
  unsigned depth = 0, depthOfDifferent = 0;
};

struct VerifySame : chad::impl::ChadVerifySameBase<VerifySame> {
  using ChadVerifySameBase::ChadVerifySameBase;
  void runOnOperation() override {
    if (failed(verify()))
      signalPassFailure();
  }

  FailureOr<func::FuncOp> find(StringRef name) {
    auto function = getOperation().lookupSymbol<func::FuncOp>(name);
    if (!function)
      return emitNoFunction(getOperation(), name);
    if (function.isDeclaration() || !function.getBody().hasOneBlock())
      return function.emitError("chad: '@") << name << "' has no body of one block to compare";
    return function;
  }

  LogicalResult verify() {
    FailureOr<func::FuncOp> a = find(first), b = find(second);
    if (failed(a) || failed(b))
      return failure();
    auto error = [&] {
      return b->emitError("chad: '@")
             << second << "' does not compute what '@" << first << "' does";
    };
    if (a->getFunctionType() != b->getFunctionType())
      return error() << ": its type is " << b->getFunctionType() << ", not "
                     << a->getFunctionType();
    Comparison comparison;
    comparison.hash(*a);
    comparison.hash(*b);
    comparison.assume(a->getArguments(), b->getArguments());
    for (auto [i, pair] : llvm::enumerate(llvm::zip(a->front().getTerminator()->getOperands(),
                                                    b->front().getTerminator()->getOperands()))) {
      if (comparison.areSame(std::get<0>(pair), std::get<1>(pair)))
        continue;
      auto diag = error() << ": result #" << i
                          << (comparison.isTooDeep ? " is too large to compare" : " is another");
      if (auto [x, y] = comparison.different; x && !comparison.isTooDeep) {
        diag.attachNote(x->getLoc()) << "this op of the one is not";
        diag.attachNote(y->getLoc()) << "this op of the other";
      }
      return diag;
    }
    return success();
  }
};
} // namespace
