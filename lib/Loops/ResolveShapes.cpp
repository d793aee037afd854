//===- ResolveShapes.cpp --------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Extents are those of arrays that are there anyway, so that none is kept for its shape.

#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace chad {
#define GEN_PASS_DEF_CHADRESOLVESHAPES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether a value is defined where `op` can use it.
static bool isVisible(Value value, Operation *op) {
  Operation *inBlock = value.getParentBlock()->findAncestorOpInBlock(*op);
  Operation *def = value.getDefiningOp();
  return inBlock && (!def || def->isBeforeInBlock(inBlock));
}

namespace {
class Resolver {
public:
  explicit Resolver(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Dimension `dim` of `value`, computed before `op`, without `op`; null if that is not known.
  Value sizeBefore(Operation *op, Value value, int64_t dim);

private:
  Value sizeOfArgument(Operation *op, BlockArgument arg, int64_t dim);

  RewriterBase &rewriter;
};
} // namespace

Value Resolver::sizeOfArgument(Operation *op, BlockArgument arg, int64_t dim) {
  // An element of an array has its other dimensions.
  if (Value array = getArrayOfElement(arg))
    return sizeBefore(op, array, dim + 1);
  auto loop = dyn_cast<ArrayLoopOpInterface>(arg.getOwner()->getParentOp());
  if (!loop)
    return {};
  unsigned state = arg.getArgNumber() - loop.getArrays().size();
  return keepsDim(loop, state, dim) ? sizeBefore(op, loop.getInitialStates()[state], dim) : Value();
}

Value Resolver::sizeBefore(Operation *op, Value value, int64_t dim) {
  Location loc = op->getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return {};
  if (!type.isDynamicDim(dim)) {
    rewriter.setInsertionPoint(op);
    return createIndex(rewriter, loc, type.getDimSize(dim));
  }
  if (isVisible(value, op)) {
    rewriter.setInsertionPoint(op);
    return tensor::DimOp::create(rewriter, loc, value, dim);
  }
  Operation *def = value.getDefiningOp();
  if (!def)
    return sizeOfArgument(op, cast<BlockArgument>(value), dim);
  unsigned number = cast<OpResult>(value).getResultNumber();
  auto loop = dyn_cast<ArrayLoopOpInterface>(def);
  if (loop && number < loop.getNumStates())
    return keepsDim(loop, number, dim) ? sizeBefore(op, loop.getInitialStates()[number], dim)
                                       : Value();
  if (loop && dim > 0)
    return sizeBefore(op, getYieldedElement(value), dim - 1);
  if (loop && loop.hasArrays()) {
    for (Value array : loop.getArrays())
      if (!getIota(array))
        return sizeBefore(op, array, 0);
    return {};
  }
  auto known = [&](OpFoldResult size) -> Value {
    if (auto attribute = dyn_cast<Attribute>(size)) {
      rewriter.setInsertionPoint(op);
      return createIndex(rewriter, loc, cast<IntegerAttr>(attribute).getInt());
    }
    auto size_ = cast<Value>(size);
    if (isVisible(size_, op))
      return size_;
    auto again = size_.getDefiningOp<tensor::DimOp>();
    if (again && getConstantDim(again))
      return sizeBefore(op, again.getSource(), *getConstantDim(again));
    return {};
  };
  if (auto build = dyn_cast<BuildOp>(def))
    return known(build.getExtent());
  if (auto splat = dyn_cast<tensor::SplatOp>(def)) {
    unsigned position = 0;
    for (int64_t before = 0; before < dim; ++before)
      position += type.isDynamicDim(before);
    return known(OpFoldResult(splat.getDynamicSizes()[position]));
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def)) {
    if (slice.getSourceType().getRank() != type.getRank())
      return {};
    return known(slice.getMixedSizes()[dim]);
  }
  if (auto pad = dyn_cast<tensor::PadOp>(def)) {
    Value low = known(pad.getMixedLowPad()[dim]), high = known(pad.getMixedHighPad()[dim]);
    Value size = sizeBefore(op, pad.getSource(), dim);
    if (!low || !high || !size)
      return {};
    rewriter.setInsertionPoint(op);
    Value sum = arith::AddIOp::create(rewriter, loc, low, size);
    return arith::AddIOp::create(rewriter, loc, sum, high);
  }
  if (auto cast = dyn_cast<tensor::CastOp>(def))
    return sizeBefore(op, cast.getSource(), dim);
  if (auto scan = dyn_cast<ScanOp>(def))
    return sizeBefore(op, scan.getArrays()[number], dim);
  if (auto accumulate = dyn_cast<AccumulateOp>(def))
    return sizeBefore(op, accumulate.getAcc(), dim);
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(def))
    return sizeBefore(op, dps.getTiedOpOperand(cast<OpResult>(value))->get(), dim);
  if (mlir::OpTrait::hasElementwiseMappableTraits(def) && !choosesBetweenShapes(def))
    for (Value operand : def->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return sizeBefore(op, operand, dim);
  return {};
}

namespace {
struct ResolveShapes : chad::impl::ChadResolveShapesBase<ResolveShapes> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<tensor::DimOp> dims;
    SmallVector<ArrayLoopOpInterface> loops;
    // Inner loops first: what they do not read is then not read outside.
    getOperation()->walk([&](Operation *op) {
      if (auto dim = dyn_cast<tensor::DimOp>(op))
        dims.push_back(dim);
      else if (ArrayLoopOpInterface loop = getLoopOverArrays(op))
        loops.push_back(loop);
    });
    for (tensor::DimOp dim : dims)
      if (std::optional<int64_t> index = getConstantDim(dim))
        if (Value size = resolve(rewriter, dim, dim.getSource(), *index)) {
          rewriter.replaceOp(dim, size);
          ++numResolved;
        }
    for (ArrayLoopOpInterface loop : loops)
      count(rewriter, loop);
  }

  /// Dimension `dim` of an array that `user` has, without the loop that makes it or the array of
  /// which it is an element; null if that is not known, or the array is neither.
  static Value resolve(RewriterBase &rewriter, Operation *user, Value array, int64_t dim) {
    Value whole = array;
    while (Value around = getArrayOfElement(whole))
      whole = around;
    ArrayLoopOpInterface maker = getLoopOverArrays(whole.getDefiningOp());
    if (whole == array && !maker)
      return {};
    // At the array's maker, or where its element is not yet one.
    Operation *before =
        maker ? maker.getOperation() : whole.getParentBlock()->findAncestorOpInBlock(*user);
    return Resolver(rewriter).sizeBefore(before, array, dim);
  }

  /// Has a loop that reads no element of its arrays count to their extent.
  void count(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    SmallVector<Value> arrays(loop.getArrays());
    if (llvm::any_of(loop.getElementArgs(), [](Value arg) { return !arg.use_empty(); }) ||
        llvm::any_of(arrays, [](Value array) { return getIota(array); }))
      return;
    for (Value array : arrays) {
      Value size = resolve(rewriter, loop, array, 0);
      if (!size)
        continue;
      rewriter.setInsertionPoint(loop);
      addElement(rewriter, loop, createIota(rewriter, loop.getLoc(), size));
      llvm::BitVector dropped(loop.getBodyBlock().getNumArguments());
      eraseElements(rewriter, loop, dropped.set(0, arrays.size()));
      ++numResolved;
      return;
    }
  }
};
} // namespace
