//===- BodyShape.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyShape.h"
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
  return isa<MapOp, BuildOp, ReduceOp, ScanOp, FoldOp, HistOp, GatherOp, ScatterAddOp,
             AccumulateOp>(op);
}

/// Whether each iteration of a fold leaves the shape of a state as it was, as far
/// as can be told.
static bool keepsShape(FoldOp fold, unsigned state) {
  Value value = fold.getBody().front().getTerminator()->getOperand(state);
  while (value != fold.getStateArgs()[state]) {
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    unsigned result = cast<OpResult>(value).getResultNumber();
    if (auto inner = dyn_cast<FoldOp>(def)) {
      if (result >= inner.getInitialStates().size() || !keepsShape(inner, result))
        return false;
      value = inner.getInitialStates()[result];
    } else if (auto accumulate = dyn_cast<AccumulateOp>(def)) {
      value = accumulate.getAcc();
    } else if (auto scatter = dyn_cast<ScatterAddOp>(def)) {
      value = scatter.getAcc();
    } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(def)) {
      value = dps.getTiedOpOperand(cast<OpResult>(value))->get();
    } else if (def->hasTrait<mlir::OpTrait::Elementwise>()) {
      // All tensors of an elementwise op have one shape.
      auto *tensor = llvm::find_if(def->getOpOperands(), [](OpOperand &operand) {
        return isa<RankedTensorType>(operand.get().getType());
      });
      if (tensor == def->getOpOperands().end())
        return false;
      value = tensor->get();
    } else {
      return false;
    }
  }
  return true;
}

/// What the arguments of the body of `op` are in its first iteration.
static SmallVector<Value> firstArguments(OpBuilder &builder, Operation *op, Value extent) {
  Location loc = op->getLoc();
  if (isa<BuildOp>(op))
    return {createIndex(builder, loc, 0)};
  Value first = createIndex(builder, loc, 0);
  ValueRange arrays;
  SmallVector<Value> states;
  if (auto map = dyn_cast<MapOp>(op)) {
    arrays = map.getArrays();
  } else {
    auto fold = cast<FoldOp>(op);
    arrays = fold.getArrays();
    states = fold.getInitialStates();
    if (fold.getDirection() == Direction::Right)
      first = arith::SubIOp::create(builder, loc, extent, createIndex(builder, loc, 1));
  }
  SmallVector<Value> args;
  for (Value array : arrays)
    args.push_back(readArray(builder, loc, array, first));
  llvm::append_range(args, states);
  return args;
}

namespace {
class ShapeBuilder {
public:
  ShapeBuilder(RewriterBase &rewriter, SmallVectorImpl<Operation *> &remaining)
      : rewriter(rewriter), remaining(remaining) {}

  SmallVector<OpFoldResult> shapeOf(OpResult array, OpFoldResult extent);

private:
  /// Dimension `dim` of a value of a copied body, with as little of it as is known
  /// to be needed.
  Value dimOf(Value value, int64_t dim, Block *copy);
  /// Dimensions of what the body yields, from a copy at the first element.
  ValueRange copyBody(Operation *op, unsigned yielded, ArrayRef<int64_t> dims, Value extent,
                      Value isNonempty);
  void prune(Block &copy);

  RewriterBase &rewriter;
  SmallVectorImpl<Operation *> &remaining;
  unsigned depth = 0;
};
} // namespace

Value ShapeBuilder::dimOf(Value value, int64_t dim, Block *copy) {
  while (Operation *def = value.getDefiningOp()) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!type.isDynamicDim(dim))
      return createIndex(rewriter, value.getLoc(), type.getDimSize(dim));
    auto reifier = dyn_cast<ReifyRankedShapedTypeOpInterface>(def);
    if (!reifier || def->getBlock() != copy)
      break;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(def);
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (auto fold = dyn_cast<FoldOp>(def); fold && number < fold.getInitialStates().size()) {
      if (!keepsShape(fold, number))
        break;
      value = fold.getInitialStates()[number];
      continue;
    }
    if (isa<MapOp, BuildOp, ScanOp, FoldOp, HistOp>(def) && dim > 0) {
      FailureOr<OpFoldResult> extent = reifier.reifyDimOfResult(rewriter, number, 0);
      if (failed(extent) || !*extent)
        break;
      return getValueOrCreateConstantIndexOp(rewriter, value.getLoc(),
                                             shapeOf(cast<OpResult>(value), *extent)[dim]);
    }
    FailureOr<OpFoldResult> size = reifier.reifyDimOfResult(rewriter, number, dim);
    if (failed(size) || !*size)
      break;
    // Reified sizes are mostly those of operands: go on with them.
    auto known = dyn_cast<Value>(*size);
    auto next = known ? known.getDefiningOp<tensor::DimOp>() : nullptr;
    std::optional<int64_t> nextDim = next ? next.getConstantIndex() : std::nullopt;
    if (!nextDim || !isa<RankedTensorType>(next.getSource().getType()))
      return getValueOrCreateConstantIndexOp(rewriter, value.getLoc(), *size);
    value = next.getSource();
    dim = *nextDim;
  }
  return tensor::DimOp::create(rewriter, value.getLoc(), value, dim);
}

void ShapeBuilder::prune(Block &copy) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(copy)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

ValueRange ShapeBuilder::copyBody(Operation *op, unsigned yielded, ArrayRef<int64_t> dims,
                                  Value extent, Value isNonempty) {
  Location loc = op->getLoc();
  SmallVector<Type> types(dims.size(), rewriter.getIndexType());
  auto branch = scf::IfOp::create(rewriter, loc, types, isNonempty, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  ++depth;
  rewriter.setInsertionPointToStart(branch.thenBlock());
  Block &body = op->getRegion(0).front();
  IRMapping mapping;
  mapping.map(body.getArguments(), firstArguments(rewriter, op, extent));
  for (Operation &inner : body.without_terminator())
    rewriter.clone(inner, mapping);
  Value element = mapping.lookupOrDefault(body.getTerminator()->getOperand(yielded));
  SmallVector<Value> sizes;
  for (int64_t dim : dims)
    sizes.push_back(dimOf(element, dim - 1, branch.thenBlock()));
  scf::YieldOp::create(rewriter, loc, sizes);
  prune(*branch.thenBlock());
  rewriter.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> none(dims.size(), createIndex(rewriter, loc, 0));
  scf::YieldOp::create(rewriter, loc, none);
  // A copy inside of a copy may yet be pruned.
  if (--depth == 0)
    branch.getThenRegion().walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (isArrayOp(inner))
        remaining.push_back(inner);
    });
  return branch.getResults();
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
  // The shape of an element of an empty array is nowhere.
  std::optional<int64_t> known = getConstantIntValue(extent);
  bool isOpen = llvm::is_contained(type.getShape().drop_front(), ShapedType::kDynamic);
  if (!isOpen || (known && *known > 0 && fromBody.empty()))
    return shape;
  Value extentValue = getValueOrCreateConstantIndexOp(rewriter, loc, extent);
  Value zero = createIndex(rewriter, loc, 0);
  Value isNonempty =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sgt, extentValue, zero);
  if (!known || *known == 0)
    for (int64_t dim = 1; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim) && shape[dim])
        shape[dim] = arith::SelectOp::create(
                         rewriter, loc, isNonempty,
                         getValueOrCreateConstantIndexOp(rewriter, loc, shape[dim]), zero)
                         .getResult();
  if (fromBody.empty())
    return shape;
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
  SmallVector<tensor::DimOp> dims;
  root->walk([&](tensor::DimOp dim) { dims.push_back(dim); });
  while (!dims.empty()) {
    tensor::DimOp dim = dims.pop_back_val();
    auto reifier = dim.getSource().getDefiningOp<ReifyRankedShapedTypeOpInterface>();
    if (!reifier || !isArrayOp(reifier) || dim.getConstantIndex() != 0)
      continue;
    rewriter.setInsertionPoint(reifier);
    FailureOr<OpFoldResult> size =
        reifier.reifyDimOfResult(rewriter, cast<OpResult>(dim.getSource()).getResultNumber(), 0);
    if (failed(size) || !*size)
      continue;
    Value known = getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), *size);
    rewriter.replaceOp(dim, known);
    if (auto next = known.getDefiningOp<tensor::DimOp>())
      dims.push_back(next);
  }
}
