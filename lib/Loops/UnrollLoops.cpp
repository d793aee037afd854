//===- UnrollLoops.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Unrolls loops over few elements completely, so that the elements are scalars in registers instead
// of rows in memory: for example products of 3×3 and 4×4 matrices.

#include "Lanes/Windows.h"
#include "Schedule/Schedule.h"
#include "Sums.h"
#include "chad/IR/Extents.h"
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
    numOperations.clear();
    SmallVector<ArrayLoopOpInterface> loops;
    getOperation()->walk([&](ArrayLoopOpInterface loop) {
      if (rows ? combinesFewRows(loop) : isSmall(loop))
        loops.push_back(loop);
    });
    while (!rows && keepArrays(loops)) {
    }
    for (ArrayLoopOpInterface loop : loops)
      unroll(loop);
  }

private:
  /// The operations of a loop that can be unrolled, in all iterations.
  DenseMap<Operation *, int64_t> numOperations;
  /// The most iterations of a loop, and the most elements of an array, that become scalars. Longer
  /// loops run faster as loops in the lanes of a loop around them, by measurement.
  static constexpr int64_t maxIterations = 16, maxElements = 64;

  /// Whether a loop adds to the elements of windows of the loop around it that can run in lanes.
  /// There each element of all lanes' windows is updated by one vector operation.
  static bool updatesWindows(ArrayLoopOpInterface loop) {
    auto outer = dyn_cast<ArrayLoopOpInterface>(loop->getParentOp());
    bool inserts = llvm::any_of(loop->getUsers(), llvm::IsaPred<tensor::InsertSliceOp>);
    if (!outer || !inserts)
      return false;
    Variation variation = Variation::ofIterations(outer);
    std::string why;
    Windows windows(outer, variation);
    return mayRunInLanes(outer, variation, why) && llvm::any_of(loop.getArrays(), [&](Value array) {
             auto slice = array.getDefiningOp<tensor::ExtractSliceOp>();
             return slice && windows.isUpdated(slice);
           });
  }

  static bool isSmallArray(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || (tensor.hasStaticShape() && tensor.getNumElements() <= maxElements);
  }

  static bool hasFewElements(ArrayLoopOpInterface loop) {
    int64_t extent = getStaticExtent(loop);
    return !ShapedType::isDynamic(extent) && extent >= 1 && extent <= maxIterations &&
           isMemoryEffectFree(loop) && llvm::all_of(loop->getResultTypes(), isSmallArray) &&
           llvm::all_of(loop.getBodyBlock().getArgumentTypes(), isSmallArray) &&
           // An array that may have another extent is compared when the program runs.
           llvm::all_of(loop.getArrays(), [&](Value array) {
             return areEqual(Extent::of(array, 0), Extent{Value(), 0, extent});
           });
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

  /// Whether the loop consists of few operations on scalars and of loops that are unrolled, too.
  bool isSmall(ArrayLoopOpInterface loop) {
    if (hasLinearArrays(loop) || updatesWindows(loop) || !hasFewElements(loop) || onlyReads(loop))
      return false;
    int64_t operations = 0;
    for (Operation &op : loop.getBodyBlock().without_terminator()) {
      if (!llvm::all_of(op.getResultTypes(), isSmallArray))
        return false;
      if (op.getNumRegions()) {
        auto inner = numOperations.find(&op);
        if (inner == numOperations.end())
          return false;
        operations += inner->second;
      } else if (!isa<tensor::ExtractOp, tensor::FromElementsOp, tensor::ExtractSliceOp>(op) &&
                 !op.hasTrait<mlir::OpTrait::ConstantLike>()) {
        ++operations;
      }
    }
    operations *= getStaticExtent(loop);
    if (operations > maxOperations)
      return false;
    numOperations[loop] = operations;
    return true;
  }

  /// The ops of a body; those of loops in it that are unrolled count as often as they will stand
  /// there.
  int64_t countOps(Block &body) {
    int64_t count = 0;
    for (Operation &op : body.without_terminator()) {
      auto inner = numOperations.find(&op);
      count += inner == numOperations.end() ? 1 : inner->second;
      if (inner == numOperations.end())
        for (Region &region : op.getRegions())
          for (Block &block : region)
            count += countOps(block);
    }
    return count;
  }

  /// Whether a loop is a fold over few rows, whose states are rows that loops in it make. Sums
  /// stay: they are added up in place, in any order.
  bool combinesFewRows(ArrayLoopOpInterface loop) {
    constexpr int64_t maxRows = 4, maxLength = 64;
    auto fold = dyn_cast<FoldOp>(*loop);
    int64_t extent = fold ? getStaticExtent(loop) : 0;
    auto isRow = [](Type type) { return isa<RankedTensorType>(type); };
    bool combines =
        extent >= 1 && extent <= maxRows && !hasLinearArrays(loop) && !isParallelLoop(fold) &&
        isMemoryEffectFree(loop) && loop.getCollected().empty() &&
        llvm::all_of(fold.getInitialStates().getTypes(), isRow) &&
        llvm::all_of(llvm::zip_equal(loop.getArrays(), loop.getElementArgs()), [&](auto read) {
          auto [array, element] = read;
          return (getIota(array) || isRow(element.getType())) &&
                 areEqual(Extent::of(array, 0), Extent{Value(), 0, extent});
        });
    int64_t length = combines ? extent * countOps(loop.getBodyBlock()) : 0;
    if (!combines || length > maxLength)
      return false;
    numOperations[loop] = length;
    return true;
  }

  /// Whether a loop makes rows that the op around it yields. Such rows can be computed in their
  /// final place in memory.
  static bool isLeftInPlace(ArrayLoopOpInterface loop) {
    auto isYield = [](Operation *user) { return user->hasTrait<mlir::OpTrait::IsTerminator>(); };
    return llvm::all_of(loop->getUsers(), isYield) &&
           !loop->walk([](FoldOp) { return WalkResult::interrupt(); }).wasInterrupted();
  }

  /// Keeps loops whose results are arrays for loops that are kept: these read or yield them whole,
  /// so that they would be made of scalars again. Returns whether there was one.
  static bool keepArrays(SmallVectorImpl<ArrayLoopOpInterface> &loops) {
    DenseSet<Operation *> unrolled(loops.begin(), loops.end());
    auto isKept = [&](Operation *op) {
      return isa<CombinatorOpInterface>(op) && !unrolled.contains(op);
    };
    size_t before = loops.size();
    llvm::erase_if(loops, [&](ArrayLoopOpInterface loop) {
      bool keep = !unrolled.contains(loop->getParentOp()) && isLeftInPlace(loop);
      keep |= loop.getBody()
                  .walk([&](ArrayLoopOpInterface inner) {
                    return isKept(inner) ? WalkResult::interrupt() : WalkResult::advance();
                  })
                  .wasInterrupted();
      for (OpResult array : loop.getCollected())
        keep |= llvm::any_of(array.getUsers(), isKept);
      if (keep)
        unrolled.erase(loop);
      return keep;
    });
    return loops.size() < before;
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
