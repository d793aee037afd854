//===- InterchangeLoops.cpp ---------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Interchanges a loop over directions (the elements of a basis) with a loop over the elements of an
// array inside of it:
//
//   transpose (build (i. map (x. f(x, a i)) X)) = map (x. map (y. f(x, y)) (build a)) X
//
// so that each element is read once, and the results of one element are next to each other.

#include "InterchangeSums.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace chad {
#define GEN_PASS_DEF_CHADINTERCHANGELOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The array of which `nest` is a copy whose last dimension is the array's first:
///
///   build (i. build (j. ... build (k. yield array[k, i, j, ...])))
///
/// Null for any other loop, and where the copy may have other extents.
static Value findTransposed(BuildOp nest) {
  SmallVector<BuildOp> loops = {nest};
  while (true) {
    BuildOp loop = loops.back();
    Block &body = loop.getBody().front();
    if (loop->getNumResults() != 1 || !llvm::hasNItems(body, 2))
      return {};
    Value made = body.getTerminator()->getOperand(0);
    if (made.getDefiningOp() != &body.front())
      return {};
    if (auto inner = dyn_cast<BuildOp>(body.front())) {
      loops.push_back(inner);
      continue;
    }
    auto element = dyn_cast<tensor::ExtractOp>(body.front());
    if (!element || element.getIndices().size() != loops.size() || loops.size() < 2)
      return {};
    std::rotate(loops.begin(), std::prev(loops.end()), loops.end());
    Value array = element.getTensor();
    for (auto [dim, index, loop] : llvm::enumerate(element.getIndices(), loops))
      if (index != loop.getBody().getArgument(0) ||
          !areEqual(Extent::of(loop.getExtent()), Extent::of(array, dim)))
        return {};
    return array;
  }
}

namespace {
/// A loop over directions with a loop over elements inside.
struct Nest {
  BuildOp outer;
  MapOp inner;
  unsigned result;
  /// The values of the outer body that the inner loop uses.
  SmallVector<Value> used;
};

struct InterchangeLoops : chad::impl::ChadInterchangeLoopsBase<InterchangeLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<FoldOp> folds;
    getOperation()->walk([&](FoldOp op) { folds.push_back(op); });
    for (FoldOp op : folds)
      if (interchangeSums(rewriter, op))
        ++numInterchanged;
    SmallVector<BuildOp> transposes;
    getOperation()->walk<WalkOrder::PreOrder>([&](BuildOp op) {
      if (!findTransposed(op))
        return WalkResult::advance();
      transposes.push_back(op);
      return WalkResult::skip();
    });
    for (BuildOp op : transposes)
      if (std::optional<Nest> nest = match(op)) {
        interchange(rewriter, op, *nest);
        ++numInterchanged;
      }
  }

  static std::optional<Nest> match(BuildOp op) {
    auto made = dyn_cast<OpResult>(findTransposed(op));
    auto outer = made && made.hasOneUse() ? dyn_cast<BuildOp>(made.getOwner()) : nullptr;
    if (!outer || outer->getNumResults() != 1 || outer->getBlock() != op->getBlock() ||
        !isMemoryEffectFree(outer))
      return std::nullopt;
    Block &body = outer.getBody().front();
    Value yielded = body.getTerminator()->getOperand(0);
    auto inner = yielded.getDefiningOp<MapOp>();
    if (!inner || inner->getBlock() != &body || inner->getNumResults() != 1 || !yielded.hasOneUse())
      return std::nullopt;
    auto array = cast<RankedTensorType>(yielded.getType());
    if (array.getRank() > 2 || (array.getRank() == 2 && array.isDynamicDim(1)))
      return std::nullopt;
    for (Value operand : inner.getArrays())
      if (!isDefinedOutside(operand, outer))
        return std::nullopt;
    Nest nest = {outer, inner, 0, {}};
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(inner->getRegions(), captured);
    for (Value value : captured) {
      if (isDefinedOutside(value, outer))
        continue;
      auto tensor = dyn_cast<RankedTensorType>(value.getType());
      if (tensor ? !tensor.hasStaticShape() : !getArrayOf(value.getType(), 1))
        return std::nullopt;
      nest.used.push_back(value);
    }
    if (nest.used.empty() || !readsApart(nest))
      return std::nullopt;
    return nest;
  }

  /// Whether each iteration of the outer loop reads from a place of its own, so that iterations
  /// cannot run in the lanes of vectors.
  static bool readsApart(Nest &nest) {
    DenseSet<Value> used(nest.used.begin(), nest.used.end());
    return nest.inner
        ->walk([&](tensor::ExtractSliceOp slice) {
          return llvm::any_of(slice.getOffsets(),
                              [&](Value offset) { return used.contains(offset); })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Clones the ops of the outer body except the inner loop.
  static void cloneBody(OpBuilder &builder, Nest &nest, IRMapping &mapping, ValueRange values) {
    for (Operation &op : nest.outer.getBody().front().without_terminator())
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
          slice && isReadApart(slice, nest.outer)) {
        SmallVector<Value> position;
        mapping.map(slice.getResult(), readElements(builder, slice, mapping, position));
      } else if (&op != nest.inner) {
        builder.clone(op, mapping);
      }
    auto yield = YieldOp::create(
        builder, nest.outer.getLoc(),
        llvm::map_to_vector(values, [&](Value value) { return mapping.lookupOrDefault(value); }));
    for (Operation *op = yield->getPrevNode(); op;) {
      Operation *before = op->getPrevNode();
      if (op->use_empty() && isMemoryEffectFree(op))
        op->erase();
      op = before;
    }
  }

  /// Reads the elements of a slice one by one, so that each lane reads its own element.
  static Value readElements(OpBuilder &builder, tensor::ExtractSliceOp slice, IRMapping &mapping,
                            SmallVector<Value> &position) {
    Location loc = slice.getLoc();
    auto type = slice.getType();
    unsigned dim = position.size();
    if (dim == type.getRank()) {
      SmallVector<Value> at;
      SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
      for (auto [offset, index] : llvm::zip_equal(offsets, position)) {
        if (auto value = dyn_cast<Value>(offset))
          offset = mapping.lookupOrDefault(value);
        Value first = getValueOrCreateConstantIndexOp(builder, loc, offset);
        at.push_back(arith::AddIOp::create(builder, loc, first, index));
      }
      return tensor::ExtractOp::create(builder, loc, slice.getSource(), at);
    }
    Value extent = createIndex(builder, loc, type.getDimSize(dim));
    auto row =
        BuildOp::create(builder, loc, extent, [&](OpBuilder &inner, Location, ValueRange index) {
          position.push_back(index.front());
          Value element = readElements(inner, slice, mapping, position);
          YieldOp::create(inner, loc, element);
          position.pop_back();
        });
    return row.getResult(0);
  }

  /// Whether the outer loop takes a slice of an array from outside at an offset that differs
  /// between iterations.
  static bool isReadApart(tensor::ExtractSliceOp slice, BuildOp outer) {
    return isDefinedOutside(slice.getSource(), outer) && slice.getType().hasStaticShape() &&
           slice.hasUnitStride() && slice.getType().getRank() == slice.getSourceType().getRank() &&
           llvm::any_of(slice.getOffsets(),
                        [&](Value offset) { return !isDefinedOutside(offset, outer); });
  }

  /// Makes arrays with the values that the inner loop uses in all iterations of the outer one.
  static SmallVector<Value> collectUsed(OpBuilder &builder, Nest &nest) {
    Location loc = nest.outer.getLoc();
    Value extent = nest.outer.getExtent(), index = nest.outer.getBody().getArgument(0);
    Value iota = createIota(builder, loc, extent);
    return llvm::to_vector_of<Value>(
        MapOp::create(builder, loc, iota, [&](OpBuilder &inner, Location, ValueRange args) {
          IRMapping mapping;
          mapping.map(index, args.front());
          cloneBody(inner, nest, mapping, nest.used);
        }).getResults());
  }

  static void interchange(RewriterBase &rewriter, BuildOp op, Nest &nest) {
    rewriter.setInsertionPoint(op);
    SmallVector<Value> rows = collectUsed(rewriter, nest);
    Location loc = nest.inner.getLoc();
    Block &body = nest.inner.getBody().front();
    auto made = MapOp::create(
        rewriter, loc, nest.inner.getArrays(), [&](OpBuilder &outer, Location at, ValueRange args) {
          IRMapping mapping;
          mapping.map(body.getArguments(), args);
          auto directions =
              MapOp::create(outer, at, rows, [&](OpBuilder &inner, Location, ValueRange elements) {
                mapping.map(nest.used, elements);
                YieldOp::create(inner, at, chad::cloneBody(inner, body, mapping));
              });
          YieldOp::create(outer, at, transpose(outer, at, directions.getResult(0)));
        });
    Value result = made.getResult(0);
    if (result.getType() != op->getResult(0).getType())
      result = tensor::CastOp::create(rewriter, loc, op->getResult(0).getType(), result);
    rewriter.replaceOp(op, result);
    rewriter.eraseOp(nest.outer);
  }

  /// The transpose of a matrix; an array of scalars.
  static Value transpose(OpBuilder &builder, Location loc, Value array) {
    auto type = cast<RankedTensorType>(array.getType());
    if (type.getRank() == 1)
      return array;
    Value extent = createIndex(builder, loc, type.getDimSize(1));
    auto columns =
        BuildOp::create(builder, loc, extent, [&](OpBuilder &outer, Location, ValueRange index) {
          auto column =
              MapOp::create(outer, loc, array, [&](OpBuilder &inner, Location, ValueRange row) {
                Value element = tensor::ExtractOp::create(inner, loc, row.front(), index);
                YieldOp::create(inner, loc, element);
              });
          YieldOp::create(outer, loc, column.getResult(0));
        });
    return columns.getResult(0);
  }
};
} // namespace
