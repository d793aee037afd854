//===- AccessLaws.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Laws of updates of arrays, and of the extents of results.

#include "Laws.h"
#include "chad/IR/Extents.h"
#include "chad/IR/IndexRanges.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {

/// accumulate 0 into A = A, and the same for `chad.scatter_add`.
template <typename OpTy> struct UpdateByZero : LawFor<OpTy> {
  using LawFor<OpTy>::LawFor;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    // The first operand is the addend.
    if (!op->getOperand(0).template getDefiningOp<ZeroOp>())
      return failure();
    rewriter.replaceOp(op, op.getAcc());
    return success();
  }
};

/// accumulate v into 0 at 0, ..., 0 = v, reshaped, if the dimensions that have an index have extent
/// one.
struct UpdateOfUnits : LawFor<AccumulateOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AccumulateOp op, PatternRewriter &rewriter) const override {
    auto linear = dyn_cast<LinType>(op.getType());
    auto type = linear ? dyn_cast<RankedTensorType>(linear.getPrimal()) : RankedTensorType();
    if (!type || op.getIndices().empty() || !op.getAcc().getDefiningOp<ZeroOp>())
      return failure();
    llvm::SmallBitVector indexed(type.getRank());
    for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
      if (type.getDimSize(dim) != 1 || !matchPattern(index, m_Zero()))
        return failure();
      indexed.set(dim);
    }
    auto part = dyn_cast<RankedTensorType>(cast<LinType>(op.getValue().getType()).getPrimal());
    if (part && part.getShape() != type.getShape().drop_front(op.getIndices().size()))
      return failure();
    Location loc = op.getLoc();
    Value value = FromLinearOp::create(rewriter, loc, op.getValue());
    if (!part) {
      value = tensor::FromElementsOp::create(rewriter, loc, type, value);
    } else {
      SmallVector<OpFoldResult> sizes(op.getIndices().size(), rewriter.getIndexAttr(1));
      llvm::append_range(sizes, tensor::getMixedSizes(rewriter, loc, value));
      value = tensor::ExpandShapeOp::create(rewriter, loc, type, value, groupDroppedDims(indexed),
                                            sizes);
    }
    rewriter.replaceOpWithNewOp<ToLinearOp>(op, op.getType(), value);
    return success();
  }
};

/// A + accumulate v into B = accumulate v into (A + B), if nothing else uses the update. With B = 0
/// the sum disappears, so that no one-hot array is made and added. The same for `chad.scatter_add`.
struct AddUpdate : LawFor<AddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(AddOp op, PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      Operation *update = op->getOperand(i).getDefiningOp();
      if (!isa_and_nonnull<AccumulateOp, ScatterAddOp>(update) || !update->hasOneUse() ||
          update->getBlock() != op->getBlock())
        continue;
      Value sum =
          AddOp::create(rewriter, op.getLoc(), op->getOperand(1 - i), update->getOperand(1));
      Operation *moved = rewriter.clone(*update);
      rewriter.modifyOpInPlace(moved, [&] { moved->setOperand(1, sum); });
      rewriter.replaceOp(op, moved);
      return success();
    }
    return failure();
  }
};

/// The extents of the results of an op of this dialect are extents of its operands.
struct DimOfResult : LawFor<tensor::DimOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    Operation *source = op.getSource().getDefiningOp();
    std::optional<int64_t> dim = getConstantDim(op);
    if (!source || !dim || !isa_and_nonnull<ChadDialect>(source->getDialect()))
      return failure();
    auto shaped = dyn_cast<ReifyRankedShapedTypeOpInterface>(source);
    if (!shaped)
      return failure();
    FailureOr<OpFoldResult> size =
        shaped.reifyDimOfResult(rewriter, cast<OpResult>(op.getSource()).getResultNumber(), *dim);
    if (failed(size))
      return failure();
    rewriter.replaceOp(op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), *size));
    return success();
  }
};

/// (insert v into A at i)[j] = A[j], where i and j are known and differ. (If they are equal the
/// read is v: MLIR folds it.) The read moves before the insertions: one of A after them would need
/// A beside its new version, thus a copy of it.
struct ReadOther : LawFor<tensor::ExtractOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(tensor::ExtractOp op, PatternRewriter &rewriter) const override {
    auto differs = [&](tensor::InsertOp insert) {
      return llvm::any_of(llvm::zip_equal(insert.getIndices(), op.getIndices()), [](auto pair) {
        std::optional<int64_t> i = getConstantIntValue(std::get<0>(pair));
        std::optional<int64_t> j = getConstantIntValue(std::get<1>(pair));
        return i && j && *i != *j;
      });
    };
    auto isKnownBefore = [&](tensor::InsertOp insert) {
      return llvm::all_of(op.getIndices(), [&](Value index) {
        Operation *def = index.getDefiningOp();
        return !def || def->getBlock() != insert->getBlock() || def->isBeforeInBlock(insert);
      });
    };
    tensor::InsertOp first;
    Value array = op.getTensor();
    for (unsigned step = 0; step < maxSteps; ++step) {
      auto insert = array.getDefiningOp<tensor::InsertOp>();
      if (!insert || insert->getBlock() != op->getBlock() || !differs(insert) ||
          !isKnownBefore(insert))
        break;
      first = insert;
      array = insert.getDest();
    }
    if (!first)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getTensorMutable().assign(array); });
    rewriter.moveOpBefore(op, first);
    return success();
  }

  /// Bounds the search, so that a long chain of insertions takes linear time.
  static constexpr unsigned maxSteps = 64;
};

/// i < n = true, where i is the index of a loop of n iterations, and the same for other comparisons
/// that the ranges of indices decide.
struct KnownComparison : LawFor<arith::CmpIOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(arith::CmpIOp op, PatternRewriter &rewriter) const override {
    std::optional<bool> holds = compareIndices(op.getPredicate(), op.getLhs(), op.getRhs());
    if (!holds)
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, rewriter.getBoolAttr(*holds));
    return success();
  }
};

/// x - floor(x / m) m = x mod m for x >= 0 and m > 0: an index that wraps around, as Python
/// computes it.
struct RemainderOfIndex : LawFor<arith::SubIOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(arith::SubIOp op, PatternRewriter &rewriter) const override {
    auto product = op.getRhs().getDefiningOp<arith::MulIOp>();
    Value dividend = op.getLhs(), divisor;
    for (unsigned i = 0; product && i < 2; ++i)
      if (auto quotient = product->getOperand(i).getDefiningOp<arith::FloorDivSIOp>();
          quotient && quotient.getLhs() == dividend &&
          isEqualConstantIntOrValue(quotient.getRhs(), product->getOperand(1 - i)))
        divisor = quotient.getRhs();
    if (!divisor || !divisor.getType().isIntOrIndex() || getIndexRange(dividend).smin().slt(0) ||
        !getIndexRange(divisor).smin().sgt(0))
      return failure();
    rewriter.replaceOpWithNewOp<arith::RemUIOp>(op, dividend, divisor);
    return success();
  }
};

/// A slice of `build (i. c)` is a `build (i. c)`; with this the shifts of constant arrays are
/// constant, too, Huot & Shaikhha 2022, Fig. 12.
struct PartOfConstant : LawFor<tensor::ExtractSliceOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto build = op.getSource().getDefiningOp<BuildOp>();
    Value element = build ? getRepeatedElement(op.getSource()) : Value();
    if (!element || op.getSourceType().getRank() != 1 || op.getType().getRank() != 1)
      return failure();
    Value size = getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), op.getMixedSizes().front());
    auto part = BuildOp::create(rewriter, op.getLoc(), op.getType(), size);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.createBlock(&part.getBody(), {}, rewriter.getIndexType(), op.getLoc());
    YieldOp::create(rewriter, op.getLoc(), element);
    rewriter.replaceOp(op, part);
    return success();
  }
};

/// A part of an array of one number is an array of it.
struct PartOfSplat : LawFor<tensor::ExtractSliceOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getSource().getDefiningOp<tensor::SplatOp>();
    if (!splat)
      return failure();
    // The dimensions that are kept are those of the result, in order.
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<Value> sizes;
    int64_t dim = 0;
    for (auto [i, size] : llvm::enumerate(op.getMixedSizes()))
      if (!dropped.test(i) && op.getType().isDynamicDim(dim++))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, op.getType(), splat.getInput(), sizes);
    return success();
  }
};

/// x + 0 = x where the sign of a zero does not matter, Huot & Shaikhha 2022, Fig. 12. (Where it
/// does, −0 + 0 is 0.)
struct AddZero : LawFor<arith::AddFOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(arith::AddFOp op, PatternRewriter &rewriter) const override {
    if (!bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::nsz))
      return failure();
    for (auto [zero, other] : {std::pair(op.getRhs(), op.getLhs()), {op.getLhs(), op.getRhs()}})
      if (matchPattern(zero, m_AnyZeroFloat())) {
        rewriter.replaceOp(op, other);
        return success();
      }
    return failure();
  }
};

/// Whether shapes of one rank are known to differ.
static bool haveOtherExtents(ShapedType a, ShapedType b) {
  return llvm::any_of(llvm::zip_equal(a.getShape(), b.getShape()), [](auto pair) {
    auto [m, n] = pair;
    return ShapedType::isStatic(m) && ShapedType::isStatic(n) && m != n;
  });
}

/// A cast between static shapes that differ, through dynamic ones, is in code that never runs: a
/// branch whose condition became constant too late. It is replaced by zeros of its type, since
/// buffers of such types cannot be cast.
struct ImpossibleCast : LawFor<tensor::CastOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(tensor::CastOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto source = op.getSource().getDefiningOp<tensor::CastOp>();
    auto known = source ? dyn_cast<RankedTensorType>(source.getSource().getType()) : nullptr;
    if (!type || !known || known.getRank() != type.getRank() ||
        !isa<FloatType, IntegerType, IndexType>(type.getElementType()))
      return failure();
    if (!haveOtherExtents(known, type))
      return failure();
    Location loc = op.getLoc();
    Value zero = arith::ConstantOp::create(
        rewriter, loc, cast<TypedAttr>(rewriter.getZeroAttr(type.getElementType())));
    SmallVector<Value> sizes;
    for (int64_t dim : llvm::seq(type.getRank()))
      if (type.isDynamicDim(dim))
        sizes.push_back(tensor::DimOp::create(rewriter, loc, source.getSource(), dim));
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, type, zero, sizes);
    return success();
  }
};

/// A copy between buffers of different static extents, hidden by casts, is in code that never runs,
/// either.
struct ImpossibleCopy : LawFor<memref::CopyOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(memref::CopyOp op, PatternRewriter &rewriter) const override {
    auto known = [](Value buffer) {
      while (auto cast = buffer.getDefiningOp<memref::CastOp>()) {
        if (!isa<MemRefType>(cast.getSource().getType()))
          break;
        buffer = cast.getSource();
      }
      return dyn_cast<MemRefType>(buffer.getType());
    };
    MemRefType source = known(op.getSource()), target = known(op.getTarget());
    if (!source || !target || source.getRank() != target.getRank() ||
        !haveOtherExtents(source, target))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<AddUpdate>(patterns, "add-update");
  addSparseSumLaws(patterns);
  addSumOneHotLaws(patterns);
  addThreadedSumLaws(patterns);
}

void AccumulateOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<UpdateByZero<AccumulateOp>>(patterns, "accumulate-zero");
  addLaw<UpdateOfUnits>(patterns, "accumulate-units");
}

void ScatterAddOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<UpdateByZero<ScatterAddOp>>(patterns, "scatter-add-zero");
}

void ChadDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  addLaw<DimOfResult>(patterns, "dim-of-result");
  addLaw<ReadOther>(patterns, "read-other");
  addLaw<KnownComparison>(patterns, "known-comparison");
  addLaw<RemainderOfIndex>(patterns, "remainder-of-index");
  addLaw<PartOfConstant>(patterns, "part-of-constant");
  addLaw<PartOfSplat>(patterns, "part-of-splat");
  addLaw<AddZero>(patterns, "add-zero");
  addLaw<ImpossibleCast>(patterns, "impossible-cast");
  addLaw<ImpossibleCopy>(patterns, "impossible-copy", 10);
  addBranchLaws(patterns);
  populateSliceLaws(patterns);
}
