//===- CostControl.cpp -------------------------------------------------- ===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Control flow, functions and sums.

#include "CostEvaluator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using Ptr = CostInfo::Ptr;
using MaybeCost = FailureOr<CodeCost>;

/// The number of iterations. If the step is a constant other than one, `⌈distance / step⌉` is
/// bounded by `(distance + step - 1) / step`, which is a polynomial.
static CostPolynomial getTrips(scf::ForOp op, CostEvaluator &evaluator) {
  CostPolynomial distance = evaluator.analysis.resolve(evaluator.number(op.getUpperBound()) -
                                                       evaluator.number(op.getLowerBound()));
  if (!evaluator.analysis.hasIndex(distance))
    distance = evaluator.maximum(distance, 0, op);
  CostPolynomial stepNumber = evaluator.analysis.resolve(evaluator.number(op.getStep()));
  auto step = stepNumber.getConstant();
  if (!step || *step <= 0)
    return evaluator.derive("ceildiv", {distance, stepNumber}, op);
  if (auto constant = distance.getConstant())
    return std::max(0.0, std::ceil(*constant / *step));
  return *step == 1 ? distance : (distance + CostPolynomial(*step - 1)) * CostPolynomial(1 / *step);
}

static MaybeCost costOfFor(scf::ForOp op, CostEvaluator &evaluator) {
  CostPolynomial trips = getTrips(op, evaluator);
  CostPolynomial::Symbol index = evaluator.analysis.newIndex();
  SmallVector<Ptr> arguments = {
      CostEvaluator::withNumber(evaluator.number(op.getLowerBound()) +
                                CostPolynomial::symbol(index) * evaluator.number(op.getStep()))};
  llvm::append_range(arguments, evaluator.get(op.getInitArgs()));
  MaybeCost cost = evaluator.carry(op, op.getRegion(), arguments, op.getRegionIterArgs(), index,
                                   trips, arguments.size());
  for (auto [result, state] : llvm::zip(op.getResults(), op.getRegionIterArgs()))
    evaluator.set(result, evaluator.get(state));
  return cost;
}

/// The value after the loop of a result to which each iteration adds a constant: `init + step ·
/// trips`.
static std::optional<CostPolynomial> getCount(scf::WhileOp op, unsigned result,
                                              CostEvaluator &evaluator) {
  ValueRange passed = op.getConditionOp().getArgs();
  auto state = dyn_cast<BlockArgument>(passed[result]);
  if (!state || state.getOwner() != op.getBeforeBody() || !state.getType().isIntOrIndex())
    return std::nullopt;
  auto next = op.getYieldOp().getOperand(state.getArgNumber()).getDefiningOp<arith::AddIOp>();
  if (!next)
    return std::nullopt;
  auto counted = dyn_cast<BlockArgument>(next.getLhs());
  std::optional<double> step =
      evaluator.analysis.resolve(evaluator.number(next.getRhs())).getConstant();
  if (!counted || counted.getOwner() != op.getAfterBody() || !step ||
      passed[counted.getArgNumber()] != state)
    return std::nullopt;
  return evaluator.number(op.getInits()[state.getArgNumber()]) +
         CostPolynomial(*step) * evaluator.analysis.iterationsOf(op);
}

/// The number of iterations is a symbol of its own; the condition is tested once more.
static MaybeCost costOfWhile(scf::WhileOp op, CostEvaluator &evaluator) {
  CostPolynomial trips = evaluator.analysis.iterationsOf(op);
  CostPolynomial::Symbol index = evaluator.analysis.newIndex();
  auto shapes = [&](ValueRange values, Block::BlockArgListType arguments) {
    SmallVector<Ptr> infos;
    for (auto [value, argument] : llvm::zip(values, arguments)) {
      // An argument has the extents of the first iteration if its type fixes them; otherwise they
      // are unknown.
      Ptr fresh = evaluator.unknown(argument.getType(), op);
      infos.push_back(evaluator.agree(*fresh, *evaluator.get(value)) ? evaluator.get(value)
                                                                     : fresh);
    }
    return infos;
  };
  MaybeCost before =
      evaluator.loop(op, op.getBefore(), shapes(op.getInits(), op.getBefore().getArguments()),
                     index, trips + CostPolynomial(1), op.getNumOperands());
  if (failed(before))
    return failure();
  MaybeCost after = evaluator.loop(
      op, op.getAfter(), shapes(op.getConditionOp().getArgs(), op.getAfter().getArguments()), index,
      trips, op.getNumResults());
  if (failed(after))
    return failure();
  *before += *after;
  for (auto [result, value] : llvm::zip(op.getResults(), op.getConditionOp().getArgs()))
    evaluator.set(
        result, evaluator.join(result.getType(), *evaluator.get(value), *evaluator.get(value), op));
  for (OpResult result : op.getResults())
    if (std::optional<CostPolynomial> count = getCount(op, result.getResultNumber(), evaluator))
      evaluator.set(result, CostEvaluator::withNumber(*count));
  return before;
}

static MaybeCost costOfCall(func::CallOp op, CostEvaluator &evaluator) {
  if (evaluator.isRecursiveCall(op))
    return evaluator.recur(op);
  FailureOr<CostInfo::Map> callee = evaluator.getFunction(op);
  if (failed(callee))
    return failure();
  return evaluator.apply(op, *callee, evaluator.get(op.getOperands()));
}

static MaybeCost costOfCase(CaseOp op, CostEvaluator &evaluator) {
  Ptr sum = evaluator.get(op.getScrutinee());
  for (auto [region, alternative] : llvm::zip(op.getAlternatives(), sum->parts))
    for (auto [argument, part] : llvm::zip(region.getArguments(), alternative->parts))
      evaluator.set(argument, part);
  return evaluator.branch(op, op->getRegions());
}

/// A box is a tuple, which costs what its components cost; a component that is taken out moves
/// once. Arrays are copied.
static MaybeCost costOfFields(Operation *op, ValueRange fields, double perScalar,
                              CostEvaluator &evaluator) {
  CostPolynomial moves = 0;
  for (Value field : fields)
    moves +=
        isa<FloatType, ComplexType, IntegerType, IndexType, BoxType>(getPrimalType(field.getType()))
            ? CostPolynomial(perScalar)
            : evaluator.get(field)->getSize();
  return evaluator.let(op, Cost(moves, 0, 0, 0));
}

void CostEvaluator::findBoxes(func::FuncOp function) {
  auto holdsBox = [](Type type) {
    return type.walk([](BoxType) { return WalkResult::interrupt(); }).wasInterrupted();
  };
  if (llvm::any_of(function.getArgumentTypes(), holdsBox))
    return;
  bool areFromHere = true;
  function.walk([&](Operation *op) {
    if (isa<CallOpInterface>(op))
      areFromHere &= llvm::none_of(op->getResultTypes(), holdsBox);
    else if (auto box = dyn_cast<BoxOp>(op))
      ++numMade[cast<BoxType>(getPrimalType(box.getType())).getRecord()];
  });
  if (!areFromHere)
    numMade.clear();
}

void CostEvaluator::box(BoxOp op) {
  Attribute record = cast<BoxType>(getPrimalType(op.getType())).getRecord();
  if (numMade.lookup(record) != 1)
    return;
  SmallVector<Ptr> held;
  for (Value value : op.getPayload()) {
    auto info = std::make_shared<CostInfo>(*get(value));
    // What depends on the index of a loop differs between its iterations, and so do numbers.
    bool varies = llvm::any_of(info->dims, [&](const CostPolynomial &dim) {
      return analysis.hasIndex(analysis.resolve(dim));
    });
    info->number = std::nullopt;
    held.push_back(varies ? unknown(value.getType(), op) : Ptr(info));
  }
  boxed[record] = held;
}

void CostEvaluator::open(OpenOp op) {
  auto known = boxed.find(cast<BoxType>(getPrimalType(op.getBox().getType())).getRecord());
  if (known != boxed.end())
    set(op.getResults(), known->second);
}

static MaybeCost costOfInj(InjOp op, CostEvaluator &evaluator) {
  auto info = std::make_shared<CostInfo>(*evaluator.unknown(op.getType(), op));
  auto payload = std::make_shared<CostInfo>();
  payload->parts = evaluator.get(op.getPayload());
  if (static_cast<size_t>(op.getTag()) < info->parts.size())
    info->parts[op.getTag()] = payload;
  evaluator.set(op.getResult(), info);
  return evaluator.let(op, 1);
}

static MaybeCost costOfApply(Operation *op, Value function, ValueRange arguments, StringRef hint,
                             CostEvaluator &evaluator) {
  if (auto map = evaluator.get(function)->map)
    return evaluator.apply(op, *map, evaluator.get(arguments));
  return op->emitError("chad: the cost of applying a function that is not known is not known; ")
         << hint;
}

FailureOr<CostInfo::Map> CostEvaluator::getFunction(Operation *op) {
  func::FuncOp callee = analysis.getCallee(op);
  auto error = [&]() {
    return op->emitError("chad: the cost of '@")
           << (callee ? callee.getSymName() : "?") << "' is not known: ";
  };
  if (!callee || callee.isDeclaration())
    return error() << "it has no body here";
  auto it = analysis.functions.find(callee);
  if (it == analysis.functions.end() || it->second->state == CostAnalysis::Entry::InProgress)
    return error() << "it calls itself by another function, and how often is not known";
  if (it->second->state == CostAnalysis::Entry::Failed)
    return failure();
  const CostAnalysis::Function &known = it->second->function;
  return CostInfo::Map{known.arguments, known.results, known.cost, known.depth};
}

std::optional<MaybeCost> CostEvaluator::control(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<MaybeCost>>(op)
      .Case<func::ReturnOp, scf::YieldOp, scf::ConditionOp, cf::AssertOp>(
          [&](auto op) { return MaybeCost(let(op, 0)); })
      .Case<scf::IfOp, scf::IndexSwitchOp>(
          [&](Operation *op) { return branch(op, op->getRegions()); })
      .Case([&](scf::ExecuteRegionOp op) { return branch(op, op->getRegions()); })
      .Case([&](scf::ForOp op) { return costOfFor(op, *this); })
      .Case([&](scf::WhileOp op) { return costOfWhile(op, *this); })
      .Case([&](func::CallOp op) { return costOfCall(op, *this); })
      .Case([&](func::ConstantOp op) -> MaybeCost {
        FailureOr<CostInfo::Map> callee = getFunction(op);
        if (failed(callee))
          return failure();
        auto info = std::make_shared<CostInfo>();
        info->map = std::make_shared<CostInfo::Map>(*callee);
        set(op.getResult(), info);
        return let(op, 1);
      })
      .Case([&](CaseOp op) { return costOfCase(op, *this); })
      .Case([&](BoxOp op) {
        box(op);
        return costOfFields(op, op->getOperands(), /*perScalar=*/0, *this);
      })
      .Case([&](OpenOp op) {
        open(op);
        return costOfFields(op, op.getResults(), /*perScalar=*/1, *this);
      })
      .Case<EmptyBoxOp, IsEmptyBoxOp>([&](Operation *op) { return MaybeCost(let(op, 1)); })
      .Case([&](InjOp op) { return costOfInj(op, *this); })
      .Case([&](LambdaOp op) { return lambda(op, op.getBody(), get(op.getBody().getArguments())); })
      .Case([&](ApplyOp op) {
        return costOfApply(op, op.getFunction(), op.getArgs(),
                           "remove function values with chad-remove-functions", *this);
      })
      .Case([&](LFunApplyOp op) {
        return costOfApply(op, op.getMap(), op.getArgs(), "apply chad-simplify", *this);
      })
      .Default(std::nullopt);
}
