//===- LowerTensor.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Conversion/Passes.h"
#include "chad/Frontends/Raise/ParallelLoops.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADLOWERTENSOR
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;

namespace {
/// Maps elements of the parts of a tensor (the result of a gather, the source of a scatter) to
/// elements of the whole tensor: `parts[b..., s...]` is `whole[...]` with `coordinates[b..., :]` at
/// the dimensions `dims`, which the parts have with extent 1 or not at all, and with `s` at the
/// others.
struct Parts {
  Value coordinates, whole;
  ArrayRef<int64_t> dims;
  int64_t rank;

  int64_t getBatchRank() const {
    return cast<RankedTensorType>(coordinates.getType()).getRank() - 1;
  }
  int64_t getWholeRank() const { return cast<RankedTensorType>(whole.getType()).getRank(); }
  bool keepUnits() const { return rank == getBatchRank() + getWholeRank(); }

  /// The position in the whole of the part's element at `position`.
  SmallVector<Value> locate(OpBuilder &builder, Location loc, ValueRange position) const {
    SmallVector<Value> at, entry(position.take_front(getBatchRank()));
    entry.emplace_back();
    position = position.drop_front(getBatchRank());
    for (int64_t dim = 0; dim < getWholeRank(); ++dim) {
      const int64_t *found = llvm::find(dims, dim);
      if (found == dims.end()) {
        at.push_back(position.front());
      } else {
        entry.back() = arith::ConstantIndexOp::create(builder, loc, found - dims.begin());
        Value index = tensor::ExtractOp::create(builder, loc, coordinates, entry);
        at.push_back(getValueOrCreateCastToIndexLike(builder, loc, builder.getIndexType(), index));
      }
      if (found == dims.end() || keepUnits())
        position = position.drop_front();
    }
    return at;
  }

  /// The extents of the parts.
  SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc) const {
    SmallVector<OpFoldResult> extents = tensor::getMixedSizes(builder, loc, coordinates);
    extents.pop_back();
    for (int64_t dim = 0; dim < getWholeRank(); ++dim)
      if (!llvm::is_contained(dims, dim))
        extents.push_back(tensor::getMixedSize(builder, loc, whole, dim));
      else if (keepUnits())
        extents.push_back(builder.getIndexAttr(1));
    return extents;
  }
};
} // namespace

/// Makes nested builds; `element` makes the innermost body.
static Value makeBuilds(OpBuilder &builder, Location loc, ArrayRef<Value> extents,
                        SmallVectorImpl<Value> &position,
                        llvm::function_ref<Value(OpBuilder &, ValueRange)> element) {
  if (position.size() == extents.size())
    return element(builder, position);
  auto build = BuildOp::create(
      builder, loc, extents[position.size()],
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        position.push_back(args.front());
        YieldOp::create(builder, loc, makeBuilds(builder, loc, extents, position, element));
      });
  return build.getResult(0);
}

static void lowerGather(RewriterBase &rewriter, tensor::GatherOp op) {
  Location loc = op.getLoc();
  Parts parts{op.getIndices(), op.getSource(), op.getGatherDims(), op.getResultType().getRank()};
  SmallVector<Value> extents =
      getValueOrCreateConstantIndexOp(rewriter, loc, parts.getExtents(rewriter, loc));
  SmallVector<Value> position;
  Value result = makeBuilds(rewriter, loc, extents, position,
                            [&](OpBuilder &builder, ValueRange position) -> Value {
                              return tensor::ExtractOp::create(
                                  builder, loc, parts.whole, parts.locate(builder, loc, position));
                            });
  if (extents.empty())
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, op.getResultType(), result);
  else if (result.getType() == op.getType())
    rewriter.replaceOp(op, result);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), result);
}

/// Lowers a scatter to a loop that inserts slices in order: of two at one place, the later one
/// stays.
static void lowerScatter(RewriterBase &rewriter, tensor::ScatterOp op) {
  Location loc = op.getLoc();
  Value source = op.getSource();
  Parts parts{op.getIndices(), op.getDest(), op.getScatterDims(), op.getSourceType().getRank()};
  SmallVector<Value> extents =
      getValueOrCreateConstantIndexOp(rewriter, loc, parts.getExtents(rewriter, loc));
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  SmallVector<Value> starts(extents.size(), zero), steps(extents.size(), one);
  auto write = [&](OpBuilder &builder, Location loc, ValueRange position, ValueRange whole) {
    Value element = tensor::ExtractOp::create(builder, loc, source, position);
    Value written = tensor::InsertOp::create(builder, loc, element, whole.front(),
                                             parts.locate(builder, loc, position));
    return scf::ValueVector{written};
  };
  scf::LoopNest nest =
      scf::buildLoopNest(rewriter, loc, starts, extents, steps, op.getDest(), write);
  rewriter.replaceOp(op, nest.results);
}

/// Lowers a pad whose region reads an array. Bufferization would compute the padding for every
/// element, and then copy the source over it; but where the source is, the padding may read out of
/// bounds.
static LogicalResult lowerPad(RewriterBase &rewriter, tensor::PadOp op) {
  auto isNegative = [](int64_t padding) { return !ShapedType::isDynamic(padding) && padding < 0; };
  if (llvm::any_of(op.getStaticLow(), isNegative) || llvm::any_of(op.getStaticHigh(), isNegative))
    return op.emitError("chad: 'tensor.pad' has a negative padding; use 'tensor.extract_slice'");
  if (op.getConstantPaddingValue() ||
      llvm::none_of(op.getBody()->without_terminator(), [](auto &inner) {
        return isa<tensor::ExtractOp>(inner) || inner.getNumRegions() || !isSpeculatable(&inner);
      }))
    return success();
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  SmallVector<Value> extents, starts, ends;
  for (auto [dim, low, high] : llvm::enumerate(op.getMixedLowPad(), op.getMixedHighPad())) {
    Value size = getValueOrCreateConstantIndexOp(
        rewriter, loc, tensor::getMixedSize(rewriter, loc, op.getSource(), dim));
    starts.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, low));
    ends.push_back(arith::AddIOp::create(rewriter, loc, starts.back(), size));
    extents.push_back(
        type.isDynamicDim(dim)
            ? arith::AddIOp::create(rewriter, loc, ends.back(),
                                    getValueOrCreateConstantIndexOp(rewriter, loc, high))
            : arith::ConstantIndexOp::create(rewriter, loc, type.getDimSize(dim)).getResult());
  }
  auto makeElement = [&](OpBuilder &builder, ValueRange position) -> Value {
    SmallVector<Value> at;
    Value isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
    for (auto [index, start, end] : llvm::zip_equal(position, starts, ends)) {
      at.push_back(arith::SubIOp::create(builder, loc, index, start));
      for (auto [predicate, bound] :
           {std::pair(arith::CmpIPredicate::sge, start), std::pair(arith::CmpIPredicate::slt, end)})
        isInside = arith::AndIOp::create(
            builder, loc, isInside, arith::CmpIOp::create(builder, loc, predicate, index, bound));
    }
    auto choice = scf::IfOp::create(
        builder, loc, isInside,
        [&](OpBuilder &builder, Location loc) {
          Value element = tensor::ExtractOp::create(builder, loc, op.getSource(), at);
          scf::YieldOp::create(builder, loc, element);
        },
        [&](OpBuilder &builder, Location loc) {
          IRMapping mapping;
          mapping.map(op.getBody()->getArguments(), position);
          for (Operation &inner : op.getBody()->without_terminator())
            builder.clone(inner, mapping);
          Value padding = cast<tensor::YieldOp>(op.getBody()->getTerminator()).getValue();
          scf::YieldOp::create(builder, loc, mapping.lookupOrDefault(padding));
        });
    return choice.getResult(0);
  };
  SmallVector<Value> position;
  Value result = makeBuilds(rewriter, loc, extents, position, makeElement);
  if (result.getType() == op.getType())
    rewriter.replaceOp(op, result);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), result);
  return success();
}

/// Lowers a bitcast to one op of arith for each element.
static void lowerBitcast(RewriterBase &rewriter, tensor::BitcastOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !type || !source.getElementType().isSignlessIntOrFloat() ||
      !type.getElementType().isSignlessIntOrFloat())
    return;
  Value result = arith::BitcastOp::create(rewriter, op.getLoc(),
                                          source.clone(type.getElementType()), op.getSource());
  if (result.getType() == type)
    rewriter.replaceOp(op, result);
  else
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, result);
}

/// A poison tensor becomes an empty one: a program that reads its elements is undefined.
static void lowerPoison(RewriterBase &rewriter, ub::PoisonOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
  SmallVector<Value> sizes(type.getNumDynamicDims(), zero);
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, sizes);
}

/// Lowers an `scf.index_switch` to a chain of `scf.if`. Bufferization does not know that the
/// results of an `scf.index_switch` are the values that it yields, and lets updates of the results
/// overwrite arrays that are read afterwards.
static void lowerSwitch(RewriterBase &rewriter, scf::IndexSwitchOp op) {
  auto isArray = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::none_of(op.getResultTypes(), isArray) || op.getCases().empty())
    return;
  Location loc = op.getLoc();
  SmallVector<Value> results;
  for (auto [number, region] : llvm::zip_equal(op.getCases(), op.getCaseRegions())) {
    Value label = arith::ConstantIndexOp::create(rewriter, loc, number);
    Value isHere =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, op.getArg(), label);
    auto choice = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isHere,
                                    /*addThenBlock=*/false, /*addElseBlock=*/false);
    rewriter.inlineRegionBefore(region, choice.getThenRegion(), choice.getThenRegion().end());
    if (results.empty())
      results = choice.getResults();
    else
      scf::YieldOp::create(rewriter, loc, choice.getResults());
    if (number == op.getCases().back())
      rewriter.inlineRegionBefore(op.getDefaultRegion(), choice.getElseRegion(),
                                  choice.getElseRegion().end());
    else
      rewriter.createBlock(&choice.getElseRegion());
  }
  rewriter.replaceOp(op, results);
}

namespace {
struct LowerTensor : chad::impl::ChadLowerTensorBase<LowerTensor> {
  void runOnOperation() override {
    if (failed(expandParallelLoops(getOperation())))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    bool isLowered = true;
    getOperation()->walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto gather = dyn_cast<tensor::GatherOp>(op))
        lowerGather(rewriter, gather);
      else if (auto scatter = dyn_cast<tensor::ScatterOp>(op))
        lowerScatter(rewriter, scatter);
      else if (auto bitcast = dyn_cast<tensor::BitcastOp>(op))
        lowerBitcast(rewriter, bitcast);
      else if (auto pad = dyn_cast<tensor::PadOp>(op))
        isLowered &= succeeded(lowerPad(rewriter, pad));
      else if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
        lowerSwitch(rewriter, choice);
      else if (auto poison = dyn_cast<ub::PoisonOp>(op);
               poison && isa<RankedTensorType>(poison.getType()))
        lowerPoison(rewriter, poison);
    });
    if (!isLowered)
      signalPassFailure();
  }
};
} // namespace
