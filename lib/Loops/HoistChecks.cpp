//===- HoistChecks.cpp ----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Moves assertions to the first place where the values that they compare are defined: before loops,
// and next to each other. Assertions about the elements that a loop over arrays reads get a loop of
// their own.

#include "chad/IR/ArrayLoops.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADHOISTCHECKS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of ops that are moved for one assertion.
static constexpr unsigned maxMoved = 32;

/// Collects the ops that must be moved for `value` to be available, each after its operands. Fails
/// if one of them may not run earlier, or if there are too many. An element of an array may not be
/// read earlier, since another assertion may say that it is there.
static bool collect(Value value, function_ref<bool(Value)> isAvailable,
                    llvm::SetVector<Operation *> &needed) {
  Operation *def = value.getDefiningOp();
  if (isAvailable(value) || (def && needed.contains(def)))
    return true;
  if (!def || def->getNumRegions() != 0 || !isPure(def) || isa<tensor::ExtractOp>(def) ||
      needed.size() >= maxMoved)
    return false;
  for (Value operand : def->getOperands())
    if (!collect(operand, isAvailable, needed))
      return false;
  needed.insert(def);
  return true;
}

/// The condition that the loop has no iteration; null if it is known to have one.
static Value createHasNone(OpBuilder &builder, scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper && *lower < *upper && !loop.getUnsignedCmp())
    return {};
  return arith::CmpIOp::create(builder, loop.getLoc(),
                               loop.getUnsignedCmp() ? arith::CmpIPredicate::uge
                                                     : arith::CmpIPredicate::sge,
                               loop.getLowerBound(), loop.getUpperBound());
}

/// Moves assertions of `loop` whose condition is the same in all iterations before the loop. There
/// they assert that the condition holds or the loop has no iteration.
static void leaveLoop(scf::ForOp loop) {
  OpBuilder builder(loop);
  Value isEmpty;
  auto isOutside = [&](Value value) {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  };
  for (auto check : llvm::make_early_inc_range(loop.getBody()->getOps<cf::AssertOp>())) {
    llvm::SetVector<Operation *> needed;
    if (!collect(check.getArg(), isOutside, needed))
      continue;
    if (!isEmpty)
      isEmpty = createHasNone(builder, loop);
    for (Operation *op : needed)
      op->moveBefore(loop);
    check->moveBefore(loop);
    builder.setInsertionPoint(check);
    if (isEmpty)
      check.getArgMutable().assign(
          arith::OrIOp::create(builder, check.getLoc(), check.getArg(), isEmpty));
    builder.setInsertionPoint(loop);
  }
}

namespace {
/// Gives assertions in the bodies of loops over arrays loops of their own.
class Distribution {
public:
  /// Replaces each assertion of the body whose condition depends on nothing but elements of arrays
  /// by one before the loop, that all elements meet the condition.
  void leaveLoop(ArrayLoopOpInterface loop);

private:
  /// Collects the ops of the body that compute `value`. Elements of arrays may be read at indices
  /// if `mayRead`. Fails if a state, or an op that may not run twice, takes part.
  bool collect(Value value, ArrayLoopOpInterface loop, bool mayRead,
               llvm::SetVector<Operation *> &needed) const;
  /// The condition that all iterations of `loop` meet `condition`; null if it cannot be computed.
  Value createForAll(OpBuilder &builder, Location loc, ArrayLoopOpInterface loop, Value condition,
                     const llvm::SetVector<Operation *> &needed);
  /// A map or build like `loop`, whose elements are these values of its body, computed by copies of
  /// the ops `needed`; null if the number of iterations is not known.
  Operation *createMap(OpBuilder &builder, Location loc, ArrayLoopOpInterface loop,
                       ValueRange values, const llvm::SetVector<Operation *> &needed);

  /// The loops that were made here, which are cheap.
  DenseSet<Operation *> made;
  /// For conditions that were made here: whether there are no iterations. If there are none, the
  /// extreme value that is compared is the unit of its reduction.
  DenseMap<Value, Value> emptiness;
};
} // namespace

bool Distribution::collect(Value value, ArrayLoopOpInterface loop, bool mayRead,
                           llvm::SetVector<Operation *> &needed) const {
  if (isDefinedOutside(value, loop))
    return true;
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg == loop.getIndexArg() || arg.getArgNumber() < loop.getArrays().size();
  Operation *def = value.getDefiningOp();
  if (needed.contains(def))
    return true;
  if (!isPure(def) || (def->getNumRegions() != 0 && !made.contains(def)) ||
      (isa<tensor::ExtractOp>(def) && !mayRead) || needed.size() >= maxMoved)
    return false;
  llvm::SetVector<Value> operands(llvm::from_range, def->getOperands());
  getUsedValuesDefinedAbove(def->getRegions(), operands);
  for (Value operand : operands)
    if (!collect(operand, loop, mayRead, needed))
      return false;
  needed.insert(def);
  return true;
}

Operation *Distribution::createMap(OpBuilder &builder, Location loc, ArrayLoopOpInterface loop,
                                   ValueRange values, const llvm::SetVector<Operation *> &needed) {
  llvm::SetVector<Value> used(llvm::from_range, values);
  for (Operation *op : needed) {
    used.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), used);
  }
  SmallVector<Value> arrays;
  SmallVector<BlockArgument> elements;
  for (auto [array, arg] : llvm::zip(loop.getArrays(), loop.getBodyBlock().getArguments()))
    if (used.contains(arg)) {
      arrays.push_back(array);
      elements.push_back(arg);
    }
  Value extent = arrays.empty() ? getExtent(builder, loop) : Value();
  if (arrays.empty() && !extent)
    return nullptr;
  auto write = [&](OpBuilder &nested, Location at, ValueRange args) {
    IRMapping mapping;
    if (!arrays.empty())
      mapping.map(elements, args);
    else if (BlockArgument index = loop.getIndexArg())
      mapping.map(index, args.front());
    for (Operation *op : needed) {
      Operation *copy = nested.clone(*op, mapping);
      if (made.contains(op))
        made.insert(copy);
    }
    YieldOp::create(nested, at, llvm::map_to_vector(values, [&](Value value) {
                      return mapping.lookupOrDefault(value);
                    }));
  };
  Operation *map = arrays.empty() ? BuildOp::create(builder, loc, extent, write).getOperation()
                                  : MapOp::create(builder, loc, arrays, write).getOperation();
  made.insert(map);
  return map;
}

/// The op that finds, among numbers, the one that meets the comparison with a bound on its right
/// only if all do; nothing if there is no such number.
static std::optional<arith::AtomicRMWKind> getExtreme(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::ult:
  case Predicate::ule:
    return arith::AtomicRMWKind::maxu;
  case Predicate::slt:
  case Predicate::sle:
    return arith::AtomicRMWKind::maxs;
  case Predicate::ugt:
  case Predicate::uge:
    return arith::AtomicRMWKind::minu;
  case Predicate::sgt:
  case Predicate::sge:
    return arith::AtomicRMWKind::mins;
  default:
    return std::nullopt;
  }
}

Value Distribution::createForAll(OpBuilder &builder, Location loc, ArrayLoopOpInterface loop,
                                 Value condition, const llvm::SetVector<Operation *> &needed) {
  auto reduce = [&](Value array, arith::AtomicRMWKind kind) {
    Value result = createReduction(builder, loc, array, kind);
    made.insert(result.getDefiningOp());
    return result;
  };
  // A value that is the same in all iterations, computed before the loop; null for others.
  IRMapping outside;
  auto getOutside = [&](auto &&getOutside, Value value) -> Value {
    if (isDefinedOutside(value, loop))
      return value;
    if (Value known = outside.lookupOrNull(value))
      return known;
    Operation *def = value.getDefiningOp();
    if (!def || def->getNumRegions() != 0 || isa<tensor::ExtractOp>(def) ||
        !llvm::all_of(def->getOperands(),
                      [&](Value operand) { return bool(getOutside(getOutside, operand)); }))
      return {};
    for (Value operand : def->getOperands())
      outside.map(operand, getOutside(getOutside, operand));
    return builder.clone(*def, outside)->getResult(cast<OpResult>(value).getResultNumber());
  };
  if (Value same = getOutside(getOutside, condition)) {
    // A loop without iterations asserts nothing.
    Value extent = getExtent(builder, loop);
    if (!extent)
      return {};
    Value isEmpty = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, extent,
                                          createIndex(builder, loc, 0));
    return arith::OrIOp::create(builder, loc, same, isEmpty);
  }
  Value none = emptiness.lookup(condition);
  auto compare =
      (none ? condition.getDefiningOp()->getOperand(0) : condition).getDefiningOp<arith::CmpIOp>();
  std::optional<arith::AtomicRMWKind> extreme =
      compare ? getExtreme(compare.getPredicate()) : std::nullopt;
  Value bound = extreme ? getOutside(getOutside, compare.getRhs()) : Value();
  if (!bound) {
    Operation *map = createMap(builder, loc, loop, condition, needed);
    return map ? reduce(map->getResult(0), arith::AtomicRMWKind::andi) : Value();
  }
  // The extreme number is compared with the bound, so that a message can say what it is.
  SmallVector<Value> values = {compare.getLhs()};
  if (none)
    values.push_back(none);
  Operation *map = createMap(builder, loc, loop, values, needed);
  if (!map)
    return {};
  Value most = reduce(map->getResult(0), *extreme);
  Value holds = arith::CmpIOp::create(builder, loc, compare.getPredicate(), most, bound);
  Value isEmpty = none ? reduce(map->getResult(1), arith::AtomicRMWKind::andi)
                       : createIsEmpty(builder, loc, map->getResult(0));
  Value result = arith::OrIOp::create(builder, loc, holds, isEmpty);
  emptiness[result] = isEmpty;
  return result;
}

void Distribution::leaveLoop(ArrayLoopOpInterface loop) {
  // An assertion that stays may say that an element which is read after it is there.
  bool mayRead = true;
  for (auto check : llvm::make_early_inc_range(loop.getBodyBlock().getOps<cf::AssertOp>())) {
    llvm::SetVector<Operation *> needed;
    OpBuilder builder(loop);
    Value condition = check.getArg();
    Value holds = collect(condition, loop, mayRead, needed)
                      ? createForAll(builder, check.getLoc(), loop, condition, needed)
                      : Value();
    if (!holds) {
      mayRead = false;
      continue;
    }
    cf::AssertOp::create(builder, check.getLoc(), holds, check.getMsg());
    check.erase();
  }
}

/// Moves the assertions of `block` up to the first one, or to the last one that could not be moved
/// there.
static void gather(Block &block) {
  DenseMap<Operation *, unsigned> order;
  SmallVector<cf::AssertOp> checks;
  for (Operation &op : block) {
    order[&op] = order.size() + 1;
    if (auto check = dyn_cast<cf::AssertOp>(op))
      checks.push_back(check);
  }
  /// Adjacent assertions.
  struct Group {
    cf::AssertOp first, last;
  };
  SmallVector<Group, 2> groups;
  for (cf::AssertOp check : checks) {
    auto join = [&](Group &group) {
      llvm::SetVector<Operation *> needed;
      unsigned position = order.lookup(group.first);
      auto isAvailable = [&](Value value) {
        Operation *def = value.getDefiningOp();
        return !def || def->getBlock() != &block || order.lookup(def) < position;
      };
      if (!collect(check.getArg(), isAvailable, needed))
        return false;
      for (Operation *op : needed) {
        op->moveBefore(group.first);
        order[op] = position - 1;
      }
      check->moveAfter(group.last);
      group.last = check;
      return true;
    };
    if (llvm::any_of(groups, join))
      continue;
    if (groups.size() == 2)
      groups.pop_back();
    groups.push_back({check, check});
  }
}

static void hoist(Operation *root, Distribution &distribution) {
  for (Region &region : root->getRegions())
    for (Block &block : region) {
      for (Operation &op : llvm::make_early_inc_range(block)) {
        hoist(&op, distribution);
        if (auto loop = dyn_cast<scf::ForOp>(op))
          leaveLoop(loop);
        else if (auto loop = dyn_cast<ArrayLoopOpInterface>(op))
          distribution.leaveLoop(loop);
      }
      gather(block);
    }
}

namespace {
struct HoistChecks : chad::impl::ChadHoistChecksBase<HoistChecks> {
  void runOnOperation() override {
    Distribution distribution;
    hoist(getOperation(), distribution);
  }
};
} // namespace
