//===- InterchangeMaps.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Interchanges a map with the fold in its body.
//
//   map (x in X) {                         E, S0, X1 = map (x in X) { p(x) }
//     e, s0, x1 = p(x)                     S, Y = fold (e in Eᵀ) with (S0)
//     s, y = fold (ei in e) with (s0)   =    collect { map (ei in e, s in S, x1 in X1)
//              collect { f(ei, s, x1) }                  { f(ei, s, x1) } }
//     q(x1, s, y)                          map (x1 in X1, s in S, y in Yᵀ) { q(x1, s, y) }
//   }
//
// Where f multiplies by a matrix that is the same for all x, the product of the matrix and a vector
// becomes one of the matrix and all vectors. Where the steps f become a function of their own, as
// those of a loop with checkpoints do, one call computes the step of many x.

#include "InterchangeLoops.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Below this number of rows a product of matrices gains nothing.
static constexpr int64_t minRows = 8;

static bool isShort(int64_t extent) { return !ShapedType::isDynamic(extent) && extent < minRows; }

/// Whether a loop computes sums of products, and nothing else.
static bool computesProducts(Operation *loop) {
  bool multiplies = false, adds = false;
  bool isOther =
      loop->walk([&](Operation *op) {
            multiplies |= isa<arith::MulFOp>(op);
            adds |= isa<arith::AddFOp>(op);
            return isa<arith::MulFOp, arith::AddFOp, arith::ConstantOp, tensor::SplatOp,
                       tensor::ExtractOp, tensor::DimOp, tensor::EmptyOp, ArrayLoopOpInterface,
                       ReduceOp, YieldOp, linalg::LinalgOp, linalg::YieldOp>(op)
                       ? WalkResult::advance()
                       : WalkResult::interrupt();
          })
          .wasInterrupted();
  return multiplies && adds && !isOther;
}

/// Whether a loop in the body of `fold` multiplies by a matrix that is defined outside of `map`.
static bool multipliesBySharedMatrix(MapOp map, FoldOp fold) {
  return fold.getBody()
      .walk([&](Operation *op) {
        if (!isa<ArrayLoopOpInterface, linalg::LinalgOp>(op))
          return WalkResult::advance();
        bool readsMatrix = llvm::any_of(op->getOperands(), [&](Value operand) {
          auto type = dyn_cast<RankedTensorType>(operand.getType());
          return type && type.getRank() >= 2 && isDefinedOutside(operand, map) &&
                 llvm::none_of(type.getShape(), isShort);
        });
        return readsMatrix && computesProducts(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// `array` with its first two dimensions exchanged.
static Value transpose(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<RankedTensorType>(array.getType());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  std::swap(order[0], order[1]);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, array);
  std::swap(sizes[0], sizes[1]);
  Value init = tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
  return linalg::TransposeOp::create(builder, loc, array, init, order)->getResult(0);
}

/// The fold in the body of a map with which the map may change places, and for which `isWanted`
/// holds.
static FoldOp findFold(MapOp map, function_ref<bool(FoldOp)> isWanted,
                       ShapeVariation::Functions &shapes, PureFunctions &pure) {
  auto folds = llvm::filter_to_vector(map.getBody().front().getOps<FoldOp>(), [&](FoldOp fold) {
    return !fold.getInitialStates().empty() && !hasLinearArrays(fold) && isWanted(fold);
  });
  if (folds.empty() || !isPureWithCalls(map, pure))
    return {};
  ShapeVariation variation(map.getBody(), shapes);
  auto makesArray = [&](Value value) {
    return isArrayElement(value.getType()) && !variation.varies(value);
  };
  for (FoldOp fold : folds) {
    if (variation.reaches(fold) || !llvm::all_of(fold.getOperands(), makesArray) ||
        !llvm::all_of(fold->getResults(), makesArray))
      continue;
    ShapeVariation steps(fold.getBody(), shapes);
    if (llvm::none_of(fold.getYield()->getOperands(),
                      [&](Value value) { return steps.varies(value); }))
      return fold;
  }
  return {};
}

/// The fold around the map over the iterations of `map`, which is to replace `fold`.
static FoldOp createLoops(RewriterBase &rewriter, MapOp map, FoldOp fold,
                          const DividedBody &parts) {
  Location loc = fold.getLoc();
  int64_t extent = getStaticExtent(map);
  SmallVector<Value> arrays, states;
  for (Value array : fold.getArrays())
    arrays.push_back(parts.isInside(array) ? transpose(rewriter, loc, parts.seriesOf(array))
                                           : array);
  for (Value init : fold.getInitialStates()) {
    Value all = parts.seriesOf(init);
    // One that is the same in all iterations.
    if (!all)
      all = MapOp::create(rewriter, loc, map.getArrays(),
                          [init](OpBuilder &builder, Location at, ValueRange) {
                            YieldOp::create(builder, at, init);
                          })
                .getResult(0);
    states.push_back(castTo(rewriter, all, arrayOf(extent, init.getType())));
  }
  auto step = [&](OpBuilder &builder, Location at, ValueRange args) {
    ValueRange elements = args.take_front(arrays.size()), carried = args.drop_front(arrays.size());
    IRMapping mapping;
    SmallVector<Value> read(carried), inner(fold.getStateArgs());
    for (auto [array, element, arg] :
         llvm::zip_equal(fold.getArrays(), elements, fold.getElementArgs())) {
      if (!parts.isInside(array)) {
        mapping.map(arg, element);
        continue;
      }
      read.push_back(element);
      inner.push_back(arg);
    }
    for (Value capture : parts.getCaptures()) {
      read.push_back(parts.seriesOf(capture));
      inner.push_back(capture);
    }
    auto all =
        MapOp::create(builder, at, read, [&](OpBuilder &nested, Location where, ValueRange values) {
          for (auto [old, value] : llvm::zip_equal(inner, values))
            mapping.map(old, value);
          SmallVector<Value> yielded = cloneBody(nested, fold.getBodyBlock(), mapping);
          for (auto [next, state] : llvm::zip(yielded, values.take_front(carried.size())))
            next = castTo(nested, next, state.getType());
          YieldOp::create(nested, where, yielded);
        });
    SmallVector<Value> results(all.getResults());
    for (auto [next, state] : llvm::zip(results, carried))
      next = castTo(builder, next, state.getType());
    YieldOp::create(builder, at, results);
  };
  auto loops = FoldOp::create(rewriter, loc, fold.getDirection(), arrays, states, step);
  loops->setDiscardableAttrs(fold->getDiscardableAttrDictionary());
  return loops;
}

/// Interchanges a map with a fold that `findFold` has found. Returns the fold around the maps; null
/// if they stay as they are.
static FoldOp interchange(RewriterBase &rewriter, MapOp map, FoldOp fold,
                          ShapeVariation::Functions &shapes, StringRef gain) {
  DividedBody parts(map, fold);
  parts.hoist();
  SmallVector<Value> yielded(map.getYield()->getOperands());
  if (!parts.collect(yielded, ShapeVariation(map.getBody(), shapes)))
    return {};
  remarkInterchanged(map, ("the loop in it that carries a state goes around it: " + gain).str());
  rewriter.setInsertionPoint(map);
  SmallVector<Value> wanted;
  for (Value operand : fold->getOperands())
    if (parts.isInside(operand))
      wanted.push_back(operand);
  parts.createBefore(rewriter, wanted);
  FoldOp loops = createLoops(rewriter, map, fold, parts);
  for (auto [state, all] : llvm::zip(fold.getFinalStates(), loops.getFinalStates()))
    parts.setSeries(state, all);
  for (auto [array, all] : llvm::zip_equal(fold.getCollected(), loops.getCollected()))
    if (!array.use_empty())
      parts.setSeries(array, transpose(rewriter, fold.getLoc(), all));
  SmallVector<Value> results = parts.createAfter(rewriter, yielded);
  for (auto [old, result] : llvm::zip_equal(map->getResults(), results))
    rewriter.replaceAllUsesWith(old, castTo(rewriter, result, old.getType()));
  rewriter.eraseOp(map);
  return loops;
}

bool chad::detail::interchangeMap(RewriterBase &rewriter, MapOp map,
                                  ShapeVariation::Functions &shapes, PureFunctions &pure) {
  if (isShort(getStaticExtent(map)))
    return false;
  FoldOp fold =
      findFold(map, [&](FoldOp fold) { return multipliesBySharedMatrix(map, fold); }, shapes, pure);
  return fold && interchange(rewriter, map, fold, shapes,
                             "its products with a matrix become products of matrices");
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

namespace {
/// A map and the fold in its body.
struct MapOfFold {
  MapOp map;
  FoldOp fold;
};

/// Divides a map into one over blocks of as many elements, in which there is a map over a block,
/// and a map over the rest.
class BlocksOfMap {
public:
  BlocksOfMap(RewriterBase &rewriter, MapOfFold whole, int64_t size)
      : rewriter(rewriter), whole(whole), size(size), loc(whole.map.getLoc()) {}

  /// Replaces the map. Returns the map over a block, and that over the rest.
  std::array<MapOfFold, 2> run();

private:
  Value constant(int64_t number) { return arith::ConstantIndexOp::create(rewriter, loc, number); }
  /// The elements of `array` from `offset` on, `extent` of them.
  Value slice(Value array, OpFoldResult offset, OpFoldResult extent);
  /// `array`, whose elements fill `count` blocks, as an array of blocks.
  Value expand(Value array, Value count);
  /// `array`, an array of blocks, as an array of their elements.
  Value collapse(Value array);
  /// A copy of the map over other arrays.
  MapOfFold copy(OpBuilder &builder, ValueRange arrays);

  RewriterBase &rewriter;
  MapOfFold whole;
  int64_t size;
  Location loc;
};
} // namespace

Value BlocksOfMap::slice(Value array, OpFoldResult offset, OpFoldResult extent) {
  auto type = cast<RankedTensorType>(array.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, array);
  offsets[0] = offset;
  sizes[0] = extent;
  auto part = cast<RankedTensorType>(arrayOf(ShapedType::kDynamic, getArrayElement(type)));
  return extractSlice(rewriter, loc, part, array, offsets, sizes, strides);
}

/// The first two dimensions as one, and the others.
static SmallVector<ReassociationIndices> joinFirst(int64_t rank) {
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  for (int64_t i = 2; i < rank; ++i)
    groups.push_back({i});
  return groups;
}

Value BlocksOfMap::expand(Value array, Value count) {
  auto type = cast<RankedTensorType>(array.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, array);
  sizes[0] = rewriter.getIndexAttr(size);
  sizes.insert(sizes.begin(), count);
  Type blocks = arrayOf(ShapedType::kDynamic, arrayOf(size, getArrayElement(type)));
  return tensor::ExpandShapeOp::create(rewriter, loc, blocks, array, joinFirst(type.getRank() + 1),
                                       sizes);
}

Value BlocksOfMap::collapse(Value array) {
  auto type = cast<RankedTensorType>(array.getType());
  Type flat = arrayOf(ShapedType::kDynamic, getArrayElement(getArrayElement(type)));
  return tensor::CollapseShapeOp::create(rewriter, loc, flat, array, joinFirst(type.getRank()));
}

MapOfFold BlocksOfMap::copy(OpBuilder &builder, ValueRange arrays) {
  FoldOp fold;
  auto map =
      MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location at, ValueRange elements) {
        IRMapping mapping;
        mapping.map(whole.map.getBody().getArguments(), elements);
        YieldOp::create(inner, at, cloneBody(inner, whole.map.getBody().front(), mapping));
        fold = cast<FoldOp>(mapping.lookup(whole.fold.getOperation()));
      });
  return {map, fold};
}

std::array<MapOfFold, 2> BlocksOfMap::run() {
  rewriter.setInsertionPoint(whole.map);
  Value width = constant(size), first = whole.map.getArrays().front();
  BuildOp counted = getIota(first);
  Value extent = counted ? counted.getExtent()
                         : Value(tensor::DimOp::create(rewriter, loc, first, constant(0)));
  Value count = arith::DivSIOp::create(rewriter, loc, extent, width);
  Value full = arith::MulIOp::create(rewriter, loc, count, width);
  Value left = arith::SubIOp::create(rewriter, loc, extent, full);
  auto indices = [this](OpBuilder &builder, Value offset, Value extent) {
    return BuildOp::create(builder, loc, extent,
                           [&](OpBuilder &inner, Location at, ValueRange index) {
                             Value sum = arith::AddIOp::create(inner, at, offset, index.front());
                             YieldOp::create(inner, at, sum);
                           })
        .getResult(0);
  };
  // Indices are computed in each map, and not stored.
  SmallVector<Value> rows, rest;
  for (Value array : whole.map.getArrays()) {
    if (getIota(array)) {
      rest.push_back(indices(rewriter, full, left));
      continue;
    }
    rows.push_back(expand(slice(array, rewriter.getIndexAttr(0), full), count));
    rest.push_back(slice(array, full, left));
  }
  rows.push_back(createIota(rewriter, loc, count));
  MapOfFold inner;
  auto blocks =
      MapOp::create(rewriter, loc, rows, [&](OpBuilder &builder, Location at, ValueRange elements) {
        Value number = elements.back();
        SmallVector<Value> arrays;
        for (Value array : whole.map.getArrays()) {
          if (getIota(array)) {
            Value begin = arith::MulIOp::create(builder, at, number, width);
            arrays.push_back(
                indices(builder, begin, arith::ConstantIndexOp::create(builder, at, size)));
            continue;
          }
          arrays.push_back(elements.front());
          elements = elements.drop_front();
        }
        inner = copy(builder, arrays);
        YieldOp::create(builder, at, inner.map.getResults());
      });
  MapOfFold outer = copy(rewriter, rest);
  for (auto [old, block, end] :
       llvm::zip_equal(whole.map.getResults(), blocks.getResults(), outer.map.getResults())) {
    Value all = tensor::ConcatOp::create(rewriter, loc, 0, ValueRange{collapse(block), Value(end)});
    rewriter.replaceAllUsesWith(old, castTo(rewriter, all, old.getType()));
  }
  rewriter.eraseOp(whole.map);
  return {inner, outer};
}

SmallVector<FoldOp> chad::detail::interchangeBlocks(FoldOp fold) {
  // A call of a step is short beside as many elements.
  constexpr int64_t size = 256;
  auto map = dyn_cast<MapOp>(fold->getParentOp());
  ShapeVariation::Functions shapes;
  PureFunctions pure;
  if (!map || !llvm::all_of(fold.getInitialStates().getTypes(), isScalarType) ||
      !llvm::all_of(map.getArrays().getTypes(), llvm::IsaPred<RankedTensorType>) ||
      isShort(getStaticExtent(map)) ||
      !findFold(map, [&](FoldOp other) { return other == fold; }, shapes, pure))
    return {fold};
  IRRewriter rewriter(map);
  SmallVector<MapOfFold> parts = {{map, fold}};
  if (int64_t extent = getStaticExtent(map); ShapedType::isDynamic(extent) || extent > size)
    parts = llvm::to_vector(BlocksOfMap(rewriter, parts.front(), size).run());
  return llvm::map_to_vector(parts, [&](MapOfFold part) {
    FoldOp around =
        interchange(rewriter, part.map, part.fold, shapes, "its steps compute many elements each");
    return around ? around : part.fold;
  });
}
