//===- SumArrays.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Arrays of sums as structures of arrays. With S for extents,
//
//   tensor<S x sum<(f64), (tensor<3xi32>)>>
//     =  tensor<S x i1>, tensor<S x f64>, tensor<S x 3 x i32>
//
// Combinators, loops, branches and calls take the arrays one after the other, as they take the
// values of a sum. An op that moves elements becomes one op for each array; the dimensions of an
// element that is a tensor come last.

#include "SumArrays.h"
#include "chad/IR/ChadOps.h"
#include "chad/IR/DerivedOps.h"
#include "chad/IR/Requests.h"
#include "chad/IR/SumArrays.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The extents of a part of an element: none if it is a scalar.
static ArrayRef<int64_t> shapeOf(Type part) {
  auto tensor = dyn_cast<RankedTensorType>(part);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

void chad::detail::addSumArrayConversion(TypeConverter &types) {
  types.addConversion([&types](RankedTensorType array,
                               SmallVectorImpl<Type> &arrays) -> std::optional<LogicalResult> {
    if (!isElementSum(array.getElementType()))
      return std::nullopt;
    SmallVector<Type> parts;
    if (failed(types.convertType(array.getElementType(), parts)))
      return failure();
    for (Type part : parts)
      arrays.push_back(getColumnType(array, part));
    return success();
  });
}

static bool isSumArray(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<SumType>(tensor.getElementType());
}

namespace {
/// An op that moves elements of arrays of sums.
template <typename Op> struct Movement : OpConversionPattern<Op> {
  using Adaptor = typename Op::template GenericAdaptor<ArrayRef<ValueRange>>;

  Movement(const TypeConverter &types, MLIRContext *context)
      : OpConversionPattern<Op>(types, context, /*benefit=*/3) {}

  /// The types of the parts of an element of `array`: the tag, and the values of all alternatives.
  /// Fails unless the elements are sums.
  LogicalResult getParts(Type array, SmallVectorImpl<Type> &parts) const {
    if (!isSumArray(array))
      return failure();
    return this->getTypeConverter()->convertType(cast<RankedTensorType>(array).getElementType(),
                                                 parts);
  }

  /// Replaces `op`, one of whose operands or results is `array`, by what `move` makes for each part
  /// of its elements.
  LogicalResult moveEach(Op op, Type array, ConversionPatternRewriter &rewriter,
                         function_ref<Value(unsigned, Type)> move) const {
    SmallVector<Type> parts;
    if (failed(getParts(array, parts)))
      return failure();
    SmallVector<Value> values;
    for (auto [i, part] : llvm::enumerate(parts))
      values.push_back(move(i, part));
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

/// Offsets, sizes and strides of a slice of an array; those of the dimensions of its elements,
/// which come last, select whole elements.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  Slice(OpBuilder &builder, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
        ArrayRef<OpFoldResult> strides, Type part)
      : offsets(offsets), sizes(sizes), strides(strides) {
    for (int64_t extent : shapeOf(part)) {
      this->offsets.push_back(builder.getIndexAttr(0));
      this->sizes.push_back(builder.getIndexAttr(extent));
      this->strides.push_back(builder.getIndexAttr(1));
    }
  }

  /// The slice that is one element.
  static Slice at(OpBuilder &builder, ValueRange indices, Type part) {
    SmallVector<OpFoldResult> ones(indices.size(), builder.getIndexAttr(1));
    return Slice(builder, getAsOpFoldResult(indices), ones, ones, part);
  }
};

struct MoveExtract : Movement<tensor::ExtractOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::ExtractOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getTensor().getType(), rewriter, [&](unsigned i, Type part) -> Value {
      Value array = adaptor.getTensor()[i];
      auto tensor = dyn_cast<RankedTensorType>(part);
      if (!tensor)
        return tensor::ExtractOp::create(rewriter, op.getLoc(), array, op.getIndices());
      auto [offsets, sizes, strides] = Slice::at(rewriter, op.getIndices(), part);
      return tensor::ExtractSliceOp::create(rewriter, op.getLoc(), tensor, array, offsets, sizes,
                                            strides);
    });
  }
};

static Value insertPart(OpBuilder &builder, Location loc, Value value, Value array,
                        ValueRange indices) {
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::InsertOp::create(builder, loc, value, array, indices);
  auto [offsets, sizes, strides] = Slice::at(builder, indices, value.getType());
  return tensor::InsertSliceOp::create(builder, loc, value, array, offsets, sizes, strides);
}

struct MoveInsert : Movement<tensor::InsertOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::InsertOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type) {
      return insertPart(rewriter, op.getLoc(), adaptor.getScalar()[i], adaptor.getDest()[i],
                        op.getIndices());
    });
  }
};

struct MoveFromElements : Movement<tensor::FromElementsOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::FromElementsOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getType());
    Location loc = op.getLoc();
    return moveEach(op, type, rewriter, [&](unsigned i, Type part) -> Value {
      RankedTensorType arrayType = getArrayOfParts(type, part);
      SmallVector<Value> elements;
      for (ValueRange element : adaptor.getElements())
        elements.push_back(element[i]);
      if (!isa<RankedTensorType>(part))
        return tensor::FromElementsOp::create(rewriter, loc, arrayType, elements);
      Value array = tensor::EmptyOp::create(rewriter, loc, arrayType, ValueRange());
      SmallVector<int64_t> position(type.getRank());
      for (Value element : elements) {
        SmallVector<Value> indices;
        for (int64_t index : position)
          indices.push_back(arith::ConstantIndexOp::create(rewriter, loc, index));
        array = insertPart(rewriter, loc, element, array, indices);
        for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
          if (++position[dim] < type.getDimSize(dim))
            break;
          position[dim] = 0;
        }
      }
      return array;
    });
  }
};

struct MoveSplat : Movement<tensor::SplatOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::SplatOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) -> Value {
      RankedTensorType arrayType = getArrayOfParts(op.getType(), part);
      Value element = adaptor.getInput()[i];
      if (!isa<RankedTensorType>(part))
        return tensor::SplatOp::create(rewriter, loc, element, arrayType, op.getDynamicSizes());
      return tensor::GenerateOp::create(rewriter, loc, arrayType, op.getDynamicSizes(),
                                        [&](OpBuilder &inner, Location loc, ValueRange indices) {
                                          Value scalar = tensor::ExtractOp::create(
                                              inner, loc, element,
                                              indices.take_back(shapeOf(part).size()));
                                          tensor::YieldOp::create(inner, loc, scalar);
                                        });
    });
  }
};

struct MoveEmpty : Movement<tensor::EmptyOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::EmptyOp op, OneToNOpAdaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned, Type part) {
      return tensor::EmptyOp::create(rewriter, op.getLoc(), getArrayOfParts(op.getType(), part),
                                     op.getDynamicSizes());
    });
  }
};

struct MoveDim : OpConversionPattern<tensor::DimOp> {
  MoveDim(const TypeConverter &types, MLIRContext *context)
      : OpConversionPattern(types, context, /*benefit=*/3) {}
  LogicalResult matchAndRewrite(tensor::DimOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    if (!isSumArray(op.getSource().getType()))
      return failure();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(op, adaptor.getSource().front(), op.getIndex());
    return success();
  }
};

struct MoveCast : Movement<tensor::CastOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::CastOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    return moveEach(op, op.getSource().getType(), rewriter, [&](unsigned i, Type part) {
      return tensor::CastOp::create(rewriter, op.getLoc(), getArrayOfParts(type, part),
                                    adaptor.getSource()[i]);
    });
  }
};

struct MoveExtractSlice : Movement<tensor::ExtractSliceOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) {
      Slice slice(rewriter, op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides(), part);
      return tensor::ExtractSliceOp::create(
          rewriter, op.getLoc(), getArrayOfParts(op.getType(), part), adaptor.getSource()[i],
          slice.offsets, slice.sizes, slice.strides);
    });
  }
};

struct MoveInsertSlice : Movement<tensor::InsertSliceOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) {
      Slice slice(rewriter, op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides(), part);
      return tensor::InsertSliceOp::create(rewriter, op.getLoc(), adaptor.getSource()[i],
                                           adaptor.getDest()[i], slice.offsets, slice.sizes,
                                           slice.strides);
    });
  }
};

struct MoveConcat : Movement<tensor::ConcatOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::ConcatOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) {
      SmallVector<Value> inputs;
      for (ValueRange arrays : adaptor.getInputs())
        inputs.push_back(arrays[i]);
      return tensor::ConcatOp::create(rewriter, op.getLoc(), getArrayOfParts(op.getType(), part),
                                      op.getDim(), inputs);
    });
  }
};

/// The reassociation of a reshape of arrays, with a group for each dimension of their elements.
static SmallVector<ReassociationIndices> withElement(ArrayRef<ReassociationIndices> groups,
                                                     int64_t expandedRank, Type part) {
  SmallVector<ReassociationIndices> all(groups);
  for (size_t i = 0; i < shapeOf(part).size(); ++i)
    all.push_back({expandedRank + int64_t(i)});
  return all;
}

struct MoveCollapse : Movement<tensor::CollapseShapeOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) -> Value {
      auto groups = withElement(op.getReassociationIndices(), op.getSrcType().getRank(), part);
      return tensor::CollapseShapeOp::create(rewriter, op.getLoc(),
                                             getArrayOfParts(op.getResultType(), part),
                                             adaptor.getSrc()[i], groups);
    });
  }
};

struct MoveExpand : Movement<tensor::ExpandShapeOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) -> Value {
      auto groups = withElement(op.getReassociationIndices(), op.getResultType().getRank(), part);
      SmallVector<OpFoldResult> extents =
          getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), rewriter);
      for (int64_t extent : shapeOf(part))
        extents.push_back(rewriter.getIndexAttr(extent));
      return tensor::ExpandShapeOp::create(rewriter, op.getLoc(),
                                           getArrayOfParts(op.getResultType(), part),
                                           adaptor.getSrc()[i], groups, extents);
    });
  }
};

struct MoveGather : Movement<GatherOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(GatherOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type part) -> Value {
      return GatherOp::create(rewriter, op.getLoc(),
                              getArrayOfParts(cast<RankedTensorType>(op.getType()), part),
                              adaptor.getSource()[i], op.getIndices());
    });
  }
};

struct MoveScatter : Movement<ScatterOp> {
  using Movement::Movement;
  LogicalResult matchAndRewrite(ScatterOp op, OneToNOpAdaptor adaptor,
                                ConversionPatternRewriter &rewriter) const override {
    return moveEach(op, op.getType(), rewriter, [&](unsigned i, Type) -> Value {
      return ScatterOp::create(rewriter, op.getLoc(), adaptor.getValues()[i], adaptor.getDest()[i],
                               op.getIndices());
    });
  }
};
} // namespace

void chad::detail::populateSumArrayPatterns(const TypeConverter &types,
                                            RewritePatternSet &patterns) {
  patterns.add<MoveExtract, MoveInsert, MoveFromElements, MoveSplat, MoveEmpty, MoveDim, MoveCast,
               MoveExtractSlice, MoveInsertSlice, MoveConcat, MoveCollapse, MoveExpand, MoveGather,
               MoveScatter>(types, patterns.getContext());
}

/// Whether `op` reshapes to or from an array of rank 0. Its reassociation has no groups, which the
/// dimensions of elements would need beside their own.
static bool reshapesSingle(Operation *op) {
  auto isSingle = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  };
  return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) &&
         (isSingle(op->getResult(0).getType()) || isSingle(op->getOperand(0).getType()));
}

/// Whether arrays of sums can be replaced by arrays where `op` takes or makes them. Arrays of sums
/// of linear types have linear types in their place.
static bool takesSumArrays(Operation *op, bool areLinear) {
  if (areLinear)
    return isa<CombinatorOpInterface, YieldOp, LambdaOp, ApplyOp, InjOp, CaseOp, AddOp, LFunApplyOp,
               func::FuncOp, func::CallOp, func::ReturnOp, func::ConstantOp>(op) ||
           isRequest(op) ||
           isa_and_nonnull<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect());
  if (isa<tensor::ExtractOp, tensor::InsertOp, tensor::FromElementsOp, tensor::SplatOp,
          tensor::EmptyOp, tensor::DimOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
          tensor::ConcatOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp, GatherOp, ScatterOp>(
          op))
    return !reshapesSingle(op);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getType()) &&
           isa<RankedTensorType>(cast.getSource().getType());
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return !isa<ShapedType>(select.getCondition().getType());
  return isa<CombinatorOpInterface, FilterOp, VmapOp, HistIntoOp, YieldOp, LambdaOp, ApplyOp, InjOp,
             CaseOp, BoxOp, OpenOp>(op) ||
         isRequest(op) || isa<func::FuncOp, func::CallOp, func::ReturnOp, func::ConstantOp>(op) ||
         isa_and_nonnull<scf::SCFDialect, cf::ControlFlowDialect>(op->getDialect());
}

LogicalResult chad::detail::checkSumArrays(Operation *root) {
  auto result = success();
  root->walk([&](Operation *op) {
    SmallVector<Type> made(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(made, block.getArgumentTypes());
    Type refused, unsuited;
    for (Type type : made)
      if (isSumArray(type) && !isElementSum(cast<RankedTensorType>(type).getElementType()))
        unsuited = type;
    for (Type type : llvm::concat<const Type>(made, SmallVector<Type>(op->getOperandTypes())))
      if (isSumArray(type) && !takesSumArrays(op, isLinearType(type)))
        refused = type;
    if (unsuited) {
      auto diag = op->emitError("chad: there are no arrays of these sums: ") << unsuited;
      diag.attachNote()
          << "the alternatives of a sum in an array hold numbers, boxes, and tensors of "
             "known extents; put others in boxes: 'chad.box'";
      result = failure();
    } else if (refused) {
      auto diag = op->emitError("chad: '")
                  << op->getName() << "' cannot take or make an array of sums: " << refused;
      diag.attachNote() << "read and make such arrays by 'chad.map', 'chad.build' and other "
                           "combinators, 'chad.gather', and slices";
      result = failure();
    }
  });
  return result;
}
