//===- UnrollLoops.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Unrolls loops over few elements completely, so that the elements are scalars in registers instead
// of rows in memory: for example products of 3×3 and 4×4 matrices.

#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace chad {
#define GEN_PASS_DEF_CHADUNROLLLOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
struct UnrollLoops : chad::impl::ChadUnrollLoopsBase<UnrollLoops> {
  using Base::Base;

  void runOnOperation() override {
    // Inner loops come first.
    SmallVector<ArrayLoopOpInterface> loops;
    getOperation()->walk([&](ArrayLoopOpInterface loop) {
      if (!isLeftInPlace(loop) && !hasLinearArrays(loop))
        loops.push_back(loop);
    });
    for (ArrayLoopOpInterface loop : loops)
      if (isSmall(loop))
        unroll(loop);
  }

private:
  static constexpr int64_t maxElements = 64;

  /// Whether a loop makes a row that another loop yields. Such a row can be computed in its final
  /// place in memory.
  static bool isLeftInPlace(ArrayLoopOpInterface loop) {
    bool isYielded = llvm::all_of(loop->getUsers(), [](Operation *user) {
      return user->hasTrait<mlir::OpTrait::IsTerminator>();
    });
    if (!isYielded || loop->walk([](FoldOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return false;
    ArrayLoopOpInterface outer = getMapOrBuild(loop->getParentOp());
    return !outer || !hasFewElements(outer) || isLeftInPlace(outer);
  }

  static bool isSmallArray(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || (tensor.hasStaticShape() && tensor.getNumElements() <= maxElements);
  }

  static bool hasFewElements(ArrayLoopOpInterface loop) {
    int64_t extent = getStaticExtent(loop);
    return !ShapedType::isDynamic(extent) && extent >= 1 && extent <= maxElements &&
           isMemoryEffectFree(loop) && llvm::all_of(loop->getResultTypes(), isSmallArray) &&
           llvm::all_of(loop.getBodyBlock().getArgumentTypes(), isSmallArray);
  }

  /// Whether a loop reads more elements than a small matrix has, without arithmetic.
  static bool onlyReads(Operation *loop) {
    constexpr int64_t maxRead = 16;
    auto isLarge = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getNumElements() > maxRead;
    };
    if (llvm::none_of(loop->getResultTypes(), isLarge))
      return false;
    return !loop->walk([](Operation *op) {
                  return op->getNumRegions() == 0 && op->getNumResults() &&
                                 isa<FloatType>(op->getResult(0).getType()) &&
                                 !isa<tensor::ExtractOp>(op) &&
                                 !op->hasTrait<mlir::OpTrait::ConstantLike>()
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// Whether the loop consists of few operations on scalars.
  bool isSmall(ArrayLoopOpInterface loop) const {
    if (!hasFewElements(loop))
      return false;
    if (onlyReads(loop))
      return false;
    int64_t operations = 0;
    for (Operation &op : loop.getBodyBlock().without_terminator()) {
      if (op.getNumRegions() || !llvm::all_of(op.getResultTypes(), isSmallArray))
        return false;
      if (!isa<tensor::ExtractOp, tensor::FromElementsOp, tensor::ExtractSliceOp>(op) &&
          !op.hasTrait<mlir::OpTrait::ConstantLike>())
        ++operations;
    }
    return operations * getStaticExtent(loop) <= maxOperations;
  }

  /// If the slice is a row: the number of leading dimensions that its indices fix.
  static std::optional<unsigned> countLeading(tensor::ExtractSliceOp slice) {
    RankedTensorType source = slice.getSourceType(), row = slice.getType();
    unsigned numLeading = source.getRank() - row.getRank();
    if (!source.hasStaticShape() || source.getShape().drop_front(numLeading) != row.getShape() ||
        numLeading == 0 || !slice.hasUnitStride())
      return std::nullopt;
    // A column of a square matrix has the shape of a row.
    if (slice.getDroppedDims().find_last() != static_cast<int>(numLeading) - 1)
      return std::nullopt;
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
    for (OpFoldResult offset : ArrayRef<OpFoldResult>(offsets).drop_front(numLeading))
      if (!isConstantIntValue(offset, 0))
        return std::nullopt;
    return numLeading;
  }

  /// `array[position]`; if the scalars of the array are known, without a read.
  Value read(OpBuilder &builder, Location loc, Value array, ValueRange position) {
    SmallVector<Value> indices(position);
    while (auto slice = array.getDefiningOp<tensor::ExtractSliceOp>()) {
      std::optional<unsigned> numLeading = countLeading(slice);
      if (!numLeading)
        break;
      SmallVector<Value> leading;
      SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
      for (OpFoldResult offset : ArrayRef<OpFoldResult>(offsets).take_front(*numLeading))
        leading.push_back(getValueOrCreateConstantIndexOp(builder, loc, offset));
      indices.insert(indices.begin(), leading.begin(), leading.end());
      array = slice.getSource();
    }
    auto type = cast<RankedTensorType>(array.getType());
    if (type.getRank() == static_cast<int64_t>(indices.size()))
      return builder.createOrFold<tensor::ExtractOp>(loc, array, indices);
    return readElement(builder, loc, array, indices);
  }

  /// The scalars of `value` in order.
  void flatten(OpBuilder &builder, Location loc, Value value, SmallVectorImpl<Value> &scalars) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type) {
      scalars.push_back(value);
      return;
    }
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    for (int64_t number = 0; number < type.getNumElements(); ++number) {
      SmallVector<Value> position;
      for (int64_t index : delinearize(number, strides))
        position.push_back(createIndex(builder, loc, index));
      scalars.push_back(read(builder, loc, value, position));
    }
  }

  void unroll(ArrayLoopOpInterface loop) {
    OpBuilder builder(loop);
    Location loc = loop.getLoc();
    Block &body = loop.getBodyBlock();
    unsigned numStates = loop.getNumStates();
    int64_t extent = getStaticExtent(loop);
    SmallVector<Value> states(loop.getInitialStates());
    SmallVector<SmallVector<SmallVector<Value>>> collected(loop.getCollected().size());
    for (auto &rows : collected)
      rows.resize(extent);
    bool isBackward = loop.getDirection() == Direction::Right;
    for (int64_t step = 0; step < extent; ++step) {
      int64_t number = isBackward ? extent - 1 - step : step;
      Value index = createIndex(builder, loc, number);
      IRMapping mapping;
      if (BlockArgument arg = loop.getIndexArg())
        mapping.map(arg, index);
      for (auto [array, arg] : llvm::zip_equal(loop.getArrays(), loop.getElementArgs()))
        mapping.map(arg, getIota(array) ? index : read(builder, loc, array, index));
      mapping.map(loop.getStateArgs(), states);
      for (Operation &op : body.without_terminator())
        clone(builder, &op, mapping);
      for (unsigned state = 0; state < numStates; ++state)
        states[state] = mapping.lookupOrDefault(loop.getYieldedStates()[state]);
      for (auto [rows, element] : llvm::zip_equal(collected, loop.getYieldedElements()))
        flatten(builder, loc, mapping.lookupOrDefault(element), rows[number]);
    }
    for (auto [result, state] : llvm::zip_equal(loop.getFinalStates(), states))
      result.replaceAllUsesWith(state);
    for (auto [result, rows] : llvm::zip_equal(loop.getCollected(), collected)) {
      SmallVector<Value> scalars;
      for (ArrayRef<Value> row : rows)
        llvm::append_range(scalars, row);
      result.replaceAllUsesWith(tensor::FromElementsOp::create(
          builder, loc, cast<RankedTensorType>(result.getType()), scalars));
    }
    loop->erase();
    ++numUnrolled;
  }

  void clone(OpBuilder &builder, Operation *op, IRMapping &mapping) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      auto mapped = [&](Value value) { return mapping.lookupOrDefault(value); };
      mapping.map(extract.getResult(), read(builder, op->getLoc(), mapped(extract.getTensor()),
                                            llvm::map_to_vector(extract.getIndices(), mapped)));
      return;
    }
    builder.clone(*op, mapping);
  }
};
} // namespace
