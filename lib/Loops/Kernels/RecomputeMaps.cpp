//===- RecomputeMaps.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Maps that cost less than their results.

#include "RecomputeMaps.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Fusion.h"
#include "chad/Loops/FuseLoops.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether it takes less time to compute an element again wherever it is read than to store it: it
/// is made of one number from memory by a few ops.
static bool isCheap(ValueRange arrays, ArrayRef<Operation *> ops) {
  constexpr unsigned most = 32;
  if (llvm::count_if(arrays, [](Value array) { return !getIota(array); }) != 1)
    return false;
  unsigned cost = 0;
  for (Operation *op : ops) {
    OpKind kind = getOpKind(op);
    if (kind == OpKind::Function || kind == OpKind::LibraryFunction)
      return false;
    cost += getCost(op);
  }
  return cost <= most;
}

static bool isCheap(MapOp map) {
  if (map->getNumResults() != 1 || !isMemoryEffectFree(map) || !isElementwise(map))
    return false;
  auto ops = llvm::map_to_vector(map.getBodyBlock().without_terminator(),
                                 [](Operation &op) { return &op; });
  return isCheap(map.getArrays(), ops);
}

/// The loops that read `array`, an element at a time, and run as often as `maker`; nothing if there
/// are other users.
static std::optional<llvm::SetVector<Operation *>> findReaders(Value array, Operation *maker) {
  llvm::SetVector<Operation *> readers;
  for (OpOperand &use : array.getUses()) {
    Operation *reader = use.getOwner();
    auto loop = dyn_cast<CombinatorOpInterface>(reader);
    if (!loop || !isa<ArrayLoopOpInterface, ReduceOp>(reader) ||
        reader->getBlock() != maker->getBlock() ||
        use.getOperandNumber() >= loop.getArrays().size() ||
        !mayHaveOneExtent(cast<CombinatorOpInterface>(maker), loop))
      return std::nullopt;
    readers.insert(reader);
  }
  return readers;
}

/// Makes a map of a result that a fold collects, if its elements are cheap, and only loops read it.
/// Returns the fold without this result; null if it is none.
static FoldOp takeOut(RewriterBase &rewriter, FoldOp fold, OpResult result) {
  auto loop = cast<ArrayLoopOpInterface>(*fold);
  Value number = getYieldedElement(result);
  if (!number || !number.getType().isIntOrIndexOrFloat() || isa<BlockArgument>(number) ||
      result.use_empty() || !findReaders(result, fold))
    return {};
  Block &body = fold.getBodyBlock();
  llvm::SetVector<Operation *> ops;
  llvm::SetVector<Value> elements;
  SmallVector<Value> worklist = {number};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (isDefinedOutside(next, fold))
      continue;
    if (isa<BlockArgument>(next)) {
      if (!llvm::is_contained(loop.getElementArgs(), next))
        return {};
      elements.insert(next);
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (op->getNumRegions() != 0 || !isPure(op) ||
        !llvm::all_of(op->getOperandTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); }))
      return {};
    if (ops.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  SmallVector<Value> arrays =
      llvm::map_to_vector(elements, [](Value element) { return getArrayOfElement(element); });
  if (!isCheap(arrays, ops.getArrayRef()))
    return {};
  rewriter.setInsertionPoint(fold);
  auto map = MapOp::create(rewriter, fold.getLoc(), arrays,
                           [&](OpBuilder &builder, Location loc, ValueRange args) {
                             IRMapping mapping;
                             mapping.map(elements.getArrayRef(), args);
                             for (Operation &op : body)
                               if (ops.contains(&op))
                                 builder.clone(op, mapping);
                             YieldOp::create(builder, loc, mapping.lookup(number));
                           });
  if (map.getResult(0).getType() != result.getType()) {
    rewriter.eraseOp(map);
    return {};
  }
  rewriter.replaceAllUsesWith(result, map.getResult(0));
  unsigned left = result.getResultNumber();
  SmallVector<Type> types;
  for (OpResult other : loop.getCollected())
    if (other != result)
      types.push_back(other.getType());
  auto rest =
      cast<FoldOp>(*rebuildLoop(rewriter, loop, loop.getArrays(), loop.getInitialStates(), types));
  Operation *yield = rest.getBodyBlock().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperand(left); });
  for (OpResult other : fold->getResults())
    if (other != result)
      rewriter.replaceAllUsesWith(
          other, rest->getResult(other.getResultNumber() - (other.getResultNumber() > left)));
  rewriter.eraseOp(fold);
  return rest;
}

void chad::detail::recomputeMaps(RewriterBase &rewriter, Operation *root) {
  SmallVector<FoldOp> folds;
  root->walk([&](FoldOp fold) { folds.push_back(fold); });
  while (!folds.empty()) {
    FoldOp fold = folds.pop_back_val();
    for (OpResult result : cast<ArrayLoopOpInterface>(*fold).getCollected())
      if (FoldOp rest = takeOut(rewriter, fold, result)) {
        folds.push_back(rest);
        break;
      }
  }
  SmallVector<MapOp> maps;
  root->walk([&](MapOp map) { maps.push_back(map); });
  for (size_t i = 0; i < maps.size(); ++i) {
    MapOp map = maps[i];
    if (!map || !isCheap(map))
      continue;
    auto readers = findReaders(map.getResult(0), map);
    if (!readers)
      continue;
    for (Operation *reader : *readers) {
      rewriter.setInsertionPoint(reader);
      auto copy = cast<MapOp>(rewriter.clone(*map));
      rewriter.modifyOpInPlace(
          reader, [&] { reader->replaceUsesOfWith(map.getResult(0), copy.getResult(0)); });
      if (!isa<ArrayLoopOpInterface>(reader))
        continue;
      auto place = llvm::find(maps, reader);
      if (ArrayLoopOpInterface fused = tryFuse(rewriter, cast<CombinatorOpInterface>(*copy),
                                               cast<CombinatorOpInterface>(reader));
          fused && place != maps.end())
        *place = dyn_cast<MapOp>(*fused);
    }
    if (map->use_empty())
      rewriter.eraseOp(map);
  }
}
