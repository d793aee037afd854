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
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
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
    for (MapOp map : maps) {
      Group group;
      if (collect(map, group)) {
        merge(group);
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
    for (Operation *op : group.members) {
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

  //===-- The loop --------------------------------------------------------------------===//

  /// What the loop carries for a member: its own states, the first at `first`.
  struct Carried {
    Operation *op;
    unsigned first;
  };

  static Value getIndex(OpBuilder &builder, Location loc, Value index) {
    if (index.getType().isIndex())
      return index;
    return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  }

  static SmallVector<Value> inlineBody(OpBuilder &builder, Region &region, ValueRange args) {
    IRMapping mapping;
    mapping.map(region.getArguments(), args);
    return cloneBody(builder, region.front(), mapping);
  }

  /// The states that a member starts with: totals; arrays, and for bins the last bin and what
  /// it holds, which need not be read again as long as it stays the same.
  static void addInits(OpBuilder &builder, Operation *op, SmallVectorImpl<Value> &inits) {
    Location loc = op->getLoc();
    if (auto scan = dyn_cast<ScanOp>(op)) {
      llvm::append_range(inits, scan.getUnits());
    } else if (auto scatter = dyn_cast<ScatterAddOp>(op)) {
      inits.push_back(scatter.getAcc());
    } else if (auto hist = dyn_cast<HistOp>(op)) {
      for (auto [unit, result] : llvm::zip_equal(hist.getUnits(), hist.getResults())) {
        auto type = cast<RankedTensorType>(result.getType());
        SmallVector<Value> sizes;
        if (type.isDynamicDim(0))
          sizes.push_back(hist.getBins());
        inits.push_back(tensor::SplatOp::create(builder, loc, unit, type, sizes));
      }
      inits.push_back(createIndex(builder, loc, -1));
      llvm::append_range(inits, hist.getUnits());
    }
  }

  /// An element goes to its bin; returns the next states.
  static SmallVector<Value> update(OpBuilder &builder, HistOp op, Value bin, ValueRange elements,
                                   ValueRange states) {
    Location loc = op.getLoc();
    unsigned numBins = elements.size();
    ValueRange arrays = states.take_front(numBins);
    // Below zero is beyond the end of unsigned indices.
    Value isInside =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, bin, op.getBins());
    auto branch = scf::IfOp::create(builder, loc, states.getTypes(), isInside,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(branch.elseBlock());
    scf::YieldOp::create(builder, loc, states);
    builder.setInsertionPointToEnd(branch.thenBlock());
    Value isLast =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bin, states[numBins]);
    auto choice = scf::IfOp::create(builder, loc, elements.getTypes(), isLast,
                                    /*withElseRegion=*/true);
    builder.setInsertionPointToEnd(choice.thenBlock());
    scf::YieldOp::create(builder, loc, states.drop_front(numBins + 1));
    builder.setInsertionPointToEnd(choice.elseBlock());
    scf::YieldOp::create(builder, loc, llvm::map_to_vector(arrays, [&](Value array) {
                           return readElement(builder, loc, array, bin);
                         }));
    builder.setInsertionPointToEnd(branch.thenBlock());
    SmallVector<Value> args(choice.getResults());
    llvm::append_range(args, elements);
    SmallVector<Value> made = inlineBody(builder, op.getBody(), args), next;
    for (auto [element, array] : llvm::zip_equal(made, arrays))
      next.push_back(writeElement(builder, loc, element, array, bin));
    next.push_back(bin);
    llvm::append_range(next, made);
    scf::YieldOp::create(builder, loc, next);
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  static void merge(const Group &group) {
    Operation *last = group.members.back();
    OpBuilder builder(last);
    llvm::SetVector<Value> arrays;
    SmallVector<Value> inits, collected;
    SmallVector<Carried> carried;
    for (Operation *op : group.members) {
      for (Value array : arraysOfMember(op))
        if (!group.makes(array))
          arrays.insert(array);
      carried.push_back({op, static_cast<unsigned>(inits.size())});
      addInits(builder, op, inits);
      if (!isUpdate(op))
        for (Value result : op->getResults())
          if (llvm::any_of(result.getUsers(),
                           [&](Operation *user) { return !group.members.contains(user); }))
            collected.push_back(result);
    }
    auto fold = FoldOp::create(
        builder, last->getLoc(), Direction::Left, arrays.getArrayRef(), inits,
        [&](OpBuilder &body, Location loc, ValueRange args) {
          IRMapping elements;
          elements.map(arrays.getArrayRef(), args.take_front(arrays.size()));
          ValueRange states = args.drop_front(arrays.size());
          SmallVector<Value> next;
          for (auto [op, first] : carried) {
            auto of = llvm::map_to_vector(arraysOfMember(op),
                                          [&](Value array) { return elements.lookup(array); });
            if (auto map = dyn_cast<MapOp>(op)) {
              elements.map(map.getResults(), inlineBody(body, map.getBody(), of));
            } else if (auto gather = dyn_cast<GatherOp>(op)) {
              Value index = getIndex(body, loc, of.front());
              elements.map(gather.getResult(),
                           getIota(gather.getSource())
                               ? index
                               : readElement(body, loc, gather.getSource(), index));
            } else if (auto scan = dyn_cast<ScanOp>(op)) {
              SmallVector<Value> both(states.slice(first, of.size()));
              llvm::append_range(both, of);
              SmallVector<Value> totals = inlineBody(body, scan.getBody(), both);
              elements.map(scan.getResults(), totals);
              llvm::append_range(next, totals);
            } else if (auto scatter = dyn_cast<ScatterAddOp>(op)) {
              next.push_back(AccumulateOp::create(body, loc, scatter.getType(), of[0],
                                                  states[first], getIndex(body, loc, of[1])));
            } else {
              auto hist = cast<HistOp>(op);
              unsigned size = 2 * hist->getNumResults() + 1;
              llvm::append_range(next,
                                 update(body, hist, getIndex(body, loc, of[0]),
                                        ArrayRef(of).drop_front(), states.slice(first, size)));
            }
          }
          for (Value result : collected)
            next.push_back(elements.lookup(result));
          YieldOp::create(body, loc, next);
        });
    for (auto [op, first] : carried)
      if (isUpdate(op))
        for (auto [number, result] : llvm::enumerate(op->getResults()))
          result.replaceAllUsesWith(fold.getResult(first + number));
    for (auto [number, result] : llvm::enumerate(collected)) {
      Value made = fold.getResult(inits.size() + number);
      made.setType(result.getType());
      Value from = result;
      from.replaceUsesWithIf(
          made, [&](OpOperand &use) { return !group.members.contains(use.getOwner()); });
    }
    for (Operation *op : llvm::reverse(group.members))
      op->erase();
  }
};
} // namespace
