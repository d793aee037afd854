//===- VectorTransfers.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reads and writes of arrays by vectors, and arrays of vectors.

#include "VectorReplacer.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Reads and writes of arrays
//===----------------------------------------------------------------------===//

namespace {
/// A read or a write of an array. Where the array has vectors for elements, the last dimensions of
/// array and vector are theirs.
struct Transfer {
  template <typename Op>
  Transfer(VectorReplacer &replacer, Op op, Value zero)
      : array(replacer.lookup(op.getBase())), indices(op.getIndices()),
        shape(op.getVectorType().getShape()), map(op.getPermutationMap()), ownDims(indices.size()) {
    if (op.getMask())
      mask = replacer.lookup(op.getMask());
    for (int64_t i = 0; i < map.getNumResults(); ++i)
      isInBounds.push_back(op.isDimInBounds(i));
    int64_t rank = cast<RankedTensorType>(array.getType()).getRank();
    SmallVector<AffineExpr> exprs(map.getResults());
    for (int64_t dim = ownDims; dim < rank; ++dim) {
      exprs.push_back(getAffineDimExpr(dim, op.getContext()));
      indices.push_back(zero);
      isInBounds.push_back(true);
    }
    map = AffineMap::get(rank, 0, exprs, op.getContext());
  }

  /// Whether all elements exist: there is no mask, and no index is out of bounds.
  bool isWholeSlice() const {
    return !mask && llvm::all_of(isInBounds, [](bool inside) { return inside; }) &&
           map.isMinorIdentity();
  }
  void describeSlice(OpBuilder &builder, SmallVectorImpl<OpFoldResult> &offsets,
                     SmallVectorImpl<OpFoldResult> &sizes,
                     SmallVectorImpl<OpFoldResult> &strides) const;
  /// The position in the array of element `at` of the vector, and the condition that it is read or
  /// written; null if it always is.
  SmallVector<Value> findPlace(OpBuilder &builder, Location loc, ValueRange at,
                               Value &isThere) const;

  Value array, mask;
  SmallVector<Value> indices;
  ArrayRef<int64_t> shape;
  AffineMap map;
  /// The number of dimensions that are not those of elements.
  int64_t ownDims;
  SmallVector<bool> isInBounds;
};
} // namespace

void Transfer::describeSlice(OpBuilder &builder, SmallVectorImpl<OpFoldResult> &offsets,
                             SmallVectorImpl<OpFoldResult> &sizes,
                             SmallVectorImpl<OpFoldResult> &strides) const {
  offsets = getAsOpFoldResult(indices);
  strides.assign(offsets.size(), builder.getIndexAttr(1));
  sizes.assign(indices.size() - shape.size(), builder.getIndexAttr(1));
  for (int64_t extent : shape)
    sizes.push_back(builder.getIndexAttr(extent));
}

SmallVector<Value> Transfer::findPlace(OpBuilder &builder, Location loc, ValueRange at,
                                       Value &isThere) const {
  SmallVector<Value> place(indices);
  auto require = [&](Value condition) {
    isThere = isThere ? Value(arith::AndIOp::create(builder, loc, isThere, condition)) : condition;
  };
  // The mask has the dimensions of the array that the vector has, in the array's order.
  SmallVector<Value> inMask;
  for (int64_t dim = 0; dim < static_cast<int64_t>(place.size()); ++dim)
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (auto read = dyn_cast<AffineDimExpr>(expr);
          read && static_cast<int64_t>(read.getPosition()) == dim) {
        place[dim] = arith::AddIOp::create(builder, loc, place[dim], at[i]);
        if (dim < ownDims)
          inMask.push_back(at[i]);
        if (isInBounds[i])
          continue;
        Value extent = tensor::DimOp::create(builder, loc, array, dim);
        require(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, place[dim], extent));
      }
  if (mask)
    require(tensor::ExtractOp::create(builder, loc, mask, inMask));
  return place;
}

Value VectorReplacer::transferRead(vector::TransferReadOp op) {
  Transfer transfer(*this, op, makeIndex(0));
  Value array = transfer.array;
  if (transfer.isWholeSlice()) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    transfer.describeSlice(rewriter, offsets, sizes, strides);
    return tensor::ExtractSliceOp::create(rewriter, loc,
                                          cast<RankedTensorType>(toTensor(op.getType())), array,
                                          offsets, sizes, strides);
  }
  Value padding = lookup(op.getPadding());
  int64_t elementRank = getElementShape(op.getBase().getType()).size();
  return generate(op.getType(), [&](OpBuilder &builder, ValueRange at) -> Value {
    Value isThere;
    SmallVector<Value> place = transfer.findPlace(builder, loc, at, isThere);
    if (!isThere)
      return tensor::ExtractOp::create(builder, loc, array, place);
    return scf::IfOp::create(
               builder, loc, isThere,
               [&](OpBuilder &builder, Location loc) {
                 Value element = tensor::ExtractOp::create(builder, loc, array, place);
                 scf::YieldOp::create(builder, loc, element);
               },
               [&](OpBuilder &builder, Location loc) {
                 Value element = elementRank ? tensor::ExtractOp::create(builder, loc, padding,
                                                                         at.take_back(elementRank))
                                             : padding;
                 scf::YieldOp::create(builder, loc, element);
               })
        .getResult(0);
  });
}

Value VectorReplacer::transferWrite(vector::TransferWriteOp op) {
  Transfer transfer(*this, op, makeIndex(0));
  Value array = transfer.array, written = lookup(op.getValueToStore());
  if (transfer.isWholeSlice()) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    transfer.describeSlice(rewriter, offsets, sizes, strides);
    return tensor::InsertSliceOp::create(rewriter, loc, written, array, offsets, sizes, strides);
  }
  ArrayRef<int64_t> shape = transfer.shape;
  SmallVector<Value> lower(shape.size(), makeIndex(0)), steps(shape.size(), makeIndex(1)), upper;
  for (int64_t extent : shape)
    upper.push_back(makeIndex(extent));
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, lower, upper, steps, array,
      [&](OpBuilder &builder, Location loc, ValueRange at, ValueRange states) {
        Value isThere;
        SmallVector<Value> place = transfer.findPlace(builder, loc, at, isThere);
        auto put = [&](OpBuilder &builder, Location loc) -> Value {
          Value element = tensor::ExtractOp::create(builder, loc, written, at);
          return tensor::InsertOp::create(builder, loc, element, states[0], place);
        };
        if (!isThere)
          return scf::ValueVector{put(builder, loc)};
        auto choice = scf::IfOp::create(
            builder, loc, isThere,
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(builder, loc, put(builder, loc));
            },
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(builder, loc, states[0]);
            });
        return scf::ValueVector{choice.getResult(0)};
      });
  return nest.results.empty() ? array : nest.results.front();
}

Value VectorReplacer::gather(vector::GatherOp op) {
  Value array = lookup(op.getBase()), positions = lookup(op.getIndices()),
        mask = lookup(op.getMask()), otherwise = lookup(op.getPassThru());
  return generate(op.getType(), [&](OpBuilder &builder, ValueRange indices) -> Value {
    Value isThere = tensor::ExtractOp::create(builder, loc, mask, indices);
    return scf::IfOp::create(
               builder, loc, isThere,
               [&](OpBuilder &builder, Location loc) {
                 Value position = tensor::ExtractOp::create(builder, loc, positions, indices);
                 if (!position.getType().isIndex())
                   position =
                       arith::IndexCastOp::create(builder, loc, builder.getIndexType(), position);
                 SmallVector<Value> place(op.getOffsets());
                 place.back() = arith::AddIOp::create(builder, loc, place.back(), position);
                 Value element = tensor::ExtractOp::create(builder, loc, array, place);
                 scf::YieldOp::create(builder, loc, element);
               },
               [&](OpBuilder &builder, Location loc) {
                 Value element = tensor::ExtractOp::create(builder, loc, otherwise, indices);
                 scf::YieldOp::create(builder, loc, element);
               })
        .getResult(0);
  });
}

//===----------------------------------------------------------------------===//
// Arrays of vectors
//===----------------------------------------------------------------------===//

/// The dimensions of the elements follow those of the array, in a group each.
static SmallVector<ReassociationIndices> extendGroups(SmallVector<ReassociationIndices> groups,
                                                      int64_t rank, int64_t elementRank) {
  bool isScalar = groups.empty();
  for (int64_t i = 0; i < elementRank; ++i)
    groups.push_back({rank + i});
  // The dimensions of extent 1 of what becomes one element.
  if (isScalar && elementRank)
    groups.front() = llvm::to_vector(llvm::seq<int64_t>(rank + 1));
  return groups;
}

std::optional<LogicalResult> VectorReplacer::rewriteArrayOp(Operation *op) {
  auto getShape = [](TypeRange types) {
    for (Type type : types)
      if (ArrayRef<int64_t> shape = getElementShape(type); !shape.empty())
        return shape;
    return ArrayRef<int64_t>();
  };
  ArrayRef<int64_t> element = getShape(op->getOperandTypes());
  if (element.empty())
    element = getShape(op->getResultTypes());
  if (element.empty())
    return std::nullopt;
  int64_t elementRank = element.size();
  auto one = [&](Value value) -> std::optional<LogicalResult> {
    replace(op, value);
    return success();
  };
  auto newType = [&] { return cast<RankedTensorType>(toTensor(op->getResult(0).getType())); };
  auto all = [&](ArrayRef<OpFoldResult> own, int64_t value) {
    SmallVector<OpFoldResult> values(own);
    values.append(elementRank, rewriter.getIndexAttr(value));
    return values;
  };
  auto withShape = [&](ArrayRef<OpFoldResult> own) {
    SmallVector<OpFoldResult> values(own);
    for (int64_t extent : element)
      values.push_back(rewriter.getIndexAttr(extent));
    return values;
  };
  return TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
      .Case([&](tensor::ExtractOp op) {
        return one(
            extract(lookup(op.getTensor()), getAsOpFoldResult(op.getIndices()), op.getType()));
      })
      .Case([&](tensor::InsertOp op) {
        return one(insert(lookup(op.getScalar()), lookup(op.getDest()),
                          getAsOpFoldResult(op.getIndices())));
      })
      .Case([&](tensor::DimOp op) {
        return one(tensor::DimOp::create(rewriter, loc, lookup(op.getSource()), op.getIndex()));
      })
      .Case([&](tensor::RankOp op) {
        return one(makeIndex(cast<RankedTensorType>(op.getTensor().getType()).getRank()));
      })
      .Case([&](tensor::EmptyOp op) {
        return one(tensor::EmptyOp::create(rewriter, loc, newType(), op.getDynamicSizes()));
      })
      .Case([&](tensor::CastOp op) {
        return one(tensor::CastOp::create(rewriter, loc, newType(), lookup(op.getSource())));
      })
      .Case([&](tensor::ExtractSliceOp op) {
        return one(tensor::ExtractSliceOp::create(
            rewriter, loc, newType(), lookup(op.getSource()), all(op.getMixedOffsets(), 0),
            withShape(op.getMixedSizes()), all(op.getMixedStrides(), 1)));
      })
      .Case([&](tensor::InsertSliceOp op) {
        return one(tensor::InsertSliceOp::create(rewriter, loc, lookup(op.getSource()),
                                                 lookup(op.getDest()), all(op.getMixedOffsets(), 0),
                                                 withShape(op.getMixedSizes()),
                                                 all(op.getMixedStrides(), 1)));
      })
      .Case([&](tensor::CollapseShapeOp op) {
        return one(tensor::CollapseShapeOp::create(
            rewriter, loc, newType(), lookup(op.getSrc()),
            extendGroups(op.getReassociationIndices(), op.getSrcType().getRank(), elementRank)));
      })
      .Case([&](tensor::ExpandShapeOp op) {
        return one(tensor::ExpandShapeOp::create(
            rewriter, loc, newType(), lookup(op.getSrc()),
            extendGroups(op.getReassociationIndices(), op.getResultType().getRank(), elementRank),
            withShape(op.getMixedOutputShape())));
      })
      .Case([&](tensor::FromElementsOp op) {
        Value array = makeEmpty(op.getType());
        SmallVector<int64_t> strides = computeStrides(op.getType().getShape());
        for (auto [i, value] : llvm::enumerate(op.getElements())) {
          SmallVector<OpFoldResult> place;
          for (int64_t index : delinearize(i, strides))
            place.push_back(rewriter.getIndexAttr(index));
          array = insert(lookup(value), array, place);
        }
        return one(array);
      })
      .Case([&](tensor::ReshapeOp op) {
        auto shapeType = cast<RankedTensorType>(op.getShape().getType());
        auto restType = RankedTensorType::get({elementRank}, shapeType.getElementType());
        SmallVector<Attribute> extents;
        for (int64_t extent : element)
          extents.push_back(rewriter.getIntegerAttr(shapeType.getElementType(), extent));
        Value parts[2] = {
            op.getShape(),
            arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(restType, extents))};
        Value shape = tensor::ConcatOp::create(rewriter, loc, 0, parts);
        return one(
            tensor::ReshapeOp::create(rewriter, loc, newType(), lookup(op.getSource()), shape));
      })
      .Case([&](linalg::TransposeOp op) {
        SmallVector<int64_t> permutation(op.getPermutation());
        for (int64_t i = 0, rank = permutation.size(); i < elementRank; ++i)
          permutation.push_back(rank + i);
        return one(linalg::TransposeOp::create(rewriter, loc, lookup(op.getInput()),
                                               lookup(op.getInit()), permutation)
                       ->getResult(0));
      })
      .Case([&](linalg::FillOp op) {
        Value init = lookup(op.getOutputs().front());
        int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
        AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
        AffineMap maps[2] = {identity.getMinorSubMap(elementRank), identity};
        return one(
            makeGeneric(lookup(op.getInputs().front()), init, maps,
                        SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
                        [](OpBuilder &, ValueRange args) { return args[0]; }));
      })
      .Case<linalg::LinalgOp, tensor::GenerateOp, tensor::SplatOp, tensor::PadOp, tensor::GatherOp,
            tensor::ScatterOp, tensor::ConcatOp, arith::SelectOp>(
          [&](Operation *op) -> std::optional<LogicalResult> {
            if (isa<tensor::ConcatOp>(op) ||
                (isa<arith::SelectOp>(op) && op->getOperand(0).getType().isInteger(1)))
              return std::nullopt;
            return refuse(op, "'" + op->getName().getStringRef() + "' works on an array of vectors",
                          "use an array of numbers with a dimension more");
          })
      .Default(std::nullopt);
}
