//===- Extents.cpp --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The extent of a combinator is that of its arrays. Arrays of unit type are
// erased: where all are, one that gives the extent is added before.

#include "chad/IR/Extents.h"
#include "Erasure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isCombinator(Operation *op) {
  return isa<MapOp, BuildOp, ReduceOp, ScanOp, FoldOp, HistOp>(op);
}

static bool isUnit(Type type) {
  auto lin = dyn_cast<LinType>(type);
  return lin && lin.isUnit();
}

/// The arrays of a combinator whose extent may be lost.
static ValueRange arraysOf(Operation *op) {
  if (auto map = dyn_cast<MapOp>(op))
    return map.getArrays();
  return cast<FoldOp>(op).getArrays();
}

static bool losesExtent(Operation *op) {
  return isa<MapOp, FoldOp>(op) && llvm::all_of(arraysOf(op).getTypes(), isUnit);
}

/// A combinator without results would be no op at all, and what its body does
/// would be lost. The order of effects in the others is not defined.
static bool losesEffects(Operation *op) {
  return isa<MapOp, BuildOp, FoldOp>(op) && llvm::all_of(op->getResultTypes(), isUnit) &&
         !isMemoryEffectFree(op);
}

static bool losesAll(Operation *op) {
  return isCombinator(op) && llvm::all_of(op->getResultTypes(), isUnit) && !losesEffects(op);
}

//===----------------------------------------------------------------------===//
// Where the extent is known
//===----------------------------------------------------------------------===//

/// What gives an extent: a constant, an index, or an array.
struct ExtentSource {
  int64_t constant = ShapedType::kDynamic;
  Value value;
  bool isKnown() const { return value || !ShapedType::isDynamic(constant); }
};

static ExtentSource sourceOf(ValueRange arrays) {
  for (Value array : arrays)
    if (int64_t extent = getArrayExtent(array.getType()); !ShapedType::isDynamic(extent))
      return {extent, {}};
  for (Value array : arrays)
    if (!isUnit(array.getType()))
      return {ShapedType::kDynamic, array};
  return {};
}

/// The extent of an array of unit type, as its producers give it.
static ExtentSource findExtent(Value array) {
  // Longer chains do not come from anything sensible.
  constexpr unsigned maxSteps = 64;
  for (unsigned step = 0; step < maxSteps; ++step) {
    Operation *op = array.getDefiningOp();
    if (!op)
      return {};
    if (auto build = dyn_cast<BuildOp>(op))
      return {ShapedType::kDynamic, build.getExtent()};
    if (auto linear = dyn_cast<ToLinearOp>(op))
      return {ShapedType::kDynamic, linear.getValue()};
    auto fold = dyn_cast<FoldOp>(op);
    unsigned number = cast<OpResult>(array).getResultNumber();
    if (fold && number < fold.getInitialStates().size()) {
      // A state has the extent that it began with, if the fold keeps it.
      if (!keepsDim(fold, number, 0))
        return {};
      array = fold.getInitialStates()[number];
    } else if (isa<MapOp, FoldOp>(op)) {
      if (ExtentSource source = sourceOf(arraysOf(op)); source.isKnown())
        return source;
      array = arraysOf(op).front();
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      if (ExtentSource source = sourceOf(scan.getArrays()); source.isKnown())
        return source;
      array = scan.getArrays().front();
    } else if (isa<AddOp>(op)) {
      array = op->getOperand(0);
    } else if (isa<ScaleOp, AccumulateOp, ScatterAddOp>(op)) {
      array = op->getOperand(1);
    } else {
      return {};
    }
    if (ExtentSource source = sourceOf(array); source.isKnown())
      return source;
  }
  return {};
}

static ExtentSource findExtent(Operation *op) {
  if (ExtentSource source = sourceOf(arraysOf(op)); source.isKnown())
    return source;
  for (Value array : arraysOf(op))
    if (ExtentSource source = findExtent(array); source.isKnown())
      return source;
  unsigned numStates = isa<FoldOp>(op) ? cast<FoldOp>(op).getInitialStates().size() : 0;
  for (Type type : TypeRange(op->getResultTypes()).drop_front(numStates))
    if (int64_t extent = getArrayExtent(type); !ShapedType::isDynamic(extent))
      return {extent, {}};
  return {};
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static Value createExtent(OpBuilder &builder, Location loc, ExtentSource source) {
  if (!source.value)
    return arith::ConstantIndexOp::create(builder, loc, source.constant);
  if (isa<IndexType>(source.value.getType()))
    return source.value;
  Value array = source.value;
  if (isa<LinType>(array.getType()))
    array = FromLinearOp::create(builder, loc, array);
  return tensor::DimOp::create(builder, loc, array, 0);
}

/// Adds the array `0, 1, ...` of the given extent to a map or fold.
static void addIndices(Operation *op, ExtentSource source) {
  OpBuilder builder(op);
  Value extent = createExtent(builder, op->getLoc(), source);
  Value indices = BuildOp::create(builder, op->getLoc(), extent,
                                  [](OpBuilder &builder, Location loc, ValueRange index) {
                                    YieldOp::create(builder, loc, index);
                                  })
                      .getResult(0);
  unsigned position = arraysOf(op).size();
  op->getRegion(0).insertArgument(position, builder.getIndexType(), op->getLoc());
  if (auto map = dyn_cast<MapOp>(op))
    map.getArraysMutable().append(indices);
  else
    cast<FoldOp>(op).getArraysMutable().append(indices);
}

/// Adds a result to a map, build or fold.
static void addResult(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Type> types(op->getResultTypes());
  types.push_back(RankedTensorType::get({ShapedType::kDynamic}, builder.getI1Type()));
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       llvm::to_vector(op->getDiscardableAttrs()));
  state.addRegion();
  Operation *larger = builder.create(state);
  larger->copyProperties(op->getPropertiesStorage());
  larger->getRegion(0).takeBody(op->getRegion(0));
  Operation *yield = larger->getRegion(0).front().getTerminator();
  builder.setInsertionPoint(yield);
  Value element = arith::ConstantIntOp::create(builder, op->getLoc(), builder.getI1Type(), 0);
  yield->insertOperands(yield->getNumOperands(), element);
  op->replaceAllUsesWith(larger->getResults().drop_back());
  op->erase();
}

LogicalResult chad::detail::keepExtents(Operation *root) {
  SmallVector<std::pair<Operation *, ExtentSource>> extents;
  SmallVector<Operation *> effects;
  bool allKnown = true;
  root->walk([&](Operation *op) {
    if (!isCombinator(op) || losesAll(op))
      return;
    if (losesEffects(op))
      effects.push_back(op);
    if (!losesExtent(op))
      return;
    extents.emplace_back(op, findExtent(op));
    if (extents.back().second.isKnown())
      return;
    allKnown = false;
    op->emitOpError("has arrays of unit type alone, whose extent is not known when linear "
                    "types are erased: give it an array of the same extent, or their "
                    "type a static extent");
  });
  if (!allKnown)
    return failure();
  for (auto [op, source] : extents)
    addIndices(op, source);
  for (Operation *op : effects)
    addResult(op);
  return success();
}
