//===- Structures.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products with the rows m[i] of a matrix m:
//
//   (S(k) · m)[i] = k · m[i]                   (g(is) · m)[i] = m[is[i]]
//   (diag(d) · m)[i] = d[i] · m[i]             (g(is)ᵀ · m)[j] = Σ m[i] over the i with is[i] = j
//   (s · m)[i] = m[offset + stride · i]        (sᵀ · m)[offset + stride · i] = m[i], else 0

#include "Structures.h"
#include "chad/Derived/Basis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

int64_t chad::detail::rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(getPrimalType(type));
  return tensor ? tensor.getRank() : 0;
}

Value chad::detail::mapOver(OpBuilder &builder, Location loc, ValueRange arrays,
                            llvm::function_ref<Value(ValueRange)> body) {
  auto map = MapOp::create(builder, loc, arrays, [&](OpBuilder &inner, Location, ValueRange args) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
    YieldOp::create(builder, loc, body(args));
  });
  return map.getResult(0);
}

Value chad::detail::scaleBy(OpBuilder &builder, Location loc, Value factor, Value value) {
  if (rankOf(value.getType()) == 0)
    return arith::MulFOp::create(builder, loc, factor, value);
  return mapOver(builder, loc, value,
                 [&](ValueRange row) { return scaleBy(builder, loc, factor, row.front()); });
}

/// The op that makes the structured function `map`, and whether `map` is its transpose.
static std::pair<Operation *, bool> getStructure(Value map) {
  bool transposed = false;
  while (auto transpose = map.getDefiningOp<LFunTransposeOp>()) {
    map = transpose.getMap();
    transposed = !transposed;
  }
  Operation *op = map.getDefiningOp();
  if (!isa_and_nonnull<LFunIdOp, LFunScaleOp, LFunDiagonalOp, LFunGatherOp, LFunSliceOp>(op))
    return {nullptr, false};
  // The domain of an identity or a scaling must be one float or array of floats here.
  ArrayRef<Type> inputs = cast<LFunType>(map.getType()).getInputs();
  auto lin = inputs.size() == 1 ? dyn_cast<LinType>(inputs.front()) : LinType();
  if (!lin || !isa<FloatType>(getElementTypeOrSelf(lin.getPrimal())))
    return {nullptr, false};
  if (auto gather = dyn_cast<LFunGatherOp>(op))
    transposed ^= gather.getTransposed();
  if (auto slice = dyn_cast<LFunSliceOp>(op))
    transposed ^= slice.getTransposed();
  return {op, transposed};
}

bool chad::detail::isStructured(Value map) { return getStructure(map).first != nullptr; }

/// The extents of a value of `type`, whose dynamic extents are `sizes`.
static SmallVector<OpFoldResult> extentsOf(OpBuilder &builder, Type type, ValueRange sizes) {
  auto tensor = dyn_cast<RankedTensorType>(getPrimalType(type));
  return tensor ? getMixedValues(tensor.getShape(), sizes, builder) : SmallVector<OpFoldResult>();
}

SmallVector<OpFoldResult> chad::detail::getExtents(OpBuilder &builder, Location loc, Value map,
                                                   bool ofDomain) {
  auto [op, transposed] = getStructure(map);
  bool ofSource = ofDomain != transposed;
  using Extents = SmallVector<OpFoldResult>;
  return TypeSwitch<Operation *, Extents>(op)
      .Case<LFunIdOp, LFunScaleOp>([&](auto op) {
        return extentsOf(builder, op.getType().getInputs().front(), op.getDomainSizes());
      })
      .Case([&](LFunDiagonalOp op) {
        return isa<RankedTensorType>(op.getEntries().getType())
                   ? tensor::getMixedSizes(builder, loc, op.getEntries())
                   : Extents();
      })
      .Case([&](LFunGatherOp op) {
        Extents extents = extentsOf(builder, op.getSource(), op.getSizes());
        if (!ofSource)
          extents.front() = tensor::getMixedSize(builder, loc, op.getIndices(), 0);
        return extents;
      })
      .Case([&](LFunSliceOp op) {
        return ofSource ? extentsOf(builder, op.getSource(), op.getSourceSizes())
                        : op.getMixedSizes();
      });
}

/// Creates an array of zeros. Its extents are `extents`, and then those of `matrix` from dimension
/// `skipped` on.
static Value zerosBefore(OpBuilder &builder, Location loc, SmallVector<OpFoldResult> extents,
                         Value matrix, int64_t skipped) {
  llvm::append_range(extents,
                     ArrayRef(tensor::getMixedSizes(builder, loc, matrix)).drop_front(skipped));
  Type element = getElementTypeOrSelf(matrix.getType());
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  return tensor::SplatOp::create(builder, loc, zero, extents);
}

/// diag(d) · m
static Value multiplyDiagonal(OpBuilder &builder, Location loc, Value entries, Value matrix) {
  auto type = dyn_cast<RankedTensorType>(entries.getType());
  if (!type)
    return scaleBy(builder, loc, entries, matrix);
  if (type.getRank() == 0)
    return scaleBy(builder, loc, tensor::ExtractOp::create(builder, loc, entries), matrix);
  return mapOver(builder, loc, {entries, matrix},
                 [&](ValueRange rows) { return multiplyDiagonal(builder, loc, rows[0], rows[1]); });
}

static Value multiplyGather(OpBuilder &builder, Location loc, LFunGatherOp op, bool transposed,
                            Value matrix) {
  if (transposed) {
    SmallVector<OpFoldResult> extent = {extentsOf(builder, op.getSource(), op.getSizes()).front()};
    Value zeros = zerosBefore(builder, loc, extent, matrix, /*skipped=*/1);
    return ScatterAddOp::create(builder, loc, matrix, zeros, op.getIndices());
  }
  auto type = cast<RankedTensorType>(matrix.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = cast<RankedTensorType>(op.getIndices().getType()).getDimSize(0);
  return GatherOp::create(builder, loc, type.clone(shape), matrix, op.getIndices());
}

static Value multiplySlice(OpBuilder &builder, Location loc, LFunSliceOp op, bool transposed,
                           Value matrix) {
  int64_t rank = rankOf(op.getSource());
  if (rank == 0)
    return matrix;
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), sizes = op.getMixedSizes(),
                            strides = op.getMixedStrides();
  for (OpFoldResult extent :
       ArrayRef(tensor::getMixedSizes(builder, loc, matrix)).drop_front(rank)) {
    offsets.push_back(builder.getIndexAttr(0));
    sizes.push_back(extent);
    strides.push_back(builder.getIndexAttr(1));
  }
  if (!transposed)
    return tensor::ExtractSliceOp::create(builder, loc, matrix, offsets, sizes, strides);
  Value zeros = zerosBefore(builder, loc, extentsOf(builder, op.getSource(), op.getSourceSizes()),
                            matrix, rank);
  return tensor::InsertSliceOp::create(builder, loc, matrix, zeros, offsets, sizes, strides);
}

Value chad::detail::multiplyStructure(OpBuilder &builder, Location loc, Value map, bool transposed,
                                      Value matrix) {
  auto [op, isTransposed] = getStructure(map);
  bool ofTranspose = transposed != isTransposed;
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](LFunIdOp) { return matrix; })
      .Case([&](LFunScaleOp op) { return scaleBy(builder, loc, op.getFactor(), matrix); })
      .Case([&](LFunDiagonalOp op) {
        return multiplyDiagonal(builder, loc, op.getEntries(), matrix);
      })
      .Case([&](LFunGatherOp op) { return multiplyGather(builder, loc, op, ofTranspose, matrix); })
      .Case([&](LFunSliceOp op) { return multiplySlice(builder, loc, op, ofTranspose, matrix); });
}

Value chad::detail::getDenseMatrix(OpBuilder &builder, Location loc, Value map) {
  Type domain = getPrimalType(cast<LFunType>(map.getType()).getInputs().front());
  SmallVector<Value> sizes;
  for (OpFoldResult extent : getExtents(builder, loc, map, /*ofDomain=*/true))
    if (auto size = dyn_cast<Value>(extent))
      sizes.push_back(size);
  Value identity =
      Basis(builder, loc, domain, sizes)
          .build(domain,
                 [&](Value seed) -> SmallVector<Value> { return {fromLinearEntry(builder, seed)}; })
          .front();
  return multiplyStructure(builder, loc, map, /*transposed=*/false, identity);
}
