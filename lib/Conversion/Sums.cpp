//===- Sums.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sums.h"
#include "Elements.h"
#include "Loops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether `end` is `start` plus what does not depend on it, as far as `block` goes.
static bool isSumIn(Block *block, Value start, Value end);

/// Where a conditional gives `start` plus something in both branches; null if it does not.
static Value passThroughBranches(scf::IfOp op, Value start) {
  if (!op.elseBlock())
    return {};
  for (auto [result, ifTrue, ifFalse] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(), op.elseYield().getOperands()))
    if (isSumIn(op.thenBlock(), start, ifTrue) && isSumIn(op.elseBlock(), start, ifFalse))
      return result;
  return {};
}

/// The array that a loop makes by adding to each element of the one that it reads by `use`, or the
/// state that it adds to.
static Value addInLoop(OpOperand &use, ArrayLoopOpInterface loop) {
  unsigned number = use.getOperandNumber(), numArrays = loop.getArrays().size();
  if (!loop.hasArrays())
    return {};
  if (number >= numArrays) {
    unsigned state = number - numArrays;
    return isSum(loop.getStateArgs()[state], loop.getYieldedStates()[state])
               ? Value(loop.getFinalStates()[state])
               : Value();
  }
  for (auto [result, yielded] : llvm::zip_equal(loop.getCollected(), loop.getYieldedElements()))
    if (result.getType() == use.get().getType() && isSum(loop.getElementArgs()[number], yielded))
      return result;
  return {};
}

/// What `use`, the only one of a value by its op, makes of it by adding to it alone; null if it
/// does something else.
static Value addTo(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  return TypeSwitch<Operation *, Value>(op)
      .Case<arith::AddFOp, arith::AddIOp>([&](auto add) { return Value(add.getResult()); })
      .Case([&](arith::SubFOp sub) { return number == 0 ? Value(sub.getResult()) : Value(); })
      .Case([&](tensor::CastOp cast) { return Value(cast.getResult()); })
      .Case([&](AccumulateOp accumulate) {
        return accumulate.getAccMutable().getOperandNumber() == number
                   ? Value(accumulate.getResult())
                   : Value();
      })
      .Case([&](ScatterAddOp scatter) {
        return scatter.getAccMutable().getOperandNumber() == number ? Value(scatter.getResult())
                                                                    : Value();
      })
      .Case([&](ArrayLoopOpInterface loop) { return addInLoop(use, loop); })
      .Case([&](scf::ForOp loop) -> Value {
        if (number < loop.getNumControlOperands())
          return {};
        unsigned state = number - loop.getNumControlOperands();
        if (!isSum(loop.getRegionIterArg(state), loop.getYieldedValues()[state]))
          return {};
        return loop.getResult(state);
      })
      .Default(Value());
}

static bool isSumIn(Block *block, Value start, Value end) {
  if (start.getType() != end.getType())
    return false;
  while (true) {
    // The one op that looks at more than the shape.
    Operation *user = nullptr;
    OpOperand *only = nullptr;
    for (OpOperand &use : start.getUses()) {
      Operation *inBlock = block->findAncestorOpInBlock(*use.getOwner());
      if (!inBlock || isa<tensor::DimOp>(use.getOwner()))
        continue;
      if (user && (user != inBlock || !isa<scf::IfOp>(user)))
        return false;
      user = inBlock;
      only = user == use.getOwner() ? &use : nullptr;
    }
    if (!user)
      return false;
    if (user->hasTrait<mlir::OpTrait::IsTerminator>())
      return only && start == end;
    Value next;
    if (only)
      next = addTo(*only);
    else if (auto branch = dyn_cast<scf::IfOp>(user))
      next = passThroughBranches(branch, start);
    if (!next)
      return false;
    start = next;
  }
}

bool chad::detail::isSum(Value start, Value end) {
  return isSumIn(start.getParentBlock(), start, end);
}

bool chad::detail::isSumState(FoldOp fold, unsigned number) {
  return isSum(fold.getStateArgs()[number], fold.getYieldedStates()[number]);
}

bool chad::detail::isParallelLoop(Operation *loop) {
  auto iterations = dyn_cast<ArrayLoopOpInterface>(loop);
  if (!iterations || !isMemoryEffectFree(loop) || hasLinearArrays(loop))
    return false;
  return llvm::all_of(
      llvm::zip_equal(iterations.getStateArgs(), iterations.getYieldedStates()), [](auto state) {
        auto [start, end] = state;
        return isa<FloatType>(getElementTypeOrSelf(start.getType())) && isSum(start, end);
      });
}

bool chad::detail::isSumReduction(ReduceOp reduce, unsigned number) {
  Value yielded = reduce.getYieldedStates()[number];
  auto add = yielded.getDefiningOp<arith::AddFOp>();
  Value left = reduce.getLeftArgs()[number], right = reduce.getRightArgs()[number];
  return add && matchPattern(reduce.getUnits()[number], m_AnyZeroFloat()) && left.hasOneUse() &&
         right.hasOneUse() &&
         ((add.getLhs() == left && add.getRhs() == right) ||
          (add.getLhs() == right && add.getRhs() == left));
}

void chad::detail::assertOneExtent(OpBuilder &builder, Operation *combinator, ValueRange arrays) {
  if (arrays.size() < 2)
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(combinator);
  Location loc = combinator->getLoc();
  OpFoldResult first = getArraySize(builder, loc, arrays.front());
  for (Value array : arrays.drop_front()) {
    OpFoldResult extent = getArraySize(builder, loc, array);
    if (extent == first || array == arrays.front())
      continue;
    Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         getValueOrCreateConstantIndexOp(builder, loc, first),
                                         getValueOrCreateConstantIndexOp(builder, loc, extent));
    cf::AssertOp::create(
        builder, loc, isSame,
        ("'" + combinator->getName().getStringRef() + "' has arrays of several extents").str());
  }
}

TypedAttr chad::detail::getNeutralAttr(Type type) {
  auto scalar = cast<FloatType>(getElementTypeOrSelf(type));
  auto zero = FloatAttr::get(scalar, APFloat::getZero(scalar.getFloatSemantics(), true));
  if (auto shaped = dyn_cast<ShapedType>(type))
    return DenseElementsAttr::get(shaped, zero);
  return zero;
}
