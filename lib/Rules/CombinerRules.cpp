//===- CombinerRules.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// `chad.reduce`, `chad.scan` and `chad.hist`. In forward mode they compute with dual numbers: if a
// body is associative, so is the body on dual numbers. In reverse mode sums, and reductions by a
// product, a maximum or a minimum, have rules of their own, whose code is parallel. An op with
// another body is replaced by a fold before reverse mode.

#include "ChadRuleSets.h"
#include "Singularities.h"
#include "chad/Analysis/Reductions.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/Rules/Combiners.h"
#include "chad/Rules/ForwardSweep.h"
#include "chad/Rules/ReverseSweep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

static LogicalResult forwardCombiner(CombinatorOpInterface op, ForwardSweep &sweep) {
  Block &body = op.getBodyBlock();
  unsigned count = op->getNumResults();
  SmallVector<unsigned> active;
  // A result without uses may be needed inside of the body, to compute the others.
  for (unsigned i = 0; i < count; ++i)
    if (sweep.isActive(op->getResult(i)) || sweep.isActive(body.getArgument(i)) ||
        sweep.isActive(body.getArgument(count + i)))
      active.push_back(i);

  sweep.builder.setInsertionPoint(op);
  SmallVector<Value> arrays(op.getArrays()), units(op.getInitialStates());
  for (auto [k, i] : llvm::enumerate(active)) {
    arrays.push_back(sweep.tangentOrZero(arrays[i]));
    units.push_back(sweep.tangentOrZero(units[i]));
    BlockArgument left = body.getArgument(i), right = body.getArgument(count + k + i);
    Type type = units.back().getType();
    sweep.setTangent(right, body.addArgument(type, right.getLoc()));
    sweep.setTangent(left, body.insertArgument(count + k, type, left.getLoc()));
  }
  if (failed(sweep.differentiate(body)))
    return failure();

  Operation *terminator = body.getTerminator();
  SmallVector<Value> yields(terminator->getOperands());
  SmallVector<Type> types(op->getResultTypes());
  sweep.builder.setInsertionPoint(terminator);
  for (unsigned i : active) {
    yields.push_back(sweep.tangentOrZero(yields[i]));
    types.push_back(getTangentType(types[i]));
  }
  terminator->setOperands(yields);

  OperationState state(op->getLoc(), op->getName());
  if (auto hist = dyn_cast<HistOp>(*op))
    state.addOperands({hist.getIndices(), hist.getBins()});
  state.addOperands(arrays);
  state.addOperands(units);
  state.addTypes(types);
  state.addAttributes(op->getAttrs());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  state.addRegion()->takeBody(op->getRegion(0));
  sweep.builder.setInsertionPoint(op);
  Operation *dual = sweep.builder.create(state);

  SmallVector<Value> tangents(count);
  for (auto [k, i] : llvm::enumerate(active))
    tangents[i] = dual->getResult(count + k);
  sweep.replace(op, dual->getResults().take_front(count), tangents);
  return success();
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

/// Marks `value` as masked if `from`, from which it was computed, is.
static Value masked(ReverseSweep &sweep, Value value, Value from) {
  if (sweep.isMasked(from))
    sweep.setMasked(value);
  return value;
}

/// Σᵢ v[i] over the leading dimension of the linear array `v`; `element` has the shape
/// of the sum.
static Value sumOf(ReverseSweep &sweep, Location loc, Value v, Value element) {
  Value zero = sweep.zero(element);
  auto sum = ReduceOp::create(
      sweep.builder, loc, v, zero, [](OpBuilder &builder, Location loc, ValueRange args) {
        YieldOp::create(builder, loc, AddOp::create(builder, loc, args[0], args[1]).getResult());
      });
  return masked(sweep, sum.getResult(0), v);
}

/// x̄[i] += r̄, ū += r̄.
static void reverseSum(ReverseSweep &sweep, ReduceOp op, unsigned i, Value cotangent) {
  Value array = op.getArrays()[i], unit = op.getUnits()[i];
  if (sweep.isActive(array))
    sweep.accumulate(array, masked(sweep,
                                   transposeSum(sweep.builder, op.getLoc(), cotangent,
                                                sweep.dim(array, 0), array.getType()),
                                   cotangent));
  sweep.accumulate(unit, cotangent);
}

/// x̄[i] += (x[0] ⋯ x[i-1]) (x[i+1] ⋯ x[n-1]) r̄.
static void reverseProduct(ReverseSweep &sweep, ReduceOp op, Value cotangent) {
  Value array = op.getArrays().front(), unit = op.getUnits().front();
  Value x = sweep.primal(array);
  if (sweep.isActive(array))
    sweep.accumulate(array,
                     masked(sweep,
                            transposeProduct(sweep.builder, op.getLoc(), x, sweep.primal(unit),
                                             cotangent, sweep.isMasked(cotangent)),
                            cotangent));
  if (sweep.isActive(unit))
    sweep.accumulate(unit, sweep.scale(makeProduct(sweep.builder, op.getLoc(), x), cotangent));
}

/// x̄[argmax] += r̄: the first one of the largest elements gets the cotangent; the unit gets it if
/// it is larger than all elements, or if there are none. The forward code finds the index, so that
/// the reverse code needs no elements.
static void reverseExtremum(ReverseSweep &sweep, ReduceOp op, bool isMaximum, Value cotangent) {
  Location loc = op.getLoc();
  // With a NaN among the elements, `maximumf` gives NaN; `maxnumf` gives a number if there is one.
  bool prefersNan = op.getBody()
                        .walk([](Operation *nested) {
                          return isa<arith::MaximumFOp, arith::MinimumFOp>(nested)
                                     ? WalkResult::interrupt()
                                     : WalkResult::advance();
                        })
                        .wasInterrupted();
  Value array = op.getArrays().front(), unit = op.getUnits().front();
  OpBuilder forward(op);
  forward.setInsertionPointAfter(op);
  Value indices = createIota(forward, loc, getExtent(forward, loc, array));
  Value none = arith::ConstantIndexOp::create(forward, loc, -1);
  auto better = isMaximum ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  auto winner = ReduceOp::create(
      forward, loc, ValueRange{array, indices}, ValueRange{unit, none},
      [&](OpBuilder &inner, Location, ValueRange args) {
        Value left = args[0], leftIndex = args[1], right = args[2], rightIndex = args[3];
        Value isLess = arith::CmpFOp::create(inner, loc, better, right, left);
        // Of equal elements the first one is chosen, and an element rather than the unit.
        Value isEqual = arith::CmpFOp::create(inner, loc, arith::CmpFPredicate::OEQ, right, left);
        Value isUnit = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::eq, leftIndex, none);
        Value isNan = arith::CmpFOp::create(inner, loc, arith::CmpFPredicate::UNO,
                                            prefersNan ? right : left, prefersNan ? right : left);
        Value isNumber =
            arith::CmpFOp::create(inner, loc, arith::CmpFPredicate::ORD, prefersNan ? left : right,
                                  prefersNan ? left : right);
        Value takesNan = arith::AndIOp::create(inner, loc, isNan, isNumber);
        Value overUnit = arith::AndIOp::create(inner, loc, isEqual, isUnit);
        Value takes = arith::OrIOp::create(inner, loc, takesNan,
                                           arith::OrIOp::create(inner, loc, isLess, overUnit));
        Value value = arith::SelectOp::create(inner, loc, takes, right, left);
        Value index = arith::SelectOp::create(inner, loc, takes, rightIndex, leftIndex);
        YieldOp::create(inner, loc, ValueRange{value, index});
      });
  OpBuilder &builder = sweep.builder;
  Value index = sweep.primal(winner.getResult(1));
  none = arith::ConstantIndexOp::create(builder, loc, -1);
  Value isElement = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, index, none);
  if (sweep.isActive(array)) {
    Value acc = sweep.cotangentOrZero(array);
    auto branch = scf::IfOp::create(
        builder, loc, isElement,
        [&](OpBuilder &inner, Location) {
          scf::YieldOp::create(inner, loc,
                               AccumulateOp::create(inner, loc, cotangent, acc, index).getResult());
        },
        [&](OpBuilder &inner, Location) { scf::YieldOp::create(inner, loc, acc); });
    if (sweep.isMasked(cotangent) || sweep.isMasked(acc) || mayComeFromSingularPartials(array))
      sweep.setMasked(branch.getResult(0));
    sweep.setCotangent(array, branch.getResult(0));
  }
  if (sweep.isActive(unit)) {
    Value rest = arith::SelectOp::create(builder, loc, isElement, sweep.zero(unit), cotangent);
    sweep.setMasked(rest);
    sweep.accumulate(unit, rest);
  }
}

/// x̄ = suffix sums of ȳ for prefix sums, and the other way round; ū += Σᵢ ȳ[i].
static void reverseSum(ReverseSweep &sweep, ScanOp op, unsigned i, Value cotangent) {
  Value array = op.getArrays()[i], unit = op.getUnits()[i];
  if (sweep.isActive(array))
    sweep.accumulate(array, masked(sweep,
                                   transposeScanSum(sweep.builder, op.getLoc(), op.getDirection(),
                                                    op.getKind(), cotangent, sweep.zero(unit)),
                                   cotangent));
  if (sweep.isActive(unit))
    sweep.accumulate(unit, sumOf(sweep, op.getLoc(), cotangent, unit));
}

/// x̄[i] += r̄[indices[i]] where that is a bin; ū += Σ_b r̄[b].
static void reverseSum(ReverseSweep &sweep, HistOp op, unsigned i, Value cotangent) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  Value array = op.getArrays()[i], unit = op.getUnits()[i];
  if (sweep.isActive(array)) {
    Value bins = sweep.primal(op.getBins());
    Value zero = sweep.zero(unit);
    Value tensor = FromLinearOp::create(builder, loc, cotangent);
    auto map = MapOp::create(
        builder, loc, sweep.primal(op.getIndices()),
        [&](OpBuilder &inner, Location, ValueRange args) {
          Value bin = args.front();
          if (!isa<IndexType>(bin.getType()))
            bin = arith::IndexCastOp::create(inner, loc, inner.getIndexType(), bin);
          Value isBin = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::ult, bin, bins);
          auto branch = scf::IfOp::create(
              inner, loc, isBin,
              [&](OpBuilder &taken, Location) {
                scf::YieldOp::create(taken, loc,
                                     chad::detail::readLinearElement(taken, loc, tensor, bin));
              },
              [&](OpBuilder &other, Location) { scf::YieldOp::create(other, loc, zero); });
          YieldOp::create(inner, loc, branch.getResults());
        });
    Value values = castLinear(builder, loc, map.getResult(0), getTangentType(array.getType()));
    sweep.setMasked(values);
    sweep.accumulate(array, values);
  }
  if (sweep.isActive(unit))
    sweep.accumulate(unit, sumOf(sweep, loc, cotangent, unit));
}

static LogicalResult reverseCombiner(Operation *op, ReverseSweep &sweep) {
  for (unsigned i = 0; i < op->getNumResults(); ++i) {
    Value cotangent = sweep.cotangent(op->getResult(i));
    if (!cotangent || !sweep.isActive(op->getResult(i)))
      continue;
    StateKind kind = getStateKind(cast<CombinatorOpInterface>(op), i);
    auto reduce = dyn_cast<ReduceOp>(op);
    if (kind == StateKind::Sum)
      TypeSwitch<Operation *>(op).Case<ReduceOp, ScanOp, HistOp>(
          [&](auto combiner) { reverseSum(sweep, combiner, i, cotangent); });
    else if (reduce && kind == StateKind::Product)
      reverseProduct(sweep, reduce, cotangent);
    else if (reduce && (kind == StateKind::Maximum || kind == StateKind::Minimum))
      reverseExtremum(sweep, reduce, kind == StateKind::Maximum, cotangent);
    else
      return reportMissingRule(op, "reverse", sweep);
  }
  return success();
}

namespace {
template <typename Op>
struct CombinerRule : DifferentiableOpInterface::ExternalModel<CombinerRule<Op>, Op> {
  LogicalResult forward(Operation *op, ForwardSweep &sweep) const {
    return forwardCombiner(cast<Op>(op), sweep);
  }
  LogicalResult reverse(Operation *op, ReverseSweep &sweep) const {
    return reverseCombiner(op, sweep);
  }
};
} // namespace

void chad::detail::attachCombinerRules(MLIRContext *context) {
  ReduceOp::attachInterface<CombinerRule<ReduceOp>>(*context);
  ScanOp::attachInterface<CombinerRule<ScanOp>>(*context);
  HistOp::attachInterface<CombinerRule<HistOp>>(*context);
}
