//===- FuseExtrema.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An extremum m of X, and the least index at which X is m or a NaN, are found by loops of their own
// (`chad-find-extrema`). Where X is made by a map, and one thread runs all of these loops, they
// become one, and X is not stored:
//
//     X = map f Y
//     m = reduce min X from u
//     k = reduce min (map (x, i) { x = m or x is NaN ? i : -1 } X iota) from -1
//   =
//     (m, k) = fold (y in Y, i in iota) with (m = u, k = -1):
//       x = f y
//       m' = min m x
//       k' = x < m, or x = m and k = -1, or x is NaN and not (m is NaN and k != -1) ? i : k
//
// After each step, k is the least index so far at which X is m or a NaN, and -1 if there is none:
// a smaller x is the only one that is m', an equal one is a further one, and the minimum of a NaN
// and any number is a NaN, which is equal to no element, so that only NaNs count from the first one
// on. For a maximum, x > m.

#include "FuseExtrema.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The op of the body of a reduction of one array by one op of its two arguments; null if there are
/// more.
static Operation *getOnlyOp(ReduceOp reduce) {
  Block &body = reduce.getBodyBlock();
  if (reduce->getNumResults() != 1 || !llvm::hasNItems(body, 2))
    return nullptr;
  Operation *op = &body.front();
  bool isOfBoth =
      op->getNumOperands() == 2 &&
      ((op->getOperand(0) == body.getArgument(0) && op->getOperand(1) == body.getArgument(1)) ||
       (op->getOperand(0) == body.getArgument(1) && op->getOperand(1) == body.getArgument(0)));
  return isOfBoth && body.getTerminator()->getOperand(0) == op->getResult(0) ? op : nullptr;
}

/// Whether `reduce` is the least index in `array`: that of a map which makes -1 of all others.
static bool isLeastIndex(ReduceOp reduce) {
  Operation *op = getOnlyOp(reduce);
  return isa_and_nonnull<arith::MinUIOp>(op) && isConstantIntValue(reduce.getUnits().front(), -1);
}

/// Whether a map makes an index, where an element of `array` is `extremum` or a NaN, and -1
/// elsewhere.
static bool findsPlaces(MapOp map, Value array, Value extremum) {
  if (map->getNumResults() != 1 || map.getArrays().size() != 2 || map.getArrays()[0] != array ||
      !getIota(map.getArrays()[1]))
    return false;
  Block &body = map.getBodyBlock();
  Value x = body.getArgument(0), i = body.getArgument(1);
  auto select = body.getTerminator()->getOperand(0).getDefiningOp<arith::SelectOp>();
  auto either = select ? select.getCondition().getDefiningOp<arith::OrIOp>() : arith::OrIOp();
  if (!either || select.getTrueValue() != i || !isConstantIntValue(select.getFalseValue(), -1))
    return false;
  bool hasEqual = false, hasNan = false;
  for (Value side : {either.getLhs(), either.getRhs()}) {
    auto compare = side.getDefiningOp<arith::CmpFOp>();
    if (!compare)
      return false;
    Value lhs = compare.getLhs(), rhs = compare.getRhs();
    hasEqual |= compare.getPredicate() == arith::CmpFPredicate::OEQ &&
                ((lhs == x && rhs == extremum) || (lhs == extremum && rhs == x));
    hasNan |= compare.getPredicate() == arith::CmpFPredicate::UNO && lhs == x && rhs == x;
  }
  return hasEqual && hasNan;
}

static void fuse(RewriterBase &rewriter, MapOp map) {
  if (map->getNumResults() != 1 || map->use_empty() || !isMemoryEffectFree(map) ||
      cast<RankedTensorType>(map.getResult(0).getType()).getRank() != 1 ||
      getIota(map.getResult(0)))
    return;
  // The reductions to an extremum, all of which are the same, and those to its place.
  ReduceOp first;
  SmallVector<ReduceOp> extrema, places;
  SmallVector<MapOp> finders;
  SmallVector<Operation *> extents;
  for (Operation *user : map->getUsers()) {
    if (user->getBlock() != map->getBlock())
      return;
    if (isa<tensor::DimOp>(user)) {
      extents.push_back(user);
    } else if (auto reduce = dyn_cast<ReduceOp>(user)) {
      Operation *op = getOnlyOp(reduce);
      if (!isa_and_nonnull<arith::MinimumFOp, arith::MaximumFOp>(op))
        return;
      extrema.push_back(reduce);
      if (!first || reduce->isBeforeInBlock(first))
        first = reduce;
    } else if (auto finder = dyn_cast<MapOp>(user)) {
      if (!llvm::is_contained(finders, finder))
        finders.push_back(finder);
    } else {
      return;
    }
  }
  if (!first || extrema.size() + finders.size() < 2)
    return;
  for (ReduceOp reduce : extrema)
    if (getOnlyOp(reduce)->getName() != getOnlyOp(first)->getName() ||
        reduce.getUnits().front() != first.getUnits().front())
      return;
  for (MapOp finder : finders) {
    auto reduce = finder->hasOneUse() ? dyn_cast<ReduceOp>(*finder->user_begin()) : ReduceOp();
    bool isFound = llvm::any_of(extrema, [&](ReduceOp extremum) {
      return findsPlaces(finder, map.getResult(0), extremum.getResult(0));
    });
    if (!reduce || !isFound || !isLeastIndex(reduce) || reduce->getBlock() != map->getBlock())
      return;
    places.push_back(reduce);
  }
  rewriter.setInsertionPoint(first);
  Location loc = map.getLoc();
  bool isMinimum = isa<arith::MinimumFOp>(getOnlyOp(first));
  SmallVector<Value> arrays(map.getArrays()), starts = {first.getUnits().front()};
  arrays.push_back(
      createIota(rewriter, loc, getNumIterations(rewriter, cast<CombinatorOpInterface>(*map))));
  starts.push_back(createIndex(rewriter, loc, -1));
  auto fold = FoldOp::create(
      rewriter, loc, Direction::Left, arrays, starts,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        IRMapping mapping;
        mapping.map(map.getBodyBlock().getArguments(), args.take_front(map.getArrays().size()));
        Value x = cloneBody(builder, map.getBodyBlock(), mapping).front();
        Value i = args[map.getArrays().size()], best = args[args.size() - 2], place = args.back();
        auto compare = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value {
          return arith::CmpFOp::create(builder, at, predicate, a, b);
        };
        auto both = [&](Value a, Value b) -> Value {
          return arith::AndIOp::create(builder, at, a, b);
        };
        auto either = [&](Value a, Value b) -> Value {
          return arith::OrIOp::create(builder, at, a, b);
        };
        Value next = isMinimum ? arith::MinimumFOp::create(builder, at, best, x).getResult()
                               : arith::MaximumFOp::create(builder, at, best, x).getResult();
        Value isNone = arith::CmpIOp::create(builder, at, arith::CmpIPredicate::eq, place,
                                             createIndex(builder, at, -1));
        Value isBetter =
            compare(isMinimum ? arith::CmpFPredicate::OLT : arith::CmpFPredicate::OGT, x, best);
        Value isEqual = compare(arith::CmpFPredicate::OEQ, x, best);
        Value isNan = compare(arith::CmpFPredicate::UNO, x, x);
        Value wasNumber = compare(arith::CmpFPredicate::ORD, best, best);
        Value takes =
            either(isBetter, either(both(isEqual, isNone), both(isNan, either(wasNumber, isNone))));
        Value now = arith::SelectOp::create(builder, at, takes, i, place);
        YieldOp::create(builder, at, ValueRange{next, now});
      });
  for (Operation *extent : extents) {
    rewriter.setInsertionPoint(extent);
    rewriter.replaceOp(extent, getNumIterations(rewriter, cast<CombinatorOpInterface>(*map)));
  }
  for (ReduceOp reduce : places)
    rewriter.replaceOp(reduce, fold.getResult(1));
  for (MapOp finder : finders)
    rewriter.eraseOp(finder);
  for (ReduceOp reduce : extrema)
    rewriter.replaceOp(reduce, fold.getResult(0));
  rewriter.eraseOp(map);
}

void chad::detail::fuseExtrema(RewriterBase &rewriter, Operation *root) {
  SmallVector<MapOp> maps;
  root->walk([&](MapOp map) {
    if (map != root)
      maps.push_back(map);
  });
  // A map is erased with its finders, which are maps that make indices.
  llvm::erase_if(maps, [](MapOp map) {
    return !isa<FloatType>(getElementTypeOrSelf(map->getResult(0).getType()));
  });
  for (MapOp map : maps)
    fuse(rewriter, map);
}
