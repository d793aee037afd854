//===- Nest.cpp -----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Replaces structured ops by nests of loops over arrays.

#include "Nest.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

/// Makes nested builds of the permuted array: an element of the result is the element of `value` at
/// the permuted position.
static Value buildPermuted(OpBuilder &builder, Location loc, Value value,
                           ArrayRef<int64_t> permutation, SmallVectorImpl<Value> &position) {
  if (position.size() == permutation.size()) {
    SmallVector<Value> indices(position.size());
    for (auto [i, from] : llvm::enumerate(permutation))
      indices[from] = position[i];
    return tensor::ExtractOp::create(builder, loc, value, indices);
  }
  Value extent = getValueOrCreateConstantIndexOp(
      builder, loc, tensor::getMixedSize(builder, loc, value, permutation[position.size()]));
  auto build =
      BuildOp::create(builder, loc, extent, [&](OpBuilder &inner, Location loc, ValueRange args) {
        position.push_back(args.front());
        YieldOp::create(inner, loc, buildPermuted(inner, loc, value, permutation, position));
        position.pop_back();
      });
  return build.getResult(0);
}

Value chad::detail::permuteDims(OpBuilder &builder, Location loc, Value value,
                                ArrayRef<int64_t> permutation, Permutation how) {
  if (llvm::is_sorted(permutation))
    return value;
  if (how == Permutation::Structured) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t from : permutation)
      sizes.push_back(tensor::getMixedSize(builder, loc, value, from));
    Value empty =
        tensor::EmptyOp::create(builder, loc, sizes, getElementTypeOrSelf(value.getType()));
    return linalg::TransposeOp::create(builder, loc, value, empty, permutation)->getResult(0);
  }
  if (permutation.front() == 0) {
    // The first dimension stays.
    auto rest = llvm::map_to_vector(permutation.drop_front(), [](int64_t dim) { return dim - 1; });
    auto map =
        MapOp::create(builder, loc, value, [&](OpBuilder &inner, Location loc, ValueRange args) {
          YieldOp::create(inner, loc, permuteDims(inner, loc, args.front(), rest, how));
        });
    return map.getResult(0);
  }
  SmallVector<Value> position;
  return buildPermuted(builder, loc, value, permutation, position);
}

static Value castTo(OpBuilder &builder, Location loc, Value value, Type type) {
  return value.getType() == type ? value : tensor::CastOp::create(builder, loc, type, value);
}

//===----------------------------------------------------------------------===//
// Reading operands
//===----------------------------------------------------------------------===//

/// The next loop that takes elements of the operand.
std::optional<unsigned> StructuredNest::getNextLoop(const Operand &operand,
                                                    const Cursor &cursor) const {
  if (operand.plan.byIndex)
    return std::nullopt;
  if (cursor.isSliced)
    return cursor.next < operand.sliceLoops.size()
               ? std::optional<unsigned>(operand.sliceLoops[cursor.next])
               : std::nullopt;
  return cursor.next < operand.plan.numEarly
             ? std::optional<unsigned>(operand.plan.indices[cursor.next].terms[0].loop)
             : std::nullopt;
}

/// The index without the term `inner`.
Value StructuredNest::computeOffset(OpBuilder &builder, const LinearIndex &index,
                                    const LinearIndex::Term *inner) {
  Value sum;
  for (const LinearIndex::Term &term : index.terms) {
    if (&term == inner)
      continue;
    Value part = indices[term.loop];
    if (term.factor != 1) {
      Value factor = arith::ConstantIndexOp::create(builder, loc, term.factor);
      part = arith::MulIOp::create(builder, loc, part, factor);
    }
    sum = sum ? arith::AddIOp::create(builder, loc, sum, part).getResult() : part;
  }
  if (sum && index.offset == 0)
    return sum;
  Value offset = arith::ConstantIndexOp::create(builder, loc, index.offset);
  return sum ? arith::AddIOp::create(builder, loc, sum, offset).getResult() : offset;
}

namespace {
/// A slice of an operand. A dimension whose index contains no loop has extent 1.
struct SliceOf {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> shape;
  /// The loops over its other dimensions.
  SmallVector<unsigned> loops;

  /// The groups of dimensions that are collapsed to drop those of extent 1. A slice with a smaller
  /// rank would not say which dimensions it drops.
  SmallVector<ReassociationIndices> getGroups() const { return groupDroppedDims(units); }
  bool hasUnits() const { return loops.size() < sizes.size(); }

  void add(OpFoldResult offset, OpFoldResult size, OpFoldResult stride, int64_t extent,
           std::optional<unsigned> loop) {
    offsets.push_back(offset);
    sizes.push_back(size);
    strides.push_back(stride);
    shape.push_back(extent);
    units.push_back(!loop);
    if (loop)
      loops.push_back(*loop);
  }

private:
  llvm::SmallBitVector units;
};
} // namespace

void StructuredNest::takeSlices(OpBuilder &builder, unsigned level, Cursors &cursors) {
  for (auto [operand, cursor] : llvm::zip_equal(operands, cursors)) {
    if (operand.plan.byIndex || !operand.plan.hasSlice || cursor.isSliced ||
        operand.plan.sliceLevel != level)
      continue;
    SliceOf slice;
    for (const LinearIndex &index :
         ArrayRef(operand.plan.indices).drop_front(operand.plan.numEarly)) {
      const LinearIndex::Term *inner = index.getInnermost(levels);
      OpFoldResult offset = getAsOpFoldResult(computeOffset(builder, index, inner));
      if (inner)
        slice.add(offset, getAsOpFoldResult(extents[inner->loop]),
                  builder.getIndexAttr(inner->factor), staticExtents[inner->loop], inner->loop);
      else
        slice.add(offset, builder.getIndexAttr(1), builder.getIndexAttr(1), 1, std::nullopt);
    }
    cursor.isSliced = true;
    cursor.next = 0;
    if (slice.loops.empty()) {
      cursor.value = tensor::ExtractOp::create(
          builder, loc, cursor.value, getValueOrCreateConstantIndexOp(builder, loc, slice.offsets));
      continue;
    }
    auto type = RankedTensorType::get(slice.shape, getElementTypeOrSelf(operand.value.getType()));
    Value part =
        extractSlice(builder, loc, type, cursor.value, slice.offsets, slice.sizes, slice.strides);
    if (slice.hasUnits())
      part = tensor::CollapseShapeOp::create(builder, loc, part, slice.getGroups());
    cursor.value = permuteDims(builder, loc, part, operand.plan.slicePermutation, permutation);
  }
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// The unit of the op that combines elements of `type`.
static TypedAttr getUnitOf(Operation *def, Type type) {
  Builder builder(def->getContext());
  if (auto number = dyn_cast<FloatType>(type)) {
    if (isa<arith::MulFOp>(def))
      return builder.getFloatAttr(number, 1.0);
    bool isNegative = isa<arith::MaximumFOp, arith::MaxNumFOp>(def);
    return builder.getFloatAttr(number, APFloat::getInf(number.getFloatSemantics(), isNegative));
  }
  unsigned width =
      isa<IndexType>(type) ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  APInt unit =
      TypeSwitch<Operation *, APInt>(def)
          .Case([&](arith::MulIOp) { return APInt(width, 1); })
          .Case([&](arith::MinSIOp) { return APInt::getSignedMaxValue(width); })
          .Case([&](arith::MaxSIOp) { return APInt::getSignedMinValue(width); })
          .Case<arith::MinUIOp, arith::AndIOp>([&](auto) { return APInt::getAllOnes(width); })
          .Default([&](Operation *) { return APInt::getZero(width); });
  return builder.getIntegerAttr(type, unit);
}

TypedAttr StructuredNest::getUnit(unsigned out) {
  Type type = getElementTypeOrSelf(op->getResult(out).getType());
  if (kind == AccumulatorKind::Sum)
    return builder.getZeroAttr(type);
  return getUnitOf(getYieldedElement(op, out).getDefiningOp(), type);
}

/// Whether all elements of `init` are the unit, by the op that makes it.
bool StructuredNest::isUnit(Value init, unsigned out) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getInputs()[0];
  else if (auto splat = init.getDefiningOp<tensor::SplatOp>())
    init = splat.getInput();
  if (kind == AccumulatorKind::Sum)
    return matchPattern(init, m_AnyZeroFloat());
  Attribute value;
  if (!matchPattern(init, m_Constant(&value)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  return value == getUnit(out);
}

Value StructuredNest::combine(OpBuilder &builder, unsigned out, Value a, Value b) {
  if (kind == AccumulatorKind::Sum)
    return arith::AddFOp::create(builder, loc, a, castTo(builder, loc, b, a.getType()));
  Operation *def = getYieldedElement(op, out).getDefiningOp();
  OperationState state(loc, def->getName(), {a, castTo(builder, loc, b, a.getType())},
                       {a.getType()}, llvm::to_vector(def->getDiscardableAttrs()));
  Operation *combined = builder.create(state);
  combined->copyProperties(def->getPropertiesStorage());
  return combined->getResult(0);
}

StructuredNest::Values StructuredNest::makePoint(OpBuilder &builder, const Cursors &cursors,
                                                 const Values &accs) {
  IRMapping mapping;
  for (auto [operand, cursor] : llvm::zip_equal(operands, cursors)) {
    if (!operand.arg)
      continue;
    Value element = cursor.value;
    if (operand.plan.byIndex) {
      SmallVector<Value> position;
      for (AffineExpr expr : operand.map.getResults())
        position.push_back(affine::expandAffineExpr(builder, loc, expr, indices, {}));
      element = tensor::ExtractOp::create(builder, loc, element, position);
    } else if (isa<RankedTensorType>(element.getType())) {
      element = tensor::ExtractOp::create(builder, loc, element, ValueRange());
    }
    mapping.map(operand.arg, element);
  }
  for (auto [out, acc] : llvm::zip(outs, accs))
    if (BlockArgument arg = getAccumulator(op, out))
      mapping.map(arg, acc);
  PointCode code(op);
  code.clone(builder, mapping, indices);
  Values results;
  for (unsigned out : outs) {
    Value yielded = getYieldedElement(op, out);
    if (kind == AccumulatorKind::Sum) {
      Value addend = code.cloneAddend(builder, out, mapping);
      results.push_back(addend ? addend : makeUnits(builder, out, numLoops));
    } else if (isExtremumOrProduct() || kind == AccumulatorKind::Integer) {
      results.push_back(mapping.lookupOrDefault(getCombinedElement(op, out)));
    } else {
      results.push_back(mapping.lookupOrDefault(yielded));
    }
  }
  // Only the following code uses the values.
  SmallVector<Value> kept = results;
  Operation *uses = UnrealizedConversionCastOp::create(builder, loc, TypeRange{}, kept);
  code.eraseDead();
  uses->erase();
  return results;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

RankedTensorType StructuredNest::getType(unsigned out, ArrayRef<unsigned> loops) {
  auto shape = llvm::map_to_vector(loops, [&](unsigned loop) { return staticExtents[loop]; });
  return RankedTensorType::get(shape, getElementTypeOrSelf(op->getResult(out).getType()));
}

/// The result of the nest from `level` on if its reductions have no iterations: units.
Value StructuredNest::makeUnits(OpBuilder &builder, unsigned out, unsigned level) {
  SmallVector<unsigned> loops;
  SmallVector<Value> sizes;
  for (unsigned loop : ArrayRef(order).drop_front(level))
    if (isOut(loop)) {
      loops.push_back(loop);
      if (ShapedType::isDynamic(staticExtents[loop]))
        sizes.push_back(extents[loop]);
    }
  Value unit = arith::ConstantOp::create(builder, loc, getUnit(out));
  if (loops.empty())
    return unit;
  return tensor::SplatOp::create(builder, loc, unit, getType(out, loops), sizes);
}

StructuredNest::Values StructuredNest::makeLoop(OpBuilder &builder, unsigned level,
                                                const Cursors &cursors, const Values &states,
                                                bool isFold, Body body) {
  unsigned loop = order[level];
  SmallVector<Value> arrays;
  SmallVector<unsigned> readers;
  for (auto [i, operand] : llvm::enumerate(operands))
    if (getNextLoop(operand, cursors[i]) == loop) {
      readers.push_back(i);
      arrays.push_back(cursors[i].value);
    }
  auto makeBody = [&](OpBuilder &inner, ValueRange elements, Value index, ValueRange states) {
    Cursors next = cursors;
    for (auto [reader, element] : llvm::zip(readers, elements)) {
      next[reader].value = element;
      ++next[reader].next;
    }
    indices[loop] = index;
    Values results = body(inner, next, Values(states.begin(), states.end()));
    indices[loop] = {};
    YieldOp::create(inner, loc, results);
  };
  if (!isFold && arrays.empty()) {
    auto build = BuildOp::create(builder, loc, extents[loop],
                                 [&](OpBuilder &inner, Location, ValueRange args) {
                                   makeBody(inner, {}, args.front(), {});
                                 });
    return Values(build.getResults().begin(), build.getResults().end());
  }
  bool hasIndex = needsIndex(loop) || arrays.empty();
  if (hasIndex)
    arrays.push_back(createIota(builder, loc, extents[loop]));
  auto makeLoopBody = [&](OpBuilder &inner, Location, ValueRange args) {
    Value index = hasIndex ? args[readers.size()] : Value();
    makeBody(inner, args.take_front(readers.size()), index, args.drop_front(arrays.size()));
  };
  Operation *made;
  if (isFold)
    made = FoldOp::create(builder, loc, Direction::Left, arrays, states, makeLoopBody);
  else
    made = MapOp::create(builder, loc, arrays, makeLoopBody);
  return Values(made->getResults().begin(), made->getResults().end());
}

StructuredNest::Values StructuredNest::initialAccs(const Cursors &cursors) const {
  Values accs;
  for (unsigned i = 0; i < outs.size(); ++i)
    accs.push_back(cursors[*firstInit + i].value);
  return accs;
}

/// The scalar that `value` is, or the element of the tensor of rank 0 that it is.
static Value getScalar(OpBuilder &builder, Location loc, Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || tensor.getRank() != 0)
    return value;
  return tensor::ExtractOp::create(builder, loc, value, ValueRange());
}

StructuredNest::Values StructuredNest::makeLevel(OpBuilder &builder, unsigned level,
                                                 Cursors cursors, Values accs, Part part) {
  takeSlices(builder, level, cursors);
  if (update && part == Part::Whole) {
    if (level == update->numEarly)
      accs = initialAccs(cursors);
    if (level == update->level)
      return addToSlices(builder, accs, makeLevel(builder, level, cursors, {}, Part::Reduction));
  }
  bool startsReduction = !isSimple() && part == Part::Whole && level == outMap.getNumResults();
  if (startsReduction && isExtremumOrProduct()) {
    if (isUnit(op.getDpsInits()[outs.front()], outs.front()))
      return makeLevel(builder, level, cursors, {}, Part::Reduction);
    Value init = getScalar(builder, loc, initialAccs(cursors).front());
    Values reduced = makeLevel(builder, level, cursors, {}, Part::Reduction);
    // If the extremum of the elements equals the init, the elements get the derivative.
    return {combine(builder, outs.front(), reduced.front(), init)};
  }
  if (startsReduction) {
    for (Value acc : initialAccs(cursors))
      accs.push_back(getScalar(builder, loc, acc));
    part = Part::Reduction;
  }
  if (level == numLoops)
    return makePoint(builder, cursors, accs);

  unsigned loop = order[level];
  bool isUpdating = update && part == Part::Whole && level >= update->numEarly;
  if (isOut(loop) && !isUpdating)
    return makeLoop(builder, level, cursors, {}, /*isFold=*/false,
                    [&](OpBuilder &inner, Cursors next, Values) {
                      return makeLevel(inner, level + 1, next, {}, part);
                    });
  if (isUpdating || !(isSimple() || isExtremumOrProduct()))
    return makeLoop(builder, level, cursors, accs, /*isFold=*/true,
                    [&](OpBuilder &inner, Cursors next, Values states) {
                      return makeLevel(inner, level + 1, next, states, part);
                    });
  if (isExtremumOrProduct() && !hasOutAfter(level)) {
    Values results;
    Values elements = makeLoop(builder, level, cursors, {}, /*isFold=*/false,
                               [&](OpBuilder &inner, Cursors next, Values) {
                                 return makeLevel(inner, level + 1, next, {}, part);
                               });
    for (auto [out, array] : llvm::zip_equal(outs, elements)) {
      auto reduce =
          ReduceOp::create(builder, loc, array, makeUnits(builder, out, numLoops),
                           [&, out = out](OpBuilder &inner, Location, ValueRange args) {
                             YieldOp::create(inner, loc, combine(inner, out, args[0], args[1]));
                           });
      results.push_back(reduce.getResult(0));
    }
    return results;
  }
  Values units;
  for (unsigned out : outs)
    units.push_back(makeUnits(builder, out, level));
  return makeLoop(builder, level, cursors, units, /*isFold=*/true,
                  [&](OpBuilder &inner, Cursors next, Values states) {
                    Values combined, elements = makeLevel(inner, level + 1, next, {}, part);
                    for (auto [out, state, element] : llvm::zip_equal(outs, states, elements))
                      combined.push_back(combine(inner, out, state, element));
                    return combined;
                  });
}

/// Whether a loop inside of the one at `level` runs over a dimension of the results.
bool StructuredNest::hasOutAfter(unsigned level) const {
  return llvm::any_of(ArrayRef(order).drop_front(level + 1),
                      [&](unsigned loop) { return isOut(loop); });
}

StructuredNest::Values StructuredNest::addToSlices(OpBuilder &builder, const Values &accs,
                                                   const Values &addends) {
  SliceOf slice;
  for (const LinearIndex &index : ArrayRef(update->indices).drop_front(update->numEarly)) {
    const LinearIndex::Term *inner = index.getInnermost(levels);
    OpFoldResult offset = getAsOpFoldResult(computeOffset(builder, index, inner));
    if (inner)
      slice.add(offset, getAsOpFoldResult(extents[inner->loop]),
                builder.getIndexAttr(inner->factor), staticExtents[inner->loop], inner->loop);
    else
      slice.add(offset, builder.getIndexAttr(1), builder.getIndexAttr(1), 1, std::nullopt);
  }
  const SmallVector<unsigned> &loops = slice.loops;
  // The dimensions of the addends have the order of the loops of the nest.
  SmallVector<unsigned> nested = loops;
  llvm::sort(nested, [&](unsigned a, unsigned b) { return levels[a] < levels[b]; });
  auto permutation = llvm::map_to_vector(
      loops, [&](unsigned loop) -> int64_t { return llvm::find(nested, loop) - nested.begin(); });
  Values results;
  for (auto [out, acc, addend] : llvm::zip_equal(outs, accs, addends)) {
    if (loops.empty()) {
      auto position = getValueOrCreateConstantIndexOp(builder, loc, slice.offsets);
      Value old = tensor::ExtractOp::create(builder, loc, acc, position);
      Value sum = arith::AddFOp::create(builder, loc, old, addend);
      results.push_back(tensor::InsertOp::create(builder, loc, sum, acc, position));
      continue;
    }
    Value added = permuteDims(builder, loc, addend, permutation, this->permutation);
    auto type = RankedTensorType::get(slice.shape, getElementTypeOrSelf(acc.getType()));
    added = castTo(builder, loc, added, getType(out, loops));
    if (slice.hasUnits())
      added =
          tensor::ExpandShapeOp::create(builder, loc, type, added, slice.getGroups(), slice.sizes);
    Value old = extractSlice(builder, loc, type, acc, slice.offsets, slice.sizes, slice.strides);
    Value sum = arith::AddFOp::create(builder, loc, old, added);
    results.push_back(
        insertSlice(builder, loc, sum, acc, slice.offsets, slice.sizes, slice.strides));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// The nest
//===----------------------------------------------------------------------===//

/// The result `out`, made from `value`, which the loops computed.
Value StructuredNest::finish(OpBuilder &builder, Value value, unsigned out) {
  auto type = cast<RankedTensorType>(op->getResult(out).getType());
  Value init = op.getDpsInits()[out];
  bool isReduction = isSimple() && kind != AccumulatorKind::Element;
  bool addsInit = isReduction && !isUnit(init, out);
  if (!isa<RankedTensorType>(value.getType())) {
    if (addsInit) {
      Value start = tensor::ExtractOp::create(builder, loc, getInit(out), ValueRange());
      value = combine(builder, out, value, start);
    }
    return tensor::FromElementsOp::create(builder, loc, type, value);
  }
  SmallVector<ReassociationIndices> groups = groupDroppedDims(droppedOut);
  if (!update) {
    // The array that the nest makes has its dimensions in the order of the loops.
    SmallVector<unsigned> loops;
    for (AffineExpr expr : outMap.getResults())
      loops.push_back(cast<AffineDimExpr>(expr).getPosition());
    SmallVector<unsigned> nested = loops;
    llvm::sort(nested, [&](unsigned a, unsigned b) { return levels[a] < levels[b]; });
    auto permutation = llvm::map_to_vector(
        loops, [&](unsigned loop) -> int64_t { return llvm::find(nested, loop) - nested.begin(); });
    value = permuteDims(builder, loc, value, permutation, this->permutation);
  }
  auto reduced =
      droppedOut.any() ? tensor::CollapseShapeOp::inferCollapsedType(type, groups) : type;
  value = castTo(builder, loc, value, reduced);
  if (!update && addsInit)
    value = combine(builder, out, value, getInit(out));
  if (droppedOut.none())
    return value;
  return tensor::ExpandShapeOp::create(builder, loc, type, value, groups,
                                       tensor::getMixedSizes(builder, loc, init));
}

std::optional<SmallVector<Value>> StructuredNest::build() {
  bool isProjection = outMap.isProjectedPermutation();
  if (!isProjection && kind != AccumulatorKind::Sum)
    return std::nullopt;
  findOperands();
  if (!chooseOrder())
    return std::nullopt;
  finishPlans();
  extents = createLoopExtents(builder, op);
  indices.assign(numLoops, Value());

  // Whether all elements of the result are the same value.
  bool isUniform = kind == AccumulatorKind::Element && op.getBlock()->getOperations().size() == 1 &&
                   numLoops != 0 && llvm::none_of(operands, [](const Operand &operand) {
                     return isa<RankedTensorType>(operand.value.getType());
                   });
  Cursors cursors;
  for (Operand &operand : operands) {
    Cursor cursor{operand.value};
    if (!operand.plan.byIndex && isa<RankedTensorType>(operand.value.getType()))
      cursor.value =
          permuteDims(builder, loc, operand.value, operand.plan.permutation, permutation);
    cursors.push_back(cursor);
  }
  SmallVector<Value> results;
  if (isUniform) {
    for (auto [out, value] : llvm::zip_equal(outs, makePoint(builder, cursors, {}))) {
      auto type = cast<RankedTensorType>(op->getResult(out).getType());
      SmallVector<Value> sizes;
      AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(out));
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (type.isDynamicDim(dim))
          sizes.push_back(extents[cast<AffineDimExpr>(expr).getPosition()]);
      results.push_back(tensor::SplatOp::create(builder, loc, value, type, sizes));
    }
    return results;
  }
  Values values = makeLevel(builder, 0, cursors, {}, Part::Whole);
  for (auto [out, value] : llvm::zip_equal(outs, values))
    results.push_back(finish(builder, value, out));
  return results;
}
