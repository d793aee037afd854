//===- FuseScatters.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Updates at places that the data choose, in one loop with what computes the updates and the
// places:
//
//   P = scan (+) C; V = map f X; H = hist (+) P V; A = scatter_add W into A0[I]
//   = fold (c, x, i, (p, h, a). let p' = p + c; v = f x in (p', h[p'] += v, a[i] += w))
//
// so that none of these is stored and read again.

#include "chad/Analysis/OpCost.h"
#include "chad/IR/Fusion.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADFUSESCATTERS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isArrayOfScalars(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.getRank() == 1;
}

/// What a map may cost that runs element by element, rather than in vectors: less than a function.
static constexpr unsigned maxCost = 16;

/// A map without loops that costs little.
static bool isCheap(MapOp map) {
  bool hasLoops = map->walk([&](Operation *op) {
                       return op != map && op->getNumRegions() && !isa<scf::IfOp>(op)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     })
                      .wasInterrupted();
  return !hasLoops && getNestedCost(map) <= maxCost && isMemoryEffectFree(map) &&
         llvm::all_of(map.getArrays(), isArrayOfScalars) &&
         llvm::all_of(map.getResults(), isArrayOfScalars);
}

namespace {
/// Ops over the elements of arrays of one extent, in the order of the block.
struct Group {
  llvm::SetVector<Operation *> members;

  bool makes(Value array) const { return members.contains(array.getDefiningOp()); }
};

struct FuseScatters : chad::impl::ChadFuseScattersBase<FuseScatters> {
  void runOnOperation() override {
    SmallVector<MapOp> maps;
    getOperation()->walk([&](MapOp op) {
      if (isCheap(op))
        maps.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (MapOp map : maps) {
      Group group;
      if (collect(map, group)) {
        merge(rewriter, group);
        ++numMerged;
      }
    }
  }

  /// The arrays that a member reads element by element.
  static SmallVector<Value> arraysOfMember(Operation *op) {
    if (auto hist = dyn_cast<HistOp>(op)) {
      SmallVector<Value> arrays = {hist.getIndices()};
      llvm::append_range(arrays, hist.getArrays());
      return arrays;
    }
    if (auto scatter = dyn_cast<ScatterAddOp>(op))
      return {scatter.getValues(), scatter.getIndices()};
    if (auto scan = dyn_cast<ScanOp>(op))
      return llvm::to_vector(scan.getArrays());
    if (auto gather = dyn_cast<GatherOp>(op))
      return {gather.getIndices()};
    return llvm::to_vector(cast<MapOp>(op).getArrays());
  }

  static bool isUpdate(Operation *op) {
    auto isScalar = [](Value value) { return !isa<RankedTensorType>(value.getType()); };
    if (auto hist = dyn_cast<HistOp>(op))
      return llvm::all_of(hist.getUnits(), isScalar) && isMemoryEffectFree(op);
    auto scatter = dyn_cast<ScatterAddOp>(op);
    return scatter && isArrayOfScalars(scatter.getAcc()) && isArrayOfScalars(scatter.getIndices());
  }

  static bool isProducer(Operation *op) {
    if (auto scan = dyn_cast<ScanOp>(op))
      return scan.getDirection() == Direction::Left && scan.getKind() == ScanKind::Inclusive &&
             llvm::all_of(scan.getArrays(), isArrayOfScalars) && isMemoryEffectFree(op);
    auto gather = dyn_cast<GatherOp>(op);
    return gather && isArrayOfScalars(gather.getIndices()) && isArrayOfScalars(gather.getResult());
  }

  /// What updates by the map's results, and what makes the arrays of either, if all of it can be
  /// done at once.
  static bool collect(MapOp map, Group &group) {
    Block *block = map->getBlock();
    SmallVector<Operation *> found = {map};
    for (Operation *user : map->getUsers())
      if (isUpdate(user) && user->getBlock() == block &&
          llvm::none_of(otherOperands(user), [&](Value v) { return v.getDefiningOp() == map; }))
        found.push_back(user);
    if (found.size() == 1)
      return false;
    for (size_t next = 0; next < found.size(); ++next)
      for (Value array : arraysOfMember(found[next])) {
        Operation *def = array.getDefiningOp();
        if (def && def->getBlock() == block && isProducer(def) && !llvm::is_contained(found, def))
          found.push_back(def);
      }
    llvm::sort(found, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    group.members.insert_range(found);
    return isMovable(group);
  }

  /// The operands of an update that are not read element by element.
  static SmallVector<Value> otherOperands(Operation *op) {
    if (auto scatter = dyn_cast<ScatterAddOp>(op))
      return {scatter.getAcc()};
    if (auto hist = dyn_cast<HistOp>(op)) {
      SmallVector<Value> others = {hist.getBins()};
      llvm::append_range(others, hist.getUnits());
      return others;
    }
    if (auto gather = dyn_cast<GatherOp>(op))
      return {gather.getSource()};
    return {};
  }

  /// Whether all members may move to the place of the last one: what others read of them comes
  /// after it, and they read of each other elements only, none of which is an update's, since
  /// these are known after the loop.
  static bool isMovable(const Group &group) {
    Operation *last = group.members.back();
    Block *block = last->getBlock();
    int64_t extent = ShapedType::kDynamic;
    for (Operation *op : group.members) {
      for (Value array : arraysOfMember(op)) {
        int64_t own = getArrayExtent(array.getType());
        if (ShapedType::isDynamic(own))
          continue;
        if (!ShapedType::isDynamic(extent) && extent != own)
          return false;
        extent = own;
      }
      for (Value other : otherOperands(op))
        if (group.makes(other))
          return false;
      for (Value array : arraysOfMember(op))
        if (group.makes(array) && isUpdate(array.getDefiningOp()))
          return false;
      bool isKept = true;
      op->walk([&](Operation *inner) {
        if (inner != op)
          isKept &= llvm::none_of(inner->getOperands(), [&](Value v) { return group.makes(v); });
      });
      if (!isKept)
        return false;
      for (Operation *user : op->getUsers()) {
        Operation *ancestor = block->findAncestorOpInBlock(*user);
        if (!ancestor || (!group.members.contains(ancestor) && ancestor->isBeforeInBlock(last)))
          return false;
      }
    }
    return true;
  }

  /// Each member becomes a loop, and goes into one with those before it.
  static void merge(RewriterBase &rewriter, Group &group) {
    ArrayLoopOpInterface fused;
    for (Operation *op : group.members.takeVector()) {
      ArrayLoopOpInterface loop = generalizeToLoop(rewriter, op);
      fused = fused ? fuseLoops(rewriter, fused, loop) : loop;
    }
  }
};
} // namespace
