//===- CostArrays.cpp --------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Array combinators: over n elements n times the body, and a move for each argument that the
// body takes and each element that is written. For a map of two arrays and for a
// reduction these are 2, for a scan 3 (Huot & Shaikhha 2022, Fig. 11).

#include "CostEvaluator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using Ptr = CostInfo::Ptr;
using MaybeCost = FailureOr<CodeCost>;

namespace {
/// The elements that the body of a combinator gets from its arrays.
struct Elements {
  Elements(CostEvaluator &evaluator, Operation *op, ValueRange arrays)
      : index(evaluator.analysis.newIndex()) {
    for (auto [i, array] : llvm::enumerate(arrays)) {
      if (i == 0)
        extent = evaluator.dim(array, 0);
      else
        evaluator.unify(evaluator.dim(array, 0), extent);
      infos.push_back(evaluator.elementOf(array.getType(), *evaluator.get(array), index, op));
    }
  }
  CostPolynomial::Symbol index;
  CostPolynomial extent;
  SmallVector<Ptr> infos;
};
} // namespace

/// Makes the results arrays whose elements are the values that the body yields from `first` on.
static void setArrays(CostEvaluator &evaluator, Operation *op, ValueRange results,
                      const CostPolynomial &extent, CostPolynomial::Symbol index, unsigned first) {
  Operation *yield = op->getRegion(0).front().getTerminator();
  for (auto [result, element] : llvm::zip(results, yield->getOperands().drop_front(first)))
    evaluator.set(result,
                  evaluator.arrayOf(result.getType(), extent, *evaluator.get(element), index, op));
}

static MaybeCost costOfMap(MapOp op, CostEvaluator &evaluator) {
  Elements elements(evaluator, op, op.getArrays());
  MaybeCost cost = evaluator.loop(op, op.getRegion(), elements.infos, elements.index,
                                  elements.extent, elements.infos.size());
  if (succeeded(cost))
    setArrays(evaluator, op, op.getResults(), elements.extent, elements.index, 0);
  return cost;
}

static MaybeCost costOfBuild(BuildOp op, CostEvaluator &evaluator) {
  CostPolynomial::Symbol index = evaluator.analysis.newIndex();
  CostPolynomial extent = evaluator.number(op.getExtent());
  Ptr argument = CostEvaluator::withNumber(CostPolynomial::symbol(index));
  MaybeCost cost = evaluator.loop(op, op.getRegion(), argument, index, extent, 1);
  if (succeeded(cost))
    setArrays(evaluator, op, op.getResults(), extent, index, 0);
  return cost;
}

/// The loop of a reduction, a scan or a histogram; sets the left arguments to what the
/// results are, or their elements.
static MaybeCost combine(Operation *op, CostEvaluator &evaluator, const Elements &elements,
                         ValueRange units, double moves) {
  SmallVector<Ptr> arguments = evaluator.get(units);
  llvm::append_range(arguments, elements.infos);
  Region &body = op->getRegion(0);
  return evaluator.carry(op, body, arguments, body.getArguments().take_front(units.size()),
                         elements.index, elements.extent, arguments.size() + moves);
}

static MaybeCost costOfReduce(ReduceOp op, CostEvaluator &evaluator) {
  Elements elements(evaluator, op, op.getArrays());
  MaybeCost cost = combine(op, evaluator, elements, op.getUnits(), 0);
  if (succeeded(cost))
    for (auto [result, left] : llvm::zip(op.getResults(), op.getLeftArgs()))
      evaluator.set(result, evaluator.get(left));
  return cost;
}

static MaybeCost costOfScan(ScanOp op, CostEvaluator &evaluator) {
  Elements elements(evaluator, op, op.getArrays());
  MaybeCost cost = combine(op, evaluator, elements, op.getUnits(), op.getUnits().size());
  if (succeeded(cost))
    setArrays(evaluator, op, op.getResults(), elements.extent, elements.index, 0);
  return cost;
}

/// An element of the indices is read, and the bin written; all bins are filled at first.
static MaybeCost costOfHist(HistOp op, CostEvaluator &evaluator) {
  Elements elements(evaluator, op, op.getArrays());
  evaluator.unify(evaluator.dim(op.getIndices(), 0), elements.extent);
  MaybeCost cost = combine(op, evaluator, elements, op.getUnits(), 1 + op.getUnits().size());
  if (failed(cost))
    return failure();
  CostPolynomial bins = evaluator.number(op.getBins());
  for (auto [result, unit] : llvm::zip(op.getResults(), op.getUnits())) {
    evaluator.set(
        result, evaluator.arrayOf(result.getType(), bins, *evaluator.get(unit), std::nullopt, op));
    cost->cost[Cost::Moves] += evaluator.size(result);
  }
  return cost;
}

static MaybeCost costOfFold(FoldOp op, CostEvaluator &evaluator) {
  Elements elements(evaluator, op, op.getArrays());
  SmallVector<Ptr> arguments = elements.infos;
  llvm::append_range(arguments, evaluator.get(op.getInitialStates()));
  unsigned states = op.getInitialStates().size();
  double moves = arguments.size() + op.getNumResults() - states;
  MaybeCost cost = evaluator.carry(op, op.getRegion(), arguments, op.getStateArgs(), elements.index,
                                   elements.extent, moves);
  if (failed(cost))
    return failure();
  for (auto [result, state] : llvm::zip(op.getFinalStates(), op.getStateArgs()))
    evaluator.set(result, evaluator.get(state));
  setArrays(evaluator, op, op.getResults().drop_front(states), elements.extent, elements.index,
            states);
  return cost;
}

static bool addsFloats(Type array) {
  return isa<FloatType>(getArrayTensor(array).getElementType());
}

std::optional<MaybeCost> CostEvaluator::arrays(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<MaybeCost>>(op)
      .Case([&](MapOp op) { return costOfMap(op, *this); })
      .Case([&](BuildOp op) { return costOfBuild(op, *this); })
      .Case([&](ReduceOp op) { return costOfReduce(op, *this); })
      .Case([&](ScanOp op) { return costOfScan(op, *this); })
      .Case([&](FoldOp op) { return costOfFold(op, *this); })
      .Case([&](HistOp op) { return costOfHist(op, *this); })
      .Case([&](YieldOp op) { return MaybeCost(let(op, 0)); })
      // For each scalar the index, a read and a write.
      .Case([&](GatherOp op) {
        auto dims = get(op.getIndices())->dims;
        llvm::append_range(dims, ArrayRef(get(op.getSource())->dims).drop_front());
        set(op.getResult(), withDims(dims));
        return MaybeCost(let(op, CostPolynomial(3) * size(op.getResult()), 1));
      })
      // For each value: a read of the index, a read and a write of the element, and an addition.
      .Case([&](ScatterAddOp op) {
        set(op.getResult(), get(op.getAcc()));
        CostPolynomial count = size(op.getValues());
        Cost each(5, addsFloats(op.getType()) ? 1 : 0, 0, 0);
        return MaybeCost(let(op, each * count, 1));
      })
      // An addition in place. If the value is an array, a map adds it element by element.
      .Case([&](AccumulateOp op) {
        set(op.getResult(), get(op.getAcc()));
        bool isRow = !get(op.getValue())->dims.empty();
        Cost each(isRow ? 9 : 3, addsFloats(op.getType()) ? 1 : 0, 0, 0);
        return MaybeCost(let(op, each * size(op.getValue()), isRow ? 1 : 0));
      })
      .Default(std::nullopt);
}
