//===- CheckBounds.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "chad/Conversion/Passes.h"
#include "chad/IR/ArrayLoops.h"
#include "chad/IR/Extents.h"
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
  /// Asserts that the op does not have what is said.
  void assertThat(Value holds, const Twine &what);
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
  assertThat(arith::CmpIOp::create(builder, loc, predicate, asValue(a), asValue(b)), what);
}

void BoundsCheck::assertThat(Value holds, const Twine &what) {
  cf::AssertOp::create(builder, loc, holds,
                       ("'" + op->getName().getStringRef() + "' has " + what).str());
}

static constexpr StringLiteral indexOutside = "an index outside of the extent";

/// Whether `value` is one of the arguments of a body, or chosen among them.
static bool isChosenArgument(Value value) {
  if (auto select = value.getDefiningOp<arith::SelectOp>())
    return isChosenArgument(select.getTrueValue()) && isChosenArgument(select.getFalseValue());
  return isa<BlockArgument>(value);
}

/// Whether `index` is the position of an element that a reduction has chosen among all along
/// dimension `dim` of `array`, as the derivative of a maximum has it, and `op` only runs if there
/// is one.
static bool isPositionAlong(Operation *op, Value index, Value array, int64_t dim) {
  Value chosen = index;
  while (Value all = getArrayOfElement(chosen)) {
    chosen = getYieldedElement(all);
    if (!chosen)
      return false;
  }
  auto reduce = chosen.getDefiningOp<ReduceOp>();
  if (!reduce)
    return false;
  unsigned number = cast<OpResult>(chosen).getResultNumber();
  BuildOp iota = getIota(reduce.getArrays()[number]);
  auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
  auto isThere = branch && op->getBlock() == branch.thenBlock()
                     ? branch.getCondition().getDefiningOp<arith::CmpIOp>()
                     : arith::CmpIOp();
  std::optional<int64_t> none = getConstantIntValue(reduce.getUnits()[number]);
  return iota && isChosenArgument(reduce.getYield()->getOperand(number)) && isThere && none &&
         isThere.getPredicate() == arith::CmpIPredicate::ne && isThere.getLhs() == index &&
         getConstantIntValue(isThere.getRhs()) == none &&
         areEqual(Extent::of(getAsOpFoldResult(iota.getExtent())), Extent::of(array, dim));
}

void BoundsCheck::checkIndices(Value array, ValueRange indices) {
  for (auto [dim, index] : llvm::enumerate(indices))
    if (!isPositionAlong(op, index, array, dim))
      check(arith::CmpIPredicate::ult, getAsOpFoldResult(index), extentOf(array, dim),
            indexOutside);
}

void BoundsCheck::checkStoredIndices(Value indices, Value array) {
  // The largest index, as an unsigned number.
  auto findMost = [&](auto &&findMost, OpBuilder &nested, Value part) -> Value {
    auto type = dyn_cast<RankedTensorType>(part.getType());
    if (type && type.getRank() > 0) {
      auto map = MapOp::create(nested, loc, part, [&](OpBuilder &inner, Location, ValueRange args) {
        YieldOp::create(inner, loc, findMost(findMost, inner, args.front()));
      });
      return createReduction(nested, loc, map.getResult(0), arith::AtomicRMWKind::maxu);
    }
    if (type)
      part = tensor::ExtractOp::create(nested, loc, part);
    if (!part.getType().isIndex())
      part = arith::IndexCastOp::create(nested, loc, nested.getIndexType(), part);
    return part;
  };
  Value holds =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                            findMost(findMost, builder, indices), asValue(extentOf(array, 0)));
  // No index is less than an extent of 0; but there may be no index.
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (int64_t dim : llvm::seq(cast<RankedTensorType>(indices.getType()).getRank())) {
    Value isEmpty = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                          asValue(extentOf(indices, dim)), zero);
    holds = arith::OrIOp::create(builder, loc, holds, isEmpty);
  }
  assertThat(holds, indexOutside);
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
