//===- Patterns.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Patterns that erase linear types. Most ops keep their structure, with fewer values; the
// operations of the monoid become arithmetic.

#include "Erasure.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The entries of `all` that belong to a value that is not erased.
static ArrayAttr selectEntries(ArrayAttr all, ArrayRef<unsigned> numKept) {
  SmallVector<Attribute> kept;
  for (auto [entry, count] : llvm::zip_equal(all, numKept))
    kept.append(count, entry);
  return ArrayAttr::get(all.getContext(), kept);
}

/// Removes the attributes of erased arguments and results from a function or a call.
template <typename OpTy>
static void selectAttributes(OpTy op, ArrayRef<unsigned> numArgs, ArrayRef<unsigned> numResults) {
  if (ArrayAttr attrs = op.getArgAttrsAttr())
    op.setArgAttrsAttr(selectEntries(attrs, numArgs.take_back(attrs.size())));
  if (ArrayAttr attrs = op.getResAttrsAttr())
    op.setResAttrsAttr(selectEntries(attrs, numResults));
}

namespace {

SmallVector<unsigned> sizesOf(ArrayRef<ValueRange> ranges) {
  return llvm::map_to_vector(ranges, [](ValueRange range) -> unsigned { return range.size(); });
}

/// Any op with regions, operands and results of erased types.
struct EraseTypes : ConversionPattern {
  EraseTypes(const TypeConverter &types, MLIRContext *context)
      : ConversionPattern(types, MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    SmallVector<unsigned> numResults;
    for (Type type : op->getResultTypes()) {
      unsigned before = types.size();
      if (failed(getTypeConverter()->convertType(type, types)))
        return failure();
      numResults.push_back(types.size() - before);
    }
    if (types.empty() && op->getNumResults() && canVanish(op)) {
      rewriter.replaceOpWithMultiple(op, SmallVector<ValueRange>(op->getNumResults()));
      return success();
    }
    SmallVector<Value> flat;
    for (ValueRange values : operands)
      llvm::append_range(flat, values);
    OperationState state(op->getLoc(), op->getName(), flat, types,
                         llvm::to_vector(op->getDiscardableAttrs()), op->getSuccessors());
    for (unsigned i = 0, e = op->getNumRegions(); i != e; ++i)
      state.addRegion();
    Operation *erased = rewriter.create(state);
    erased->copyProperties(op->getPropertiesStorage());
    countSegments(erased, operands);
    if (auto call = dyn_cast<ArgAndResultAttrsOpInterface>(erased))
      selectAttributes(call, sizesOf(operands), numResults);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), erased->getRegions())) {
      rewriter.inlineRegionBefore(from, to, to.end());
      if (failed(rewriter.convertRegionTypes(&to, *getTypeConverter())))
        return failure();
    }
    SmallVector<ValueRange> replacements;
    ValueRange results = erased->getResults();
    for (unsigned count : numResults) {
      replacements.push_back(results.take_front(count));
      results = results.drop_front(count);
    }
    rewriter.replaceOpWithMultiple(op, replacements);
    return success();
  }

  /// Whether an op can be erased when it has no results left. A call or a branch may have effects.
  static bool canVanish(Operation *op) {
    return op->getNumRegions() ? isa<CombinatorOpInterface>(op) : isMemoryEffectFree(op);
  }

  static void countSegments(Operation *op, ArrayRef<ValueRange> operands) {
    StringRef name = mlir::OpTrait::AttrSizedOperandSegments<void>::getOperandSegmentSizeAttr();
    auto segments =
        dyn_cast_or_null<DenseI32ArrayAttr>(op->getInherentAttr(name).value_or(nullptr));
    if (!segments)
      return;
    SmallVector<int32_t> sizes;
    for (int32_t size : segments.asArrayRef()) {
      int32_t count = 0;
      for (ValueRange values : operands.take_front(size))
        count += values.size();
      sizes.push_back(count);
      operands = operands.drop_front(size);
    }
    op->setInherentAttr(StringAttr::get(op->getContext(), name),
                        DenseI32ArrayAttr::get(op->getContext(), sizes));
  }
};

struct EraseSignature : OpConversionPattern<func::FuncOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(func::FuncOp op, OneToNOpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    FunctionType type = op.getFunctionType();
    auto erased = dyn_cast_or_null<FunctionType>(getTypeConverter()->convertType(type));
    if (!erased)
      return failure();
    auto count = [&](TypeRange types) {
      return llvm::map_to_vector(types, [&](Type type) -> unsigned {
        SmallVector<Type> parts;
        return succeeded(getTypeConverter()->convertType(type, parts)) ? parts.size() : 0;
      });
    };
    if (!op.isExternal() &&
        failed(rewriter.convertRegionTypes(&op.getFunctionBody(), *getTypeConverter())))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      selectAttributes(op, count(type.getInputs()), count(type.getResults()));
      op.setFunctionType(erased);
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The monoid
//===----------------------------------------------------------------------===//

template <typename OpTy> struct ErasureOf : OpConversionPattern<OpTy> {
  ErasureOf(const TypeConverter &types, MLIRContext *context, PatternBenefit benefit = 2)
      : OpConversionPattern<OpTy>(types, context, benefit) {}
  /// The erased type of the result; null if it is a unit, which is removed.
  Type erasedType(OpTy op) const {
    return this->getTypeConverter()->convertType(op->getResult(0).getType());
  }
};

/// 0, where `sizes` are the dynamic extents of `type`.
Value makeErasedZero(OpBuilder &builder, Location loc, Type type, ValueRange sizes) {
  if (isa<BoxType>(getElementTypeOrSelf(type)))
    return EmptyBoxOp::create(builder, loc, type, sizes);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape())
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(tensor.getElementType())));
  return tensor::SplatOp::create(builder, loc, zero, tensor, sizes);
}

struct EraseZero : ErasureOf<ZeroOp> {
  using ErasureOf::ErasureOf;
  LogicalResult matchAndRewrite(ZeroOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = erasedType(op);
    if (!type)
      return failure();
    rewriter.replaceOp(op, makeErasedZero(rewriter, op.getLoc(), type, adaptor.getSizes()));
    return success();
  }
};

/// a + b
struct EraseAdd : ErasureOf<AddOp> {
  using ErasureOf::ErasureOf;
  LogicalResult matchAndRewrite(AddOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Type type = erasedType(op);
    if (!type)
      return failure();
    Value lhs = adaptor.getLhs().front(), rhs = adaptor.getRhs().front();
    auto add = [](OpBuilder &builder, Location loc, ValueRange boxes) -> SmallVector<Value> {
      return {addBoxes(builder, loc, boxes[0], boxes[1])};
    };
    if (isa<BoxType>(type))
      rewriter.replaceOp(op, addBoxes(rewriter, op.getLoc(), lhs, rhs));
    else if (isa<BoxType>(getElementTypeOrSelf(type)))
      rewriter.replaceOp(op, mapElementwise(rewriter, op.getLoc(), {lhs, rhs}, add));
    else
      rewriter.replaceOpWithNewOp<arith::AddFOp>(op, lhs, rhs);
    return success();
  }
};

/// The fields of a tangent of a box; zeros if the box is empty.
struct EraseOpen : ErasureOf<OpenOp> {
  using ErasureOf::ErasureOf;
  LogicalResult matchAndRewrite(OpenOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (!isa<LinType>(op.getBox().getType()) ||
        failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return failure();
    Value box = adaptor.getBox().front();
    SmallVector<Value> sizes;
    for (ValueRange size : adaptor.getSizes())
      llvm::append_range(sizes, size);
    Value isEmpty = IsEmptyBoxOp::create(rewriter, op.getLoc(), box);
    auto zeros = [&](OpBuilder &builder, Location loc) {
      SmallVector<Value> values;
      ArrayRef<Value> left = sizes;
      for (Type type : types) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        unsigned count = tensor ? tensor.getNumDynamicDims() : 0;
        values.push_back(makeErasedZero(builder, loc, type, left.take_front(count)));
        left = left.drop_front(count);
      }
      scf::YieldOp::create(builder, loc, values);
    };
    auto open = [&](OpBuilder &builder, Location loc) {
      auto opened = OpenOp::create(builder, loc, types, box, ValueRange());
      scf::YieldOp::create(builder, loc, opened.getResults());
    };
    rewriter.replaceOp(op, scf::IfOp::create(rewriter, op.getLoc(), isEmpty, zeros, open));
    return success();
  }
};

/// k · v; where `absorption` says so, a zero factor makes the product zero.
Value multiply(OpBuilder &builder, Location loc, Value factor, Value value, Absorption absorption) {
  Value product = arith::MulFOp::create(builder, loc, factor, value);
  auto absorb = [&](Value by, Value otherwise) -> Value {
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(by.getType()));
    Value isZero = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, by, zero);
    return arith::SelectOp::create(builder, loc, isZero, by, otherwise);
  };
  if (absorption == Absorption::Both)
    product = absorb(factor, product);
  return absorption == Absorption::None ? product : absorb(value, product);
}

/// k · v. If the code is to be differentiated again, a zero-absorbing product becomes
/// `chad.absorbing_mul`.
struct EraseScale : ErasureOf<ScaleOp> {
  EraseScale(const TypeConverter &types, MLIRContext *context, Scales scales)
      : ErasureOf(types, context), scales(scales) {}
  LogicalResult matchAndRewrite(ScaleOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!erasedType(op))
      return failure();
    Value factor = adaptor.getFactor().front();
    Absorption absorption = op.getAbsorption();
    bool isKept = scales == Scales::Absorbing && absorption != Absorption::None;
    auto scale = [&](OpBuilder &builder, Location loc, ValueRange scalars) -> SmallVector<Value> {
      Value value = scalars.front();
      if (isKept)
        return {AbsorbingMulOp::create(builder, loc, factor, value, absorption)};
      return {multiply(builder, loc, factor, value, absorption)};
    };
    rewriter.replaceOp(op, mapElementwise(rewriter, op.getLoc(), adaptor.getValue(), scale));
    return success();
  }

private:
  Scales scales;
};

/// k ⊛ v, if the code is not to be differentiated again.
struct LowerAbsorbingMul : OpConversionPattern<AbsorbingMulOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(AbsorbingMulOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, multiply(rewriter, op.getLoc(), adaptor.getFactor(), adaptor.getValue(),
                                    op.getBoth() ? Absorption::Both : Absorption::Value));
    return success();
  }
};

struct KeepScale : ErasureOf<ScaleOp> {
  using ErasureOf::ErasureOf;
  LogicalResult matchAndRewrite(ScaleOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!erasedType(op))
      return failure();
    Location loc = op.getLoc();
    auto value = ToLinearOp::create(rewriter, loc, adaptor.getValue().front());
    auto scaled =
        ScaleOp::create(rewriter, loc, adaptor.getFactor().front(), value, op.getAbsorption());
    auto result = FromLinearOp::create(rewriter, loc, scaled);
    for (Operation *kept : {value.getOperation(), scaled.getOperation(), result.getOperation()})
      kept->setAttr(keptAttr, rewriter.getUnitAttr());
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The isomorphisms between `T` and `lin<T>`.
template <typename OpTy> struct EraseIdentity : ErasureOf<OpTy> {
  using ErasureOf<OpTy>::ErasureOf;
  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::template GenericAdaptor<ArrayRef<ValueRange>> adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!this->erasedType(op))
      return failure();
    rewriter.replaceOp(op, adaptor.getValue().front());
    return success();
  }
};

/// Selects among values that become lists of values.
struct EraseSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    for (auto [a, b] : llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      values.push_back(
          arith::SelectOp::create(rewriter, op.getLoc(), adaptor.getCondition().front(), a, b));
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

} // namespace

void chad::detail::populateStructuralPatterns(const TypeConverter &types,
                                              RewritePatternSet &patterns) {
  patterns.add<EraseTypes>(types, patterns.getContext());
  patterns.add<EraseSignature, EraseSelect>(types, patterns.getContext(), /*benefit=*/2);
}

void chad::detail::populateErasurePatterns(const ErasedTypes &types, Scales scales,
                                           RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  populateStructuralPatterns(types, patterns);
  patterns
      .add<EraseZero, EraseAdd, EraseOpen, EraseIdentity<ToLinearOp>, EraseIdentity<FromLinearOp>>(
          types, context);
  if (scales == Scales::Kept)
    patterns.add<KeepScale>(types, context, /*benefit=*/3);
  else
    patterns.add<EraseScale>(types, context, scales);
  if (scales == Scales::Erased)
    patterns.add<LowerAbsorbingMul>(types, context, /*benefit=*/2);
}
