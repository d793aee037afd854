//===- TensorRegions.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Rules of the ops of the tensor dialect that have a region: tensor.pad, and
// tensor.generate, which is a nest of `chad.build`.

#include "TensorDerivatives.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// tensor.pad
//===----------------------------------------------------------------------===//

/// The value that `op` pads with; an error where it is active and made in the region.
static FailureOr<Value> getPadding(tensor::PadOp op, StringRef mode, Sweep &sweep) {
  Value padding = op.getBody()->getTerminator()->getOperand(0);
  if (sweep.isActive(padding) && op.getRegion().isAncestor(padding.getParentRegion()))
    return op.emitError("chad: no ") << mode
                                     << " rule for a 'tensor.pad' that computes what it pads "
                                        "with; compute it before the op";
  return padding;
}

LogicalResult chad::detail::forwardOf(tensor::PadOp op, ForwardSweep &sweep) {
  FailureOr<Value> padding = getPadding(op, "forward", sweep);
  if (failed(padding))
    return failure();
  Value source = op.getSource();
  Value element = sweep.isActive(*padding) ? sweep.tangent(*padding) : Value();
  if (!sweep.tangent(source) && !element)
    return success();
  Location loc = op.getLoc();
  Type type = op.getResultType().getElementType();
  Value zero = arith::ConstantOp::create(sweep.builder, loc, sweep.builder.getFloatAttr(type, 0));
  Value tangent = sweep.tangentOrZero(source);
  Value padded = tensor::PadOp::create(
      sweep.builder, loc, op.getResultType(), fromLinear(sweep, loc, tangent), op.getMixedLowPad(),
      op.getMixedHighPad(), element ? fromLinear(sweep, loc, element) : zero);
  SmallVector<Value> parts = {tangent};
  if (element)
    parts.push_back(element);
  sweep.setTangent(op.getResult(), toLinear(sweep, loc, padded, parts));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::PadOp op, ReverseSweep &sweep) {
  FailureOr<Value> padding = getPadding(op, "reverse", sweep);
  if (failed(padding))
    return failure();
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
  if (sweep.isActive(*padding)) {
    Value zeros = fromLinear(sweep, loc, sweep.zero(source));
    Value border =
        insertSlice(sweep.builder, loc, zeros, whole, inner.offsets, inner.sizes, inner.strides);
    sweep.accumulate(*padding, sumElements(sweep, loc, toLinear(sweep, loc, border, cotangent)));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// tensor.generate
//===----------------------------------------------------------------------===//

namespace {
/// `tensor.generate` as builds inside of each other.
class BuildNest {
public:
  BuildNest(Sweep &sweep, tensor::GenerateOp op, ArrayRef<Value> extents)
      : sweep(sweep), op(op), extents(extents) {}

  /// Values of the op's region and, where they are to be others, from outside.
  IRMapping mapping;

  /// Makes the nest where the builder is; at rank 0 there is no loop.
  Value build() { return makeLevel(sweep.builder, op.getLoc(), 0); }

private:
  Value makeLevel(OpBuilder &builder, Location loc, unsigned dim) {
    if (dim == extents.size())
      return makeElement(builder);
    auto level = BuildOp::create(builder, loc, extents[dim],
                                 [&](OpBuilder &builder, Location loc, ValueRange args) {
                                   mapping.map(op.getBody().getArgument(dim), args[0]);
                                   YieldOp::create(builder, loc, makeLevel(builder, loc, dim + 1));
                                 });
    sweep.getActivity().setActive(level.getResult(0));
    return level.getResult(0);
  }

  Value makeElement(OpBuilder &builder) {
    Block &body = op.getBody().front();
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

  Sweep &sweep;
  tensor::GenerateOp op;
  ArrayRef<Value> extents;
};
} // namespace

/// The region of a generate of rank 0 runs once, which is no loop.
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
  Value nest = BuildNest(sweep, op, extents).build();
  Operation *loop = nest.getDefiningOp();
  auto cast = tensor::CastOp::create(sweep.builder, loc, type, nest);
  sweep.getActivity().setActive(cast);
  for (Operation *made : {loop, cast.getOperation()}) {
    sweep.builder.setInsertionPointAfter(made);
    if (failed(sweep.differentiate(made)))
      return failure();
  }
  sweep.replace(op, cast.getResult(), sweep.tangent(cast));
  return success();
}

LogicalResult chad::detail::reverseOf(tensor::GenerateOp op, ReverseSweep &sweep) {
  if (failed(checkRank(op, "reverse")))
    return failure();
  Location loc = op.getLoc();
  Value cotangent = sweep.cotangent(op.getResult());
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < cast<RankedTensorType>(op.getType()).getRank(); ++dim)
    extents.push_back(sweep.dim(op.getResult(), dim));
  BuildNest nest(sweep, op, extents);
  visitUsedValuesDefinedAbove(op.getBody(), op.getBody(), [&](OpOperand *operand) {
    if (!nest.mapping.contains(operand->get()))
      nest.mapping.map(operand->get(), sweep.primal(operand->get()));
  });
  Value again = nest.build();
  Value seed = cotangent;
  if (again.getType() != op.getType())
    seed = toLinear(sweep, loc,
                    tensor::CastOp::create(sweep.builder, loc, again.getType(),
                                           fromLinear(sweep, loc, cotangent)),
                    cotangent);
  sweep.accumulate(again, seed);
  return sweep.reverse(again.getDefiningOp());
}
