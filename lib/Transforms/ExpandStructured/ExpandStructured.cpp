//===- ExpandStructured.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Transforms/ExpandStructured.h"
#include "Nest.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Makes `scf.for` loops that compute the results `outs` at one point after the other, in row-major
/// order.
static SmallVector<Value> makeSequentialLoops(OpBuilder &builder, linalg::LinalgOp op,
                                              ArrayRef<unsigned> outs) {
  Location loc = op.getLoc();
  SmallVector<Value> extents = createLoopExtents(builder, op), inits;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> starts(extents.size(), zero), steps(extents.size(), one);
  for (unsigned out : outs)
    inits.push_back(op.getDpsInits()[out]);
  auto positionOf = [](OpBuilder &inner, Location loc, AffineMap map, ValueRange indices) {
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
      return affine::expandAffineExpr(inner, loc, expr, indices, {});
    });
  };
  auto body = [&](OpBuilder &inner, Location loc, ValueRange indices, ValueRange states) {
    IRMapping mapping;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned number = operand.getOperandNumber();
      if (number >= op.getBlock()->getNumArguments())
        continue;
      Value value = operand.get();
      if (op.isDpsInit(&operand))
        for (auto [out, state] : llvm::zip_equal(outs, states))
          if (op.getDpsInitOperand(out) == &operand)
            value = state;
      if (isa<RankedTensorType>(value.getType()))
        value = tensor::ExtractOp::create(
            inner, loc, value,
            positionOf(inner, loc, op.getMatchingIndexingMap(&operand), indices));
      mapping.map(op.getBlock()->getArgument(number), value);
    }
    PointCode code(op);
    code.clone(inner, mapping, SmallVector<Value>(indices));
    scf::ValueVector next;
    for (auto [out, state] : llvm::zip_equal(outs, states)) {
      AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(out));
      next.push_back(tensor::InsertOp::create(inner, loc,
                                              mapping.lookupOrDefault(getYieldedElement(op, out)),
                                              state, positionOf(inner, loc, map, indices)));
    }
    return next;
  };
  scf::LoopNest nest = scf::buildLoopNest(builder, loc, starts, extents, steps, inits, body);
  return SmallVector<Value>(nest.results.begin(), nest.results.end());
}

/// The kinds of the results. A result whose accumulator the loops of another result need gets the
/// kind of that one.
static SmallVector<AccumulatorKind> getJointKinds(linalg::LinalgOp op) {
  SmallVector<AccumulatorKind> kinds = getAccumulatorKinds(op);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    SmallVector<unsigned> others;
    for (auto [out, kind] : llvm::enumerate(kinds))
      if (kind == AccumulatorKind::Other)
        others.push_back(out);
    DenseSet<Value> used = findUsed(op, others);
    for (auto [out, kind] : llvm::enumerate(kinds)) {
      BlockArgument acc = getAccumulator(op, out);
      if (kind == AccumulatorKind::Element || kind == AccumulatorKind::Other || !acc ||
          !used.contains(acc))
        continue;
      kind = AccumulatorKind::Other;
      hasChanged = true;
    }
  }
  return kinds;
}

SmallVector<Value> chad::expandStructuredOp(RewriterBase &rewriter, linalg::LinalgOp op,
                                            Permutation permutation) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<AccumulatorKind> kinds = getJointKinds(op);
  auto mapOf = [&](unsigned out) { return op.getMatchingIndexingMap(op.getDpsInitOperand(out)); };
  // Groups of results that one nest computes: results that depend on each other's accumulators are
  // in one group.
  SmallVector<SmallVector<unsigned>> groups;
  for (auto [out, kind] : llvm::enumerate(kinds)) {
    auto *group = llvm::find_if(groups, [&, out = out](const SmallVector<unsigned> &group) {
      AccumulatorKind other = kinds[group.front()];
      if (other != kinds[out])
        return false;
      bool isShared = other == AccumulatorKind::Other;
      bool isSimple = other == AccumulatorKind::Element || other == AccumulatorKind::Sum ||
                      other == AccumulatorKind::Integer;
      return isShared || (isSimple && mapOf(group.front()) == mapOf(out));
    });
    if (group == groups.end())
      groups.push_back({static_cast<unsigned>(out)});
    else
      group->push_back(out);
  }
  SmallVector<Value> results(op->getNumResults());
  for (ArrayRef<unsigned> group : groups) {
    bool haveOneMap =
        llvm::all_of(group, [&](unsigned out) { return mapOf(out) == mapOf(group.front()); });
    std::optional<SmallVector<Value>> made;
    if (haveOneMap)
      made = StructuredNest(rewriter, op, group, kinds[group.front()], permutation).build();
    if (!made)
      made = makeSequentialLoops(rewriter, op, group);
    for (auto [out, value] : llvm::zip_equal(group, *made))
      results[out] = value;
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Ops that are compositions of structured ops
//===----------------------------------------------------------------------===//

/// exp(x - max) / sum, where max and sum are over one dimension.
static void decompose(RewriterBase &rewriter, linalg::SoftmaxOp op, bool forDerivatives) {
  Location loc = op.getLoc();
  Value input = op.getInput();
  auto type = cast<RankedTensorType>(input.getType());
  unsigned rank = type.getRank(), dim = op.getDimension();
  auto element = cast<FloatType>(type.getElementType());
  AffineMap whole = rewriter.getMultiDimIdentityMap(rank), rest = whole.dropResult(dim);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input), restSizes = sizes;
  restSizes.erase(restSizes.begin() + dim);
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel),
      reducing = parallel;
  reducing[dim] = utils::IteratorType::reduction;
  using Body = llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;
  auto make = [&](ValueRange inputs, ArrayRef<AffineMap> maps, Value init,
                  ArrayRef<utils::IteratorType> iterators, Body body) {
    auto generic =
        linalg::GenericOp::create(rewriter, loc, init.getType(), inputs, init, maps, iterators,
                                  [&](OpBuilder &inner, Location loc, ValueRange args) {
                                    linalg::YieldOp::create(inner, loc, body(inner, loc, args));
                                  });
    return generic.getResult(0);
  };
  auto makeFill = [&](const APFloat &value) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, restSizes, element);
    Value scalar = arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(element, value));
    return linalg::FillOp::create(rewriter, loc, scalar, empty).getResult(0);
  };
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  Value max = make(input, {whole, rest}, makeFill(APFloat::getInf(semantics, /*Negative=*/true)),
                   reducing, [](OpBuilder &inner, Location loc, ValueRange args) -> Value {
                     return arith::MaximumFOp::create(inner, loc, args[1], args[0]);
                   });
  if (forDerivatives)
    max = StopGradientOp::create(rewriter, loc, max);
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  Value exps = make({input, max}, {whole, rest, whole}, empty, parallel,
                    [](OpBuilder &inner, Location loc, ValueRange args) -> Value {
                      Value difference = arith::SubFOp::create(inner, loc, args[0], args[1]);
                      return math::ExpOp::create(inner, loc, difference);
                    });
  Value sum = make(exps, {whole, rest}, makeFill(APFloat::getZero(semantics)), reducing,
                   [](OpBuilder &inner, Location loc, ValueRange args) -> Value {
                     return arith::AddFOp::create(inner, loc, args[1], args[0]);
                   });
  Value result = make({exps, sum}, {whole, rest, whole}, empty, parallel,
                      [](OpBuilder &inner, Location loc, ValueRange args) -> Value {
                        return arith::DivFOp::create(inner, loc, args[0], args[1]);
                      });
  if (result.getType() != op->getResult(0).getType())
    result = tensor::CastOp::create(rewriter, loc, op->getResult(0).getType(), result);
  rewriter.replaceOp(op, result);
}

/// The op with attributes for tiles that are constants as values: only tiles of known extents are
/// lowered.
static linalg::PackOp withStaticTiles(RewriterBase &rewriter, linalg::PackOp op) {
  SmallVector<OpFoldResult> tiles = op.getMixedTiles();
  auto type = cast<RankedTensorType>(op.getDest().getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [i, tile] : llvm::enumerate(tiles))
    if (std::optional<int64_t> extent = getConstantIntValue(tile)) {
      tile = rewriter.getIndexAttr(*extent);
      shape[type.getRank() - tiles.size() + i] = *extent;
    }
  if (tiles == op.getMixedTiles())
    return op;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Value dest = tensor::CastOp::create(rewriter, loc, type.clone(shape), op.getDest());
  std::optional<Value> padding;
  if (op.getPaddingValue())
    padding = op.getPaddingValue();
  auto packed = linalg::PackOp::create(rewriter, loc, op.getSource(), dest, op.getInnerDimsPos(),
                                       tiles, padding, op.getOuterDimsPerm());
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, packed.getResult());
  rewriter.setInsertionPoint(packed);
  return packed;
}

void chad::decomposeAggregates(Operation *root, bool forDerivatives) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa_and_nonnull<linalg::LinalgDialect>(op->getDialect()) &&
        !isa<linalg::LinalgOp, linalg::IndexOp, linalg::YieldOp>(op) && op->getNumResults() &&
        llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
      decompose(rewriter, softmax, forDerivatives);
    else if (auto pack = dyn_cast<linalg::PackOp>(op))
      (void)linalg::lowerPack(rewriter, withStaticTiles(rewriter, pack));
    else if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
      (void)linalg::lowerUnPack(rewriter, unpack);
    else if (auto filter = dyn_cast<linalg::WinogradFilterTransformOp>(op))
      (void)linalg::decomposeWinogradFilterTransformOp(rewriter, filter);
    else if (auto input = dyn_cast<linalg::WinogradInputTransformOp>(op))
      (void)linalg::decomposeWinogradInputTransformOp(rewriter, input);
    else if (auto output = dyn_cast<linalg::WinogradOutputTransformOp>(op))
      (void)linalg::decomposeWinogradOutputTransformOp(rewriter, output);
  }
}
