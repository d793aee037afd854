//===- Matrices.cpp -----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Verifiers and laws of linear functions that matrices represent: dense ones, diagonals, gathers
// and slices.

#include "Laws.h"
#include "RegionAssembly.h"
#include "chad/IR/DerivedOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Dense matrices
//===----------------------------------------------------------------------===//

/// The float, or tensor of floats, whose tangents `type` holds; null for another type.
static Type getFloats(Type type) {
  auto lin = dyn_cast<LinType>(type);
  if (!lin || !isa<FloatType>(getElementTypeOrSelf(lin.getPrimal())))
    return {};
  return lin.getPrimal();
}

/// Checks that `type` is between two values, of floats of one type.
static LogicalResult verifyMatrixType(Operation *op, LFunType type) {
  Type input = type.getInputs().size() == 1 ? getFloats(type.getInputs().front()) : Type();
  Type output = type.getOutputs().size() == 1 ? getFloats(type.getOutputs().front()) : Type();
  if (!input || !output)
    return op->emitOpError("expects one input and one output, each of a !chad.lin of floats, got ")
           << type << "; use 'chad.lfun.fork' and 'chad.lfun.join' for several";
  if (getElementTypeOrSelf(input) != getElementTypeOrSelf(output))
    return op->emitOpError("expects floats of one type, got ") << input << " and " << output;
  return success();
}

LogicalResult LFunFromMatrixOp::verify() {
  if (failed(verifyMatrixType(*this, getType())))
    return failure();
  Type input = getFloats(getType().getInputs().front()),
       output = getFloats(getType().getOutputs().front());
  Type expected = getTransposed() ? getJacobianType(input, output) : getJacobianType(output, input);
  if (getMatrix().getType() != expected)
    return emitOpError("expects a matrix of type ")
           << expected << ", got " << getMatrix().getType();
  return success();
}

LogicalResult LFunToMatrixOp::verify() {
  LFunType type = getMap().getType();
  if (failed(verifySizes(*this, getDomainSizes(), type.getInputs(), "domain sizes")) ||
      failed(verifySizes(*this, getCodomainSizes(), type.getOutputs(), "codomain sizes")))
    return failure();
  SmallVector<Type> expected;
  for (Type output : type.getOutputs())
    for (Type input : type.getInputs()) {
      Type from = getFloats(input), to = getFloats(output);
      if (!from || !to)
        return emitOpError("has no entries between ")
               << input << " and " << output << ", which are not both of floats";
      expected.push_back(getJacobianType(to, from));
    }
  if (getResultTypes() != TypeRange(expected))
    return emitOpError("expects results of types (")
           << expected << "), got (" << getResultTypes() << ")";
  return success();
}

namespace {

/// The transpose of the linear function that a matrix represents is represented by the transposed
/// matrix: the same operands, with `transposed`.
template <typename OpTy> struct TransposeMatrix : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    auto matrix = op.getMap().getDefiningOp<OpTy>();
    if (!matrix)
      return failure();
    Operation *transposed = rewriter.clone(*matrix);
    cast<OpTy>(transposed).setTransposed(!matrix.getTransposed());
    transposed->getResult(0).setType(op.getType());
    rewriter.replaceOp(op, transposed);
    return success();
  }
};

/// The matrix of the linear function that a matrix represents is that matrix, Elliott 2018, §9.
struct MatrixOfMatrix : LawFor<LFunToMatrixOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunToMatrixOp op, PatternRewriter &rewriter) const override {
    auto matrix = op.getMap().getDefiningOp<LFunFromMatrixOp>();
    if (!matrix || matrix.getTransposed())
      return failure();
    rewriter.replaceOp(op, matrix.getMatrix());
    return success();
  }
};

} // namespace

void LFunFromMatrixOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<TransposeMatrix<LFunFromMatrixOp>>(patterns, "transpose-matrix");
}

void LFunToMatrixOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<MatrixOfMatrix>(patterns, "matrix-of-matrix");
}

/// The type of `left ∘ right`.
static LFunType composedType(LFunType left, LFunType right) {
  return LFunType::get(left.getContext(), right.getInputs(), left.getOutputs());
}

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

LogicalResult LFunDiagonalOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &types) {
  Type entries = adaptor.getEntries().getType();
  if (!isa<FloatType>(getElementTypeOrSelf(entries)))
    return emitOptionalError(loc, "expected a float or a tensor of floats, got ", entries);
  Type lin = LinType::get(entries);
  types.push_back(LFunType::get(context, lin, lin));
  return success();
}

LogicalResult LFunDiagonalOp::verify() { return verifyMatrixType(*this, getType()); }

/// The sizes of the dynamic dimensions of `array`.
static SmallVector<Value> dynamicSizes(OpBuilder &builder, Location loc, Value array) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(array.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, array, dim));
  return sizes;
}

/// An array of the shape of `like` whose elements are `scalar`; the scalar itself if `like` is one.
static Value splatLike(OpBuilder &builder, Location loc, Value scalar, Value like) {
  auto type = dyn_cast<RankedTensorType>(like.getType());
  return type ? Value(tensor::SplatOp::create(builder, loc, scalar, type,
                                              dynamicSizes(builder, loc, like)))
              : scalar;
}

namespace {

/// diag(d)ᵀ = diag(d)
struct TransposeDiagonal : LawFor<LFunTransposeOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunTransposeOp op, PatternRewriter &rewriter) const override {
    if (!op.getMap().getDefiningOp<LFunDiagonalOp>())
      return failure();
    rewriter.replaceOp(op, op.getMap());
    return success();
  }
};

/// diag(k) = S(k) for a scalar `k`, or an array of equal elements `k`.
struct DiagonalScale : LawFor<LFunDiagonalOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunDiagonalOp op, PatternRewriter &rewriter) const override {
    Value entries = op.getEntries();
    auto type = dyn_cast<RankedTensorType>(entries.getType());
    Value factor = type ? getRepeatedElement(entries) : entries;
    if (!factor || !isa<FloatType>(factor.getType()))
      return failure();
    SmallVector<Value> sizes;
    if (type)
      sizes = dynamicSizes(rewriter, op.getLoc(), entries);
    rewriter.replaceOpWithNewOp<LFunScaleOp>(op, op.getType(), factor, sizes);
    return success();
  }
};

/// diag(d) ∘ diag(e) = diag(d · e)
struct DiagonalDiagonal : PairLaw<LFunDiagonalOp, LFunDiagonalOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunDiagonalOp left, LFunDiagonalOp right,
                    PatternRewriter &rewriter) const override {
    Value product =
        arith::MulFOp::create(rewriter, left.getLoc(), left.getEntries(), right.getEntries());
    return LFunDiagonalOp::create(rewriter, left.getLoc(), product);
  }
};

/// diag(k · d)
Value scaleDiagonal(LFunScaleOp scale, LFunDiagonalOp diagonal, PatternRewriter &rewriter) {
  Location loc = diagonal.getLoc();
  Value factors = splatLike(rewriter, loc, scale.getFactor(), diagonal.getEntries());
  Value product = arith::MulFOp::create(rewriter, loc, factors, diagonal.getEntries());
  return LFunDiagonalOp::create(rewriter, loc, product);
}

/// S(k) ∘ diag(d) = diag(k · d)
struct ScaleDiagonal : PairLaw<LFunScaleOp, LFunDiagonalOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunScaleOp left, LFunDiagonalOp right,
                    PatternRewriter &rewriter) const override {
    return scaleDiagonal(left, right, rewriter);
  }
};

/// diag(d) ∘ S(k) = diag(k · d)
struct DiagonalAfterScale : PairLaw<LFunDiagonalOp, LFunScaleOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunDiagonalOp left, LFunScaleOp right,
                    PatternRewriter &rewriter) const override {
    return scaleDiagonal(right, left, rewriter);
  }
};

/// diag(d) + diag(e) = diag(d + e), diag(d) + S(k) = diag(d + k) and diag(d) + 1 = diag(d + 1)
struct AddDiagonals : LawFor<LFunAddOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunAddOp op, PatternRewriter &rewriter) const override {
    auto isDiagonal = [](Value map) {
      return isa_and_nonnull<LFunDiagonalOp, LFunScaleOp, LFunIdOp>(map.getDefiningOp());
    };
    auto first = llvm::find_if(
        op.getMaps(), [](Value map) { return map.getDefiningOp<LFunDiagonalOp>() != nullptr; });
    if (first == op.getMaps().end() || llvm::count_if(op.getMaps(), isDiagonal) < 2)
      return failure();
    Location loc = op.getLoc();
    Value entries = (*first).getDefiningOp<LFunDiagonalOp>().getEntries(), sum;
    SmallVector<Value> maps;
    for (Value map : op.getMaps()) {
      if (!isDiagonal(map)) {
        maps.push_back(map);
        continue;
      }
      Value term;
      if (auto diagonal = map.getDefiningOp<LFunDiagonalOp>()) {
        term = diagonal.getEntries();
      } else {
        auto scale = map.getDefiningOp<LFunScaleOp>();
        auto one = rewriter.getFloatAttr(getElementTypeOrSelf(entries.getType()), 1.0);
        Value factor =
            scale ? scale.getFactor() : Value(arith::ConstantOp::create(rewriter, loc, one));
        term = splatLike(rewriter, loc, factor, entries);
      }
      sum = sum ? Value(arith::AddFOp::create(rewriter, loc, sum, term)) : term;
    }
    maps.push_back(LFunDiagonalOp::create(rewriter, loc, sum));
    rewriter.replaceOp(op, createOperator<LFunAddOp>(rewriter, loc, maps));
    return success();
  }
};

} // namespace

void LFunDiagonalOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<TransposeDiagonal>(patterns, "transpose-diagonal");
  addLaw<DiagonalScale>(patterns, "diagonal-scale");
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

LogicalResult LFunGatherOp::verify() {
  if (failed(verifyMatrixType(*this, getType())) ||
      failed(verifySizes(*this, getSizes(), getSource(), "sizes")))
    return failure();
  auto source = dyn_cast<RankedTensorType>(getPrimalType(getSource()));
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (!source || source.getRank() == 0)
    return emitOpError("reads elements of ") << getSource() << ", which is no array";
  if (indices.getRank() != 1)
    return emitOpError("expects indices in one dimension, got ") << indices;
  SmallVector<int64_t> shape(source.getShape());
  shape.front() = indices.getDimSize(0);
  Type part = LinType::get(RankedTensorType::get(shape, source.getElementType()));
  if (getPart() != part)
    return emitOpError("reads ") << part << ", but the function is between " << getSource()
                                 << " and " << getPart();
  return success();
}

/// Whether `indices` are constants, each other than the others.
static bool areDistinctConstants(Value indices) {
  DenseIntElementsAttr values;
  if (!matchPattern(indices, m_Constant(&values)))
    return false;
  llvm::DenseSet<int64_t> seen;
  return llvm::all_of(values.getValues<APInt>(),
                      [&](APInt index) { return seen.insert(index.getSExtValue()).second; });
}

namespace {

/// With `g(is)` for the gather at `is`: g(is) ∘ g(js) = g(js[is]), g(is)ᵀ ∘ g(js)ᵀ = g(is[js])ᵀ,
/// and g(is) ∘ g(is)ᵀ = 1 if no index occurs twice. The other product, g(is)ᵀ ∘ g(is), is 1 if `is`
/// is a permutation.
struct GatherGather : PairLaw<LFunGatherOp, LFunGatherOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunGatherOp left, LFunGatherOp right,
                    PatternRewriter &rewriter) const override {
    Location loc = left.getLoc();
    LFunType type = composedType(left.getType(), right.getType());
    if (left.getTransposed() == right.getTransposed()) {
      auto [outer, inner] = left.getTransposed() ? std::pair(right, left) : std::pair(left, right);
      auto indices = cast<RankedTensorType>(inner.getIndices().getType())
                         .clone(cast<RankedTensorType>(outer.getIndices().getType()).getShape());
      Value gathered =
          GatherOp::create(rewriter, loc, indices, inner.getIndices(), outer.getIndices());
      return LFunGatherOp::create(rewriter, loc, type, gathered, inner.getSizes(),
                                  inner.getTransposed());
    }
    if (left.getIndices() != right.getIndices() || type.getInputs() != type.getOutputs() ||
        !areDistinctConstants(left.getIndices()))
      return {};
    auto domain = cast<RankedTensorType>(getPrimalType(type.getInputs().front()));
    int64_t count = cast<RankedTensorType>(left.getIndices().getType()).getDimSize(0);
    if (domain.getDimSize(0) != count)
      return {};
    // The sizes of the elements, which gathers leave as they are.
    auto source = cast<RankedTensorType>(getPrimalType(left.getSource()));
    ValueRange sizes = left.getSizes().drop_front(source.isDynamicDim(0) ? 1 : 0);
    return LFunIdOp::create(rewriter, loc, type, sizes);
  }
};

} // namespace

void LFunGatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<TransposeMatrix<LFunGatherOp>>(patterns, "transpose-gather");
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static SmallVector<OpFoldResult> mixed(Operation *op, ArrayRef<int64_t> known, ValueRange values) {
  Builder builder(op->getContext());
  return getMixedValues(known, values, builder);
}
SmallVector<OpFoldResult> LFunSliceOp::getMixedOffsets() {
  return mixed(*this, getStaticOffsets(), getOffsets());
}
SmallVector<OpFoldResult> LFunSliceOp::getMixedSizes() {
  return mixed(*this, getStaticSizes(), getSizes());
}
SmallVector<OpFoldResult> LFunSliceOp::getMixedStrides() {
  return mixed(*this, getStaticStrides(), getStrides());
}

void LFunSliceOp::build(OpBuilder &builder, OperationState &state, Type type,
                        ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                        ArrayRef<OpFoldResult> strides, ValueRange sourceSizes, bool transposed) {
  SmallVector<int64_t> known[3];
  SmallVector<Value> values[3];
  for (auto [i, list] : llvm::enumerate(ArrayRef({offsets, sizes, strides})))
    dispatchIndexOpFoldResults(list, values[i], known[i]);
  build(builder, state, type, values[0], values[1], values[2], sourceSizes, known[0], known[1],
        known[2], transposed);
}

LogicalResult LFunSliceOp::verify() {
  if (failed(verifyMatrixType(*this, getType())) ||
      failed(verifySizes(*this, getSourceSizes(), getSource(), "sizes")))
    return failure();
  auto source = dyn_cast<RankedTensorType>(getPrimalType(getSource())),
       part = dyn_cast<RankedTensorType>(getPrimalType(getPart()));
  if (!source || !part || source.getRank() != part.getRank())
    return emitOpError("is between tensors of one rank, not ")
           << getSource() << " and " << getPart();
  for (auto [what, known, values] : {std::tuple("offsets", getStaticOffsets(), getOffsets()),
                                     std::tuple("sizes", getStaticSizes(), getSizes()),
                                     std::tuple("strides", getStaticStrides(), getStrides())}) {
    if (static_cast<int64_t>(known.size()) != source.getRank())
      return emitOpError("expects ") << source.getRank() << ' ' << what << ", got " << known.size();
    if (static_cast<size_t>(llvm::count_if(known, ShapedType::isDynamic)) != values.size())
      return emitOpError("has ") << values.size() << " values for the " << what
                                 << " that are not constants";
  }
  for (int64_t dim = 0; dim < source.getRank(); ++dim) {
    int64_t offset = getStaticOffsets()[dim], size = getStaticSizes()[dim],
            stride = getStaticStrides()[dim], extent = source.getDimSize(dim);
    if (size != part.getDimSize(dim))
      return emitOpError("makes slices of type ")
             << part << ", whose size in dimension " << dim << " is not that which is named";
    bool isKnown = !ShapedType::isDynamic(offset), hasStride = !ShapedType::isDynamic(stride);
    if ((isKnown && offset < 0) || (hasStride && stride < 1))
      return emitOpError("expects offsets from 0 and strides from 1 in dimension ") << dim;
    if (!isKnown || !hasStride || ShapedType::isDynamic(size) || ShapedType::isDynamic(extent) ||
        size == 0)
      continue;
    // Without overflow: offset + (size - 1) · stride < extent
    if (offset >= extent || (size - 1) > (extent - 1 - offset) / stride)
      return emitOpError("reads outside of ") << source << " in dimension " << dim;
  }
  return success();
}

/// `a + b · c` of indices.
static OpFoldResult addProduct(OpBuilder &builder, Location loc, OpFoldResult a, OpFoldResult b,
                               OpFoldResult c) {
  auto known = [](OpFoldResult value) { return getConstantIntValue(value); };
  auto asValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  };
  OpFoldResult product;
  if (known(b) && known(c))
    product = builder.getIndexAttr(*known(b) * *known(c));
  else
    product = arith::MulIOp::create(builder, loc, asValue(b), asValue(c)).getResult();
  if (known(a) && known(product))
    return builder.getIndexAttr(*known(a) + *known(product));
  if (known(a) == 0)
    return product;
  return arith::AddIOp::create(builder, loc, asValue(a), asValue(product)).getResult();
}

namespace {

/// A slice with all elements is the identity.
struct WholeSlice : LawFor<LFunSliceOp> {
  using LawFor::LawFor;
  LogicalResult matchAndRewrite(LFunSliceOp op, PatternRewriter &rewriter) const override {
    if (op.getSource() != op.getPart() || getNumDynamicSizes(op.getSource()) != 0)
      return failure();
    rewriter.replaceOpWithNewOp<LFunIdOp>(op, op.getType(), ValueRange());
    return success();
  }
};

/// s ∘ t is one slice for slices s and t, and so tᵀ ∘ sᵀ, which inserts into zeros twice, is the
/// transpose of one. s ∘ sᵀ = 1: a slice of zeros into which a value was inserted, at the same
/// place, is this value.
struct SliceSlice : PairLaw<LFunSliceOp, LFunSliceOp> {
  using PairLaw::PairLaw;
  Value rewritePair(LFunSliceOp left, LFunSliceOp right, PatternRewriter &rewriter) const override {
    Location loc = left.getLoc();
    LFunType type = composedType(left.getType(), right.getType());
    if (left.getTransposed() == right.getTransposed()) {
      auto [outer, inner] = left.getTransposed() ? std::pair(right, left) : std::pair(left, right);
      SmallVector<OpFoldResult> offsets, strides;
      OpFoldResult zero = rewriter.getIndexAttr(0);
      for (auto [first, step, offset, stride] :
           llvm::zip_equal(inner.getMixedOffsets(), inner.getMixedStrides(),
                           outer.getMixedOffsets(), outer.getMixedStrides())) {
        offsets.push_back(addProduct(rewriter, loc, first, step, offset));
        strides.push_back(addProduct(rewriter, loc, zero, step, stride));
      }
      return LFunSliceOp::create(rewriter, loc, type, offsets, outer.getMixedSizes(), strides,
                                 inner.getSourceSizes(), inner.getTransposed());
    }
    if (left.getTransposed() || type.getInputs() != type.getOutputs() ||
        left.getMixedOffsets() != right.getMixedOffsets() ||
        left.getMixedSizes() != right.getMixedSizes() ||
        left.getMixedStrides() != right.getMixedStrides())
      return {};
    return LFunIdOp::create(rewriter, loc, type, left.getSizes());
  }
};

} // namespace

void LFunSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addLaw<TransposeMatrix<LFunSliceOp>>(patterns, "transpose-slice");
  addLaw<WholeSlice>(patterns, "whole-slice");
}

void chad::detail::addMatrixProductLaws(RewritePatternSet &patterns) {
  addLaw<DiagonalDiagonal>(patterns, "diagonal-diagonal", 5);
  addLaw<ScaleDiagonal>(patterns, "scale-diagonal", 5);
  addLaw<DiagonalAfterScale>(patterns, "diagonal-after-scale", 5);
  addLaw<GatherGather>(patterns, "gather-gather", 5);
  addLaw<SliceSlice>(patterns, "slice-slice", 5);
}

void chad::detail::addMatrixSumLaws(RewritePatternSet &patterns) {
  addLaw<AddDiagonals>(patterns, "add-diagonals", 2);
}
