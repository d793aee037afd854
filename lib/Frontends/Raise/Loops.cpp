//===- Loops.cpp -------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces counting loops that read and write arrays at their index by loops over the elements of
// these arrays. The new loops state that iterations access different elements, and their
// derivatives add to elements instead of whole arrays.

#include "Steps.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// An offset from the index of a loop: the sum of a value that is defined outside of the loop,
/// which may be null, and a constant.
struct Offset {
  Value base;
  int64_t plus = 0;
  bool operator==(const Offset &other) const { return base == other.base && plus == other.plus; }
};

/// One dimension of an array, at the index of a loop plus an offset.
struct Place {
  unsigned dim = 0;
  Offset offset;
  bool operator==(const Place &other) const { return dim == other.dim && offset == other.offset; }
};

/// An array from outside of a loop, and the reads of it at one place.
struct ReadGroup {
  Value array;
  Place place;
  SmallVector<Operation *> reads;
};

/// A state of a loop of which each iteration reads and writes its own element.
struct ElementState {
  unsigned number = 0;
  Place place;
  /// The reads and writes in program order, and the values of the state between them.
  SmallVector<Operation *> accesses;
  llvm::SetVector<Value> versions;
};

class LoopRaiser {
public:
  explicit LoopRaiser(scf::ForOp loop) : loop(loop), rewriter(loop.getContext()) {}

  /// Replaces the loop if it reads or writes arrays at its index, or has a state that is a sum.
  /// Returns whether the loop was replaced.
  bool run();

private:
  std::optional<Offset> matchOffset(Value index);
  std::optional<Place> matchPlace(Operation *access);
  void findReads();
  std::optional<ElementState> matchState(unsigned number);
  bool isSum(unsigned number);
  bool isInBounds(Value array, const Place &place, ArrayRef<Operation *> accesses);
  bool isProvenInBounds(Value array, const Place &place);
  bool isInPerfectNest(Operation *access);
  void dropDimsOf(const ElementState &state);

  OpFoldResult getFirst(const Offset &offset);
  void computeExtent();
  bool isWhole(Value array, const Place &place);
  Value takeElements(Value array, const Place &place);
  Value putElements(Value elements, Value array, const Place &place);
  void rewriteAccess(Operation *access, Value element, unsigned dim);

  bool isOutside(Value value) const { return isDefinedOutside(value, loop); }

  scf::ForOp loop;
  IRRewriter rewriter;
  SmallVector<ReadGroup> groups;
  SmallVector<ElementState> elementStates;
  /// Arrays that only inner loops access, so that an iteration whose inner loops are empty does not
  /// access them. The number of iterations of the new loop is at most the extent of each.
  SmallVector<std::pair<Value, Place>> bounds;
  OpFoldResult extent;
};
} // namespace

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The array of which `op` reads or writes a part; null for other ops.
static Value getAccessedArray(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case([](tensor::ExtractOp op) { return op.getTensor(); })
      .Case([](tensor::InsertOp op) { return op.getDest(); })
      .Case([](tensor::ExtractSliceOp op) { return op.getSource(); })
      .Case([](tensor::InsertSliceOp op) { return op.getDest(); })
      .Default(Value());
}

static bool isRead(Operation *op) { return isa<tensor::ExtractOp, tensor::ExtractSliceOp>(op); }

/// Returns the index of an access in each dimension; null for a dimension of which the access
/// covers more than one index.
static SmallVector<Value> getIndices(Operation *op) {
  auto ofSlice = [](auto slice) {
    SmallVector<Value> indices;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [i, offset, size] : llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes()))
      indices.push_back(dropped.test(i) && isConstantIntValue(size, 1) ? dyn_cast<Value>(offset)
                                                                       : Value());
    return indices;
  };
  return TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case<tensor::ExtractOp, tensor::InsertOp>(
          [](auto op) { return llvm::to_vector_of<Value>(op.getIndices()); })
      .Case<tensor::ExtractSliceOp, tensor::InsertSliceOp>(ofSlice)
      .Default(SmallVector<Value>());
}

std::optional<Offset> LoopRaiser::matchOffset(Value index) {
  if (!index)
    return std::nullopt;
  if (index == loop.getInductionVar())
    return Offset();
  Operation *op = index.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op) || isOutside(index))
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool isSum = isa<arith::AddIOp>(op);
  for (bool isSwapped : {false, true}) {
    if (isSwapped && !isSum)
      break;
    Value varying = isSwapped ? rhs : lhs, added = isSwapped ? lhs : rhs;
    std::optional<Offset> offset = matchOffset(varying);
    if (!offset)
      continue;
    if (std::optional<int64_t> constant = getConstantIntValue(added)) {
      offset->plus += isSum ? *constant : -*constant;
      return offset;
    }
    if (!isSum || offset->base || !isOutside(added))
      continue;
    offset->base = added;
    return offset;
  }
  return std::nullopt;
}

std::optional<Place> LoopRaiser::matchPlace(Operation *access) {
  for (auto [dim, index] : llvm::enumerate(getIndices(access)))
    if (std::optional<Offset> offset = matchOffset(index))
      return Place{static_cast<unsigned>(dim), *offset};
  return std::nullopt;
}

/// Whether a value is an array whose elements the pass can separate.
static bool isArray(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 0 && !type.getEncoding() && isScalarType(type.getElementType());
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Whether `access` runs in every iteration of `loop`.
static bool isCertain(Operation *access, scf::ForOp loop) {
  for (Operation *parent = access->getParentOp(); parent != loop; parent = parent->getParentOp()) {
    auto inner = dyn_cast<scf::ForOp>(parent);
    if (!inner)
      return false;
    std::optional<int64_t> lower = getConstantIntValue(inner.getLowerBound()),
                           upper = getConstantIntValue(inner.getUpperBound());
    if (!lower || !upper || *lower >= *upper)
      return false;
  }
  return true;
}

/// Whether the loops around `access` are a perfect nest: if the access does not run in an
/// iteration, no other op with an effect runs in it.
bool LoopRaiser::isInPerfectNest(Operation *access) {
  scf::ForOp outer = loop;
  while (access->getParentOp() != outer) {
    scf::ForOp inner;
    for (Operation &op : outer.getBody()->without_terminator()) {
      if (op.getNumRegions()) {
        if (inner || !isa<scf::ForOp>(op))
          return false;
        inner = cast<scf::ForOp>(op);
      } else if (!isMemoryEffectFree(&op)) {
        return false;
      }
    }
    if (!inner || !inner->isAncestor(access))
      return false;
    for (auto [arg, next] : llvm::zip_equal(outer.getRegionIterArgs(), outer.getYieldedValues())) {
      auto result = dyn_cast<OpResult>(next);
      if (!result || result.getOwner() != inner ||
          inner.getInitArgs()[result.getResultNumber()] != arg)
        return false;
    }
    for (Value bound : {inner.getLowerBound(), inner.getUpperBound(), inner.getStep()})
      if (!isOutside(bound))
        return false;
    outer = inner;
  }
  return true;
}

bool LoopRaiser::isProvenInBounds(Value array, const Place &place) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  if (!lower || place.offset.base || *lower + place.offset.plus < 0)
    return false;
  auto type = cast<RankedTensorType>(array.getType());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (upper && !type.isDynamicDim(place.dim))
    return *upper + place.offset.plus <= type.getDimSize(place.dim);
  Extent bound = nameSize(loop.getUpperBound()), dim = nameExtent(array, place.dim);
  bound.plus += place.offset.plus;
  if (bound.isNear(dim))
    return bound.plus <= dim.plus;
  return place.offset.plus <= 0 &&
         areEqual(Extent::of(loop.getUpperBound()), Extent::of(array, place.dim));
}

bool LoopRaiser::isInBounds(Value array, const Place &place, ArrayRef<Operation *> accesses) {
  if (llvm::any_of(accesses, [&](Operation *access) { return isCertain(access, loop); }) ||
      isProvenInBounds(array, place))
    return true;
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  if (!lower || place.offset.base || *lower + place.offset.plus < 0 ||
      !isConstantIntValue(loop.getStep(), 1) ||
      llvm::none_of(accesses, [&](Operation *access) { return isInPerfectNest(access); }))
    return false;
  bounds.emplace_back(array, place);
  return true;
}

//===----------------------------------------------------------------------===//
// Reads and writes of elements
//===----------------------------------------------------------------------===//

void LoopRaiser::findReads() {
  SmallVector<ReadGroup> found;
  loop.getBody()->walk([&](Operation *op) {
    Value array = getAccessedArray(op);
    if (!array || !isRead(op) || !isOutside(array) || !isArray(array))
      return;
    std::optional<Place> place = matchPlace(op);
    if (!place)
      return;
    auto group = llvm::find_if(found, [&](const ReadGroup &group) {
      return group.array == array && group.place == *place;
    });
    if (group == found.end())
      group = found.insert(found.end(), {array, *place, {}});
    group->reads.push_back(op);
  });
  for (ReadGroup &group : found)
    if (isInBounds(group.array, group.place, group.reads))
      groups.push_back(std::move(group));
}

std::optional<ElementState> LoopRaiser::matchState(unsigned number) {
  ElementState state;
  state.number = number;
  if (!isArray(loop.getInitArgs()[number]))
    return std::nullopt;
  std::optional<Place> place;
  state.versions.insert(loop.getRegionIterArg(number));
  for (unsigned i = 0; i < state.versions.size(); ++i) {
    for (OpOperand &use : state.versions[i].getUses()) {
      Operation *op = use.getOwner();
      if (isa<tensor::DimOp>(op))
        continue;
      if (auto inner = dyn_cast<scf::ForOp>(op)) {
        if (use.getOperandNumber() < inner.getNumControlOperands())
          return std::nullopt;
        state.versions.insert(inner.getTiedLoopRegionIterArg(&use));
        state.versions.insert(inner.getTiedLoopResult(&use));
        continue;
      }
      if (isa<scf::YieldOp>(op)) {
        Operation *parent = op->getParentOp();
        if (parent == loop) {
          if (use.getOperandNumber() != number)
            return std::nullopt;
        } else if (isa<scf::IfOp, scf::IndexSwitchOp>(parent)) {
          state.versions.insert(parent->getResult(use.getOperandNumber()));
        } else if (!isa<scf::ForOp>(parent)) {
          return std::nullopt;
        }
        continue;
      }
      if (getAccessedArray(op) != state.versions[i] ||
          llvm::count(op->getOperands(), state.versions[i]) != 1)
        return std::nullopt;
      std::optional<Place> here = matchPlace(op);
      if (!here || (place && !(*place == *here)))
        return std::nullopt;
      place = here;
      if (!isRead(op))
        state.versions.insert(op->getResult(0));
    }
  }
  if (!place || !state.versions.contains(loop.getYieldedValues()[number]))
    return std::nullopt;
  // A region argument or result of an inner loop or branch that carries the state is a version of
  // the state, too.
  for (Value version : state.versions) {
    Operation *def = version.getDefiningOp();
    if (auto inner = dyn_cast_or_null<scf::ForOp>(def)) {
      unsigned i = cast<OpResult>(version).getResultNumber();
      if (!state.versions.contains(inner.getInitArgs()[i]) ||
          !state.versions.contains(inner.getYieldedValues()[i]))
        return std::nullopt;
    } else if (isa_and_nonnull<scf::IfOp, scf::IndexSwitchOp>(def)) {
      unsigned i = cast<OpResult>(version).getResultNumber();
      for (Region &region : def->getRegions())
        if (!state.versions.contains(region.front().getTerminator()->getOperand(i)))
          return std::nullopt;
    }
  }
  state.place = *place;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (Value array = getAccessedArray(op); array && state.versions.contains(array))
      state.accesses.push_back(op);
  });
  if (!isInBounds(loop.getInitArgs()[number], state.place, state.accesses))
    return std::nullopt;
  return state;
}

/// Whether the loop only adds to a state that is a float. Then the final value is the initial value
/// plus the sum, over all iterations, of the next state for state zero.
bool LoopRaiser::isSum(unsigned number) {
  if (!isa<FloatType>(loop.getInitArgs()[number].getType()))
    return false;
  llvm::SetVector<Value> versions;
  versions.insert(loop.getRegionIterArg(number));
  for (unsigned i = 0; i < versions.size(); ++i)
    for (OpOperand &use : versions[i].getUses()) {
      Operation *op = use.getOwner();
      if (auto inner = dyn_cast<scf::ForOp>(op)) {
        if (use.getOperandNumber() < inner.getNumControlOperands())
          return false;
        versions.insert(inner.getTiedLoopRegionIterArg(&use));
        versions.insert(inner.getTiedLoopResult(&use));
      } else if (isa<scf::YieldOp>(op)) {
        Operation *parent = op->getParentOp();
        if (parent == loop ? use.getOperandNumber() != number
                           : !isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp>(parent))
          return false;
        if (parent != loop)
          versions.insert(parent->getResult(use.getOperandNumber()));
      } else if (isa<arith::AddFOp>(op) ||
                 (isa<arith::SubFOp>(op) && use.getOperandNumber() == 0)) {
        versions.insert(op->getResult(0));
      } else {
        return false;
      }
    }
  auto isVersion = [&](Value value) { return versions.contains(value); };
  if (!isVersion(loop.getYieldedValues()[number]))
    return false;
  for (Value version : versions) {
    Operation *def = version.getDefiningOp();
    // If both operands depend on the state, the result has the initial value twice, or not at all.
    if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(def) &&
        isVersion(def->getOperand(0)) == isVersion(def->getOperand(1)))
      return false;
    unsigned i = def ? cast<OpResult>(version).getResultNumber() : 0;
    if (auto inner = dyn_cast_or_null<scf::ForOp>(def)) {
      if (!isVersion(inner.getInitArgs()[i]) || !isVersion(inner.getYieldedValues()[i]))
        return false;
    } else if (isa_and_nonnull<scf::IfOp, scf::IndexSwitchOp>(def)) {
      for (Region &region : def->getRegions())
        if (!isVersion(region.front().getTerminator()->getOperand(i)))
          return false;
    }
  }
  return true;
}

/// Replaces `tensor.dim` of the versions of a state by `tensor.dim` of its initial value: writes
/// keep extents.
void LoopRaiser::dropDimsOf(const ElementState &state) {
  for (Value version : state.versions)
    for (OpOperand &use : llvm::make_early_inc_range(version.getUses()))
      if (isa<tensor::DimOp>(use.getOwner()))
        use.set(loop.getInitArgs()[state.number]);
}

//===----------------------------------------------------------------------===//
// Elements of arrays
//===----------------------------------------------------------------------===//

/// Returns the extent of dimension `dim` of `array`, computed outside of as many loops as possible.
static Value getSize(OpBuilder &builder, Location loc, Value array, int64_t dim) {
  Extent extent = nameExtent(array, dim);
  Region *region = builder.getInsertionBlock()->getParent();
  if (extent.value && !extent.value.getParentRegion()->isAncestor(region))
    extent = Extent::of(array, dim);
  return createExtent(builder, loc, extent);
}

OpFoldResult LoopRaiser::getFirst(const Offset &offset) {
  Location loc = loop.getLoc();
  Value first = loop.getLowerBound();
  if (offset.base)
    first = rewriter.createOrFold<arith::AddIOp>(loc, first, offset.base);
  if (offset.plus)
    first = rewriter.createOrFold<arith::AddIOp>(
        loc, first, arith::ConstantIndexOp::create(rewriter, loc, offset.plus));
  return getAsOpFoldResult(first);
}

void LoopRaiser::computeExtent() {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  auto isCount = [](Value value) {
    return value.getDefiningOp<tensor::DimOp>() || getConstantIntValue(value).value_or(-1) >= 0;
  };
  Value count = isConstantIntValue(lower, 0)
                    ? upper
                    : rewriter.createOrFold<arith::SubIOp>(loc, upper, lower);
  if (!isCount(count))
    count = rewriter.createOrFold<arith::MaxSIOp>(loc, count, zero);
  if (!isConstantIntValue(step, 1))
    count = rewriter.createOrFold<arith::CeilDivSIOp>(loc, count, step);
  for (auto &[array, place] : bounds) {
    Value dim = getSize(rewriter, loc, array, place.dim);
    Value first = getValueOrCreateConstantIndexOp(rewriter, loc, getFirst(place.offset));
    Value rest = rewriter.createOrFold<arith::SubIOp>(loc, dim, first);
    if (!isConstantIntValue(first, 0))
      rest = rewriter.createOrFold<arith::MaxSIOp>(loc, rest, zero);
    if (rest != count)
      count = rewriter.createOrFold<arith::MinSIOp>(loc, count, rest);
  }
  extent = getAsOpFoldResult(count);
}

bool LoopRaiser::isWhole(Value array, const Place &place) {
  return isConstantIntValue(loop.getStep(), 1) && isConstantIntValue(getFirst(place.offset), 0) &&
         areEqual(Extent::of(extent), Extent::of(array, place.dim));
}

/// The permutation of dimensions that makes `dim` the first one.
static SmallVector<int64_t> bringToFront(unsigned dim, int64_t rank) {
  SmallVector<int64_t> permutation = {static_cast<int64_t>(dim)};
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      permutation.push_back(i);
  return permutation;
}

static SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc, Value array) {
  SmallVector<OpFoldResult> sizes;
  auto type = cast<RankedTensorType>(array.getType());
  for (int64_t i = 0; i < type.getRank(); ++i)
    sizes.push_back(getAsOpFoldResult(getSize(builder, loc, array, i)));
  return sizes;
}

static Value permute(OpBuilder &builder, Location loc, Value array, ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, array), permuted;
  for (int64_t dim : permutation)
    permuted.push_back(sizes[dim]);
  Value empty =
      tensor::EmptyOp::create(builder, loc, permuted, getElementTypeOrSelf(array.getType()));
  return linalg::TransposeOp::create(builder, loc, array, empty, permutation)->getResult(0);
}

/// The elements of `array` that the iterations access, as an array along its first dimension.
Value LoopRaiser::takeElements(Value array, const Place &place) {
  Location loc = loop.getLoc();
  auto type = cast<RankedTensorType>(array.getType());
  if (!isWhole(array, place)) {
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
        sizes = getSizes(rewriter, loc, array), strides(type.getRank(), rewriter.getIndexAttr(1));
    offsets[place.dim] = getFirst(place.offset);
    sizes[place.dim] = extent;
    strides[place.dim] = getAsOpFoldResult(loop.getStep());
    SmallVector<int64_t> shape(type.getShape());
    shape[place.dim] = getConstantIntValue(extent).value_or(ShapedType::kDynamic);
    array = extractSlice(rewriter, loc, RankedTensorType::get(shape, type.getElementType()), array,
                         offsets, sizes, strides);
  }
  return place.dim == 0 ? array
                        : permute(rewriter, loc, array, bringToFront(place.dim, type.getRank()));
}

/// `array` with these elements written to their places.
Value LoopRaiser::putElements(Value elements, Value array, const Place &place) {
  Location loc = loop.getLoc();
  auto type = cast<RankedTensorType>(array.getType());
  if (place.dim != 0)
    elements = permute(rewriter, loc, elements,
                       invertPermutationVector(bringToFront(place.dim, type.getRank())));
  if (isWhole(array, place))
    return elements.getType() == type
               ? elements
               : Value(tensor::CastOp::create(rewriter, loc, type, elements));
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      sizes = getSizes(rewriter, loc, array), strides(type.getRank(), rewriter.getIndexAttr(1));
  offsets[place.dim] = getFirst(place.offset);
  sizes[place.dim] = extent;
  strides[place.dim] = getAsOpFoldResult(loop.getStep());
  return insertSlice(rewriter, loc, elements, array, offsets, sizes, strides);
}

/// Changes an access to an array to an access to its element.
void LoopRaiser::rewriteAccess(Operation *access, Value element, unsigned dim) {
  rewriter.setInsertionPoint(access);
  Location loc = access->getLoc();
  bool isScalar = !isa<RankedTensorType>(element.getType());
  auto without = [&](auto list) {
    list.erase(list.begin() + dim);
    return list;
  };
  TypeSwitch<Operation *>(access)
      .Case([&](tensor::ExtractOp op) {
        rewriter.replaceOp(op, isScalar ? element
                                        : Value(tensor::ExtractOp::create(
                                              rewriter, loc, element,
                                              without(SmallVector<Value>(op.getIndices())))));
      })
      .Case([&](tensor::InsertOp op) {
        rewriter.replaceOp(op, isScalar ? op.getScalar()
                                        : Value(tensor::InsertOp::create(
                                              rewriter, loc, op.getScalar(), element,
                                              without(SmallVector<Value>(op.getIndices())))));
      })
      .Case([&](tensor::ExtractSliceOp op) {
        if (isScalar)
          rewriter.replaceOp(op,
                             tensor::FromElementsOp::create(rewriter, loc, op.getType(), element));
        else
          rewriter.replaceOp(op, tensor::ExtractSliceOp::create(
                                     rewriter, loc, op.getType(), element,
                                     without(op.getMixedOffsets()), without(op.getMixedSizes()),
                                     without(op.getMixedStrides())));
      })
      .Case([&](tensor::InsertSliceOp op) {
        if (isScalar)
          rewriter.replaceOp(
              op, tensor::ExtractOp::create(rewriter, loc, op.getSource(), ValueRange()));
        else
          rewriter.replaceOp(op, tensor::InsertSliceOp::create(
                                     rewriter, loc, op.getSource(), element,
                                     without(op.getMixedOffsets()), without(op.getMixedSizes()),
                                     without(op.getMixedStrides())));
      });
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

static Value makeZero(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// `initial` plus the sum of `elements`.
static Value addAll(OpBuilder &builder, Location loc, Value initial, Value elements) {
  Value zero = makeZero(builder, loc, initial.getType());
  Value sum =
      ReduceOp::create(builder, loc, elements, zero,
                       [](OpBuilder &builder, Location loc, ValueRange args) {
                         YieldOp::create(
                             builder, loc,
                             arith::AddFOp::create(builder, loc, args[0], args[1]).getResult());
                       })
          .getResult(0);
  return matchPattern(initial, m_AnyZeroFloat())
             ? sum
             : Value(arith::AddFOp::create(builder, loc, initial, sum));
}

bool LoopRaiser::run() {
  if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex())
    return false;
  if (std::optional<int64_t> step = getConstantIntValue(loop.getStep()); !step || *step < 1)
    return false;
  findReads();
  SmallVector<unsigned> others, sums;
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    if (std::optional<ElementState> state = matchState(i))
      elementStates.push_back(std::move(*state));
    else if (isSum(i))
      sums.push_back(i);
    else
      others.push_back(i);
  }
  if (groups.empty() && elementStates.empty() && sums.empty())
    return false;

  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  computeExtent();
  for (const ElementState &state : elementStates)
    dropDimsOf(state);
  SmallVector<Value> arrays, initial;
  for (const ReadGroup &group : groups)
    arrays.push_back(takeElements(group.array, group.place));
  unsigned firstState = arrays.size();
  for (const ElementState &state : elementStates)
    arrays.push_back(takeElements(loop.getInitArgs()[state.number], state.place));
  arrays.push_back(
      createIota(rewriter, loc, getValueOrCreateConstantIndexOp(rewriter, loc, extent)));
  for (unsigned i : others)
    initial.push_back(loop.getInitArgs()[i]);
  SmallVector<Type> collected;
  for (Value array : ArrayRef(arrays).slice(firstState, elementStates.size()))
    collected.push_back(array.getType());
  for (unsigned i : sums)
    collected.push_back(
        RankedTensorType::get(getConstantIntValue(extent).value_or(ShapedType::kDynamic),
                              loop.getInitArgs()[i].getType()));
  ArrayLoopOpInterface made = createLoop(rewriter, loc, arrays, initial, collected);
  Block *body = createBody(rewriter, made);

  // Map the arguments of the old loop to values in the new one.
  rewriter.setInsertionPointToStart(body);
  Value index = body->getArgument(arrays.size() - 1);
  if (!isConstantIntValue(loop.getStep(), 1))
    index = arith::MulIOp::create(rewriter, loc, index, loop.getStep());
  if (!isConstantIntValue(loop.getLowerBound(), 0))
    index = arith::AddIOp::create(rewriter, loc, index, loop.getLowerBound());
  SmallVector<Value> args(1 + loop.getNumResults());
  args[0] = index;
  for (auto [k, i] : llvm::enumerate(others))
    args[1 + i] = body->getArgument(arrays.size() + k);
  for (unsigned i : sums)
    args[1 + i] = makeZero(rewriter, loc, loop.getInitArgs()[i].getType());
  for (auto [k, state] : llvm::enumerate(elementStates)) {
    Value element = body->getArgument(firstState + k);
    args[1 + state.number] = element;
    for (Value version : state.versions)
      version.setType(element.getType());
  }
  Block &old = *loop.getBody();
  Operation *yield = old.getTerminator();
  for (auto [arg, value] : llvm::zip_equal(old.getArguments(), args))
    arg.replaceAllUsesWith(value);
  body->getOperations().splice(body->end(), old.getOperations());
  for (auto [k, group] : llvm::enumerate(groups))
    for (Operation *read : group.reads)
      rewriteAccess(read, body->getArgument(k), group.place.dim);
  for (const ElementState &state : elementStates)
    for (Operation *access : state.accesses)
      rewriteAccess(access, getAccessedArray(access), state.place.dim);
  SmallVector<Value> yields;
  for (unsigned i : others)
    yields.push_back(yield->getOperand(i));
  for (const ElementState &state : elementStates)
    yields.push_back(yield->getOperand(state.number));
  for (unsigned i : sums)
    yields.push_back(yield->getOperand(i));
  rewriter.setInsertionPoint(yield);
  YieldOp::create(rewriter, loc, yields);
  yield->erase();

  rewriter.setInsertionPointAfter(made);
  SmallVector<Value> results(loop.getNumResults());
  for (auto [k, i] : llvm::enumerate(others))
    results[i] = made->getResult(k);
  for (auto [k, state] : llvm::enumerate(elementStates))
    results[state.number] = putElements(made->getResult(others.size() + k),
                                        loop.getInitArgs()[state.number], state.place);
  for (auto [k, i] : llvm::enumerate(sums))
    results[i] = addAll(rewriter, loc, loop.getInitArgs()[i],
                        made->getResult(others.size() + elementStates.size() + k));
  // The body has been moved; the loop is replaced by the results of the new one.
  loop->replaceAllUsesWith(results);
  loop->erase();
  return true;
}

/// Hoists ops that do not depend on the iteration out of loops.
static void hoistInvariants(func::FuncOp function) {
  function.walk([](LoopLikeOpInterface loop) { moveLoopInvariantCode(loop); });
}

/// Merges states with the same initial value and the same next value: such states come from two
/// buffers of which one is copied to the other at the end of each iteration.
static scf::ForOp mergeStates(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  llvm::BitVector isSame(loop.getNumRegionIterArgs());
  for (unsigned i = 0; i < isSame.size(); ++i)
    for (unsigned j = 0; j < i && !isSame[i]; ++j) {
      if (isSame[j] || loop.getInitArgs()[i] != loop.getInitArgs()[j] ||
          yield->getOperand(i) != yield->getOperand(j))
        continue;
      loop.getRegionIterArg(i).replaceAllUsesWith(loop.getRegionIterArg(j));
      loop.getResult(i).replaceAllUsesWith(loop.getResult(j));
      isSame.set(i);
    }
  if (isSame.none())
    return loop;
  SmallVector<Value> initial, results;
  for (unsigned i = 0; i < isSame.size(); ++i)
    if (!isSame[i]) {
      initial.push_back(loop.getInitArgs()[i]);
      results.push_back(loop.getResult(i));
    }
  yield->eraseOperands(isSame);
  llvm::BitVector isSameArg(1);
  isSameArg.resize(1 + isSame.size());
  for (unsigned i : isSame.set_bits())
    isSameArg.set(1 + i);
  loop.getBody()->eraseArguments(isSameArg);
  OpBuilder builder(loop);
  auto merged = scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                                   loop.getUpperBound(), loop.getStep(), initial);
  merged->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  merged.setUnsignedCmp(loop.getUnsignedCmp());
  merged.getRegion().takeBody(loop.getRegion());
  for (auto [old, result] : llvm::zip_equal(results, merged.getResults()))
    old.replaceAllUsesWith(result);
  loop.erase();
  return merged;
}

void chad::detail::raiseLoops(func::FuncOp function) {
  // Greedy rewriting without patterns moves constants to the beginning of the function. Then
  // loop-invariant code motion moves bounds out of loops.
  (void)applyPatternsGreedily(function, RewritePatternSet(function.getContext()));
  hoistInvariants(function);
  // Outer loops are replaced before inner ones, which then read and write elements of the elements.
  // Replacing a loop moves the inner loops to the new body; their ops stay valid.
  SmallVector<scf::ForOp> loops;
  function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    LoopRaiser(mergeStates(loop)).run();
  hoistInvariants(function);
}
