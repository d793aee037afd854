//===- TileReductions.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tiles loops that update all rows of large arrays in each iteration: several iterations are done
// at a time, row by row, so that a row stays in the cache. Where a row is a sum of vectors whose
// lanes are added up after the loop, they are added up after each tile: an array with a lane of the
// sum in each element exists for one row only.

#include "chad/Analysis/OpCost.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADTILEREDUCTIONS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// A map that updates rows of states of the loop around it, with the positions of these arrays and
/// results.
struct Update {
  MapOp map;
  llvm::SmallDenseMap<unsigned, unsigned> arrays; ///< States by the number of the array.
  SmallVector<unsigned> results;                  ///< The state that each result is next.
};

/// A state whose lanes a map after the loop adds up, together with other sums.
struct LaneSum {
  MapOp map;
  tensor::SplatOp zero; ///< What the state is at first: in each lane the number, which is a zero.
  unsigned lanes;       ///< Which of the map's two arrays is the state's last value.

  Value getInit() { return map.getArrays()[1 - lanes]; }
};

class Interchange {
public:
  Interchange(RewriterBase &rewriter, scf::ForOp loop)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()) {}

  /// Whether the loop has such maps, and the values that they need can be stored.
  bool analyze();
  /// Tiles the loop: `fixed` iterations at a time, or if this is 0 as many as a cache of
  /// `cacheBytes` allows.
  void run(int64_t cacheBytes, int64_t fixed);

private:
  bool addUpdate(MapOp map);
  /// Whether the lanes of a state that is updated are added up after the loop, and can be within
  /// it.
  std::optional<LaneSum> findLaneSum(unsigned state);
  /// What a row of a state is before the first iteration of a tile.
  Value createZeroRow(LaneSum &sum);
  /// The sizes of an array's dynamic dimensions, known before the loop.
  bool findSizes(Value array);
  /// Whether a value is computed again instead of stored.
  bool isCheap(Value value);
  Value index(int64_t value) { return createIndex(rewriter, loc, value); }
  Value bytesOf(ValueRange arrays, function_ref<SmallVector<Value>(Value)> sizesOf);
  Value createChunkSize(int64_t cacheBytes, int64_t fixed);
  SmallVector<Value> writeHead(Value first, Value count, Value chunk, ValueRange states);
  SmallVector<Value> writeUpdate(Update &update, Value first, Value count, ValueRange kept,
                                 ValueRange states);
  Value iterationAt(Value number);
  bool isInside(Value value) { return loop.getRegion().isAncestor(value.getParentRegion()); }

  RewriterBase &rewriter;
  scf::ForOp loop;
  Location loc;
  SmallVector<Update> updates;
  llvm::SmallDenseSet<unsigned> updated;           ///< The states of the loop that maps update.
  llvm::SmallDenseMap<unsigned, LaneSum> laneSums; ///< Of the states that are updated.
  llvm::SetVector<Value> kept;                     ///< Values that maps need, of each iteration.
  DenseMap<Value, SmallVector<Value>> sizes;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

bool Interchange::addUpdate(MapOp map) {
  Update update;
  update.map = map;
  for (Value result : map.getResults()) {
    if (!result.hasOneUse() || *result.user_begin() != loop.getBody()->getTerminator())
      return false;
    unsigned state = result.use_begin()->getOperandNumber();
    Value arg = loop.getRegionIterArg(state);
    unsigned uses = 0;
    for (OpOperand &use : arg.getUses()) {
      if (isa<tensor::DimOp>(use.getOwner()))
        continue;
      if (use.getOwner() != map || ++uses > 1)
        return false;
      update.arrays[use.getOperandNumber()] = state;
    }
    if (uses != 1 || arg.getType() != result.getType() || !haveEqualShapes(arg, result))
      return false;
    update.results.push_back(state);
  }
  updated.insert(update.results.begin(), update.results.end());
  updates.push_back(std::move(update));
  return true;
}

/// Whether the body adds up the lanes of each of its elements: it is `vector.reduction` of the one
/// argument from the other, or a map over both that does.
static bool addsUpLanes(Block &body, unsigned lanes) {
  if (body.getNumArguments() != 2 || !llvm::hasNItems(body, 2))
    return false;
  Operation &op = body.front();
  auto isYielded = [&] {
    return llvm::equal(body.getTerminator()->getOperands(), op.getResults());
  };
  if (auto reduction = dyn_cast<vector::ReductionOp>(op))
    return isYielded() && reduction.getKind() == vector::CombiningKind::ADD &&
           reduction.getVector() == body.getArgument(lanes) &&
           reduction.getAcc() == body.getArgument(1 - lanes);
  auto map = dyn_cast<MapOp>(op);
  if (!map || !isYielded() || map.getArrays().size() != 2 || map->getNumResults() != 1)
    return false;
  for (unsigned i : {0u, 1u})
    if (map.getArrays()[i] == body.getArgument(lanes))
      return map.getArrays()[1 - i] == body.getArgument(1 - lanes) &&
             addsUpLanes(map.getBody().front(), i);
  return false;
}

std::optional<LaneSum> Interchange::findLaneSum(unsigned state) {
  LaneSum sum;
  sum.zero = loop.getInitArgs()[state].getDefiningOp<tensor::SplatOp>();
  if (!sum.zero || !matchPattern(sum.zero.getInput(), m_AnyZeroFloat()))
    return std::nullopt;
  for (OpOperand &use : loop.getResult(state).getUses()) {
    if (isa<tensor::DimOp>(use.getOwner()))
      continue;
    if (sum.map)
      return std::nullopt;
    sum.map = dyn_cast<MapOp>(use.getOwner());
    sum.lanes = use.getOperandNumber();
    if (!sum.map || sum.map.getArrays().size() != 2 || sum.map->getNumResults() != 1 ||
        !addsUpLanes(sum.map.getBody().front(), sum.lanes))
      return std::nullopt;
  }
  if (!sum.map || !DominanceInfo().properlyDominates(sum.getInit(), loop))
    return std::nullopt;
  return sum;
}

bool Interchange::findSizes(Value array) {
  SmallVector<Value> &result = sizes[array];
  rewriter.setInsertionPoint(loop);
  auto type = dyn_cast<RankedTensorType>(array.getType());
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value size = createExtentBefore(rewriter, loc, Extent::of(array, dim), loop);
    if (!size)
      return false;
    result.push_back(size);
  }
  return true;
}

/// Whether a type is that of indices, or of masks of lanes.
static bool isPosition(Type type) { return getElementTypeOrSelf(type).isIntOrIndex(); }

bool Interchange::isCheap(Value value) {
  SmallVector<Value> worklist = {value};
  DenseSet<Value> visited;
  unsigned cost = 0;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!isInside(next) || next == loop.getInductionVar() || !visited.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || !isPure(op) ||
        !(op->hasTrait<mlir::OpTrait::ConstantLike>() || isPosition(next.getType())))
      return false;
    cost += getCost(op);
    if (cost > costOfReading)
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}

/// The type of the elements of an array; for any other type the type itself. A vector is an
/// element.
static Type elementTypeOf(Type type) {
  auto array = dyn_cast<RankedTensorType>(type);
  return array ? array.getElementType() : type;
}

bool Interchange::analyze() {
  if (!loop.getInductionVar().getType().isIndex() || loop.getUnsignedCmp())
    return false;
  for (Operation &op : *loop.getBody()) {
    if (!isMemoryEffectFree(&op))
      return false;
    if (auto map = dyn_cast<MapOp>(op); map && map->getNumResults() > 0)
      addUpdate(map);
  }
  // If rows are scalars, all of them fit in the cache.
  auto hasRows = [](Value result) {
    return cast<RankedTensorType>(result.getType()).getRank() > 1;
  };
  if (llvm::none_of(updates,
                    [&](Update &update) { return llvm::any_of(update.map.getResults(), hasRows); }))
    return false;
  moveLoopInvariantCode(loop);
  for (Update &update : updates) {
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(update.map->getRegions(), used);
    for (auto [number, array] : llvm::enumerate(update.map.getArrays()))
      if (!update.arrays.count(number))
        used.insert(array);
    for (Value value : used)
      if (isInside(value) && !isCheap(value))
        kept.insert(value);
  }
  for (unsigned state : updated)
    if (std::optional<LaneSum> sum = findLaneSum(state))
      laneSums[state] = *sum;
  // A state with other uses is not stored, as this would copy it as a whole.
  for (Value value : kept)
    if (isa<BlockArgument>(value) && isa<RankedTensorType>(value.getType()))
      return false;
  auto hasSize = [](Value value) {
    Type element = elementTypeOf(value.getType());
    if (auto vector = dyn_cast<VectorType>(element))
      element = vector.getElementType();
    return element.isIntOrIndexOrFloat();
  };
  return llvm::all_of(updated,
                      [&](unsigned state) { return hasSize(loop.getInitArgs()[state]); }) &&
         llvm::all_of(kept, [&](Value value) { return hasSize(value) && findSizes(value); });
}

//===----------------------------------------------------------------------===//
// Number of iterations at a time
//===----------------------------------------------------------------------===//

/// The bytes of values, of which some are arrays.
Value Interchange::bytesOf(ValueRange arrays, function_ref<SmallVector<Value>(Value)> sizesOf) {
  Value sum = index(0);
  for (Value array : arrays) {
    auto type = dyn_cast<RankedTensorType>(array.getType());
    int64_t bytes = chad::detail::bytesOf(array.getType());
    if (type)
      for (int64_t extent : type.getShape())
        bytes *= ShapedType::isDynamic(extent) ? 1 : extent;
    Value product = index(bytes);
    for (Value size : sizesOf(array))
      product = arith::MulIOp::create(rewriter, loc, product, size);
    sum = arith::AddIOp::create(rewriter, loc, sum, product);
  }
  return sum;
}

Value Interchange::createChunkSize(int64_t cacheBytes, int64_t fixed) {
  if (fixed > 0)
    return index(fixed);
  // Sums of up to `maxNear` bytes stay in the cache without tiling; the stored values of some
  // iterations may take up to `maxKept` bytes of it.
  int64_t maxNear = cacheBytes / 4, maxKept = cacheBytes / 2;
  SmallVector<Value> states;
  for (unsigned state : updated)
    states.push_back(loop.getInitArgs()[state]);
  Value stateBytes = bytesOf(states, [&](Value state) {
    SmallVector<Value> extents;
    auto type = cast<RankedTensorType>(state.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        extents.push_back(tensor::DimOp::create(rewriter, loc, state, dim));
    return extents;
  });
  Value keptBytes = bytesOf(kept.getArrayRef(), [&](Value value) { return sizes.lookup(value); });
  keptBytes = arith::MaxUIOp::create(rewriter, loc, keptBytes, index(1));
  // The stored values may exceed the cache if each row would otherwise be updated too few times:
  // twice where to add up the lanes of all sums takes less time than to move the values of a few
  // iterations past the cache, which was measured.
  Value fitting = arith::DivUIOp::create(rewriter, loc, index(maxKept), keptBytes);
  Value least = index(8);
  if (!laneSums.empty()) {
    Value twice = arith::MulIOp::create(rewriter, loc, keptBytes, index(2));
    Value areSumsFew =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule, stateBytes, twice);
    least = arith::SelectOp::create(rewriter, loc, areSumsFew, index(2), least);
  }
  fitting = arith::MaxUIOp::create(rewriter, loc, fitting, least);
  fitting = arith::MinUIOp::create(rewriter, loc, fitting, index(64));
  // Lanes are added up once for a tile, never once for an iteration.
  if (!laneSums.empty())
    return fitting;
  Value isNear =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule, stateBytes, index(maxNear));
  return arith::SelectOp::create(rewriter, loc, isNear, index(1), fitting);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value Interchange::iterationAt(Value number) {
  if (!matchPattern(loop.getStep(), m_One()))
    number = arith::MulIOp::create(rewriter, loc, number, loop.getStep());
  if (matchPattern(loop.getLowerBound(), m_Zero()))
    return number;
  return arith::AddIOp::create(rewriter, loc, number, loop.getLowerBound());
}

SmallVector<Value> Interchange::writeHead(Value first, Value count, Value chunk,
                                          ValueRange states) {
  SmallVector<Value> inits;
  for (auto [number, state] : llvm::enumerate(states))
    if (!updated.count(number))
      inits.push_back(state);
  unsigned numStates = inits.size();
  for (Value value : kept) {
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type)
      llvm::append_range(shape, type.getShape());
    SmallVector<Value> extents = {chunk};
    llvm::append_range(extents, sizes.lookup(value));
    inits.push_back(tensor::EmptyOp::create(
        rewriter, loc, RankedTensorType::get(shape, elementTypeOf(value.getType())), extents));
  }
  auto head = scf::ForOp::create(rewriter, loc, index(0), count, index(1), inits);
  if (inits.empty())
    rewriter.eraseOp(head.getBody()->getTerminator());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(head.getBody());
  Value number = arith::AddIOp::create(rewriter, loc, first, head.getInductionVar());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), iterationAt(number));
  // The loop only needs the shapes of states that maps update.
  unsigned own = 0;
  for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs()))
    mapping.map(arg, updated.count(i) ? states[i] : head.getRegionIterArg(own++));
  SmallVector<Value> arrays(head.getRegionIterArgs().drop_front(numStates));
  auto keep = [&](Value value) {
    auto *found = llvm::find(kept, value);
    if (found == kept.end())
      return;
    Value &array = arrays[found - kept.begin()];
    array = writeElement(rewriter, loc, mapping.lookup(value), array, head.getInductionVar());
    // If the body uses the array, too, it reads the stored one, so that there is one array only.
    if (isa<RankedTensorType>(value.getType()) && !value.hasOneUse())
      mapping.map(value, readElement(rewriter, loc, array, head.getInductionVar()));
  };
  for (Value arg : loop.getBody()->getArguments())
    keep(arg);
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (llvm::any_of(updates, [&](Update &update) { return update.map == &op; }))
      continue;
    rewriter.clone(op, mapping);
    for (Value result : op.getResults())
      keep(result);
  }
  SmallVector<Value> next;
  for (auto [i, yielded] : llvm::enumerate(loop.getYieldedValues()))
    if (!updated.count(i))
      next.push_back(mapping.lookupOrDefault(yielded));
  llvm::append_range(next, arrays);
  scf::YieldOp::create(rewriter, loc, next);
  return SmallVector<Value>(head.getResults());
}

Value Interchange::createZeroRow(LaneSum &sum) {
  auto type = dyn_cast<RankedTensorType>(getArrayElement(sum.zero.getType()));
  if (!type)
    return sum.zero.getInput();
  ValueRange sizes = sum.zero.getDynamicSizes();
  return tensor::SplatOp::create(rewriter, loc, sum.zero.getInput(), type,
                                 sizes.take_back(type.getNumDynamicDims()));
}

SmallVector<Value> Interchange::writeUpdate(Update &update, Value first, Value count,
                                            ValueRange keptArrays, ValueRange states) {
  MapOp map = update.map;
  Block &body = map.getBody().front();
  // Rows of stored values are read from where they are stored; other rows are elements as before.
  SmallVector<Value> arrays;
  SmallVector<unsigned> numbers;
  for (auto [number, array] : llvm::enumerate(map.getArrays())) {
    auto state = update.arrays.find(number);
    if (state != update.arrays.end())
      arrays.push_back(states[state->second]);
    else if (!isInside(array))
      arrays.push_back(array);
    else
      continue;
    numbers.push_back(number);
  }
  Value extent = tensor::DimOp::create(rewriter, loc, states[update.results.front()], 0);
  arrays.push_back(createIota(rewriter, loc, extent));
  SmallVector<Type> types;
  for (unsigned state : update.results)
    types.push_back(states[state].getType());
  ArrayLoopOpInterface outer = createLoop(rewriter, loc, arrays, {}, types);
  OpBuilder::InsertionGuard guard(rewriter);
  Block *block = rewriter.createBlock(&outer.getBody());
  IRMapping mapping;
  for (auto [number, array] : llvm::zip(numbers, arrays))
    mapping.map(body.getArgument(number),
                block->addArgument(getArrayElement(array.getType()), loc));
  Value row = block->addArgument(rewriter.getIndexType(), loc);
  SmallVector<Value> inits;
  SmallVector<unsigned> stateArrays(update.results.size());
  for (auto [result, state] : llvm::enumerate(update.results))
    for (auto [number, own] : update.arrays)
      if (own == state)
        stateArrays[result] = number;
  for (auto [number, state] : llvm::zip_equal(stateArrays, update.results)) {
    auto sum = laneSums.find(state);
    inits.push_back(sum == laneSums.end() ? mapping.lookup(body.getArgument(number))
                                          : createZeroRow(sum->second));
  }
  auto each = scf::ForOp::create(rewriter, loc, index(0), count, index(1), inits);
  SmallVector<Value> rows(each.getResults());
  for (auto [row, number, state] : llvm::zip_equal(rows, stateArrays, update.results)) {
    auto found = laneSums.find(state);
    if (found == laneSums.end())
      continue;
    LaneSum &sum = found->second;
    Block &adder = sum.map.getBody().front();
    IRMapping own;
    own.map(adder.getArgument(sum.lanes), row);
    own.map(adder.getArgument(1 - sum.lanes), mapping.lookup(body.getArgument(number)));
    row = rewriter.clone(adder.front(), own)->getResult(0);
  }
  YieldOp::create(rewriter, loc, rows);
  rewriter.setInsertionPointToEnd(each.getBody());
  Value number = arith::AddIOp::create(rewriter, loc, first, each.getInductionVar());
  mapping.map(loop.getInductionVar(), iterationAt(number));
  for (auto [result, array] : llvm::enumerate(stateArrays))
    mapping.map(body.getArgument(array), each.getRegionIterArg(result));
  // Cheap values are computed again.
  auto clone = [&](Value value) {
    SmallVector<Value> worklist = {value};
    llvm::SetVector<Operation *> ops;
    while (!worklist.empty()) {
      Value next = worklist.pop_back_val();
      if (!isInside(next) || mapping.contains(next))
        continue;
      ops.insert(next.getDefiningOp());
      llvm::append_range(worklist, next.getDefiningOp()->getOperands());
    }
    SmallVector<Operation *> sorted(ops.begin(), ops.end());
    llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : sorted)
      rewriter.clone(*op, mapping);
  };
  for (auto [value, array] : llvm::zip_equal(kept, keptArrays)) {
    // A value may be used as an element of a map, and in other ways.
    bool isUsed = false;
    for (OpOperand &use : value.getUses()) {
      if (use.getOwner() == map) {
        Value arg = body.getArgument(use.getOperandNumber());
        mapping.map(arg, readElement(rewriter, loc, array, {each.getInductionVar(), row}));
      } else {
        isUsed |= map.getBody().isAncestor(use.getOwner()->getParentRegion());
      }
    }
    if (isUsed)
      mapping.map(value, readElement(rewriter, loc, array, each.getInductionVar()));
  }
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(map->getRegions(), used);
  for (Value value : used)
    clone(value);
  for (auto [index, array] : llvm::enumerate(map.getArrays()))
    if (isInside(array) && !update.arrays.count(index) && !kept.contains(array)) {
      clone(array);
      mapping.map(body.getArgument(index), readElement(rewriter, loc, mapping.lookup(array), row));
    }
  for (Operation &op : body.without_terminator())
    rewriter.clone(op, mapping);
  auto next = llvm::map_to_vector(body.getTerminator()->getOperands(),
                                  [&](Value value) { return mapping.lookupOrDefault(value); });
  scf::YieldOp::create(rewriter, loc, next);
  return SmallVector<Value>(outer->getResults());
}

void Interchange::run(int64_t cacheBytes, int64_t fixed) {
  rewriter.setInsertionPoint(loop);
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  bool isFromZero = matchPattern(lower, m_Zero()), isByOne = matchPattern(loop.getStep(), m_One());
  Value total = upper;
  if (!isFromZero || !isByOne)
    total = arith::MaxSIOp::create(rewriter, loc, total, lower);
  if (!isFromZero)
    total = arith::SubIOp::create(rewriter, loc, total, lower);
  if (!isByOne)
    total = arith::CeilDivUIOp::create(rewriter, loc, total, loop.getStep());
  Value chunk = createChunkSize(cacheBytes, fixed);
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto &[state, sum] : laneSums)
    inits[state] = sum.getInit();
  auto chunks = scf::ForOp::create(rewriter, loc, index(0), total, chunk, inits);
  rewriter.setInsertionPointToEnd(chunks.getBody());
  Value first = chunks.getInductionVar();
  Value left = arith::SubIOp::create(rewriter, loc, total, first);
  Value count = arith::MinUIOp::create(rewriter, loc, left, chunk);
  SmallVector<Value> results = writeHead(first, count, chunk, chunks.getRegionIterArgs());
  SmallVector<Value> next(loop.getNumResults());
  unsigned own = 0;
  for (auto [i, value] : llvm::enumerate(next))
    if (!updated.count(i))
      value = results[own++];
  for (Update &update : updates) {
    SmallVector<Value> rows = writeUpdate(update, first, count, ArrayRef(results).drop_front(own),
                                          chunks.getRegionIterArgs());
    for (auto [state, row] : llvm::zip_equal(update.results, rows))
      next[state] = row;
  }
  scf::YieldOp::create(rewriter, loc, next);
  for (auto &[state, sum] : laneSums)
    rewriter.replaceOp(sum.map, chunks.getResult(state));
  for (auto [from, to] : llvm::zip_equal(loop.getResults(), chunks.getResults()))
    rewriter.replaceAllUsesWith(from, to);
  rewriter.eraseOp(loop);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct TileReductions : chad::impl::ChadTileReductionsBase<TileReductions> {
  using ChadTileReductionsBase::ChadTileReductionsBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      Interchange interchange(rewriter, loop);
      if (!interchange.analyze())
        continue;
      interchange.run(l2Bytes, iterations);
      ++numInterchanged;
    }
  }
};
} // namespace
