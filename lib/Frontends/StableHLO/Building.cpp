//===- Building.cpp -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions by which rules create ops: constants, shapes, and structured ops.

#include "Importer.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad::stablehlo;

static bool hasRank(Value value) { return isa<RankedTensorType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Importer::index(int64_t value) { return create<arith::ConstantIndexOp>(value); }

/// Creates the constant `scalar`, of type `type`: a number, or a tensor all of whose elements are
/// that number.
static Value makeConstant(Importer &importer, Type type, TypedAttr scalar, Value like) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return importer.create<arith::ConstantOp>(scalar);
  if (tensor.hasStaticShape())
    return importer.create<arith::ConstantOp>(
        cast<TypedAttr>(DenseElementsAttr::get(tensor, scalar)));
  Value number = importer.create<arith::ConstantOp>(scalar);
  Value all = importer.splat(number, importer.sizes(like));
  return importer.fold<tensor::CastOp>(type, all);
}

Value Importer::constant(Type type, double value, Value like) {
  Type element = getElementTypeOrSelf(type);
  if (auto complexType = dyn_cast<ComplexType>(element)) {
    auto part = [&](double x) { return builder.getFloatAttr(complexType.getElementType(), x); };
    Value number =
        create<complex::ConstantOp>(complexType, builder.getArrayAttr({part(value), part(0)}));
    return isa<RankedTensorType>(type) ? splat(number, sizes(like)) : number;
  }
  auto scalar = isa<FloatType>(element)
                    ? cast<TypedAttr>(builder.getFloatAttr(element, value))
                    : cast<TypedAttr>(builder.getIntegerAttr(element, static_cast<int64_t>(value)));
  return makeConstant(*this, type, scalar, like);
}

Value Importer::integerConstant(Type type, const APInt &value, Value like) {
  return makeConstant(*this, type, builder.getIntegerAttr(getElementTypeOrSelf(type), value), like);
}

Value Importer::floatConstant(Type type, const APFloat &value, Value like) {
  return makeConstant(*this, type, builder.getFloatAttr(getElementTypeOrSelf(type), value), like);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> Importer::sizes(Value value) {
  if (!hasRank(value))
    return {};
  return tensor::getMixedSizes(builder, location, value);
}

OpFoldResult Importer::size(Value tensor, int64_t dim) {
  return tensor::getMixedSize(builder, location, tensor, dim);
}

Value Importer::sizeValue(Value tensor, int64_t dim) { return toIndex(size(tensor, dim)); }

Value Importer::toIndex(OpFoldResult size) {
  return getValueOrCreateConstantIndexOp(builder, location, size);
}

OpFoldResult Importer::multiply(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> m = getConstantIntValue(a), n = getConstantIntValue(b);
  if (m && n)
    return builder.getIndexAttr(*m * *n);
  if (m && *m == 1)
    return b;
  if (n && *n == 1)
    return a;
  return fold<arith::MulIOp>(toIndex(a), toIndex(b));
}

OpFoldResult Importer::add(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> m = getConstantIntValue(a), n = getConstantIntValue(b);
  if (m && n)
    return builder.getIndexAttr(*m + *n);
  if (m && *m == 0)
    return b;
  if (n && *n == 0)
    return a;
  return getAsOpFoldResult(fold<arith::AddIOp>(toIndex(a), toIndex(b)));
}

OpFoldResult Importer::atLeast(OpFoldResult size, int64_t low) {
  if (std::optional<int64_t> number = getConstantIntValue(size))
    return builder.getIndexAttr(std::max(*number, low));
  return getAsOpFoldResult(fold<arith::MaxSIOp>(toIndex(size), index(low)));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value Importer::empty(ArrayRef<OpFoldResult> sizes, Type element) {
  return create<tensor::EmptyOp>(sizes, element);
}

Value Importer::splat(Value scalar, ArrayRef<OpFoldResult> sizes) {
  if (sizes.empty())
    return scalar;
  if (isa<ComplexType>(scalar.getType()))
    return fill(scalar, sizes);
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  Attribute number;
  if (dynamic.empty() && matchPattern(scalar, m_Constant(&number)))
    return create<arith::ConstantOp>(cast<TypedAttr>(
        DenseElementsAttr::get(RankedTensorType::get(shape, scalar.getType()), number)));
  return create<tensor::SplatOp>(scalar, shape, dynamic);
}

Value Importer::fill(Value scalar, ArrayRef<OpFoldResult> sizes) {
  Value place = empty(sizes, scalar.getType());
  return create<linalg::FillOp>(scalar, place).getResult(0);
}

Value Importer::asTensor(Value value) {
  if (hasRank(value))
    return value;
  // If the scalar was extracted from a tensor of rank 0, that tensor is returned.
  if (auto extract = value.getDefiningOp<tensor::ExtractOp>())
    if (extract.getIndices().empty())
      return extract.getTensor();
  return create<tensor::FromElementsOp>(RankedTensorType::get({}, value.getType()), value);
}

Value Importer::asScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0)
    return value;
  return fold<tensor::ExtractOp>(value, ValueRange());
}

Value Importer::transpose(Value tensor, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return tensor;
  SmallVector<OpFoldResult> source = sizes(tensor);
  auto target =
      llvm::map_to_vector(permutation, [&](int64_t dim) -> OpFoldResult { return source[dim]; });
  Value place = empty(target, getElementTypeOrSelf(tensor.getType()));
  return create<linalg::TransposeOp>(tensor, place, permutation)->getResult(0);
}

/// Groups the dimensions of a shape so that each group has one dimension that is not known to be 1.
static SmallVector<ReassociationIndices> groupUnitDims(ArrayRef<int64_t> shape) {
  SmallVector<ReassociationIndices> groups(1);
  bool hasOther = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (extent != 1 && hasOther)
      groups.emplace_back();
    hasOther |= extent != 1;
    groups.back().push_back(dim);
  }
  return groups;
}

/// Reshapes a tensor to `type` if the two shapes differ in dimensions of extent 1 only; null
/// otherwise. At most one extent may be dynamic: since both shapes have equally many elements, its
/// values are then equal, too.
static Value changeUnitDims(Importer &importer, Value value, RankedTensorType type) {
  auto source = cast<RankedTensorType>(value.getType());
  auto isOther = [](int64_t extent) { return extent != 1; };
  auto others = llvm::to_vector(llvm::make_filter_range(source.getShape(), isOther));
  auto targets = llvm::to_vector(llvm::make_filter_range(type.getShape(), isOther));
  if (others != targets || llvm::count(others, ShapedType::kDynamic) > 1 || others.empty())
    return nullptr;
  SmallVector<ReassociationIndices> from = groupUnitDims(source.getShape());
  SmallVector<ReassociationIndices> to = groupUnitDims(type.getShape());
  if (from.size() != static_cast<size_t>(source.getRank()))
    value = importer.create<tensor::CollapseShapeOp>(value, from);
  if (to.size() == static_cast<size_t>(type.getRank()))
    return value;
  SmallVector<OpFoldResult> kept = importer.sizes(value), sizes;
  auto next = kept.begin();
  for (int64_t extent : type.getShape())
    sizes.push_back(extent == 1 ? OpFoldResult(importer.builder.getIndexAttr(1)) : *next++);
  return importer.create<tensor::ExpandShapeOp>(type, value, to, sizes);
}

Value Importer::reshape(Value value, ArrayRef<OpFoldResult> sizes) {
  Type element = getElementTypeOrSelf(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  auto type = RankedTensorType::get(shape, element);
  if (!hasRank(value))
    return sizes.empty() ? value : create<tensor::FromElementsOp>(type, value).getResult();
  auto source = cast<RankedTensorType>(value.getType());
  if (source == type && source.hasStaticShape())
    return value;
  if (sizes.empty()) {
    SmallVector<Value> zeros(source.getRank(), index(0));
    return create<tensor::ExtractOp>(value, zeros);
  }
  if (source.hasStaticShape() && type.hasStaticShape()) {
    auto regroup = [&](Value from, RankedTensorType to) -> Value {
      auto fromType = cast<RankedTensorType>(from.getType());
      if (fromType == to)
        return from;
      auto groups = getReassociationIndicesForReshape(fromType, to);
      if (!groups)
        return nullptr;
      if (fromType.getRank() > to.getRank())
        return create<tensor::CollapseShapeOp>(to, from, *groups);
      return create<tensor::ExpandShapeOp>(to, from, *groups);
    };
    if (Value result = regroup(value, type))
      return result;
    auto flat = RankedTensorType::get({source.getNumElements()}, element);
    if (Value line = regroup(value, flat))
      if (Value result = regroup(line, type))
        return result;
  }
  if (Value result = changeUnitDims(*this, value, type))
    return result;
  SmallVector<Value> extents =
      llvm::map_to_vector(sizes, [&](OpFoldResult size) { return toIndex(size); });
  Value extentsOf = create<tensor::FromElementsOp>(extents);
  return create<tensor::ReshapeOp>(type, value, extentsOf);
}

Value Importer::collapse(Value tensor, int64_t first, int64_t last) {
  SmallVector<OpFoldResult> all = sizes(tensor), target(llvm::ArrayRef(all).take_front(first));
  OpFoldResult product = builder.getIndexAttr(1);
  for (int64_t dim = first; dim < last; ++dim)
    product = multiply(product, all[dim]);
  if (last - first == 1)
    return tensor;
  target.push_back(product);
  llvm::append_range(target, llvm::ArrayRef(all).drop_front(last));
  if (hasRank(tensor) && last > first) {
    SmallVector<ReassociationIndices> groups;
    for (int64_t dim = 0; dim < static_cast<int64_t>(all.size()); ++dim)
      if (dim > first && dim < last)
        groups.back().push_back(dim);
      else
        groups.push_back({dim});
    return create<tensor::CollapseShapeOp>(tensor, groups);
  }
  return reshape(tensor, target);
}

Value Importer::slice(Value tensor, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                      ArrayRef<int64_t> strides) {
  SmallVector<OpFoldResult> steps(offsets.size(), builder.getIndexAttr(1));
  for (auto [step, stride] : llvm::zip(steps, strides))
    step = builder.getIndexAttr(stride);
  // A slice without elements may begin at the end of the tensor, which `tensor.extract_slice` does
  // not allow.
  if (llvm::any_of(sizes, isZeroInteger))
    return empty(sizes, getElementTypeOrSelf(tensor.getType()));
  auto isWhole = [&](unsigned dim) {
    return isZeroInteger(offsets[dim]) && isOneInteger(steps[dim]) &&
           sizes[dim] == this->size(tensor, dim);
  };
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape() && llvm::all_of(llvm::seq<unsigned>(0, offsets.size()), isWhole))
    return tensor;
  return create<tensor::ExtractSliceOp>(tensor, offsets, sizes, steps);
}

Value Importer::pad(Value tensor, Value padding, ArrayRef<OpFoldResult> low,
                    ArrayRef<OpFoldResult> high, ArrayRef<OpFoldResult> interior) {
  int64_t rank = low.size();
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  OpFoldResult minusOne = builder.getIndexAttr(-1);
  SmallVector<OpFoldResult> zeros(rank, zero);
  if (!llvm::all_of(interior, isZeroInteger)) {
    SmallVector<OpFoldResult> source = sizes(tensor), target, steps;
    for (int64_t dim = 0; dim < rank; ++dim) {
      steps.push_back(add(interior[dim], one));
      OpFoldResult gaps = multiply(add(source[dim], minusOne), interior[dim]);
      target.push_back(atLeast(add(source[dim], gaps), 0));
    }
    Value place = splat(padding, target);
    bool isEmpty = llvm::any_of(source, isZeroInteger);
    tensor = isEmpty
                 ? place
                 : create<tensor::InsertSliceOp>(tensor, place, zeros, source, steps).getResult();
  }
  // Splits each padding width into a part that is added (if positive) and a part that is cut off
  // (if negative).
  auto added = [&](ArrayRef<OpFoldResult> widths) {
    return llvm::map_to_vector(widths, [&](OpFoldResult width) { return atLeast(width, 0); });
  };
  auto taken = [&](ArrayRef<OpFoldResult> widths) {
    return llvm::map_to_vector(
        widths, [&](OpFoldResult width) { return atLeast(multiply(width, minusOne), 0); });
  };
  SmallVector<OpFoldResult> before = added(low), after = added(high);
  if (!llvm::all_of(llvm::concat<OpFoldResult>(before, after), isZeroInteger))
    tensor = create<tensor::PadOp>(Type(), tensor, before, after, padding);
  before = taken(low);
  after = taken(high);
  if (llvm::all_of(llvm::concat<OpFoldResult>(before, after), isZeroInteger))
    return tensor;
  SmallVector<OpFoldResult> extents = sizes(tensor);
  for (int64_t dim = 0; dim < rank; ++dim) {
    OpFoldResult both = add(before[dim], after[dim]);
    if (std::optional<int64_t> extent = getConstantIntValue(extents[dim]);
        extent && getConstantIntValue(both))
      extents[dim] = atLeast(add(extents[dim], multiply(both, minusOne)), 0);
    else if (!isZeroInteger(both))
      extents[dim] = getAsOpFoldResult(fold<arith::SubIOp>(toIndex(extents[dim]), toIndex(both)));
  }
  return slice(tensor, before, extents);
}

Value Importer::reverse(Value tensor, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> all = sizes(tensor);
  SmallVector<AffineExpr> exprs;
  bool isSame = true, isStatic = true;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr expr = builder.getAffineDimExpr(dim);
    if (llvm::is_contained(dims, dim) && type.getDimSize(dim) != 1) {
      isSame &= type.getDimSize(dim) == 0;
      isStatic &= !type.isDynamicDim(dim);
      expr = builder.getAffineConstantExpr(type.getDimSize(dim) - 1) - expr;
    }
    exprs.push_back(expr);
  }
  if (isSame || (type.hasStaticShape() && type.getNumElements() == 0))
    return tensor;
  int64_t rank = type.getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
  Value place = empty(all, type.getElementType());
  if (isStatic) {
    AffineMap map = AffineMap::get(rank, 0, exprs, builder.getContext());
    return generic(tensor, place, {map, identity}, parallel,
                   [](ValueRange args) { return SmallVector<Value>{args[0]}; })
        ->front();
  }
  SmallVector<Value> last;
  for (int64_t dim : dims)
    last.push_back(fold<arith::SubIOp>(toIndex(all[dim]), index(1)));
  return generic({}, place, {identity}, parallel,
                 [&](ValueRange) {
                   SmallVector<Value> at;
                   for (int64_t dim = 0; dim < rank; ++dim)
                     at.push_back(create<linalg::IndexOp>(dim));
                   for (auto [dim, end] : llvm::zip(dims, last))
                     at[dim] = create<arith::SubIOp>(end, at[dim]);
                   return SmallVector<Value>{create<tensor::ExtractOp>(tensor, at)};
                 })
      ->front();
}

Value Importer::broadcast(Value value, ArrayRef<int64_t> dims, ArrayRef<OpFoldResult> target) {
  if (!hasRank(value))
    return splat(value, target);
  auto type = cast<RankedTensorType>(value.getType());
  // Dropping dimensions of extent 1 leaves the other extents as they are.
  SmallVector<int64_t> kept;
  SmallVector<OpFoldResult> keptSizes, source = sizes(value);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool isSpread = type.getDimSize(dim) == 1 && !isOneInteger(target[dims[dim]]);
    if (isSpread)
      continue;
    kept.push_back(dims[dim]);
    keptSizes.push_back(source[dim]);
  }
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, kept.size()));
  llvm::sort(order, [&](int64_t a, int64_t b) { return kept[a] < kept[b]; });
  value = reshape(value, keptSizes);
  if (!hasRank(value))
    return splat(value, target);
  value = transpose(value, order);
  llvm::sort(kept);
  if (kept.size() == target.size())
    return value;
  // Adding dimensions of extent 1 only changes the shape.
  SmallVector<int64_t> added;
  bool areUnits = true;
  for (int64_t dim = 0; dim < static_cast<int64_t>(target.size()); ++dim)
    if (!llvm::is_contained(kept, dim)) {
      added.push_back(dim);
      areUnits &= isOneInteger(target[dim]);
    }
  if (areUnits)
    return reshape(value, target);
  Value place = empty(target, type.getElementType());
  return create<linalg::BroadcastOp>(value, place, added)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> Importer::generic(ValueRange inputs, ValueRange inits,
                                                ArrayRef<AffineMap> maps,
                                                ArrayRef<utils::IteratorType> iterators,
                                                Body body) {
  bool failed = false;
  auto op = create<linalg::GenericOp>(
      inits.getTypes(), inputs, inits, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder::InsertionGuard guard(builder);
        builder.restoreInsertionPoint(nested.saveInsertionPoint());
        FailureOr<SmallVector<Value>> results = body(args);
        failed = mlir::failed(results);
        ValueRange states = args.take_back(inits.size());
        if (!failed && !llvm::equal(ValueRange(*results).getTypes(), states.getTypes())) {
          emitError(location) << "a region returns other types than those of the elements";
          failed = true;
        }
        create<linalg::YieldOp>(failed ? states : ValueRange(*results));
      });
  if (failed)
    return failure();
  return llvm::to_vector_of<Value>(op->getResults());
}

Value Importer::mapElements(ValueRange xs, Type element,
                            llvm::function_ref<Value(ValueRange)> function) {
  if (!hasRank(xs[0]))
    return function(xs);
  int64_t rank = rankOf(xs[0]);
  SmallVector<AffineMap> maps(xs.size() + 1, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> parallel(rank, utils::IteratorType::parallel);
  return generic(xs, empty(sizes(xs[0]), element), maps, parallel,
                 [&](ValueRange args) { return SmallVector<Value>{function(args)}; })
      ->front();
}

Value Importer::castToIndex(Value value, bool isUnsigned) {
  if (const Counter *counter = getCounter(value))
    return counter->index;
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return fold<arith::IndexCastUIOp>(builder.getIndexType(), value);
  return fold<arith::IndexCastOp>(builder.getIndexType(), value);
}

Value Importer::clampIndex(Value value, Value low, Value high) {
  return fold<arith::MaxSIOp>(fold<arith::MinSIOp>(value, high), low);
}
