//===- FindExtrema.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A reduction that finds an extremum and its index is a dependent chain of comparisons. Let m be
// the extremum of X. Its index is the least index at which X is m:
//
//   reduce (best, at) (x in X, i in iota) from (u, -1)
//     = m, reduce min (map (x, i) { x = m or x is NaN ? i : -1 }) from -1,   m = reduce max X from
//     u
//
// Among unsigned numbers -1 is the greatest.

#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADFINDEXTREMA
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringLiteral passName = "chad-find-extrema";

namespace {
/// How the element x compares with the best value so far, and whether that is the unit, which has
/// no index.
struct Case {
  bool isLess, isEqual, isGreater; ///< x than the value; none if one of them is NaN.
  bool isNan, wasNan;              ///< x, and the value.
  bool wasUnit;
};

struct Extremum {
  bool isMaximum, prefersNan;
};
} // namespace

/// Whether an element replaces the best value: a better one does, and any one replaces the unit; of
/// equal elements the first one stays.
static bool takes(const Case &at, Extremum kind) {
  bool isBetter = kind.isMaximum ? at.isGreater : at.isLess;
  bool isOther = kind.prefersNan ? at.isNan && !at.wasNan : at.wasNan && !at.isNan;
  return isBetter || isOther || (at.isEqual && at.wasUnit);
}

/// The relations for which a predicate holds: equal 1, greater 2, less 4, unordered 8.
static unsigned relationsOf(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  constexpr P inOrder[] = {P::AlwaysFalse, P::OEQ, P::OGT, P::OGE,       P::OLT, P::OLE,
                           P::ONE,         P::ORD, P::UNO, P::UEQ,       P::UGT, P::UGE,
                           P::ULT,         P::ULE, P::UNE, P::AlwaysTrue};
  return llvm::find(inOrder, predicate) - std::begin(inOrder);
}

/// The value of the condition `value` of a body in a case; nothing if the condition has another
/// form.
static std::optional<bool> evaluate(Value value, ReduceOp op, const Case &at, unsigned depth = 0) {
  constexpr unsigned maxDepth = 8;
  Operation *def = value.getDefiningOp();
  if (!def || depth == maxDepth)
    return std::nullopt;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant != 0;
  Value was = op.getLeftArgs()[0], is = op.getRightArgs()[0], number = op.getLeftArgs()[1];
  if (auto compare = dyn_cast<arith::CmpFOp>(def)) {
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    if ((lhs != was && lhs != is) || (rhs != was && rhs != is))
      return std::nullopt;
    auto isNan = [&](Value operand) { return operand == is ? at.isNan : at.wasNan; };
    unsigned relation = isNan(lhs) || isNan(rhs)      ? 8
                        : lhs == rhs || at.isEqual    ? 1
                        : (lhs == is) == at.isGreater ? 2
                                                      : 4;
    return (relationsOf(compare.getPredicate()) & relation) != 0;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(def)) {
    bool isEqual = compare.getPredicate() == arith::CmpIPredicate::eq;
    if (compare.getLhs() != number || getConstantIntValue(compare.getRhs()) != -1 ||
        (!isEqual && compare.getPredicate() != arith::CmpIPredicate::ne))
      return std::nullopt;
    return isEqual == at.wasUnit;
  }
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(def))
    return std::nullopt;
  std::optional<bool> lhs = evaluate(def->getOperand(0), op, at, depth + 1);
  std::optional<bool> rhs = evaluate(def->getOperand(1), op, at, depth + 1);
  if (!lhs || !rhs)
    return std::nullopt;
  return isa<arith::AndIOp>(def)  ? *lhs && *rhs
         : isa<arith::OrIOp>(def) ? *lhs || *rhs
                                  : *lhs != *rhs;
}

/// The extremum that a reduction finds, with its first index; nothing if it does something else.
static std::optional<Extremum> getExtremum(ReduceOp op) {
  if (op.getNumResults() != 2 || !isa<FloatType>(op.getUnits()[0].getType()) ||
      !op.getUnits()[1].getType().isIndex() || !getIota(op.getArrays()[1]) ||
      getConstantIntValue(op.getUnits()[1]) != -1 || !isMemoryEffectFree(op))
    return std::nullopt;
  Operation *yield = op.getBody().front().getTerminator();
  auto value = yield->getOperand(0).getDefiningOp<arith::SelectOp>();
  auto index = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!value || !index || value.getCondition() != index.getCondition() ||
      value.getTrueValue() != op.getRightArgs()[0] ||
      value.getFalseValue() != op.getLeftArgs()[0] ||
      index.getTrueValue() != op.getRightArgs()[1] || index.getFalseValue() != op.getLeftArgs()[1])
    return std::nullopt;
  SmallVector<Case> cases;
  for (bool wasUnit : {false, true})
    for (unsigned relation = 0; relation < 6; ++relation)
      cases.push_back({relation == 0, relation == 1, relation == 2, relation == 3 || relation == 5,
                       relation == 4 || relation == 5, wasUnit});
  for (bool isMaximum : {false, true})
    for (bool prefersNan : {false, true}) {
      Extremum kind = {isMaximum, prefersNan};
      if (llvm::all_of(cases, [&](const Case &at) {
            return evaluate(value.getCondition(), op, at) == takes(at, kind);
          }))
        return kind;
    }
  return std::nullopt;
}

static void splitSearch(RewriterBase &rewriter, ReduceOp op, Extremum kind) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value array = op.getArrays()[0], indices = op.getArrays()[1], none = op.getUnits()[1];
  auto extremum =
      ReduceOp::create(rewriter, loc, array, op.getUnits()[0],
                       [&](OpBuilder &builder, Location at, ValueRange args) {
                         Value best;
                         if (kind.prefersNan && kind.isMaximum)
                           best = arith::MaximumFOp::create(builder, at, args[0], args[1]);
                         else if (kind.prefersNan)
                           best = arith::MinimumFOp::create(builder, at, args[0], args[1]);
                         else if (kind.isMaximum)
                           best = arith::MaxNumFOp::create(builder, at, args[0], args[1]);
                         else
                           best = arith::MinNumFOp::create(builder, at, args[0], args[1]);
                         YieldOp::create(builder, at, best);
                       });
  Value value = extremum.getResult(0);
  auto places = MapOp::create(
      rewriter, loc, ValueRange{array, indices},
      [&](OpBuilder &builder, Location at, ValueRange args) {
        Value isHere =
            arith::CmpFOp::create(builder, at, arith::CmpFPredicate::OEQ, args[0], value);
        if (kind.prefersNan) {
          Value isNan =
              arith::CmpFOp::create(builder, at, arith::CmpFPredicate::UNO, args[0], args[0]);
          isHere = arith::OrIOp::create(builder, at, isHere, isNan);
        }
        Value place = arith::SelectOp::create(builder, at, isHere, args[1], none);
        YieldOp::create(builder, at, place);
      });
  auto first = ReduceOp::create(rewriter, loc, places.getResult(0), none,
                                [](OpBuilder &builder, Location at, ValueRange args) {
                                  Value least =
                                      arith::MinUIOp::create(builder, at, args[0], args[1]);
                                  YieldOp::create(builder, at, least);
                                });
  rewriter.replaceOp(op, {value, first.getResult(0)});
}

namespace {
struct FindExtrema : chad::impl::ChadFindExtremaBase<FindExtrema> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<std::pair<ReduceOp, Extremum>> found;
    getOperation()->walk([&](ReduceOp op) {
      if (std::optional<Extremum> kind = getExtremum(op))
        found.push_back({op, *kind});
    });
    for (auto [op, kind] : found) {
      remarkDone(op, {passName, "split"},
                 "the index of an extremum is looked for when the extremum is known");
      splitSearch(rewriter, op, kind);
      ++numSplit;
    }
  }
};
} // namespace
