//===- Reductions.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/Reductions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

//===----------------------------------------------------------------------===//
// Sums in several steps
//===----------------------------------------------------------------------===//

/// Whether the ops of `block` up to `last`, which uses `end`, compute `end` as the sum of `start`
/// and a value that does not depend on it. Without `last`, the whole block is examined.
static bool isSumIn(Block *block, Value start, Value end, bool general, Operation *last = nullptr);

/// The result of a conditional whose branches both yield `start` plus a value that does not depend
/// on it; null if there is none.
static Value passThroughBranches(scf::IfOp op, Value start, bool general) {
  if (!op.elseBlock())
    return {};
  for (auto [result, ifTrue, ifFalse] :
       llvm::zip_equal(op.getResults(), op.thenYield().getOperands(), op.elseYield().getOperands()))
    if (isSumIn(op.thenBlock(), start, ifTrue, general) &&
        isSumIn(op.elseBlock(), start, ifFalse, general))
      return result;
  return {};
}

/// The array that a loop makes by additions to each element of the array that it reads through
/// `use`, or the final value of a state that it adds to.
static Value addInLoop(OpOperand &use, ArrayLoopOpInterface loop, bool general) {
  unsigned number = use.getOperandNumber(), numArrays = loop.getArrays().size();
  if (!loop.hasArrays())
    return {};
  if (number >= numArrays) {
    unsigned state = number - numArrays;
    return isSum(loop.getStateArgs()[state], loop.getYieldedStates()[state], general)
               ? Value(loop.getFinalStates()[state])
               : Value();
  }
  for (auto [result, yielded] : llvm::zip_equal(loop.getCollected(), loop.getYieldedElements()))
    if (result.getType() == use.get().getType() &&
        isSum(loop.getElementArgs()[number], yielded, general))
      return result;
  return {};
}

/// The array that a structured op makes by additions to each element of its init.
static Value addInStructured(OpOperand &use, linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || !op.isDpsInit(&use))
    return {};
  BlockArgument old = op.getMatchingBlockArgument(&use);
  unsigned number = op.getTiedOpResult(&use).getResultNumber();
  auto sum = op.getBody()->getTerminator()->getOperand(number).getDefiningOp<arith::AddFOp>();
  bool adds = sum && old.hasOneUse() && *old.user_begin() == sum;
  return adds ? Value(op->getResult(number)) : Value();
}

/// The result of the op of `use`, if it is the sum of the value and of values that do not depend on
/// it; null otherwise. `use` is the only use of the value by this op.
static Value addTo(OpOperand &use, bool general) {
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
      .Case([&](ArrayLoopOpInterface loop) { return addInLoop(use, loop, general); })
      .Case([&](linalg::GenericOp structured) {
        return general ? addInStructured(use, structured) : Value();
      })
      .Case([&](scf::ForOp loop) -> Value {
        if (number < loop.getNumControlOperands())
          return {};
        unsigned state = number - loop.getNumControlOperands();
        if (!isSum(loop.getRegionIterArg(state), loop.getYieldedValues()[state], general))
          return {};
        return loop.getResult(state);
      })
      .Default(Value());
}

/// The array after an addition to a slice of `array`; null if `array` has other uses in the block.
static Value addToSlice(Block *block, Value array) {
  tensor::ExtractSliceOp read;
  tensor::InsertSliceOp written;
  for (Operation *user : array.getUsers()) {
    if (isa<tensor::DimOp>(user) || !block->findAncestorOpInBlock(*user))
      continue;
    if (user->getBlock() != block)
      return {};
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user); slice && !read)
      read = slice;
    else if (auto slice = dyn_cast<tensor::InsertSliceOp>(user); slice && !written)
      written = slice;
    else
      return {};
  }
  bool isOneSlice = read && written && written.getDest() == array && written.getSource() != array &&
                    read.getMixedOffsets() == written.getMixedOffsets() &&
                    read.getMixedSizes() == written.getMixedSizes() &&
                    read.getMixedStrides() == written.getMixedStrides();
  if (!isOneSlice)
    return {};
  return isSumIn(block, read.getResult(), written.getSource(), /*general=*/true, written)
             ? Value(written.getResult())
             : Value();
}

static bool isSumIn(Block *block, Value start, Value end, bool general, Operation *last) {
  if (start.getType() != end.getType())
    return false;
  while (true) {
    if (Value next = general ? addToSlice(block, start) : Value()) {
      start = next;
      continue;
    }
    // The only op that uses more than the shape.
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
    if (last ? user == last : user->hasTrait<mlir::OpTrait::IsTerminator>())
      return only && start == end;
    Value next;
    if (only)
      next = addTo(*only, general);
    else if (auto branch = dyn_cast<scf::IfOp>(user))
      next = passThroughBranches(branch, start, general);
    if (!next)
      return false;
    start = next;
  }
}

bool chad::isSum(Value start, Value end, bool general) {
  return isSumIn(start.getParentBlock(), start, end, general);
}

//===----------------------------------------------------------------------===//
// Associative bodies
//===----------------------------------------------------------------------===//

static bool combines(Operation *op, Value left, Value right) {
  return op->getNumOperands() == 2 && ((op->getOperand(0) == left && op->getOperand(1) == right) ||
                                       (op->getOperand(0) == right && op->getOperand(1) == left));
}

/// Whether `value` is `left + right`: of scalars, of tensors, or element by element.
static bool isSumOf(Value value, Value left, Value right) {
  while (true) {
    Operation *op = value.getDefiningOp();
    if (!op || !combines(op, left, right))
      return false;
    if (isa<arith::AddFOp>(op))
      return true;
    auto map = dyn_cast<MapOp>(op);
    if (!map || map.getNumResults() != 1)
      return false;
    left = map.getBody().getArgument(0);
    right = map.getBody().getArgument(1);
    value = map.getBody().front().getTerminator()->getOperand(0);
  }
}

StateKind chad::getStateKind(Block &body, unsigned count, unsigned number) {
  Value value = body.getTerminator()->getOperand(number), left = body.getArgument(number),
        right = body.getArgument(count + number);
  if (isSumOf(value, left, right))
    return StateKind::Sum;
  Operation *def = value.getDefiningOp();
  if (!def || !isa<FloatType>(value.getType()) || !combines(def, left, right))
    return StateKind::Other;
  if (isa<arith::MulFOp>(def))
    return StateKind::Product;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(def))
    return StateKind::Maximum;
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(def))
    return StateKind::Minimum;
  return StateKind::Other;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

StateKind chad::getStateKind(CombinatorOpInterface loop, unsigned number) {
  if (!isa<ArrayLoopOpInterface>(*loop))
    return getStateKind(loop.getBodyBlock(), loop.getNumStates(), number);
  return isSum(loop.getStateArgs()[number], loop.getYieldedStates()[number]) ? StateKind::Sum
                                                                             : StateKind::Other;
}
