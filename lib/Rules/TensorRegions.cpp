//===- TensorRegions.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules of the ops of the tensor dialect that have a region. A `tensor.generate` is differentiated
// as a nest of `chad.build`, and so are the padding values of a `tensor.pad` whose region computes
// them.

#include "Recompute.h"
#include "TensorDerivatives.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Nests of builds
//===----------------------------------------------------------------------===//

namespace {
/// Nested builds that compute the tensor whose elements a region yields.
class BuildNest {
public:
  BuildNest(Sweep &sweep, Location loc, Region &region, ArrayRef<Value> extents)
      : sweep(sweep), loc(loc), body(region.front()), extents(extents) {}

  /// Maps values of the region, and values from outside that are to be replaced, to new values.
  IRMapping mapping;
  /// A slice whose elements are zero instead of the values of the region. Empty: there is no such
  /// slice.
  SmallVector<OpFoldResult> holeOffsets, holeSizes;

  /// Makes the nest at the insertion point of the builder. At rank 0 it has no loop.
  Value build() { return makeLevel(sweep.builder, 0); }

private:
  Value makeLevel(OpBuilder &builder, unsigned dim) {
    if (dim == extents.size())
      return holeOffsets.empty() ? makeElement(builder) : makeElementOutside(builder);
    auto level = BuildOp::create(builder, loc, extents[dim],
                                 [&](OpBuilder &builder, Location loc, ValueRange args) {
                                   mapping.map(body.getArgument(dim), args[0]);
                                   YieldOp::create(builder, loc, makeLevel(builder, dim + 1));
                                 });
    sweep.getActivity().setActive(level.getResult(0));
    return level.getResult(0);
  }

  Value makeElement(OpBuilder &builder) {
    auto copyActivity = [&](Value value) {
      if (sweep.isActive(value))
        sweep.getActivity().setActive(mapping.lookup(value));
    };
    for (Operation &nested : body.without_terminator()) {
      builder.clone(nested, mapping);
      nested.walk([&](Operation *inner) {
        llvm::for_each(inner->getResults(), copyActivity);
        for (Region &region : inner->getRegions())
          for (Block &block : region)
            llvm::for_each(block.getArguments(), copyActivity);
      });
    }
    return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  }

  /// The element, or zero in the slice of zeros, for whose indices the region may be undefined.
  Value makeElementOutside(OpBuilder &builder) {
    Value isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
    for (unsigned dim = 0; dim < extents.size(); ++dim) {
      Value index = mapping.lookup(body.getArgument(dim));
      Value low = getValueOrCreateConstantIndexOp(builder, loc, holeOffsets[dim]);
      Value size = getValueOrCreateConstantIndexOp(builder, loc, holeSizes[dim]);
      // Below the offset the difference is a large unsigned number.
      Value offset = arith::SubIOp::create(builder, loc, index, low);
      Value isIn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, offset, size);
      isInside = arith::AndIOp::create(builder, loc, isInside, isIn);
    }
    Type type = body.getTerminator()->getOperand(0).getType();
    auto branch = scf::IfOp::create(
        builder, loc, isInside,
        [&](OpBuilder &builder, Location loc) {
          Value zero = arith::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0));
          scf::YieldOp::create(builder, loc, zero);
        },
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc, makeElement(builder));
        });
    sweep.getActivity().setActive(branch.getResult(0));
    return branch.getResult(0);
  }

  Sweep &sweep;
  Location loc;
  Block &body;
  ArrayRef<Value> extents;
};
} // namespace

/// Differentiates the ops `made` forward: a nest, and ops after it. Precondition: the last op is
/// not the nest, which the sweep makes anew. Its results replace those of `op`.
static LogicalResult forwardThrough(Operation *op, ArrayRef<Operation *> made,
                                    ForwardSweep &sweep) {
  for (Operation *next : made) {
    sweep.getActivity().setActive(next->getResult(0));
    sweep.builder.setInsertionPointAfter(next);
    if (failed(sweep.differentiate(next)))
      return failure();
  }
  Value result = made.back()->getResult(0);
  sweep.replace(op, result, sweep.tangent(result));
  return success();
}

/// Makes the reverse code of `nest` for the cotangent `cotangent` of its result. The nest is made
/// with the primal values of the values that `region` uses.
static LogicalResult reverseThrough(BuildNest &nest, Region &region, Value cotangent,
                                    ReverseSweep &sweep) {
  llvm::SetVector<Value> used;
  getUsedFromOutside(region, used);
  for (Value value : used)
    if (!nest.mapping.contains(value))
      nest.mapping.map(value, sweep.primal(value));
  Value again = nest.build();
  Location loc = again.getLoc();
  if (again.getType() != cast<LinType>(cotangent.getType()).getPrimal())
    cotangent = toLinear(sweep, loc,
                         tensor::CastOp::create(sweep.builder, loc, again.getType(),
                                                fromLinear(sweep, loc, cotangent)),
                         cotangent);
  sweep.accumulate(again, cotangent);
  return sweep.reverse(again.getDefiningOp());
}

//===----------------------------------------------------------------------===//
// tensor.pad
//===----------------------------------------------------------------------===//

static Value getPadding(tensor::PadOp op) { return op.getBody()->getTerminator()->getOperand(0); }

/// Whether the region of `op` computes an active value.
static bool computesPadding(tensor::PadOp op, Sweep &sweep) {
  Value padding = getPadding(op);
  return sweep.isActive(padding) && padding.getParentBlock() == op.getBody();
}

/// A negative padding has no meaning: `tensor.pad` says how many elements come before and after.
static LogicalResult checkPadding(tensor::PadOp op, StringRef mode) {
  auto isNegative = [](int64_t padding) { return !ShapedType::isDynamic(padding) && padding < 0; };
  if (llvm::none_of(op.getStaticLow(), isNegative) && llvm::none_of(op.getStaticHigh(), isNegative))
    return success();
  return op.emitError("chad: no ")
         << mode << " rule for 'tensor.pad' with a negative padding; use 'tensor.extract_slice'";
}

/// Computes the padding, with zeros in the place of the source, then inserts the source.
static LogicalResult forwardComputed(tensor::PadOp op, ForwardSweep &sweep) {
  Location loc = op.getLoc();
  OpBuilder &builder = sweep.builder;
  Value source = op.getSource();
  RankedTensorType type = op.getResultType();
  SmallVector<OpFoldResult> low = op.getMixedLowPad(), high = op.getMixedHighPad(),
                            sizes = tensor::getMixedSizes(builder, loc, source);
  SmallVector<Value> extents;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    auto valueOf = [&](OpFoldResult part) {
      return getValueOrCreateConstantIndexOp(builder, loc, part);
    };
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(arith::ConstantIndexOp::create(builder, loc, extent));
      continue;
    }
    Value inner = arith::AddIOp::create(builder, loc, valueOf(low[dim]), valueOf(sizes[dim]));
    extents.push_back(arith::AddIOp::create(builder, loc, inner, valueOf(high[dim])));
  }
  BuildNest nest(sweep, loc, op.getRegion(), extents);
  nest.holeOffsets = low;
  nest.holeSizes = sizes;
  Value built = nest.build();
  Value border = tensor::CastOp::create(builder, loc, type, built);
  SmallVector<OpFoldResult> strides(low.size(), builder.getIndexAttr(1));
  Value result = insertSlice(builder, loc, source, border, low, sizes, strides);
  llvm::SmallSetVector<Operation *, 3> made;
  for (Value value : {built, border, result})
    made.insert(value.getDefiningOp());
  return forwardThrough(op, made.getArrayRef(), sweep);
}

LogicalResult chad::detail::forwardOf(tensor::PadOp op, ForwardSweep &sweep) {
  if (failed(checkPadding(op, "forward")))
    return failure();
  if (computesPadding(op, sweep))
    return forwardComputed(op, sweep);
  Value source = op.getSource(), padding = getPadding(op);
  Value element = sweep.isActive(padding) ? sweep.tangent(padding) : Value();
  if (!sweep.tangent(source) && !element)
    return success();
  Location loc = op.getLoc();
  Type type = op.getResultType().getElementType();
  Value zero = arith::ConstantOp::create(sweep.builder, loc, sweep.builder.getFloatAttr(type, 0));
  Value tangent = sweep.tangentOrZero(source);
  // The type is inferred: a constant number of elements before or after makes it more static.
  Value padded = tensor::PadOp::create(sweep.builder, loc, Type(), fromLinear(sweep, loc, tangent),
                                       op.getMixedLowPad(), op.getMixedHighPad(),
                                       element ? fromLinear(sweep, loc, element) : zero);
  if (padded.getType() != op.getResultType())
    padded = tensor::CastOp::create(sweep.builder, loc, op.getResultType(), padded);
  SmallVector<Value> parts = {tangent};
  if (element)
    parts.push_back(element);
  sweep.setTangent(op.getResult(), toLinear(sweep, loc, padded, parts));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::PadOp op, ReverseSweep &sweep) {
  if (failed(checkPadding(op, "reverse")))
    return failure();
  Value padding = getPadding(op);
  Location loc = op.getLoc();
  Value source = op.getSource(), cotangent = sweep.cotangent(op.getResult());
  Value whole = fromLinear(sweep, loc, cotangent);
  Slice inner{
      primals(sweep, op.getMixedLowPad()), sizesOf(sweep, source),
      SmallVector<OpFoldResult>(op.getSourceType().getRank(), sweep.builder.getIndexAttr(1))};
  if (sweep.isActive(source)) {
    Value part = extractSlice(sweep.builder, loc, op.getSourceType(), whole, inner.offsets,
                              inner.sizes, inner.strides);
    sweep.accumulate(source, toLinear(sweep, loc, part, cotangent));
  }
  if (!sweep.isActive(padding))
    return success();
  Value zeros = fromLinear(sweep, loc, sweep.zero(source));
  Value border = toLinear(
      sweep, loc,
      insertSlice(sweep.builder, loc, zeros, whole, inner.offsets, inner.sizes, inner.strides),
      cotangent);
  if (!computesPadding(op, sweep)) {
    sweep.accumulate(padding, sumElements(sweep, loc, border));
    return success();
  }
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < op.getResultType().getRank(); ++dim)
    extents.push_back(sweep.dim(op.getResult(), dim));
  BuildNest nest(sweep, loc, op.getRegion(), extents);
  nest.holeOffsets = inner.offsets;
  nest.holeSizes = inner.sizes;
  return reverseThrough(nest, op.getRegion(), border, sweep);
}

//===----------------------------------------------------------------------===//
// tensor.generate
//===----------------------------------------------------------------------===//

/// Emits an error for a `tensor.generate` of rank 0: its region runs once, and is no loop.
static LogicalResult checkRank(tensor::GenerateOp op, StringRef mode) {
  if (cast<RankedTensorType>(op.getType()).getRank() > 0)
    return success();
  return op.emitError("chad: no ")
         << mode << " rule for 'tensor.generate' of rank 0; use 'tensor.from_elements'";
}

LogicalResult chad::detail::forwardOf(tensor::GenerateOp op, ForwardSweep &sweep) {
  if (failed(checkRank(op, "forward")))
    return failure();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> extents;
  auto dynamic = op.getDynamicExtents().begin();
  for (int64_t size : type.getShape())
    extents.push_back(ShapedType::isDynamic(size)
                          ? *dynamic++
                          : arith::ConstantIndexOp::create(sweep.builder, loc, size));
  Value built = BuildNest(sweep, loc, op.getBody(), extents).build();
  Operation *cast = tensor::CastOp::create(sweep.builder, loc, type, built);
  return forwardThrough(op, {built.getDefiningOp(), cast}, sweep);
}

LogicalResult chad::detail::reverseOf(tensor::GenerateOp op, ReverseSweep &sweep) {
  if (failed(checkRank(op, "reverse")))
    return failure();
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < cast<RankedTensorType>(op.getType()).getRank(); ++dim)
    extents.push_back(sweep.dim(op.getResult(), dim));
  BuildNest nest(sweep, op.getLoc(), op.getBody(), extents);
  return reverseThrough(nest, op.getBody(), sweep.cotangent(op.getResult()), sweep);
}
