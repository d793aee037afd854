//===- MovingSums.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovingSums.h"
#include "../Lanes/Windows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Follows a state through the ops of the body that read it or add to it. Calls `visit` with each
/// such op, and returns whether there are no others, and the body yields the last sum.
static bool followSum(ArrayLoopOpInterface loop, unsigned state,
                      function_ref<bool(Operation *)> visit) {
  Value sum = loop.getStateArgs()[state];
  Operation *yield = loop.getBodyBlock().getTerminator();
  while (true) {
    Value next;
    for (OpOperand &use : sum.getUses()) {
      Operation *user = use.getOwner();
      if (isa<tensor::DimOp>(user))
        continue;
      if (user->getBlock() != yield->getBlock())
        return false;
      if (user == yield) {
        if (use.getOperandNumber() != state || next)
          return false;
        next = sum;
        continue;
      }
      auto accumulate = dyn_cast<AccumulateOp>(user);
      auto inserted = dyn_cast<tensor::InsertSliceOp>(user);
      if (accumulate ? accumulate.getAcc() != sum || accumulate.getValue() == sum
          : inserted ? inserted.getDest() != sum || inserted.getSource() == sum
                     : !isa<tensor::ExtractSliceOp>(user))
        return false;
      if (!visit(user))
        return false;
      if (accumulate || inserted) {
        if (next)
          return false;
        next = user->getResult(0);
      }
    }
    if (!next || next == sum)
      return static_cast<bool>(next);
    sum = next;
  }
}

/// Where an op reads or adds in dimension `dim`: the first index, and the number of indices.
static std::pair<OpFoldResult, OpFoldResult> getPlace(Operation *op, int64_t dim) {
  if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
    bool isIndexed = static_cast<size_t>(dim) < accumulate.getIndices().size();
    return {isIndexed ? OpFoldResult(accumulate.getIndices()[dim]) : OpFoldResult(),
            Builder(op->getContext()).getIndexAttr(1)};
  }
  auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
  if (!isConstantIntValue(slice.getMixedStrides()[dim], 1))
    return {};
  return {slice.getMixedOffsets()[dim], slice.getMixedSizes()[dim]};
}

static bool isKnownBefore(Value value, Operation *loop) {
  return isDefinedOutside(value, loop) || matchPattern(value, m_Constant());
}

/// Whether `getOffset` can compute the number that an index adds to the number of the iteration.
static bool hasOffset(Value index, ArrayLoopOpInterface loop) {
  Operation *op = index.getDefiningOp();
  if (!op)
    return true;
  bool isSecond = isKnownBefore(op->getOperand(0), loop);
  return isKnownBefore(op->getOperand(!isSecond), loop) &&
         hasOffset(op->getOperand(isSecond), loop);
}

/// The number that a consecutive index adds to the number of the iteration. Precondition:
/// `hasOffset(index, loop)`.
static Value getOffset(RewriterBase &rewriter, Value index, ArrayLoopOpInterface loop) {
  Location loc = loop.getLoc();
  Operation *op = index.getDefiningOp();
  if (!op)
    return arith::ConstantIndexOp::create(rewriter, loc, 0);
  bool isSecond = isKnownBefore(op->getOperand(0), loop);
  Value other = op->getOperand(!isSecond);
  if (!isDefinedOutside(other, loop))
    other = rewriter.clone(*other.getDefiningOp())->getResult(0);
  Value inner = getOffset(rewriter, op->getOperand(isSecond), loop);
  if (isa<arith::SubIOp>(op))
    return rewriter.createOrFold<arith::SubIOp>(loc, inner, other);
  return rewriter.createOrFold<arith::AddIOp>(loc, inner, other);
}

std::optional<MovingSum> chad::detail::getMovingSum(RewriterBase &rewriter,
                                                    ArrayLoopOpInterface loop, unsigned state) {
  auto type = dyn_cast<RankedTensorType>(loop.getInitialStates()[state].getType());
  if (!type)
    return std::nullopt;
  Variation variation = Variation::ofIterations(loop);
  Windows windows(loop, variation);
  for (int64_t dim : llvm::seq(type.getRank())) {
    SmallVector<std::pair<Value, OpFoldResult>> places;
    auto visit = [&](Operation *op) {
      auto [first, size] = getPlace(op, dim);
      auto index = dyn_cast_if_present<Value>(first);
      auto extent = dyn_cast_if_present<Value>(size);
      if (!index || !windows.isConsecutive(index) || !hasOffset(index, loop) ||
          (extent && !isDefinedOutside(extent, loop)))
        return false;
      places.emplace_back(index, size);
      return true;
    };
    if (!followSum(loop, state, visit) || places.empty())
      continue;
    Location loc = loop.getLoc();
    Value low, high;
    for (auto [index, size] : places) {
      Value begin = getOffset(rewriter, index, loop);
      Value end = rewriter.createOrFold<arith::AddIOp>(
          loc, begin, getValueOrCreateConstantIndexOp(rewriter, loc, size));
      low = low ? rewriter.createOrFold<arith::MinSIOp>(loc, low, begin) : begin;
      high = high ? rewriter.createOrFold<arith::MaxSIOp>(loc, high, end) : end;
    }
    return MovingSum{dim, low, rewriter.createOrFold<arith::SubIOp>(loc, high, low)};
  }
  return std::nullopt;
}

/// Whether an index of the body differs in all iterations of the loop.
static bool isOwnIndex(Value index, ArrayLoopOpInterface loop) {
  if (auto arg = dyn_cast<BlockArgument>(index)) {
    if (arg.getOwner() != &loop.getBodyBlock())
      return false;
    auto elements = loop.getElementArgs();
    auto *element = llvm::find(elements, arg);
    return arg == loop.getIndexArg() ||
           (element != elements.end() && getIota(loop.getArrays()[element - elements.begin()]));
  }
  Operation *op = index.getDefiningOp();
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) ||
      op->getBlock() != &loop.getBodyBlock())
    return false;
  bool isSecond = isKnownBefore(op->getOperand(0), loop);
  Value other = op->getOperand(!isSecond);
  if (!isKnownBefore(other, loop) || !isOwnIndex(op->getOperand(isSecond), loop))
    return false;
  // No product of a number of iterations and a factor of 31 bits overflows.
  std::optional<int64_t> factor = getConstantIntValue(other);
  return !isa<arith::MulIOp>(op) || (factor && *factor > 0 && *factor < (int64_t(1) << 31));
}

bool chad::detail::addsApart(ArrayLoopOpInterface loop, unsigned state) {
  auto type = dyn_cast<RankedTensorType>(loop.getInitialStates()[state].getType());
  if (!type)
    return false;
  for (int64_t dim : llvm::seq(type.getRank())) {
    Value own;
    auto visit = [&](Operation *op) {
      auto accumulate = dyn_cast<AccumulateOp>(op);
      if (!accumulate || static_cast<size_t>(dim) >= accumulate.getIndices().size())
        return false;
      Value index = accumulate.getIndices()[dim];
      bool isSame = !own || own == index;
      own = index;
      return isSame && isOwnIndex(index, loop);
    };
    if (followSum(loop, state, visit) && own)
      return true;
  }
  return false;
}

void chad::detail::carryPart(RewriterBase &rewriter, ArrayLoopOpInterface loop, unsigned state,
                             Value part, int64_t dim, Value first) {
  OpBuilder::InsertionGuard guard(rewriter);
  Type type = part.getType();
  // An op that reads a window and one that inserts it again keep one index.
  DenseMap<Value, Value> known;
  auto moveBack = [&](OpOperand &index) {
    Value &moved = known[index.get()];
    if (!moved) {
      rewriter.setInsertionPointAfterValue(index.get());
      moved = arith::SubIOp::create(rewriter, loop.getLoc(), index.get(), first);
    }
    rewriter.modifyOpInPlace(index.getOwner(), [&] { index.set(moved); });
  };
  SmallVector<Operation *> found;
  followSum(loop, state, [&](Operation *op) {
    found.push_back(op);
    return true;
  });
  for (Operation *op : found) {
    if (auto accumulate = dyn_cast<AccumulateOp>(op)) {
      moveBack(accumulate.getIndicesMutable()[dim]);
    } else {
      auto slice = cast<OffsetSizeAndStrideOpInterface>(op);
      moveBack(op->getOpOperand(slice.getIndexOfDynamicOffset(dim)));
    }
    if (!isa<tensor::ExtractSliceOp>(op))
      rewriter.modifyOpInPlace(op, [&] { op->getResult(0).setType(type); });
  }
  rewriter.modifyOpInPlace(loop, [&] {
    loop->setOperand(loop.getArrays().size() + state, part);
    loop.getStateArgs()[state].setType(type);
    loop->getResult(state).setType(type);
  });
}
