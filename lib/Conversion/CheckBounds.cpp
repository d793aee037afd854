//===- CheckBounds.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Conversion/Passes.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace chad {
#define GEN_PASS_DEF_CHADCHECKBOUNDS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Inserts, before an op, assertions that its indices are in bounds.
class BoundsCheck {
public:
  explicit BoundsCheck(Operation *op) : op(op), builder(op), loc(op->getLoc()) {}
  void run();

private:
  Value asValue(OpFoldResult value) { return getValueOrCreateConstantIndexOp(builder, loc, value); }
  OpFoldResult extentOf(Value array, int64_t dim);
  void check(arith::CmpIPredicate predicate, OpFoldResult a, OpFoldResult b, const Twine &what);
  /// Asserts that each index is less than the extent of its dimension.
  void checkIndices(Value array, ValueRange indices);
  /// Asserts that the elements of `indices` are positions along the first dimension of `array`.
  void checkStoredIndices(Value indices, Value array);
  template <typename SliceOp> void checkSlice(SliceOp slice, Value array);

  Operation *op;
  OpBuilder builder;
  Location loc;
};

struct CheckBounds : chad::impl::ChadCheckBoundsBase<CheckBounds> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      BoundsCheck(op).run();
  }
};
} // namespace

OpFoldResult BoundsCheck::extentOf(Value array, int64_t dim) {
  auto type = cast<ShapedType>(array.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  Value number = arith::ConstantIndexOp::create(builder, loc, dim);
  if (isa<MemRefType>(type))
    return memref::DimOp::create(builder, loc, array, number).getResult();
  return tensor::DimOp::create(builder, loc, array, number).getResult();
}

void BoundsCheck::check(arith::CmpIPredicate predicate, OpFoldResult a, OpFoldResult b,
                        const Twine &what) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y && arith::applyCmpPredicate(predicate, APInt(64, *x, true), APInt(64, *y, true)))
    return;
  Value holds = arith::CmpIOp::create(builder, loc, predicate, asValue(a), asValue(b));
  cf::AssertOp::create(builder, loc, holds,
                       ("'" + op->getName().getStringRef() + "' has " + what).str());
}

static constexpr StringLiteral indexOutside = "an index outside of the extent";

void BoundsCheck::checkIndices(Value array, ValueRange indices) {
  for (auto [dim, index] : llvm::enumerate(indices))
    check(arith::CmpIPredicate::ult, getAsOpFoldResult(index), extentOf(array, dim), indexOutside);
}

void BoundsCheck::checkStoredIndices(Value indices, Value array) {
  OpFoldResult extent = extentOf(array, 0);
  SmallVector<Value> position;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  for (int64_t dim : llvm::seq(cast<ShapedType>(indices.getType()).getRank())) {
    auto loop = scf::ForOp::create(builder, loc, zero, asValue(extentOf(indices, dim)), one);
    position.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value index = tensor::ExtractOp::create(builder, loc, indices, position);
  if (!index.getType().isIndex())
    index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), index);
  check(arith::CmpIPredicate::ult, index, extent, indexOutside);
  builder.setInsertionPoint(op);
}

/// A slice without elements may have any offset up to the extent.
template <typename SliceOp> void BoundsCheck::checkSlice(SliceOp slice, Value array) {
  for (auto [dim, offset, size, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides())) {
    OpFoldResult extent = extentOf(array, dim);
    check(arith::CmpIPredicate::ule, offset, extent, "a slice that begins outside of the extent");
    check(arith::CmpIPredicate::sge, size, builder.getIndexAttr(0), "a slice of a negative extent");
    if (getConstantIntValue(size) == 0)
      continue;
    // The position after the last element, if there is one.
    Value count = asValue(size), zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value steps = arith::MulIOp::create(builder, loc, asValue(stride),
                                        arith::SubIOp::create(builder, loc, count, one));
    Value last = arith::AddIOp::create(builder, loc, asValue(offset), steps);
    Value end = arith::AddIOp::create(builder, loc, last, one);
    Value isNothing = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, count, zero);
    end = arith::SelectOp::create(builder, loc, isNothing, zero, end);
    check(arith::CmpIPredicate::ule, end, extent, "a slice that ends outside of the extent");
    // A slice with a negative stride has its largest index at the offset, which must be in bounds.
    if (getConstantIntValue(stride).value_or(-1) < 0)
      check(arith::CmpIPredicate::ult, offset, extent, indexOutside);
  }
}

void BoundsCheck::run() {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::ExtractOp op) { checkIndices(op.getTensor(), op.getIndices()); })
      .Case([&](tensor::InsertOp op) { checkIndices(op.getDest(), op.getIndices()); })
      .Case([&](memref::LoadOp op) { checkIndices(op.getMemRef(), op.getIndices()); })
      .Case([&](memref::StoreOp op) { checkIndices(op.getMemRef(), op.getIndices()); })
      .Case([&](tensor::ExtractSliceOp op) { checkSlice(op, op.getSource()); })
      .Case([&](tensor::InsertSliceOp op) { checkSlice(op, op.getDest()); })
      .Case([&](tensor::PadOp op) {
        for (auto paddings : {op.getMixedLowPad(), op.getMixedHighPad()})
          for (OpFoldResult padding : paddings)
            check(arith::CmpIPredicate::sge, padding, builder.getIndexAttr(0),
                  "a negative padding");
      })
      .Case([&](tensor::DimOp op) {
        if (auto type = dyn_cast<RankedTensorType>(op.getSource().getType()))
          check(arith::CmpIPredicate::ult, getAsOpFoldResult(op.getIndex()),
                builder.getIndexAttr(type.getRank()), "a dimension that there is not");
      })
      .Case([&](AccumulateOp op) {
        if (isa<RankedTensorType>(op.getAcc().getType()))
          checkIndices(op.getAcc(), op.getIndices());
      })
      .Case([&](GatherOp op) {
        if (isa<RankedTensorType>(op.getSource().getType()))
          checkStoredIndices(op.getIndices(), op.getSource());
      })
      .Case([&](ScatterAddOp op) {
        if (isa<RankedTensorType>(op.getAcc().getType()))
          checkStoredIndices(op.getIndices(), op.getAcc());
      });
}
