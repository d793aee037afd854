//===- PlaceConcats.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Makes the parts of an array in their places in it.

#include "EmptyTensors.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// A part of a concatenation: an array, whose dimensions are those of the whole, or those but some
/// of extent one.
struct Part {
  Value source;
  SmallVector<OpFoldResult> offsets, sizes;
  /// Of each dimension of the whole: whether the part has it.
  SmallVector<bool> has;
};

/// A result of a loop that is a part of the whole.
struct LoopResult {
  const Part *part;
  unsigned number;
};
} // namespace

/// The extents of an array that is made from an empty tensor, or whose extents are static;
/// otherwise false.
static bool findSizes(Value array, SmallVectorImpl<OpFoldResult> &sizes) {
  auto type = cast<RankedTensorType>(array.getType());
  if (type.hasStaticShape()) {
    sizes = getAsIndexOpFoldResult(array.getContext(), type.getShape());
    return true;
  }
  OpOperand *start = findEmptyStart(array);
  if (!start)
    return false;
  sizes = start->get().getDefiningOp<tensor::EmptyOp>().getMixedSizes();
  return true;
}

/// Describes an operand of a concatenation, without the expansion by dimensions of extent one.
static bool describe(Value operand, Part &part) {
  auto type = cast<RankedTensorType>(operand.getType());
  part.source = operand;
  part.has.assign(type.getRank(), true);
  if (auto expansion = operand.getDefiningOp<tensor::ExpandShapeOp>();
      expansion && operand.hasOneUse()) {
    SmallVector<bool> has(type.getRank(), false);
    bool isPlain = true;
    for (ArrayRef<int64_t> group : expansion.getReassociationIndices()) {
      // One dimension of each group is that of the source, the others have extent one.
      std::optional<int64_t> kept;
      for (int64_t dim : group) {
        if (type.getDimSize(dim) == 1 && !(dim == group.back() && !kept))
          continue;
        isPlain &= !kept;
        kept = dim;
      }
      has[*kept] = true;
    }
    if (isPlain) {
      part.source = expansion.getSrc();
      part.has = has;
    }
  }
  SmallVector<OpFoldResult> sizes;
  if (!findSizes(part.source, sizes))
    return false;
  Builder builder(operand.getContext());
  for (unsigned dim = 0, from = 0; dim < part.has.size(); ++dim)
    part.sizes.push_back(part.has[dim] ? sizes[from++] : builder.getIndexAttr(1));
  return true;
}

/// Finds, from the value that a loop yields back to the argument `start`, the ops that write it:
/// insertions of elements or vectors, and loops. False where there is another op, or where an array
/// between is also read.
static bool findWriters(Value yielded, Value start, SmallVectorImpl<OpResult> &writers) {
  for (Value value = yielded; value != start;) {
    auto result = dyn_cast<OpResult>(value);
    if (!result || !value.hasOneUse() || result.getOwner()->getBlock() != start.getParentBlock())
      return false;
    writers.push_back(result);
    if (auto insertion = dyn_cast<tensor::InsertOp>(result.getOwner())) {
      value = insertion.getDest();
    } else if (auto write = dyn_cast<vector::TransferWriteOp>(result.getOwner())) {
      // What is outside of the part would be inside of the whole.
      if (write.getMask() || write.hasOutOfBoundsDim())
        return false;
      value = write.getBase();
    } else if (auto loop = dyn_cast<scf::ForOp>(result.getOwner())) {
      SmallVector<OpResult> inner;
      if (!findWriters(loop.getYieldedValues()[result.getResultNumber()],
                       loop.getTiedLoopRegionIterArg(result), inner))
        return false;
      value = loop.getTiedLoopInit(result)->get();
    } else {
      return false;
    }
  }
  return start.hasOneUse();
}

/// The indices in the whole of an element of a part.
static SmallVector<Value> shift(ValueRange indices, const Part &part, OpBuilder &builder,
                                Location loc) {
  SmallVector<Value> shifted;
  for (unsigned dim = 0, from = 0; dim < part.has.size(); ++dim) {
    Value offset = getValueOrCreateConstantIndexOp(builder, loc, part.offsets[dim]);
    if (!part.has[dim]) {
      shifted.push_back(offset);
      continue;
    }
    Value index = indices[from++];
    if (isConstantIntValue(part.offsets[dim], 0))
      shifted.push_back(index);
    else
      shifted.push_back(builder.createOrFold<arith::AddIOp>(loc, index, offset));
  }
  return shifted;
}

/// Makes results of a loop one result: the array `whole`, into which they are written.
static Value merge(scf::ForOp loop, ArrayRef<LoopResult> results, Value whole) {
  llvm::SmallDenseMap<unsigned, const Part *> parts;
  for (const LoopResult &result : results)
    parts[result.number] = result.part;
  // Ops that write parts, in their order.
  llvm::MapVector<Operation *, SmallVector<std::pair<unsigned, const Part *>>> writers;
  {
    SmallVector<std::pair<OpResult, const Part *>> found;
    for (auto [number, part] : parts) {
      SmallVector<OpResult> some;
      findWriters(loop.getYieldedValues()[number], loop.getRegionIterArg(number), some);
      for (OpResult writer : some)
        found.push_back({writer, part});
    }
    llvm::sort(found, [](const auto &a, const auto &b) {
      if (a.first.getOwner() != b.first.getOwner())
        return a.first.getOwner()->isBeforeInBlock(b.first.getOwner());
      return a.first.getResultNumber() < b.first.getResultNumber();
    });
    for (auto [writer, part] : found)
      writers[writer.getOwner()].push_back({writer.getResultNumber(), part});
  }

  OpBuilder builder(loop);
  SmallVector<Value> inits;
  for (auto [number, init] : llvm::enumerate(loop.getInitArgs()))
    if (!parts.contains(number))
      inits.push_back(init);
  inits.push_back(whole);
  auto made =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                         loop.getStep(), inits, /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block *body = made.getBody();
  if (!body->empty())
    body->getTerminator()->erase();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());

  // The whole is written by one op after the other.
  Value current = made.getRegionIterArgs().back();
  auto yield = cast<scf::YieldOp>(body->getTerminator());
  SmallVector<Value> yielded;
  unsigned kept = 0;
  for (unsigned number = 0; number < loop.getNumResults(); ++number) {
    if (parts.contains(number))
      continue;
    loop.getRegionIterArg(number).replaceAllUsesWith(made.getRegionIterArgs()[kept]);
    loop.getResult(number).replaceAllUsesWith(made.getResult(kept++));
    yielded.push_back(yield.getOperand(number));
  }
  SmallVector<Operation *> dead;
  for (auto &[op, written] : writers) {
    builder.setInsertionPoint(op);
    const Part &part = *written.front().second;
    if (auto insertion = dyn_cast<tensor::InsertOp>(op)) {
      current =
          tensor::InsertOp::create(builder, op->getLoc(), insertion.getScalar(), current,
                                   shift(insertion.getIndices(), part, builder, op->getLoc()));
    } else if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
      // Dimension d of the part is dimension dims[d] of the whole.
      SmallVector<AffineExpr> dims;
      for (auto [dim, has] : llvm::enumerate(part.has))
        if (has)
          dims.push_back(builder.getAffineDimExpr(dim));
      AffineMap map = write.getPermutationMap().compose(
          AffineMap::get(part.has.size(), 0, dims, builder.getContext()));
      current = vector::TransferWriteOp::create(
                    builder, op->getLoc(), write.getVector(), current,
                    shift(write.getIndices(), part, builder, op->getLoc()), AffineMapAttr::get(map),
                    /*mask=*/Value(), write.getInBoundsAttr())
                    .getResult();
    } else {
      SmallVector<LoopResult> inner;
      for (auto [number, innerPart] : written)
        inner.push_back({innerPart, number});
      current = merge(cast<scf::ForOp>(op), inner, current);
      continue;
    }
    dead.push_back(op);
  }
  yielded.push_back(current);
  builder.setInsertionPoint(yield);
  scf::YieldOp::create(builder, yield.getLoc(), yielded);
  yield->erase();
  for (Operation *op : llvm::reverse(dead))
    op->erase();
  for (auto [number, part] : parts)
    loop.getResult(number).replaceAllUsesWith(loop.getInitArgs()[number]);
  loop->erase();
  return made.getResults().back();
}

void chad::detail::placeParts(tensor::ConcatOp concat) {
  SmallVector<Part> parts(concat.getInputs().size());
  SmallVector<LoopResult> results;
  scf::ForOp loop;
  for (auto [part, operand] : llvm::zip(parts, concat.getInputs())) {
    if (!describe(operand, part))
      return;
    auto result = dyn_cast<OpResult>(part.source);
    auto from = result ? dyn_cast<scf::ForOp>(result.getOwner()) : scf::ForOp();
    SmallVector<OpResult> writers;
    if (!from || (loop && from != loop) || !result.hasOneUse() ||
        !from.getTiedLoopInit(result)->get().getDefiningOp<tensor::EmptyOp>() ||
        !findWriters(from.getYieldedValues()[result.getResultNumber()],
                     from.getTiedLoopRegionIterArg(result), writers))
      return;
    loop = from;
    results.push_back({&part, result.getResultNumber()});
  }
  if (!loop || concat->getBlock() != loop->getBlock())
    return;
  // The whole must be there before the loop.
  DominanceInfo dominance;
  for (const Part &part : parts)
    for (OpFoldResult size : part.sizes)
      if (auto value = dyn_cast<Value>(size); value && !dominance.properlyDominates(value, loop))
        return;

  OpBuilder builder(loop);
  Location loc = concat.getLoc();
  unsigned along = concat.getDim();
  OpFoldResult end = builder.getIndexAttr(0);
  for (Part &part : parts) {
    part.offsets.assign(part.sizes.size(), builder.getIndexAttr(0));
    part.offsets[along] = end;
    std::optional<int64_t> at = getConstantIntValue(end),
                           size = getConstantIntValue(part.sizes[along]);
    if (at && size)
      end = builder.getIndexAttr(*at + *size);
    else
      end = builder.createOrFold<arith::AddIOp>(
          loc, getValueOrCreateConstantIndexOp(builder, loc, end),
          getValueOrCreateConstantIndexOp(builder, loc, part.sizes[along]));
  }
  RankedTensorType type = concat.getResultType();
  SmallVector<Value> dynamic;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      dynamic.push_back(getValueOrCreateConstantIndexOp(
          builder, loc, dim == along ? end : parts.front().sizes[dim]));
  Value whole = merge(loop, results, tensor::EmptyOp::create(builder, loc, type, dynamic));

  SmallVector<Value> operands(concat.getInputs());
  concat.getResult().replaceAllUsesWith(whole);
  concat->erase();
  for (Value operand : operands)
    if (Operation *op = operand.getDefiningOp(); op && isOpTriviallyDead(op))
      op->erase();
}
