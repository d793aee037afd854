//===- Slices.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/IR/Slices.h"
#include "Laws.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Whether the type of an array, or of the value that it is cast from, has an extent 0. A slice of
/// such an array is replaced before a cast is folded into it, since no offset is valid then.
static bool hasNoElements(Value array) {
  auto isEmpty = [](Type type) { return llvm::is_contained(cast<ShapedType>(type).getShape(), 0); };
  if (isEmpty(array.getType()))
    return true;
  Operation *cast = array.getDefiningOp();
  return isa_and_nonnull<tensor::CastOp, memref::CastOp>(cast) &&
         isa<RankedTensorType, MemRefType>(cast->getOperand(0).getType()) &&
         isEmpty(cast->getOperand(0).getType());
}

static bool hasNoElements(RankedTensorType type) { return llvm::is_contained(type.getShape(), 0); }

/// A tensor without elements. `sizes` are the sizes of a slice of this type; the slice may drop
/// dimensions of size 1.
static Value makeEmpty(OpBuilder &builder, Location loc, RankedTensorType type,
                       ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> known;
  SmallVector<Value> values;
  dispatchIndexOpFoldResults(sizes, values, known);
  auto dropped = computeRankReductionMask(known, type.getShape());
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped || !dropped->contains(dim))
      kept.push_back(size);
  SmallVector<Value> dynamic;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      dynamic.push_back(getValueOrCreateConstantIndexOp(builder, loc, kept[dim]));
  return tensor::EmptyOp::create(builder, loc, type, dynamic);
}

Value chad::extractSlice(OpBuilder &builder, Location loc, RankedTensorType type, Value source,
                         ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                         ArrayRef<OpFoldResult> strides) {
  if (hasNoElements(type) || hasNoElements(source))
    return makeEmpty(builder, loc, type, sizes);
  return tensor::ExtractSliceOp::create(builder, loc, type, source, offsets, sizes, strides);
}

Value chad::insertSlice(OpBuilder &builder, Location loc, Value source, Value dest,
                        ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                        ArrayRef<OpFoldResult> strides) {
  if (hasNoElements(source) || hasNoElements(dest))
    return dest;
  return tensor::InsertSliceOp::create(builder, loc, source, dest, offsets, sizes, strides);
}

/// The part of a tensor that leading indices select.
namespace {
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  RankedTensorType type;

  Slice(OpBuilder &builder, Location loc, Value array, ValueRange position) {
    auto arrayType = cast<RankedTensorType>(array.getType());
    type = RankedTensorType::get(arrayType.getShape().drop_front(position.size()),
                                 arrayType.getElementType());
    offsets.assign(position.begin(), position.end());
    offsets.resize(arrayType.getRank(), builder.getIndexAttr(0));
    sizes.assign(position.size(), builder.getIndexAttr(1));
    for (int64_t dim = position.size(); dim < arrayType.getRank(); ++dim)
      sizes.push_back(tensor::getMixedSize(builder, loc, array, dim));
    strides.assign(arrayType.getRank(), builder.getIndexAttr(1));
  }
};
} // namespace

static bool selectsScalar(Value array, ValueRange position) {
  return cast<RankedTensorType>(array.getType()).getRank() == static_cast<int64_t>(position.size());
}

Value chad::readElement(OpBuilder &builder, Location loc, Value array, ValueRange position) {
  if (selectsScalar(array, position))
    return tensor::ExtractOp::create(builder, loc, array, position);
  Slice slice(builder, loc, array, position);
  return extractSlice(builder, loc, slice.type, array, slice.offsets, slice.sizes, slice.strides);
}

Value chad::writeElement(OpBuilder &builder, Location loc, Value element, Value array,
                         ValueRange position) {
  if (selectsScalar(array, position))
    return tensor::InsertOp::create(builder, loc, element, array, position);
  Slice slice(builder, loc, array, position);
  if (element.getType() != slice.type)
    element = tensor::CastOp::create(builder, loc, slice.type, element);
  return insertSlice(builder, loc, element, array, slice.offsets, slice.sizes, slice.strides);
}

namespace {
/// Replaces a slice without elements by an empty tensor. Canonicalization may find out that a slice
/// has none.
struct ExtractNothing : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getType()) && !hasNoElements(op.getSource()))
      return failure();
    rewriter.replaceOp(op, makeEmpty(rewriter, op.getLoc(), op.getType(), op.getMixedSizes()));
    return success();
  }
};

struct InsertNothing : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getSource()) && !hasNoElements(op.getDest()))
      return failure();
    rewriter.replaceOp(op, op.getDest());
    return success();
  }
};

struct InsertNothingInParallel : OpRewritePattern<tensor::ParallelInsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ParallelInsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasNoElements(op.getSource()) && !hasNoElements(op.getDest()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// A view of a buffer without elements; any place in it is as good.
struct ViewNothing : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::SubViewOp op, PatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    auto [strides, offset] = type.getStridesAndOffset();
    if (!hasNoElements(op.getSource()))
      return failure();
    Location loc = op.getLoc();
    auto constant = [&](int64_t value, int64_t unknown) -> OpFoldResult {
      if (!ShapedType::isDynamic(value))
        return rewriter.getIndexAttr(value);
      return arith::ConstantIndexOp::create(rewriter, loc, unknown).getResult();
    };
    SmallVector<OpFoldResult> sizes, steps;
    for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
      if (!op.getDroppedDims().test(dim))
        sizes.push_back(size);
    for (int64_t stride : strides)
      steps.push_back(constant(stride, 1));
    rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(op, type, op.getSource(),
                                                           constant(offset, 0), sizes, steps);
    return success();
  }
};

/// Removes operands without elements from a concatenation.
struct ConcatNothing : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    if (hasNoElements(type)) {
      Location loc = op.getLoc();
      SmallVector<Value> sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim) {
        if (!type.isDynamicDim(dim))
          continue;
        Value size;
        for (Value input : op.getInputs()) {
          Value part = getValueOrCreateConstantIndexOp(
              rewriter, loc, tensor::getMixedSize(rewriter, loc, input, dim));
          size = size ? arith::AddIOp::create(rewriter, loc, size, part) : part;
          if (dim != static_cast<int64_t>(op.getDim()))
            break;
        }
        sizes.push_back(size);
      }
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, sizes);
      return success();
    }
    SmallVector<Value> kept = llvm::filter_to_vector(op.getInputs(), [&](Value input) {
      return cast<RankedTensorType>(input.getType()).getDimSize(op.getDim()) != 0;
    });
    if (kept.empty() || kept.size() == op.getInputs().size())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(kept); });
    return success();
  }
};

/// `x[o, 1, s] = x[o, 1, 1]`: the stride of one position does not matter. MLIR's lowering finds the
/// dimensions that a slice drops by their strides, and expects stride 1.
template <typename OpTy> struct UnitStrides : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    bool changes = false;
    for (auto [size, stride] : llvm::zip_equal(op.getMixedSizes(), strides))
      if (isConstantIntValue(size, 1) && !isConstantIntValue(stride, 1)) {
        stride = rewriter.getIndexAttr(1);
        changes = true;
      }
    if (!changes)
      return failure();
    SmallVector<int64_t> known;
    SmallVector<Value> values;
    dispatchIndexOpFoldResults(strides, values, known);
    rewriter.modifyOpInPlace(op, [&] {
      op.getStridesMutable().assign(values);
      op.setStaticStrides(known);
    });
    return success();
  }
};

/// How to expand a slice without unit dimensions to the slice with those that it keeps.
struct UnitDims {
  SmallVector<OpFoldResult> sizes; ///< Of the dimensions that are none.
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups; ///< For each of them, the dimensions of the result.
};

/// The unit dimensions of a slice that drops some, keeps some, and has another dimension between
/// two of them; none otherwise. Such a slice does not say which ones it drops. Upstream finds them
/// by shapes in `tensor.extract_slice`, by strides in `memref.subview`, and takes the first ones
/// when sizes become constants: these need not be the same.
///
/// A size that is a constant 1, but not yet an attribute of the op, counts as a unit dimension,
/// too, since canonicalization will make it one.
std::optional<UnitDims> findUnitDims(OffsetSizeAndStrideOpInterface slice, RankedTensorType reduced,
                                     const llvm::SmallBitVector &dropped) {
  UnitDims result;
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  int64_t numUnits = 0, numRuns = 0, numReduced = 0;
  bool wasUnit = false;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isUnit = isConstantIntValue(size, 1);
    numUnits += isUnit;
    numRuns += isUnit && !wasUnit;
    wasUnit = isUnit;
    if (!isUnit) {
      result.sizes.push_back(size);
      result.shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    }
    if (dropped.test(dim))
      continue;
    // A unit dimension of the result is in the group of the one before it, the first ones in the
    // first.
    if (numReduced == 0 || (!isUnit && result.sizes.size() > 1))
      result.groups.emplace_back();
    result.groups.back().push_back(numReduced++);
  }
  int64_t numDropped = dropped.count();
  if (numDropped == 0 || numDropped == numUnits || numRuns < 2)
    return std::nullopt;
  return result.groups.size() == result.sizes.size() ? std::optional(result) : std::nullopt;
}

/// Replaces a slice by one that drops all unit dimensions, and a reshape that adds those that it
/// keeps.
struct ExtractUnitDims : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    std::optional<UnitDims> dims = findUnitDims(op, type, dropped);
    if (!dims)
      return failure();
    Location loc = op.getLoc();
    // The sizes that are known.
    SmallVector<OpFoldResult> known = op.getMixedSizes(), sizes;
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(known)) {
      if (std::optional<int64_t> constant = getConstantIntValue(size))
        size = rewriter.getIndexAttr(*constant);
      if (dropped.test(dim))
        continue;
      sizes.push_back(size);
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    }
    Value part =
        tensor::ExtractSliceOp::create(rewriter, loc, type.clone(dims->shape), op.getSource(),
                                       op.getMixedOffsets(), known, op.getMixedStrides());
    Value whole =
        tensor::ExpandShapeOp::create(rewriter, loc, type.clone(shape), part, dims->groups, sizes);
    if (whole.getType() != type)
      whole = tensor::CastOp::create(rewriter, loc, type, whole);
    rewriter.replaceOp(op, whole);
    return success();
  }
};

/// A slice with all elements of an expanded array, without some of its unit dimensions, is the
/// array collapsed, so that the two reshapes are composed.
struct ExtractWhole : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto source = op.getSource().getDefiningOp<tensor::ExpandShapeOp>();
    if (!source || !op.hasZeroOffset() || !op.hasUnitStride())
      return failure();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (dropped.none())
      return failure();
    for (auto [dim, size] : llvm::enumerate(op.getMixedSizes()))
      if (!areEqual(Extent::of(size), Extent::of(source, dim)))
        return failure();
    SmallVector<ReassociationIndices> groups = groupDroppedDims(dropped);
    Value whole = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), source, groups);
    if (whole.getType() != op.getType())
      whole = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), whole);
    rewriter.replaceOp(op, whole);
    return success();
  }
};

/// Removes the unit dimensions of an inserted slice by a reshape before the insertion.
template <typename OpTy> struct InsertUnitDims : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getSourceType();
    std::optional<UnitDims> dims = findUnitDims(op, type, op.getDroppedDims());
    if (!dims)
      return failure();
    OpBuilder::InsertionGuard guard(rewriter);
    if (isa<tensor::ParallelInsertSliceOp>(*op))
      rewriter.setInsertionPoint(op->getParentOp());
    Location loc = op.getLoc();
    Value part =
        tensor::CollapseShapeOp::create(rewriter, loc, op.getSource(), dims->groups).getResult();
    if (part.getType() != type.clone(dims->shape))
      part = tensor::CastOp::create(rewriter, loc, type.clone(dims->shape), part);
    // The op drops all dimensions that are known to be 1, so constant sizes become attributes.
    SmallVector<int64_t> known;
    SmallVector<Value> values;
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    for (OpFoldResult &size : sizes)
      if (std::optional<int64_t> constant = getConstantIntValue(size))
        size = rewriter.getIndexAttr(*constant);
    dispatchIndexOpFoldResults(sizes, values, known);
    rewriter.modifyOpInPlace(op, [&] {
      op.getSourceMutable().assign(part);
      op.getSizesMutable().assign(values);
      op.setStaticSizes(known);
    });
    return success();
  }
};

/// A padded tensor without elements: the result is all padding.
struct PadNothing : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    Value padding = op.getConstantPaddingValue();
    if (!padding || !hasNoElements(op.getSource()))
      return failure();
    Location loc = op.getLoc();
    if (padding.getParentRegion() == &op.getRegion())
      padding = rewriter.clone(*padding.getDefiningOp())->getResult(0);
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim))
        continue;
      Value size = getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, op.getSource(), dim));
      for (OpFoldResult more : {op.getMixedLowPad()[dim], op.getMixedHighPad()[dim]})
        size = arith::AddIOp::create(rewriter, loc, size,
                                     getValueOrCreateConstantIndexOp(rewriter, loc, more));
      sizes.push_back(size);
    }
    rewriter.replaceOpWithNewOp<tensor::SplatOp>(op, padding, type, sizes);
    return success();
  }
};
} // namespace

std::optional<int64_t> chad::getConstantOffset(tensor::ExtractOp op) {
  if (!op.getTensor().getType().hasStaticShape())
    return std::nullopt;
  int64_t offset = 0;
  for (auto [index, extent] :
       llvm::zip_equal(op.getIndices(), op.getTensor().getType().getShape())) {
    std::optional<int64_t> known = getConstantIntValue(index);
    if (!known || *known < 0 || *known >= extent)
      return std::nullopt;
    offset = offset * extent + *known;
  }
  return offset;
}

SmallVector<ReassociationIndices> chad::groupDroppedDims(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  if (dropped.all())
    return groups;
  bool hasKept = true;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    bool isKept = !dropped.test(dim);
    if (groups.empty() || (isKept && hasKept)) {
      groups.emplace_back();
      hasKept = false;
    }
    groups.back().push_back(dim);
    hasKept |= isKept;
  }
  return groups;
}

void chad::populateSliceLaws(RewritePatternSet &patterns) {
  // These patterns have a higher benefit than those that use offsets.
  addLaw<ExtractNothing>(patterns, "extract-nothing", 10);
  addLaw<InsertNothing>(patterns, "insert-nothing", 10);
  addLaw<InsertNothingInParallel>(patterns, "parallel-insert-nothing", 10);
  addLaw<ViewNothing>(patterns, "view-nothing", 10);
  addLaw<ConcatNothing>(patterns, "concat-nothing", 10);
  addLaw<PadNothing>(patterns, "pad-nothing", 10);
  addLaw<ExtractWhole>(patterns, "extract-whole", 10);
  addLaw<ExtractUnitDims>(patterns, "extract-unit-dims", 10);
  addLaw<InsertUnitDims<tensor::InsertSliceOp>>(patterns, "insert-unit-dims", 10);
  addLaw<InsertUnitDims<tensor::ParallelInsertSliceOp>>(patterns, "parallel-insert-unit-dims", 10);
  addLaw<UnitStrides<tensor::ExtractSliceOp>>(patterns, "extract-unit-strides", 10);
  addLaw<UnitStrides<tensor::InsertSliceOp>>(patterns, "insert-unit-strides", 10);
  addLaw<UnitStrides<tensor::ParallelInsertSliceOp>>(patterns, "parallel-insert-unit-strides", 10);
}
