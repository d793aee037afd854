//===- CostUNF.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Ops of unary normal form. To pass the context on costs as much as one variable, for any number of
// components.

#include "CostEvaluator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

using Ptr = CostInfo::Ptr;
using MaybeCost = FailureOr<CodeCost>;
using Parts = SmallVector<Ptr>;

static void setContext(CostEvaluator &evaluator, Operation *op, Parts parts) {
  auto info = std::make_shared<CostInfo>();
  info->parts = std::move(parts);
  evaluator.set(op->getResult(0), info);
}

static MaybeCost costOfOp(UNFOpOp op, CostEvaluator &evaluator) {
  Parts parts = evaluator.get(op.getCtx())->parts;
  unsigned count = op.getBody().getNumArguments();
  MaybeCost cost = evaluator.evaluate(op.getBody(), ArrayRef(parts).take_back(count));
  if (failed(cost))
    return failure();
  llvm::append_range(parts, evaluator.get(op.getBody().front().getTerminator()->getOperands()));
  setContext(evaluator, op, parts);
  *cost += evaluator.let(op, count);
  return cost;
}

/// The elements of the last `count` components, which are arrays.
static Parts getElements(CostEvaluator &evaluator, Operation *op, unsigned count,
                         CostPolynomial::Symbol index, CostPolynomial &extent) {
  TypeRange types = cast<CtxType>(op->getOperand(0).getType()).getComponents();
  Parts elements;
  for (auto [type, array] :
       llvm::zip(types.take_back(count),
                 ArrayRef(evaluator.get(op->getOperand(0))->parts).take_back(count))) {
    if (elements.empty())
      extent = array->dims.front();
    else
      evaluator.unify(array->dims.front(), extent);
    elements.push_back(evaluator.elementOf(type, *array, index, op));
  }
  return elements;
}

static MaybeCost costOfMap(UNFMapOp op, CostEvaluator &evaluator) {
  Parts parts = evaluator.get(op.getCtx())->parts;
  unsigned count = op.getArrays();
  CostPolynomial::Symbol index = evaluator.analysis.newIndex();
  CostPolynomial extent;
  Parts arguments(ArrayRef(parts).drop_back(count));
  llvm::append_range(arguments, getElements(evaluator, op, count, index, extent));
  MaybeCost cost = evaluator.loop(op, op.getBody(), arguments, index, extent, count);
  if (failed(cost))
    return failure();
  TypeRange types = cast<CtxType>(op.getResult().getType()).getComponents();
  OperandRange yields = op.getBody().front().getTerminator()->getOperands();
  for (auto [type, yield] : llvm::zip(types.drop_front(parts.size()), yields))
    parts.push_back(evaluator.arrayOf(type, extent, *evaluator.get(yield), index, op));
  setContext(evaluator, op, parts);
  return cost;
}

/// The cost of a reduction or a scan: it appends values like the left arguments of the combiner, or
/// arrays of such values.
static MaybeCost costOfAssociative(Operation *op, ValueRange units, bool isScan,
                                   CostEvaluator &evaluator) {
  Parts parts = evaluator.get(op->getOperand(0))->parts;
  unsigned count = units.size();
  CostPolynomial::Symbol index = evaluator.analysis.newIndex();
  CostPolynomial extent;
  Region &body = op->getRegion(0);
  Parts arguments(ArrayRef(parts).drop_back(count));
  Block::BlockArgListType states = body.getArguments().slice(arguments.size(), count);
  llvm::append_range(arguments, evaluator.get(units));
  llvm::append_range(arguments, getElements(evaluator, op, count, index, extent));
  MaybeCost cost =
      evaluator.carry(op, body, arguments, states, index, extent, 2 * count + (isScan ? count : 0));
  if (failed(cost))
    return failure();
  TypeRange types = cast<CtxType>(op->getResult(0).getType()).getComponents();
  for (auto [type, state] : llvm::zip(types.drop_front(parts.size()), states))
    parts.push_back(isScan ? evaluator.arrayOf(type, extent, *evaluator.get(state), index, op)
                           : evaluator.get(state));
  setContext(evaluator, op, parts);
  return cost;
}

std::optional<MaybeCost> CostEvaluator::unf(Operation *op) {
  /// An op that only moves components.
  auto change = [&](Operation *op, llvm::function_ref<void(Parts &)> edit) {
    Parts parts = get(op->getOperand(0))->parts;
    edit(parts);
    setContext(*this, op, parts);
    return MaybeCost(let(op, 1));
  };
  return llvm::TypeSwitch<Operation *, std::optional<MaybeCost>>(op)
      .Case([&](UNFEnterOp op) {
        setContext(*this, op, get(op.getValues()));
        return MaybeCost(let(op, 0));
      })
      .Case([&](UNFLeaveOp op) {
        set(op->getResults(), get(op.getCtx())->parts);
        return MaybeCost(let(op, 0));
      })
      .Case([&](UNFVarOp op) {
        return change(op, [&](Parts &parts) { parts.push_back(Ptr(parts[op.getIndex()])); });
      })
      .Case([&](UNFPairOp op) {
        return change(op, [&](Parts &parts) {
          auto pair = std::make_shared<CostInfo>();
          llvm::append_range(pair->parts, ArrayRef(parts).take_back(2));
          parts.truncate(parts.size() - 2);
          parts.push_back(pair);
        });
      })
      .Case([&](UNFGetOp op) {
        return change(op,
                      [&](Parts &parts) { parts.push_back(parts.back()->parts[op.getIndex()]); });
      })
      .Case([&](UNFProjOp op) {
        return change(op, [&](Parts &parts) {
          auto first = parts.begin() + op.getOffset();
          parts.erase(first, first + op.getSize());
        });
      })
      .Case([&](UNFOpOp op) { return costOfOp(op, *this); })
      .Case([&](UNFMapOp op) { return costOfMap(op, *this); })
      .Case([&](UNFReduceOp op) { return costOfAssociative(op, op.getUnits(), false, *this); })
      .Case([&](UNFScanOp op) { return costOfAssociative(op, op.getUnits(), true, *this); })
      .Case<UNFVarTOp, UNFPairTOp, UNFGetTOp, UNFProjTOp, UNFOpTOp, UNFMapTOp, UNFReduceTOp,
            UNFScanTOp>([&](auto) {
        return MaybeCost(op->emitError("chad: the cost of '")
                         << op->getName()
                         << "' is not known; take it out of the normal form with chad-from-unf");
      })
      .Default(std::nullopt);
}
