//===- SplitIndexSet.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Index-set splitting: divides a loop into loops for the first and last iterations, and one without
// branches for those between.

#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADSPLITINDEXSET
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of ops in a body that is copied.
static constexpr unsigned maxOps = 200;

/// The number of iterations up to which the first or last part of a loop does not pay in vectors.
static constexpr int64_t maxShort = 8;

namespace {
/// The conditions of the branches of an innermost loop. The conditions `questions` hold from the
/// bounds `from` on, and up to the bounds `to`; the conditions `invariants` do not change in the
/// loop. Between these bounds each extremum is the second value of its pair, and each remainder is
/// its dividend plus a number, and not negative.
struct Branches {
  llvm::SmallSetVector<Value, 4> from, to, invariants;
  SmallVector<arith::CmpIOp> questions;
  SmallVector<std::pair<Operation *, Value>> extrema;
  SmallVector<std::pair<Operation *, int64_t>> remainders;
  bool isFine = true;
};
} // namespace

/// Records the condition of a branch, a conjunction.
static void addCondition(Value condition, scf::ForOp loop, Branches &branches) {
  using Predicate = arith::CmpIPredicate;
  SmallVector<Value> worklist = {condition};
  for (unsigned count = 0; !worklist.empty() && count < maxOps; ++count) {
    Value part = worklist.pop_back_val();
    if (loop.isDefinedOutsideOfLoop(part)) {
      if (!matchPattern(part, m_Constant()))
        branches.invariants.insert(part);
      continue;
    }
    if (auto both = part.getDefiningOp<arith::AndIOp>()) {
      worklist.append({both.getLhs(), both.getRhs()});
      continue;
    }
    auto op = part.getDefiningOp<arith::CmpIOp>();
    if (!op || op.getLhs() != loop.getInductionVar() || !loop.isDefinedOutsideOfLoop(op.getRhs()))
      continue;
    if (op.getPredicate() == Predicate::sge)
      branches.from.insert(op.getRhs());
    else if (op.getPredicate() == Predicate::slt)
      branches.to.insert(op.getRhs());
    else
      continue;
    if (!llvm::is_contained(branches.questions, op))
      branches.questions.push_back(op);
  }
}

/// The k for which `value` is the index of the loop plus k, also as an integer of 64 bits.
static std::optional<int64_t> getOffset(Value value, scf::ForOp loop) {
  int64_t offset = 0;
  for (unsigned step = 0; step < 4 && value != loop.getInductionVar(); ++step) {
    Operation *def = value.getDefiningOp();
    if (!isa_and_nonnull<arith::IndexCastOp, arith::AddIOp, arith::SubIOp>(def) ||
        !(value.getType().isIndex() || value.getType().isInteger(64)))
      return std::nullopt;
    if (def->getNumOperands() == 2) {
      std::optional<int64_t> more = getConstantIntValue(def->getOperand(1));
      constexpr int64_t most = int64_t(1) << 32;
      if (!more || std::abs(*more) > most)
        return std::nullopt;
      offset += isa<arith::AddIOp>(def) ? *more : -*more;
    }
    value = def->getOperand(0);
  }
  return value == loop.getInductionVar() ? std::optional(offset) : std::nullopt;
}

/// Records an extremum of the index plus a constant and another constant, by which an access stays
/// inside of its array: max(i + k, b) is i + k from b - k on, min(i + k, b) is that up to b - k.
static void addExtremum(Operation *op, scf::ForOp loop, Branches &branches) {
  std::optional<int64_t> offset = getOffset(op->getOperand(0), loop);
  std::optional<int64_t> bound = getConstantIntValue(op->getOperand(1));
  constexpr int64_t most = int64_t(1) << 32;
  if (!offset || !bound || std::abs(*bound) > most)
    return;
  OpBuilder builder(loop);
  bool isMax = isa<arith::MaxSIOp>(op);
  Value end =
      arith::ConstantIndexOp::create(builder, op->getLoc(), *bound - *offset + (isMax ? 0 : 1));
  (isMax ? branches.from : branches.to).insert(end);
  branches.extrema.push_back({op, op->getOperand(0)});
}

/// The dividend and the divisor of a remainder by a positive constant: of `remsi` or `remui`, or of
/// x - floor(x / m) m.
static std::pair<Value, int64_t> getRemainder(Operation *op) {
  Value dividend = op->getNumOperands() == 2 ? op->getOperand(0) : Value(), divisor;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    divisor = op->getOperand(1);
  } else if (isa<arith::SubIOp>(op)) {
    auto product = op->getOperand(1).getDefiningOp<arith::MulIOp>();
    for (unsigned number = 0; product && number < 2; ++number)
      if (auto quotient = product->getOperand(number).getDefiningOp<arith::FloorDivSIOp>();
          quotient && quotient.getLhs() == dividend &&
          getConstantIntValue(quotient.getRhs()) ==
              getConstantIntValue(product->getOperand(1 - number)))
        divisor = quotient.getRhs();
  }
  std::optional<int64_t> number = divisor ? getConstantIntValue(divisor) : std::nullopt;
  constexpr int64_t most = int64_t(1) << 32;
  return number && *number > 0 && *number <= most ? std::pair(dividend, *number)
                                                  : std::pair(Value(), int64_t(0));
}

/// Records a remainder of the index plus a constant, by which an access wraps around: with m the
/// divisor, (i + k) mod m is i + k - q m from q m - k on, up to (q + 1) m - k. Records nothing if
/// less than half of the iterations are between such bounds, for all q.
static void addRemainder(Operation *op, scf::ForOp loop, Branches &branches) {
  auto [dividend, divisor] = getRemainder(op);
  std::optional<int64_t> offset = dividend ? getOffset(dividend, loop) : std::nullopt;
  std::optional<int64_t> low = getConstantIntValue(loop.getLowerBound()),
                         high = getConstantIntValue(loop.getUpperBound());
  constexpr int64_t most = int64_t(1) << 32;
  if (!offset || !low || !high || *low < 0 || *low >= *high || *high > most)
    return;
  // The multiple for the iteration in the middle.
  int64_t shift = llvm::divideFloorSigned(*low + (*high - *low) / 2 + *offset, divisor) * divisor;
  int64_t first = std::max(*low, shift - *offset), end = std::min(*high, shift + divisor - *offset);
  // Of a negative dividend the remainders differ.
  bool isNegative = shift < 0 && !isa<arith::SubIOp>(op);
  if (isNegative || 2 * (end - first) < *high - *low)
    return;
  OpBuilder builder(loop);
  if (first > *low)
    branches.from.insert(arith::ConstantIndexOp::create(builder, op->getLoc(), first));
  if (end < *high)
    branches.to.insert(arith::ConstantIndexOp::create(builder, op->getLoc(), end));
  branches.remainders.push_back({op, -shift});
}

static Branches branchesOf(scf::ForOp loop) {
  Branches branches;
  unsigned numOps = 0;
  loop.getBody()->walk([&](Operation *op) {
    branches.isFine &= ++numOps <= maxOps && !isa<LoopLikeOpInterface>(op);
    if (!branches.isFine)
      return WalkResult::interrupt();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      addCondition(branch.getCondition(), loop, branches);
    return WalkResult::advance();
  });
  if (branches.isFine) {
    for (Operation &op : *loop.getBody()) {
      if (isa<arith::MaxSIOp, arith::MinSIOp>(op))
        addExtremum(&op, loop, branches);
      else
        addRemainder(&op, loop, branches);
    }
  }
  branches.isFine &= isConstantIntValue(loop.getStep(), 1) && !loop.getUnsignedCmp();
  return branches;
}

/// Whether `bound` is so near to `end` that vectors do not pay for the iterations between.
static bool isNear(Value bound, Value end) {
  std::optional<int64_t> a = getConstantIntValue(bound), b = getConstantIntValue(end);
  if (auto add = bound.getDefiningOp<arith::AddIOp>(); add && add.getLhs() == end)
    a = getConstantIntValue(add.getRhs()), b = 0;
  return a && b && std::abs(*a - *b) <= maxShort;
}

/// Divides `loop` into three loops; `loop` becomes the middle one.
static void splitRange(RewriterBase &rewriter, scf::ForOp loop, const Branches &branches) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value low = loop.getLowerBound(), high = loop.getUpperBound();
  Value first = low, last = high;
  for (Value bound : branches.from)
    first = arith::MaxSIOp::create(rewriter, loc, first, bound);
  if (!branches.from.empty())
    first = arith::MinSIOp::create(rewriter, loc, first, high);
  for (Value bound : branches.to)
    last = arith::MinSIOp::create(rewriter, loc, last, bound);
  if (!branches.to.empty()) {
    last = arith::MaxSIOp::create(rewriter, loc, last, first);
    rewriter.setInsertionPointAfter(loop);
    auto after = cast<scf::ForOp>(rewriter.clone(*loop));
    after.setLowerBound(last);
    rewriter.replaceAllUsesWith(loop.getResults(), after.getResults());
    after.getInitArgsMutable().assign(loop.getResults());
    if (llvm::all_of(branches.to, [&](Value bound) { return isNear(bound, high); }))
      leaveScalar(after);
  }
  rewriter.setInsertionPoint(loop);
  if (!branches.from.empty()) {
    auto before = cast<scf::ForOp>(rewriter.clone(*loop));
    before.setUpperBound(first);
    loop.getInitArgsMutable().assign(before.getResults());
    if (llvm::all_of(branches.from, [&](Value bound) { return isNear(bound, low); }))
      leaveScalar(before);
  }
  loop.setLowerBound(first);
  loop.setUpperBound(last);
  Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  for (arith::CmpIOp question : branches.questions)
    rewriter.replaceOp(question, yes);
  for (auto [op, value] : branches.extrema)
    rewriter.replaceOp(op, value);
  for (auto [op, shift] : branches.remainders) {
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (auto question = dyn_cast<arith::CmpIOp>(user);
          question && question.getPredicate() == arith::CmpIPredicate::slt &&
          matchPattern(question.getRhs(), m_Zero()))
        rewriter.replaceOpWithNewOp<arith::ConstantIntOp>(question, 0, 1);
    rewriter.setInsertionPoint(op);
    Type type = op->getResult(0).getType();
    Value more =
        arith::ConstantOp::create(rewriter, op->getLoc(), rewriter.getIntegerAttr(type, shift));
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op->getOperand(0), more);
  }
}

/// Makes two versions of `loop`: one for when all invariant conditions hold, and one for the other
/// cases.
static void splitCases(RewriterBase &rewriter, scf::ForOp loop, const Branches &branches) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value all = branches.invariants.front();
  for (Value condition : ArrayRef(branches.invariants.getArrayRef()).drop_front())
    all = arith::AndIOp::create(rewriter, loc, all, condition);
  auto cases = scf::IfOp::create(rewriter, loc, loop.getResultTypes(), all, /*withElse=*/true);
  rewriter.setInsertionPointToStart(cases.thenBlock());
  auto fast = cast<scf::ForOp>(rewriter.clone(*loop));
  rewriter.setInsertionPointToStart(cases.thenBlock());
  Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
  for (Value condition : branches.invariants)
    rewriter.replaceUsesWithIf(condition, yes,
                               [&](OpOperand &use) { return fast->isAncestor(use.getOwner()); });
  rewriter.setInsertionPointToStart(cases.elseBlock());
  auto slow = cast<scf::ForOp>(rewriter.clone(*loop));
  for (scf::ForOp part : {fast, slow})
    if (part.getNumResults() > 0) {
      rewriter.setInsertionPointAfter(part);
      scf::YieldOp::create(rewriter, loc, part.getResults());
    }
  rewriter.replaceOp(loop, cases.getResults());
}

namespace {
struct SplitIndexSet : chad::impl::ChadSplitIndexSetBase<SplitIndexSet> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Branches branches = branchesOf(loop);
      if (!branches.isFine ||
          (branches.questions.empty() && branches.extrema.empty() && branches.remainders.empty()))
        continue;
      splitRange(rewriter, loop, branches);
      if (!branches.invariants.empty())
        splitCases(rewriter, loop, branches);
      ++numSplit;
    }
  }
};
} // namespace
