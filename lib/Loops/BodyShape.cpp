//===- BodyShape.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Loops/BodyShape.h"
#include "chad/IR/Extents.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isArrayOp(Operation *op) {
  return isa<CombinatorOpInterface, GatherOp, ScatterAddOp, AccumulateOp>(op);
}

/// The values of the body's arguments in the first iteration.
static SmallVector<Value> firstArguments(OpBuilder &builder, ArrayLoopOpInterface loop,
                                         Value extent) {
  Location loc = loop.getLoc();
  Value first = createIndex(builder, loc, 0);
  if (loop.getIndexArg())
    return {first};
  if (loop.getDirection() == Direction::Right)
    first = arith::SubIOp::create(builder, loc, extent, createIndex(builder, loc, 1));
  SmallVector<Value> args;
  for (Value array : loop.getArrays())
    args.push_back(readArray(builder, loc, array, first));
  llvm::append_range(args, loop.getInitialStates());
  return args;
}

namespace {
class ShapeBuilder {
public:
  ShapeBuilder(RewriterBase &rewriter, SmallVectorImpl<Operation *> &remaining)
      : rewriter(rewriter), remaining(remaining) {}

  SmallVector<OpFoldResult> shapeOf(OpResult array, OpFoldResult extent);

private:
  /// The extent of dimension `dim` of a value of a copied body, computed by as few ops of the copy
  /// as possible.
  Value dimOf(Value value, int64_t dim, Block *copy);
  /// The extent of dimension `dim` of a result of an op of a copied body, computed from the op's
  /// operands; null if it is not known.
  OpFoldResult sizeOf(OpResult array, int64_t dim);
  /// The extent of dimension `dim` of a result of a conditional, computed before it; null if it is
  /// not known.
  Value dimOfBranch(scf::IfOp op, unsigned result, int64_t dim);
  /// The same for the value that one branch yields.
  Value dimOfArm(scf::IfOp op, Block *block, unsigned result, int64_t dim);
  /// The extents of the value that the body yields, computed by a copy of the body for the first
  /// element.
  SmallVector<Value> copyBody(Operation *op, unsigned yielded, ArrayRef<int64_t> dims, Value extent,
                              Value isNonempty);
  /// Replaces extents of values in the copied body by extents of values outside that are known to
  /// be equal.
  void resolveDims(Block &copy);
  void prune(Block &copy);

  RewriterBase &rewriter;
  SmallVectorImpl<Operation *> &remaining;
  unsigned depth = 0;
};
} // namespace

OpFoldResult ShapeBuilder::sizeOf(OpResult array, int64_t dim) {
  Operation *def = array.getOwner();
  unsigned number = array.getResultNumber();
  if (auto branch = dyn_cast<scf::IfOp>(def))
    return getAsOpFoldResult(dimOfBranch(branch, number, dim));
  auto fold = dyn_cast<FoldOp>(def);
  auto reifier = dyn_cast<ReifyRankedShapedTypeOpInterface>(def);
  if (!reifier || (fold && number < fold.getNumStates()))
    return {};
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(def);
  bool isInner = isa<CombinatorOpInterface>(def) && dim > 0;
  FailureOr<OpFoldResult> size = reifier.reifyDimOfResult(rewriter, number, isInner ? 0 : dim);
  if (failed(size) || !*size)
    return {};
  return isInner ? shapeOf(array, *size)[dim] : *size;
}

Value ShapeBuilder::dimOf(Value value, int64_t dim, Block *copy) {
  Extent extent = nameExtent(value, dim);
  while (true) {
    auto result = dyn_cast_or_null<OpResult>(extent.value);
    OpFoldResult size;
    if (result && extent.dim != Extent::isIndex && result.getOwner()->getBlock() == copy)
      size = sizeOf(result, extent.dim);
    if (!size)
      return createExtent(rewriter, value.getLoc(), extent);
    Extent next = nameSize(size);
    next.plus += extent.plus;
    extent = next;
  }
}

Value ShapeBuilder::dimOfArm(scf::IfOp op, Block *block, unsigned result, int64_t dim) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *yield = block->getTerminator();
  rewriter.setInsertionPoint(yield);
  Value size = dimOf(yield->getOperand(result), dim, block);
  Operation *def = size.getDefiningOp();
  if (def && def->getBlock() == block && isa<arith::ConstantOp, tensor::DimOp>(def) &&
      llvm::all_of(def->getOperands(), [&](Value operand) {
        return isDefinedOutside(operand, op) || matchPattern(operand, m_Constant());
      })) {
    rewriter.setInsertionPoint(op);
    IRMapping mapping;
    for (Value operand : def->getOperands())
      if (Operation *constant = operand.getDefiningOp(); constant && op->isAncestor(constant))
        mapping.map(operand, rewriter.clone(*constant)->getResult(0));
    return rewriter.clone(*def, mapping)->getResult(0);
  }
  return isDefinedOutside(size, op) ? size : Value();
}

Value ShapeBuilder::dimOfBranch(scf::IfOp op, unsigned result, int64_t dim) {
  Value one = op.thenYield().getOperand(result), other = op.elseYield().getOperand(result);
  bool areSame = areEqual(Extent::of(one, dim), Extent::of(other, dim));
  Value taken = dimOfArm(op, op.thenBlock(), result, dim);
  if (taken && areSame)
    return taken;
  if (!taken && !areSame)
    return {};
  Value otherwise = dimOfArm(op, op.elseBlock(), result, dim);
  if (!otherwise || areSame || taken == otherwise)
    return otherwise;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  return arith::SelectOp::create(rewriter, op.getLoc(), op.getCondition(), taken, otherwise);
}

/// Whether `op` computes sizes from sizes, and may run speculatively.
static bool isShapeArithmetic(Operation *op) {
  return op->getNumRegions() == 0 && isPure(op) &&
         (isa<tensor::DimOp>(op) || isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
          isa<affine::AffineApplyOp>(op)) &&
         llvm::all_of(op->getResultTypes(), [](Type type) { return type.isIntOrIndex(); });
}

void ShapeBuilder::resolveDims(Block &copy) {
  // A size may be derived from sizes of earlier values.
  SmallVector<tensor::DimOp> dims;
  auto collect = [&] {
    dims.clear();
    for (Operation &op : copy)
      if (auto dim = dyn_cast<tensor::DimOp>(op); dim && !dim->use_empty())
        if (getConstantDim(dim) && dim.getSource().getParentBlock() == &copy)
          dims.push_back(dim);
  };
  OpBuilder::InsertionGuard guard(rewriter);
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    collect();
    for (tensor::DimOp dim : dims) {
      rewriter.setInsertionPoint(dim);
      Value known = dimOf(dim.getSource(), *getConstantDim(dim), &copy);
      auto again = known.getDefiningOp<tensor::DimOp>();
      if (again && again.getSource() == dim.getSource())
        continue;
      rewriter.replaceAllUsesWith(dim.getResult(), known);
      isChanged = true;
    }
  }
}

void ShapeBuilder::prune(Block &copy) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(copy)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

SmallVector<Value> ShapeBuilder::copyBody(Operation *op, unsigned yielded, ArrayRef<int64_t> dims,
                                          Value extent, Value isNonempty) {
  Location loc = op->getLoc();
  SmallVector<Type> types(dims.size(), rewriter.getIndexType());
  auto branch = scf::IfOp::create(rewriter, loc, types, isNonempty, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  ++depth;
  rewriter.setInsertionPointToStart(branch.thenBlock());
  auto loop = cast<ArrayLoopOpInterface>(op);
  Block &body = loop.getBodyBlock();
  IRMapping mapping;
  mapping.map(body.getArguments(), firstArguments(rewriter, loop, extent));
  Value element = cloneBody(rewriter, body, mapping)[yielded];
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> sizes;
  for (int64_t dim : dims)
    sizes.push_back(dimOf(element, dim - 1, branch.thenBlock()));
  scf::YieldOp::create(rewriter, loc, sizes);
  resolveDims(*branch.thenBlock());
  prune(*branch.thenBlock());
  // Sizes that need no element are computed before the branch: they are known also if the array is
  // empty. Assertions of the body may be left out of the copy, as the loop asserts them again.
  Operation *yield = branch.thenBlock()->getTerminator();
  llvm::SetVector<Operation *> needed;
  BackwardSliceOptions inCopy;
  inCopy.inclusive = true;
  inCopy.omitUsesFromAbove = false;
  inCopy.filter = [&](Operation *def) { return branch->isProperAncestor(def); };
  for (Value size : yield->getOperands())
    if (failed(getBackwardSlice(size, &needed, inCopy)))
      needed.insert(branch);
  if (llvm::all_of(needed, isShapeArithmetic)) {
    --depth;
    for (Operation *def : needed)
      rewriter.moveOpBefore(def, branch);
    SmallVector<Value> results(yield->getOperands());
    rewriter.eraseOp(branch);
    return results;
  }
  rewriter.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> none(dims.size(), createIndex(rewriter, loc, 0));
  scf::YieldOp::create(rewriter, loc, none);
  // Only the outermost copy is final: ops of a copy in another copy may be erased later.
  if (--depth == 0)
    branch.getThenRegion().walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (isArrayOp(inner))
        remaining.push_back(inner);
    });
  return SmallVector<Value>(branch.getResults());
}

SmallVector<OpFoldResult> ShapeBuilder::shapeOf(OpResult array, OpFoldResult extent) {
  Operation *op = array.getOwner();
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(array.getType());
  if (!type.isDynamicDim(0))
    extent = rewriter.getIndexAttr(type.getDimSize(0));
  SmallVector<OpFoldResult> shape = {extent};
  SmallVector<int64_t> fromBody;
  auto reifier = cast<ReifyRankedShapedTypeOpInterface>(op);
  for (int64_t dim = 1; dim < type.getRank(); ++dim) {
    FailureOr<OpFoldResult> size = reifier.reifyDimOfResult(rewriter, array.getResultNumber(), dim);
    shape.push_back(failed(size) ? OpFoldResult() : *size);
    if (!shape.back())
      fromBody.push_back(dim);
  }
  if (fromBody.empty())
    return shape;
  Value extentValue = getValueOrCreateConstantIndexOp(rewriter, loc, extent);
  Value isNonempty = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sgt, extentValue,
                                           createIndex(rewriter, loc, 0));
  unsigned yielded = array.getResultNumber();
  for (auto [dim, size] :
       llvm::zip_equal(fromBody, copyBody(op, yielded, fromBody, extentValue, isNonempty)))
    shape[dim] = size;
  return shape;
}

SmallVector<OpFoldResult> chad::detail::computeShape(RewriterBase &rewriter, OpResult array,
                                                     OpFoldResult extent,
                                                     SmallVectorImpl<Operation *> &remaining) {
  return ShapeBuilder(rewriter, remaining).shapeOf(array, extent);
}

void chad::detail::resolveExtents(RewriterBase &rewriter, Operation *root) {
  // The replacement of one op may be another one in the list, which must be visited only once.
  llvm::SetVector<Operation *> dims;
  root->walk([&](tensor::DimOp dim) { dims.insert(dim); });
  while (!dims.empty()) {
    auto dim = cast<tensor::DimOp>(dims.pop_back_val());
    auto reifier = dim.getSource().getDefiningOp<ReifyRankedShapedTypeOpInterface>();
    if (!reifier || !isArrayOp(reifier) || getConstantDim(dim) != 0)
      continue;
    rewriter.setInsertionPoint(reifier);
    FailureOr<OpFoldResult> size =
        reifier.reifyDimOfResult(rewriter, cast<OpResult>(dim.getSource()).getResultNumber(), 0);
    if (failed(size) || !*size)
      continue;
    Value known = getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), *size);
    rewriter.replaceOp(dim, known);
    if (auto next = known.getDefiningOp<tensor::DimOp>())
      dims.insert(next);
  }
}
