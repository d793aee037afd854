//===- ShapeVariation.cpp - Shapes in iterations of a loop ----------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Analysis/ShapeVariation.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;

static bool isDynamic(Value value) {
  auto shaped = dyn_cast<ShapedType>(value.getType());
  return shaped && !shaped.hasStaticShape();
}

ShapeVariation::ShapeVariation(Region &body, Functions &functions)
    : body(body), functions(functions) {
  // A state of the loop itself varies if an iteration changes its extents.
  if (auto fold = dyn_cast<FoldOp>(body.getParentOp()))
    for (Value state : fold.getStateArgs())
      if (isDynamic(state) && !hasOuterShape(state))
        varying.insert(state);
  // A state of an inner loop that varies at the end of an iteration varies in the next one.
  do
    visitAll();
  while (!std::exchange(isComplete, true));
}

void ShapeVariation::visitAll() {
  sameIndices.clear();
  // Of a function: given its arguments.
  if (isa<func::FuncOp>(body.getParentOp()))
    sameIndices.insert_range(body.getArguments());
  visit(body);
}

void ShapeVariation::addStates(Operation *op) {
  auto fold = dyn_cast<FoldOp>(op);
  if (!fold)
    return;
  for (auto [state, next] : llvm::zip_equal(fold.getStateArgs(), fold.getYieldedStates()))
    if (varies(next) && !hasOuterShape(state) && varying.insert(state).second)
      isComplete = false;
}

bool ShapeVariation::returnsSameShapes(func::CallOp call) const {
  for (Value operand : call.getOperands())
    if (operand.getType().isIntOrIndex() && !isSame(operand))
      return false;
  auto callee = dyn_cast_if_present<func::FuncOp>(
      SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
  if (!callee || callee.isDeclaration() || !callee.getBody().hasOneBlock())
    return false;
  // A function that calls itself is found here, undecided.
  auto [known, isNew] = functions.try_emplace(callee, false);
  if (!isNew)
    return known->second;
  ShapeVariation variation(callee.getBody(), functions);
  bool same = llvm::none_of(callee.front().getTerminator()->getOperands(),
                            [&](Value value) { return variation.varies(value); });
  return functions[callee] = same;
}

void ShapeVariation::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      visit(&op);
}

void ShapeVariation::visit(Operation *op) {
  auto takesVarying = [&](Operation *op) {
    return llvm::any_of(op->getOperands(), [&](Value operand) { return varies(operand); });
  };
  bool varies = takesVarying(op);
  for (Region &region : op->getRegions()) {
    for (Block &block : region)
      for (BlockArgument arg : block.getArguments())
        if (varies && isDynamic(arg) && !hasOuterShape(arg))
          varying.insert(arg);
    visit(region);
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!block.empty() && block.back().hasTrait<mlir::OpTrait::IsTerminator>())
        varies |= takesVarying(&block.back());
  addStates(op);
  if (isSameIndex(op))
    sameIndices.insert(op->getResult(0));
  varies |= !hasSameShape(op);
  for (Value result : op->getResults())
    if (varies && isDynamic(result) && !hasOuterShape(result))
      varying.insert(result);
}

bool ShapeVariation::isSame(Value size) const {
  return sameIndices.contains(size) || isOuter(size);
}

bool ShapeVariation::isOuter(Value value) const {
  // `isAncestor` would be wrong here: the region of a branch that is being built has no parent.
  for (Region *region = value.getParentRegion(); region != &body;) {
    Operation *parent = region ? region->getParentOp() : nullptr;
    if (!parent)
      return true;
    region = parent->getParentRegion();
  }
  return false;
}

// An op checks at run time that its arrays have equal extents. So its result may have the extent of
// an operand that does not vary, even if another operand does.
bool ShapeVariation::hasOuterExtent(Value value, int64_t dim) const {
  return llvm::any_of(getEqualExtents(Extent::of(value, dim)), [&](const Extent &known) {
    if (!known.value)
      return true;
    return known.dim == Extent::isIndex ? isSame(known.value) : isOuter(known.value);
  });
}

bool ShapeVariation::hasOuterShape(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && llvm::all_of(llvm::seq(type.getRank()),
                              [&](int64_t dim) { return hasOuterExtent(value, dim); });
}

/// Whether `op` computes an index that is the same in each iteration.
bool ShapeVariation::isSameIndex(Operation *op) const {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIntOrIndex())
    return false;
  if (auto size = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> dim = getConstantDim(size);
    return (!varies(size.getSource()) && isSame(size.getIndex())) ||
           (dim && hasOuterExtent(size.getSource(), *dim));
  }
  return op->getNumRegions() == 0 && isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
         llvm::all_of(op->getOperands(), [&](Value operand) { return isSame(operand); });
}

/// Whether no iteration of a loop changes the shape of a state.
static bool keepsShape(OpResult state) {
  auto type = dyn_cast<RankedTensorType>(state.getType());
  return !type || llvm::all_of(llvm::seq(type.getRank()), [&](int64_t dim) {
    return keepsDim(state.getOwner(), state.getResultNumber(), dim);
  });
}

/// Whether the shapes of the results of `op` are the same in each iteration if those
/// of its operands are.
bool ShapeVariation::hasSameShape(Operation *op) const {
  auto same = [&](Value value) { return isSame(value); };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tensor::ExtractSliceOp slice) { return llvm::all_of(slice.getSizes(), same); })
      .Case([&](tensor::EmptyOp empty) { return llvm::all_of(empty.getDynamicSizes(), same); })
      .Case([&](tensor::SplatOp splat) { return llvm::all_of(splat.getDynamicSizes(), same); })
      .Case([&](tensor::GenerateOp op) { return llvm::all_of(op.getDynamicExtents(), same); })
      .Case([&](tensor::ExpandShapeOp op) { return llvm::all_of(op.getOutputShape(), same); })
      .Case([&](tensor::PadOp pad) {
        return llvm::all_of(pad.getLow(), same) && llvm::all_of(pad.getHigh(), same);
      })
      .Case([&](func::CallOp call) { return returnsSameShapes(call); })
      .Case([&](scf::IfOp branch) {
        return branch.elseBlock() &&
               llvm::all_of_zip(branch.thenYield().getOperands(), branch.elseYield().getOperands(),
                                [](Value a, Value b) {
                                  return !isa<RankedTensorType>(a.getType()) ||
                                         haveEqualShapes(a, b);
                                });
      })
      .Case([&](scf::ForOp loop) { return llvm::all_of(loop.getResults(), keepsShape); })
      .Case([&](BuildOp build) { return isSame(build.getExtent()); })
      .Case([&](HistOp hist) { return isSame(hist.getBins()); })
      .Case<MapOp, ScanOp, ReduceOp, FoldOp, GatherOp, ScatterAddOp, AccumulateOp, tensor::CastOp,
            tensor::CollapseShapeOp, tensor::ConcatOp, tensor::InsertOp, tensor::InsertSliceOp>(
          [](auto) { return true; })
      // A chosen value has the shape of one of the two values.
      .Default([](Operation *op) {
        return isa<DestinationStyleOpInterface>(op) ||
               (op->hasTrait<mlir::OpTrait::Elementwise>() && !choosesBetweenShapes(op));
      });
}

bool ShapeVariation::extentVaries(Operation *op) const {
  if (auto build = dyn_cast<BuildOp>(op))
    return !isSame(build.getExtent());
  // The arrays of a combinator have one extent.
  auto loop = dyn_cast<CombinatorOpInterface>(op);
  if (!loop)
    return llvm::any_of(op->getOperands(), [&](Value operand) { return varies(operand); });
  return loop.hasArrays() && llvm::all_of(loop.getArrays(), [&](Value array) {
           return varies(array) && !hasOuterExtent(array, 0);
         });
}

bool ShapeVariation::reaches(Operation *inner) const {
  if (extentVaries(inner))
    return true;
  auto fold = dyn_cast<FoldOp>(inner);
  return fold && llvm::any_of(fold.getStateArgs(), [&](Value state) { return varies(state); });
}
