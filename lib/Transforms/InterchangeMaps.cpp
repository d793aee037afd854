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
// becomes one of the matrix and all vectors.

#include "InterchangeLoops.h"
#include "chad/IR/ArrayLoops.h"
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

/// The fold in the body of a map with which the map may, and should, change places.
static FoldOp findFold(MapOp map, ShapeVariation::Functions &shapes, PureFunctions &pure) {
  auto folds = llvm::filter_to_vector(map.getBody().front().getOps<FoldOp>(), [&](FoldOp fold) {
    return !fold.getInitialStates().empty() && !hasLinearArrays(fold) &&
           multipliesBySharedMatrix(map, fold);
  });
  if (folds.empty() || isShort(getStaticExtent(map)) || !isPureWithCalls(map, pure))
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
  return FoldOp::create(rewriter, loc, fold.getDirection(), arrays, states, step);
}

bool chad::detail::interchangeMap(RewriterBase &rewriter, MapOp map,
                                  ShapeVariation::Functions &shapes, PureFunctions &pure) {
  FoldOp fold = findFold(map, shapes, pure);
  if (!fold)
    return false;
  DividedBody parts(map, fold);
  parts.hoist();
  SmallVector<Value> yielded(map.getYield()->getOperands());
  if (!parts.collect(yielded, ShapeVariation(map.getBody(), shapes)))
    return false;
  remarkInterchanged(map, "the loop in it that carries a state goes around it: its products with a "
                          "matrix become products of matrices");
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
  return true;
}
