//===- Linearity.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// How linearity propagates through the dialect's own ops.

#include "chad/IR/Linearity.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;

using OperandGroups = SmallVector<SmallVector<unsigned, 2>, 2>;

//===----------------------------------------------------------------------===//
// Ways to propagate that several ops share
//===----------------------------------------------------------------------===//

bool chad::isLinearArgumentType(Type type) {
  if (auto context = dyn_cast<CtxType>(type))
    return !context.getComponents().empty() && llvm::all_of(context.getComponents(), isLinearType);
  return isLinearType(type);
}

LogicalResult chad::propagateByOperandGroups(Operation *op, LinearityPropagator &propagator) {
  for (ArrayRef<unsigned> numbers : cast<LinearOpInterface>(op).getLinearOperandGroups()) {
    LinearityPropagator::Group group;
    for (unsigned number : numbers)
      group.push_back(&op->getOpOperand(number));
    propagator.linear(std::move(group), op->getResults());
  }
  return success();
}

LogicalResult chad::propagateThroughRegionBranch(Operation *op, LinearityPropagator &propagator) {
  RegionBranchSuccessorMapping mapping;
  cast<RegionBranchOpInterface>(op).getSuccessorOperandInputMapping(mapping);
  auto forward = [&](Operation *from) {
    for (OpOperand &operand : from->getOpOperands())
      for (Value to : mapping.lookup(&operand))
        propagator.flow(operand, to);
  };
  forward(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator() && !block.getTerminator()->getNumSuccessors())
        forward(block.getTerminator());
  return success();
}

LogicalResult chad::propagateThroughCall(MutableArrayRef<OpOperand> args, ValueRange results,
                                         LinearityPropagator &propagator) {
  LinearityPropagator::Group group;
  for (OpOperand &arg : args) {
    if (isLinearArgumentType(arg.get().getType()))
      group.push_back(&arg);
    else
      propagator.independent(arg, "an argument of Cartesian type",
                             "give it a linear type in the signature and pass it through "
                             "'chad.to_linear'");
  }
  // A function without linear arguments may return any linear value: its result is not linear in
  // anything.
  if (group.empty())
    return success();
  propagator.linear(std::move(group), llvm::filter_to_vector(results, [](Value result) {
                      return isLinearArgumentType(result.getType());
                    }));
  return success();
}

static MutableArrayRef<OpOperand> yielded(Region &region) {
  return region.front().getTerminator()->getOpOperands();
}

static MutableArrayRef<OpOperand> operands(Operation *op, unsigned first, size_t count) {
  return op->getOpOperands().slice(first, count);
}

static void flowEach(MutableArrayRef<OpOperand> from, ValueRange to, LinearityPropagator &p) {
  for (auto [operand, value] : llvm::zip(from, to))
    p.flow(operand, value);
}

//===----------------------------------------------------------------------===//
// Array combinators
//===----------------------------------------------------------------------===//

LogicalResult MapOp::propagateLinearity(LinearityPropagator &p) {
  flowEach((*this)->getOpOperands(), getBody().getArguments(), p);
  flowEach(yielded(getBody()), getResults(), p);
  return success();
}

LogicalResult BuildOp::propagateLinearity(LinearityPropagator &p) {
  flowEach(yielded(getBody()), getResults(), p);
  return success();
}

/// Each component by itself: if a component is linear, its array and its unit are, and its part of
/// the body is jointly linear in the left and the right operand.
static LogicalResult propagateAssociative(Operation *op, unsigned firstArray, unsigned count,
                                          LinearityPropagator &p) {
  Region &body = op->getRegion(0);
  auto left = body.getArguments().take_front(count), right = body.getArguments().take_back(count);
  for (auto from :
       {operands(op, firstArray, count), operands(op, firstArray + count, count), yielded(body)}) {
    flowEach(from, op->getResults(), p);
    flowEach(from, left, p);
    flowEach(from, right, p);
  }
  return success();
}

LogicalResult ReduceOp::propagateLinearity(LinearityPropagator &p) {
  return propagateAssociative(*this, 0, getNumResults(), p);
}
LogicalResult ScanOp::propagateLinearity(LinearityPropagator &p) {
  return propagateAssociative(*this, 0, getNumResults(), p);
}
LogicalResult HistOp::propagateLinearity(LinearityPropagator &p) {
  return propagateAssociative(*this, 2, getNumResults(), p);
}

LogicalResult FoldOp::propagateLinearity(LinearityPropagator &p) {
  flowEach((*this)->getOpOperands(), getBody().getArguments(), p);
  flowEach(operands(*this, getArrays().size(), getInitialStates().size()), getFinalStates(), p);
  flowEach(yielded(getBody()), getStateArgs(), p);
  flowEach(yielded(getBody()), getResults(), p);
  return success();
}

OperandGroups GatherOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups ScatterAddOp::getLinearOperandGroups() { return {{0, 1}}; }
OperandGroups AccumulateOp::getLinearOperandGroups() { return {{0, 1}}; }

//===----------------------------------------------------------------------===//
// Linear values
//===----------------------------------------------------------------------===//

/// The operands `first`, `first + 1`, ... up to the last, as one group.
static OperandGroups oneGroup(Operation *op, unsigned first = 0) {
  return {llvm::to_vector<2>(llvm::seq(first, op->getNumOperands()))};
}

OperandGroups AddOp::getLinearOperandGroups() { return {{0, 1}}; }
OperandGroups ScaleOp::getLinearOperandGroups() { return {{0}, {1}}; }
OperandGroups AbsorbingMulOp::getLinearOperandGroups() { return {{0}, {1}}; }
OperandGroups ToLinearOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups FromLinearOp::getLinearOperandGroups() { return {{0}}; }
OperandGroups CopowerSingletonOp::getLinearOperandGroups() {
  return oneGroup(*this, getPrimals().size());
}

LogicalResult ZeroOp::propagateLinearity(LinearityPropagator &p) {
  p.zero(getResult());
  return success();
}

// Σ f(xᵢ)•vᵢ is linear in the copower, and in what f captures linearly.
LogicalResult CopowerFoldOp::propagateLinearity(LinearityPropagator &p) {
  OpOperand &copower = (*this)->getOpOperand(0);
  unsigned primals = getCopower().getType().getPrimals().size();
  for (Value tangent : getBody().getArguments().drop_front(primals))
    p.flow(copower, tangent);
  flowEach(yielded(getBody()), getResults(), p);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions and sums as values
//===----------------------------------------------------------------------===//

static constexpr StringRef captured = "a part of the function value";
static constexpr StringRef passIt =
    "a function value must not: pass the value that it captures as an argument";

LogicalResult LFunLambdaOp::propagateLinearity(LinearityPropagator &p) {
  for (OpOperand &operand : yielded(getBody()))
    p.independent(operand, captured, passIt);
  return success();
}

// A power `A → L` is linear in what it captures when each of its values is.
LogicalResult LambdaOp::propagateLinearity(LinearityPropagator &p) {
  for (OpOperand &operand : yielded(getBody())) {
    if (isLinearType(getType()))
      p.flow(operand, getResult());
    else
      p.independent(operand, captured, passIt);
  }
  return success();
}

LogicalResult ApplyOp::propagateLinearity(LinearityPropagator &p) {
  OpOperand &function = (*this)->getOpOperand(0);
  if (isLinearType(function.get().getType()))
    p.linear({&function}, getResults());
  return propagateThroughCall((*this)->getOpOperands().drop_front(), getResults(), p);
}

OperandGroups LFunApplyOp::getLinearOperandGroups() { return oneGroup(*this, 1); }
OperandGroups InjOp::getLinearOperandGroups() { return oneGroup(*this); }
OperandGroups BoxOp::getLinearOperandGroups() { return oneGroup(*this); }
OperandGroups OpenOp::getLinearOperandGroups() { return {{0}}; }

// Values of a linear sum add at one tag, and zero fits every tag. So where the
// scrutinee is linear each alternative is linear in its arguments alone.
LogicalResult CaseOp::propagateLinearity(LinearityPropagator &p) {
  OpOperand &scrutinee = (*this)->getOpOperand(0);
  bool isLinearSum = isLinearType(scrutinee.get().getType());
  if (!isLinearSum)
    p.independent(scrutinee, "the scrutinee", "its tag must not depend on linear arguments");
  for (Region &alternative : getAlternatives()) {
    for (Value arg : alternative.getArguments())
      if (isLinearSum)
        p.flow(scrutinee, arg);
    flowEach(yielded(alternative), getResults(), p);
  }
  if (isLinearSum && p.isLinear(scrutinee.get())) {
    for (Value result : getResults())
      p.flow(scrutinee, result);
    visitUsedValuesDefinedAbove(getAlternatives(), [&](OpOperand *operand) {
      p.independent(*operand, "captured beside a linear scrutinee",
                    "zero fits every tag, so the alternatives may use linear values of their "
                    "arguments alone: add the value to the result of the case");
    });
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Derivative requests
//===----------------------------------------------------------------------===//

/// The derivative at a point: linear in the last `numTangents` operands, with the
/// last `numDerivatives` results.
static LogicalResult propagateThroughRequest(Operation *op, unsigned numTangents,
                                             unsigned numDerivatives, LinearityPropagator &p) {
  auto all = op->getOpOperands();
  for (OpOperand &arg : all.drop_back(numTangents))
    p.independent(arg, "the point of a derivative",
                  "a derivative is linear in tangents and cotangents alone");
  LinearityPropagator::Group group;
  for (OpOperand &tangent : all.take_back(numTangents))
    group.push_back(&tangent);
  p.linear(std::move(group), op->getResults().take_back(numDerivatives));
  return success();
}

LogicalResult JvpOp::propagateLinearity(LinearityPropagator &p) {
  unsigned derivatives = 0;
  if (auto of = getOf()) {
    derivatives = of->size();
  } else {
    // Primal results come first, and each that holds floats has a derivative after all of them.
    unsigned primals = 0;
    for (Type type : getResultTypes()) {
      if (primals + derivatives >= getNumResults())
        break;
      ++primals;
      derivatives += isDifferentiable(type);
    }
  }
  return propagateThroughRequest(*this, getTangents().size(),
                                 std::min(derivatives, getNumResults()), p);
}

// The cotangents are as many as the arguments `wrt`, which are at the end.
LogicalResult VjpOp::propagateLinearity(LinearityPropagator &p) {
  unsigned derivatives = 0;
  if (auto wrt = getWrt()) {
    derivatives = wrt->size();
  } else {
    derivatives = llvm::count_if(getArgs().getTypes(), isDifferentiable);
  }
  return propagateThroughRequest(*this, getCotangents().size(),
                                 std::min(derivatives, getNumResults()), p);
}

LogicalResult GradOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, 0, 0, p);
}
LogicalResult ValueAndGradOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, 0, 0, p);
}
LogicalResult JacobianOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, 0, 0, p);
}
LogicalResult LinearizeOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, 0, 0, p);
}

// Vectors that are not linear may be given to a product, which is linear in them all the same.
LogicalResult HvpOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, getVectors().size(), getNumResults(), p);
}
LogicalResult HessianOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughRequest(*this, 0, 0, p);
}

LogicalResult VmapOp::propagateLinearity(LinearityPropagator &p) {
  return propagateThroughCall((*this)->getOpOperands(), getResults(), p);
}
