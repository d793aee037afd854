//===- DistributeKernels.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Divides loops among the blocks of a GPU, and the loops inside of them among the threads of a
// block.

#include "../InterchangeSums.h"
#include "../Schedule/Schedule.h"
#include "../Sums.h"
#include "../Threads/Distribution.h"
#include "BlockLoops.h"
#include "FlattenNests.h"
#include "FuseExtrema.h"
#include "JamNests.h"
#include "RecomputeMaps.h"
#include "Recurrences.h"
#include "Rounds.h"
#include "Scans.h"
#include "SplitNests.h"
#include "SplitSums.h"
#include "SumOfCopies.h"
#include "Updates.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Reductions.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Fusion.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/FuseLoops.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Kernels.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

namespace chad {
#define GEN_PASS_DEF_CHADDISTRIBUTEKERNELS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringLiteral passName = "chad-distribute-kernels";

namespace {
/// The units that run the iterations of a block.
enum class Kind {
  Threads, ///< Each of its threads takes some.
  Blocks,  ///< All of its threads take part in each iteration, one after the other.
  Tiles,   ///< The same, but in some loops they take part in several iterations at once.
  Rounds,  ///< Each of its threads takes one in each round, and all make the updates of the round.
};

class KernelDistribution : public Distribution {
public:
  KernelDistribution(RewriterBase &rewriter, Operation *loop, Level level, Kind kind,
                     const Machine &machine, bool checkExtents, bool isOneBlock = false)
      : Distribution(rewriter, loop, checkExtents), level(level), kind(kind), machine(machine),
        isOneBlock(isOneBlock), loopParent(loop->getParentOp()) {}

  /// The loops that were made, which the caller handles next.
  struct Made {
    Operation *op;
    Level level;
    bool isOneBlock;
  };
  SmallVector<Made> made;
  /// For results, the arrays in the memory of the block that they take.
  llvm::DenseMap<unsigned, Value> places;

private:
  Value chooseWorkers(Value extent, Value numSummed) override;
  scf::ForallOp createWorkers(Value extent, ArrayRef<Value> outputs) override;
  void combine(MutableArrayRef<Value> copies) override;
  void explain(StringRef what, StringRef then) override;
  void finish(Operation *op) override;
  bool makesPositions() override { return level == Level::Grid; }
  bool fusesMaps() override { return true; }
  bool sharesSums() override { return level == Level::Block; }
  Value getReusable(OpResult result) override;

  /// Adds up copies of one number by threads, in a tree of pairs.
  SmallVector<Value>
  combineByTree(ValueRange copies,
                function_ref<SmallVector<Value>(ValueRange, ValueRange)> combine);
  /// `state` and the sum of its copies, an element at a time.
  Value addElements(Value state, Value copies);
  Value addScalars(Value state, Value copies);

  Level level;
  Kind kind;
  const Machine &machine;
  bool isOneBlock;
  Operation *loopParent;
};
} // namespace

/// Whether a result of a reduction is that of one commutative op on integers, such as their
/// minimum.
static bool isCommutativeOnIntegers(ReduceOp reduce, unsigned number) {
  Block &body = reduce.getBodyBlock();
  unsigned count = reduce->getNumResults();
  Operation *op = body.getTerminator()->getOperand(number).getDefiningOp();
  if (!op || !op->hasTrait<mlir::OpTrait::IsCommutative>() || op->getNumOperands() != 2 ||
      !op->getOperand(0).getType().isIntOrIndex())
    return false;
  Value left = body.getArgument(number), right = body.getArgument(count + number);
  return (op->getOperand(0) == left && op->getOperand(1) == right) ||
         (op->getOperand(0) == right && op->getOperand(1) == left);
}

/// Whether the iterations of a loop, or the elements of a reduction, may be taken in any order.
static bool isCommutative(Operation *loop) {
  auto reduce = dyn_cast<ReduceOp>(loop);
  if (!reduce)
    return !isa<ScanOp>(loop);
  return llvm::all_of(llvm::seq<unsigned>(0, reduce->getNumResults()), [&](unsigned number) {
    return getStateKind(reduce, number) != StateKind::Other ||
           isCommutativeOnIntegers(reduce, number);
  });
}

Value KernelDistribution::chooseWorkers(Value extent, Value numSummed) {
  auto smaller = [&](Value a, Value b) { return rewriter.createOrFold<arith::MinUIOp>(loc, a, b); };
  if (level == Level::Block)
    return index(machine.blockThreads);
  if (isOneBlock)
    return index(1);
  if (kind == Kind::Threads)
    return countBlocksOfThreads(rewriter, loc, extent, machine);
  Value needed = extent;
  if (kind == Kind::Tiles)
    needed = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(jamWidth));
  if (!isConstantIntValue(numSummed, 0)) {
    Value some = rewriter.createOrFold<arith::MaxUIOp>(loc, numSummed, index(1));
    needed = smaller(needed, rewriter.createOrFold<arith::DivUIOp>(loc, index(maxCopies), some));
    if (llvm::any_of(starts.getTypes(), llvm::IsaPred<RankedTensorType>))
      needed = smaller(needed, balanceCopies(rewriter, loc, estimate.getWork(loop), some));
    // Each thread of these blocks has iterations.
    if (kind == Kind::Rounds && addsWholeArrays(cast<FoldOp>(loop)))
      needed = smaller(needed, rewriter.createOrFold<arith::CeilDivUIOp>(
                                   loc, extent, index(machine.blockThreads)));
  }
  return limitBlocks(rewriter, loc, needed, machine);
}

scf::ForallOp KernelDistribution::createWorkers(Value extent, ArrayRef<Value> outputs) {
  bool isCyclic = level == Level::Block && isCommutative(loop);
  Value part;
  if (kind == Kind::Tiles) {
    Value tiles = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, index(jamWidth));
    part = rewriter.createOrFold<arith::CeilDivUIOp>(loc, tiles, numWorkers);
    part = rewriter.createOrFold<arith::MulIOp>(loc, part, index(jamWidth));
  } else if (level == Level::Grid && kind != Kind::Blocks)
    part = createPartOfBlock(rewriter, loc, extent, numWorkers);
  else if (!isCyclic)
    part = rewriter.createOrFold<arith::CeilDivUIOp>(loc, extent, numWorkers);
  auto workers = createWorkerLoop(rewriter, loc, level, getAsOpFoldResult(numWorkers), outputs);
  rewriter.setInsertionPointToStart(workers.getBody());
  worker = workers.getInductionVar(0);
  if (isCyclic) {
    first = arith::MinUIOp::create(rewriter, loc, worker, extent);
    Value left = arith::SubIOp::create(rewriter, loc, extent, first);
    size = arith::CeilDivUIOp::create(rewriter, loc, left, numWorkers);
    stride = getAsOpFoldResult(numWorkers);
    return workers;
  }
  ElementRange range = createWorkerRange(rewriter, loc, worker, part, extent);
  first = range.first;
  size = range.size;
  stride = rewriter.getIndexAttr(1);
  return workers;
}

SmallVector<Value> KernelDistribution::combineByTree(
    ValueRange copies, function_ref<SmallVector<Value>(ValueRange, ValueRange)> combine) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  auto steps = scf::ForOp::create(rewriter, loc, index(0),
                                  index(llvm::Log2_64(machine.blockThreads)), index(1), copies);
  rewriter.setInsertionPointToStart(steps.getBody());
  Value step = steps.getInductionVar();
  Value distance = arith::ShLIOp::create(rewriter, loc, index(1), step);
  Value numPairs = arith::ShRUIOp::create(rewriter, loc, index(machine.blockThreads / 2), step);
  auto pairs = createWorkerLoop(rewriter, loc, Level::Block, numPairs, steps.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(steps.getBody());
  scf::YieldOp::create(rewriter, loc, pairs.getResults());
  // The order of the operands is kept, as the body need not be commutative.
  rewriter.setInsertionPointToStart(pairs.getBody());
  Value number = arith::MulIOp::create(rewriter, loc, pairs.getInductionVar(0), distance);
  Value left = arith::MulIOp::create(rewriter, loc, number, index(2));
  Value right = arith::AddIOp::create(rewriter, loc, left, distance);
  SmallVector<Value> lefts, rights;
  for (Value own : pairs.getRegionIterArgs()) {
    lefts.push_back(tensor::ExtractOp::create(rewriter, loc, own, left));
    rights.push_back(tensor::ExtractOp::create(rewriter, loc, own, right));
  }
  SmallVector<Value> parts;
  for (auto [sum, own] : llvm::zip_equal(combine(lefts, rights), pairs.getRegionIterArgs()))
    parts.push_back(asPart(sum, own, left));
  rewriter.setInsertionPointToStart(pairs.getTerminator().getBody());
  for (auto [part, own] : llvm::zip_equal(parts, pairs.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, own, ArrayRef<OpFoldResult>{left},
                                          ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  rewriter.setInsertionPointAfter(steps);
  return llvm::map_to_vector(steps.getResults(), [&](Value sums) -> Value {
    return tensor::ExtractOp::create(rewriter, loc, sums, index(0));
  });
}

Value KernelDistribution::addScalars(Value state, Value copies) {
  if (level == Level::Block) {
    Value sum =
        combineByTree(copies, [&](ValueRange lefts, ValueRange rights) {
          return SmallVector<Value>{
              arith::AddFOp::create(rewriter, loc, lefts.front(), rights.front()).getResult()};
        }).front();
    return arith::AddFOp::create(rewriter, loc, state, sum);
  }
  if (isOneBlock) {
    Value sum = tensor::ExtractOp::create(rewriter, loc, copies, index(0));
    return arith::AddFOp::create(rewriter, loc, state, sum);
  }
  auto fold = FoldOp::create(
      rewriter, loc, Direction::Left, copies, state,
      [&](OpBuilder &builder, Location at, ValueRange args) {
        YieldOp::create(builder, at,
                        arith::AddFOp::create(builder, at, args[1], args[0]).getResult());
      });
  made.push_back({fold, Level::Grid, /*isOneBlock=*/true});
  return fold.getResult(0);
}

Value KernelDistribution::addElements(Value state, Value copies) {
  if (level == Level::Grid && cast<RankedTensorType>(state.getType()).getRank() > 0)
    return createSumKernel(rewriter, loc, state, copies, numWorkers, machine);
  Operation *loop = nullptr;
  Value sum = createSumOfCopies(rewriter, loc, state, copies, numWorkers, loop);
  made.push_back({loop, level, false});
  return sum;
}

void KernelDistribution::combine(MutableArrayRef<Value> copies) {
  if (auto reduce = dyn_cast<ReduceOp>(loop)) {
    if (level == Level::Grid && !isOneBlock) {
      Operation *rest = rewriter.clone(*loop);
      rewriter.modifyOpInPlace(rest, [&] { rest->setOperands(0, copies.size(), copies); });
      llvm::copy(rest->getResults(), copies.begin());
      made.push_back({rest, Level::Grid, /*isOneBlock=*/true});
      return;
    }
    SmallVector<Value> values;
    if (level == Level::Grid)
      for (Value copy : copies)
        values.push_back(tensor::ExtractOp::create(rewriter, loc, copy, index(0)));
    else
      values = combineByTree(copies, [&](ValueRange lefts, ValueRange rights) {
        IRMapping mapping;
        mapping.map(reduce.getLeftArgs(), lefts);
        mapping.map(reduce.getRightArgs(), rights);
        return cloneBody(rewriter, reduce.getBodyBlock(), mapping);
      });
    llvm::copy(values, copies.begin());
    return;
  }
  for (auto [start, copy, isShared] : llvm::zip_equal(starts, copies, shared))
    if (!isShared)
      copy = isa<RankedTensorType>(start.getType()) ? addElements(start, copy)
                                                    : addScalars(start, copy);
}

void KernelDistribution::explain(StringRef what, StringRef then) {
  remarkDone(loop, {passName, "distributed"},
             (what +
              (level == Level::Block   ? " divided among the threads of each block"
               : kind == Kind::Threads ? " divided among the threads of a kernel"
               : kind == Kind::Rounds  ? " divided among the threads of a kernel, in rounds"
                                       : " divided among the blocks of a kernel") +
              then)
                 .str());
}

/// Whether the op makes a new tensor, and not a slice of another one.
static bool makesTensor(Operation *op) {
  return isa<CombinatorOpInterface, scf::ForallOp, linalg::LinalgOp>(op);
}

/// Whether `result` takes the place of a slice of an output that a loop over workers writes.
static bool takesPlaceOf(OpResult result, tensor::ExtractSliceOp slice) {
  auto output = dyn_cast<BlockArgument>(slice.getSource());
  if (!output || !result.hasOneUse() || !isa<scf::ForallOp>(output.getOwner()->getParentOp()))
    return false;
  auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(*result.user_begin());
  return insert && insert.getDest() == output &&
         insert.getMixedOffsets() == slice.getMixedOffsets() &&
         insert.getMixedSizes() == slice.getMixedSizes() &&
         insert.getMixedStrides() == slice.getMixedStrides();
}

Value KernelDistribution::getReusable(OpResult result) {
  if (Value place = places.lookup(result.getResultNumber()))
    return place;
  for (Value array : arrays) {
    if (getIota(array) || array.getType() != result.getType() || !haveEqualShapes(array, result))
      continue;
    if (Operation *def = array.getDefiningOp()) {
      if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def);
          slice && isReadOnce(array) && takesPlaceOf(result, slice))
        return array;
      if (isReadOnce(array) && makesTensor(def) && def->getBlock() == loop->getBlock())
        return array;
      continue;
    }
    auto state = cast<BlockArgument>(array);
    if (isNextValueOf(state, result) && isLastUse(state, loop))
      return array;
  }
  return {};
}

void KernelDistribution::finish(Operation *op) {
  bool isInside = isa<scf::ForallOp>(op->getParentOp()) && op->getParentOp() != loopParent;
  if (isInside)
    made.push_back({op, Level::Block, false});
  else if (level == Level::Grid)
    made.push_back({op, Level::Grid, /*isOneBlock=*/true});
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether the elements that a loop combines are all scalars.
static bool combinesScalars(CombinatorOpInterface loop) {
  return llvm::none_of(loop.getInitialStates().getTypes(), llvm::IsaPred<ShapedType>);
}

/// Whether it may pay to divide the iterations of a loop among the threads of a block.
static bool isLong(CombinatorOpInterface loop) {
  auto iterations = dyn_cast<ArrayLoopOpInterface>(*loop);
  int64_t extent =
      iterations ? getStaticExtent(iterations) : getArrayExtent(loop.getArrays().front().getType());
  return ShapedType::isDynamic(extent) || extent >= fewestDivided;
}

/// Whether the threads of a block may have iterations of `loop`: what iterations combine are
/// scalars, or each adds to elements of its own.
static bool combinesInThreads(CombinatorOpInterface loop) {
  auto iterations = dyn_cast<ArrayLoopOpInterface>(*loop);
  if (!iterations)
    return combinesScalars(loop);
  return llvm::all_of(llvm::seq<unsigned>(0, iterations.getNumStates()), [&](unsigned i) {
    return !isa<ShapedType>(iterations.getInitialStates()[i].getType()) || addsApart(iterations, i);
  });
}

/// Whether the iterations of `op` may be divided among threads of a block.
static bool mayDivideBlock(Operation *op) {
  auto loop = dyn_cast<CombinatorOpInterface>(op);
  return loop && mayRunInThreads(op) && combinesInThreads(loop) && isLong(loop);
}

/// Whether there are loops in `op` that the threads of a block can share.
static bool hasLongLoops(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        return inner != op && mayDivideBlock(inner) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A number of iterations that keeps all threads of a GPU busy, approximately.
static constexpr int64_t manyIterations = 1 << 14;

/// The units that run the iterations of a loop; nothing if the choice depends on the number of
/// iterations, which is not known.
static std::optional<Kind> chooseKind(Operation *op) {
  auto loop = cast<CombinatorOpInterface>(op);
  if (!combinesScalars(loop))
    return Kind::Blocks;
  if (isa<ReduceOp, ScanOp>(op) || !hasLongLoops(op))
    return Kind::Threads;
  int64_t extent = getStaticExtent(cast<ArrayLoopOpInterface>(op));
  if (ShapedType::isDynamic(extent))
    return std::nullopt;
  return extent >= manyIterations ? Kind::Threads : Kind::Blocks;
}

//===----------------------------------------------------------------------===//
// Accesses by index, as loops
//===----------------------------------------------------------------------===//

/// Whether a histogram adds numbers up.
static bool isSumOfNumbers(HistOp hist) {
  return isMemoryEffectFree(hist) &&
         llvm::all_of(llvm::seq<unsigned>(0, hist->getNumResults()), [&](unsigned number) {
           return isa<FloatType>(hist.getUnits()[number].getType()) &&
                  getStateKind(hist, number) == StateKind::Sum;
         });
}

/// Whether a loop around `op` may be divided among the blocks of a kernel, or is a kernel.
static bool isInParallelLoop(Operation *op) {
  for (Operation *around = op->getParentOp(); around; around = around->getParentOp())
    if (isa<scf::ForallOp>(around) ||
        (isa<CombinatorOpInterface>(around) && mayRunInThreads(around)))
      return true;
  return false;
}

/// Fuses a gather with the loop that reads its elements, if no other op does: they are not stored.
static void fuseIntoReader(RewriterBase &rewriter, ArrayLoopOpInterface gather) {
  Operation *reader = nullptr;
  for (Operation *user : gather->getUsers()) {
    if (isa<tensor::DimOp>(user))
      continue;
    if ((reader && reader != user) || !isa<ArrayLoopOpInterface>(user) ||
        user->getBlock() != gather->getBlock())
      return;
    reader = user;
  }
  if (reader)
    tryFuse(rewriter, cast<CombinatorOpInterface>(*gather), cast<CombinatorOpInterface>(reader));
}

/// Gives each `chad.scatter_add` outside of loops a list of indices, in place of an array of
/// several dimensions.
static void flattenIndices(RewriterBase &rewriter, Operation *root) {
  SmallVector<ScatterAddOp> ops;
  root->walk([&](ScatterAddOp op) {
    if (op.getIndices().getType().getRank() > 1 && !hasLinearArrays(op) && !isInParallelLoop(op))
      ops.push_back(op);
  });
  for (ScatterAddOp op : ops) {
    rewriter.setInsertionPoint(op);
    int64_t rank = op.getIndices().getType().getRank();
    SmallVector<ReassociationIndices> groups = {llvm::to_vector(llvm::seq<int64_t>(0, rank))};
    Value indices = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), op.getIndices(), groups);
    for (int64_t dim : llvm::seq(rank, cast<RankedTensorType>(op.getValues().getType()).getRank()))
      groups.push_back({dim});
    Value values = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), op.getValues(), groups);
    rewriter.replaceOpWithNewOp<ScatterAddOp>(op, op.getType(), values, op.getAcc(), indices);
  }
}

static void createLoops(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    auto gather = dyn_cast<GatherOp>(op);
    auto scatter = dyn_cast<ScatterAddOp>(op);
    auto hist = dyn_cast<HistOp>(op);
    bool isLoop = (gather && gather.getIndices().getType().getRank() > 0) ||
                  (scatter && scatter.getIndices().getType().getRank() == 1) ||
                  (hist && isSumOfNumbers(hist));
    if (isLoop && !hasLinearArrays(op) && !(mayDivideUpdates(op) && !isInParallelLoop(op)))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    bool isGather = isa<GatherOp>(op);
    ArrayLoopOpInterface loop = generalizeToLoop(rewriter, op, BinStates::Plain);
    if (isGather && loop)
      fuseIntoReader(rewriter, loop);
  }
}

/// Whether threads cannot share the iterations of the loops in the body of a fold, as some add to
/// the same elements.
static bool addsInOrder(FoldOp fold) {
  return llvm::any_of(fold.getBody().front().getOps<FoldOp>(), [](FoldOp inner) {
    return mayRunInThreads(inner) && !combinesInThreads(cast<CombinatorOpInterface>(*inner));
  });
}

/// Interchanges loops over rows and columns that only add to elements of arrays where the threads
/// of a block can share only the rows.
static void interchangeLoops(RewriterBase &rewriter, Operation *root) {
  SmallVector<FoldOp> folds;
  root->walk([&](FoldOp fold) {
    if (isInParallelLoop(fold) && addsInOrder(fold))
      folds.push_back(fold);
  });
  for (FoldOp fold : folds)
    interchangeSums(rewriter, fold);
}

namespace {
struct DistributeKernels : chad::impl::ChadDistributeKernelsBase<DistributeKernels> {
  using Base::Base;

  void runOnOperation() override {
    Machine machine{maxBlocks, blockThreads, deterministic};
    if (!llvm::isPowerOf2_64(blockThreads) || blockThreads > 1024) {
      getOperation()->emitError("chad-distribute-kernels: block-threads is ")
          << blockThreads.getValue() << ", but must be a power of two of at most 1024";
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    divideRecurrences(rewriter, getOperation(), machine, checkExtents);
    splitSums(rewriter, getOperation());
    flattenIndices(rewriter, getOperation());
    createLoops(rewriter, getOperation());
    resolveExtents(rewriter, getOperation());
    recomputeMaps(rewriter, getOperation());
    interchangeLoops(rewriter, getOperation());
    flattenNests(rewriter, getOperation(), checkExtents);
    for (Region &region : getOperation()->getRegions())
      for (Block &block : region)
        visit(rewriter, block, Level::Grid, machine);
  }

private:
  /// Whether the threads of a block share nests of loops.
  bool sharesNests = true;

  void visit(RewriterBase &rewriter, Block &block, Level level, const Machine &machine) {
    if (level == Level::Block && sharesNests)
      splitNests(rewriter, block, machine.blockThreads, checkExtents);
    SmallVector<Operation *> ops = llvm::map_to_vector(block, [](Operation &op) { return &op; });
    for (Operation *op : ops) {
      // A scan has computed it, or its kernels, as those of recurrences, or the loops of threads
      // that share rows, are complete.
      if (!op || isa<scf::ForallOp>(op))
        continue;
      // Such a loop stays as it is: `chad-place-arrays` leaves it to the host, and says so.
      if (level == Level::Grid && (mayDivideUpdates(op) || mayDivide(op, level)) && findHostOp(op))
        continue;
      if (auto scan = dyn_cast<ScanOp>(op); level == Level::Grid && scan && mayDivideScan(scan)) {
        if (findHostOp(op))
          continue;
        ++numDistributed;
        if (Operation *erased = divideScan(rewriter, scan, machine, checkExtents))
          *llvm::find(ops, erased) = nullptr;
        continue;
      }
      if (level == Level::Grid && mayDivideUpdates(op)) {
        ++numDistributed;
        for (Operation *left : divideUpdates(rewriter, op, machine, checkExtents))
          divide(rewriter, left, Level::Grid, /*isOneBlock=*/false, machine);
        continue;
      }
      // The workers of the reduction compute what they read of the map.
      if (isOwnMap(op, level))
        continue;
      if (mayDivide(op, level)) {
        if (level == Level::Grid && !keepExtentsInside(op)) {
          remarkMissed(op, {passName, "changing-extents"},
                       "iterations follow each other: there are arrays inside whose extents may "
                       "change from one iteration of a loop to the next");
        } else {
          divide(rewriter, op, level, /*isOneBlock=*/false, machine);
          continue;
        }
      }
      if (level == Level::Grid && mayRunInBlock(op)) {
        op = runInBlock(rewriter, op, machine);
        if (!op)
          continue;
      }
      if (isa<FoldOp, ScanOp>(op) && level == Level::Grid)
        remarkMissed(op, {passName, "sequential"},
                     "each iteration waits for the one before: only what is inside is divided");
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          visit(rewriter, inner, level, machine);
    }
  }

  /// Has one block run a loop whose iterations follow each other where that pays. Returns the
  /// version that is left to the host; null if there is none.
  Operation *runInBlock(RewriterBase &rewriter, Operation *op, const Machine &machine) {
    Value pays = blockWork < 0
                     ? Value()
                     : paysInBlock(
                           rewriter, op, blockWork,
                           [](Operation *inner) {
                             return isa<linalg::LinalgOp>(inner) || mayDivide(inner, Level::Grid) ||
                                    mayDivideUpdates(inner) ||
                                    (isa<ScanOp>(inner) && mayDivideScan(cast<ScanOp>(inner)));
                           });
    if (!pays)
      return op;
    remarkDone(op, {passName, "in-block"},
               "one block runs all iterations where they have little to do, and its threads divide "
               "what is inside");
    Operation *copy = nullptr;
    if (!getConstantIntValue(pays)) {
      rewriter.setInsertionPoint(op);
      copy = createVersions(rewriter, op, pays);
    }
    ++numDistributed;
    scf::ForallOp block = moveToBlock(rewriter, op);
    if (copy)
      block->setAttr(versionAttr, rewriter.getUnitAttr());
    createLoops(rewriter, block);
    interchangeLoops(rewriter, block);
    visit(rewriter, *block.getBody(), Level::Block, machine);
    return copy;
  }

  /// Whether `op` is a map that only a reduction reads, which will be divided.
  static bool isOwnMap(Operation *op, Level level) {
    if (!isa<MapOp>(op) || op->getNumResults() != 1)
      return false;
    return llvm::any_of(op->getUsers(), [&](Operation *user) {
      return isa<ReduceOp>(user) && getOwnMap(op->getResult(0), user) == op &&
             mayDivide(user, level);
    });
  }

  static bool mayDivide(Operation *op, Level level) {
    if (level == Level::Block)
      return mayDivideBlock(op);
    auto loop = dyn_cast<CombinatorOpInterface>(op);
    return loop && !isa<ScanOp>(op) && mayRunInThreads(op) &&
           (isa<ArrayLoopOpInterface>(op) || combinesScalars(loop));
  }

  void divide(RewriterBase &rewriter, Operation *op, Level level, bool isOneBlock,
              const Machine &machine) {
    std::optional<Kind> choice = chooseKind(op);
    if (level == Level::Grid && !choice) {
      rewriter.setInsertionPoint(op);
      Value extent = getNumIterations(rewriter, cast<ArrayLoopOpInterface>(op));
      Value isMany =
          arith::CmpIOp::create(rewriter, op->getLoc(), arith::CmpIPredicate::uge, extent,
                                createIndex(rewriter, op->getLoc(), manyIterations));
      remarkDone(op, {passName, "versions"},
                 "has a version for many iterations, each in a thread, and one for few, each in a "
                 "block");
      Operation *copy = createVersions(rewriter, op, isMany);
      divide(rewriter, op, level, Kind::Threads, isOneBlock, machine);
      divide(rewriter, copy, level, Kind::Blocks, isOneBlock, machine);
      return;
    }
    if (auto fold = dyn_cast<FoldOp>(op); level == Level::Grid && fold && !isOneBlock &&
                                          choice == Kind::Blocks &&
                                          mayRunInRounds(rewriter, fold)) {
      rewriter.setInsertionPoint(op);
      Value pays =
          payRounds(rewriter, fold, getNumIterations(rewriter, cast<ArrayLoopOpInterface>(op)),
                    machine.blockThreads);
      std::optional<int64_t> known = getConstantIntValue(pays);
      Operation *copy = known ? op : createVersions(rewriter, op, pays);
      if (!known || *known != 0)
        divide(rewriter, op, level, Kind::Rounds, isOneBlock, machine);
      if (!known || *known == 0)
        divide(rewriter, copy, level, Kind::Blocks, isOneBlock, machine);
      return;
    }
    divide(rewriter, op, level, choice.value_or(Kind::Threads), isOneBlock, machine);
  }

  void divide(RewriterBase &rewriter, Operation *op, Level level, Kind kind, bool isOneBlock,
              const Machine &machine) {
    if (level == Level::Grid && kind == Kind::Blocks && sharesNests) {
      inlineIntoNests(rewriter, op);
      if (Value pays = payJammed(rewriter, op, jamWork)) {
        std::optional<int64_t> known = getConstantIntValue(pays);
        rewriter.setInsertionPoint(op);
        Operation *copy = known ? op : createVersions(rewriter, op, pays);
        if (!known || *known != 0)
          divideOne(rewriter, op, level, Kind::Tiles, isOneBlock, machine);
        if (known && *known != 0)
          return;
        op = copy;
      }
      if (Value areFew = haveFewElements(rewriter, op)) {
        std::optional<int64_t> known = getConstantIntValue(areFew);
        rewriter.setInsertionPoint(op);
        Operation *copy = known ? op : createVersions(rewriter, op, areFew);
        if (!known || *known != 0)
          divideOne(rewriter, op, level, kind, isOneBlock, machine);
        if (!known || *known == 0) {
          sharesNests = false;
          divideOne(rewriter, copy, level, kind, isOneBlock, machine);
          sharesNests = true;
        }
        return;
      }
    }
    divideOne(rewriter, op, level, kind, isOneBlock, machine);
  }

  void divideOne(RewriterBase &rewriter, Operation *op, Level level, Kind kind, bool isOneBlock,
                 const Machine &machine) {
    KernelDistribution distribution(rewriter, op, level, kind, machine, checkExtents, isOneBlock);
    auto scan = dyn_cast<ScanOp>(op);
    bool isDone = scan ? distribution.runScan(scan) : distribution.run();
    if (!isDone)
      return;
    ++numDistributed;
    for (auto &[made, madeLevel, inOneBlock] : distribution.made) {
      if (madeLevel == Level::Grid)
        divide(rewriter, made, Level::Grid, inOneBlock, machine);
      else if (level == Level::Grid && kind == Kind::Threads) {
        fuseExtrema(rewriter, made);
        divide(rewriter, made, Level::Block, false, machine);
      } else if (level == Level::Grid && kind == Kind::Rounds) {
        fuseExtrema(rewriter, made);
        divideRounds(rewriter, cast<FoldOp>(made), machine);
      } else if (level == Level::Grid) {
        if (kind == Kind::Tiles) {
          splitNests(rewriter, made->getRegion(0).front(), machine.blockThreads, checkExtents);
          if (ArrayLoopOpInterface part =
                  jamNests(rewriter, cast<ArrayLoopOpInterface>(made), machine.blockThreads))
            made = part;
        }
        for (Block &block : made->getRegion(0))
          visit(rewriter, block, Level::Block, machine);
      }
    }
  }

  void divideRounds(RewriterBase &rewriter, FoldOp fold, const Machine &machine) {
    Round round = createRounds(rewriter, fold, machine.blockThreads, checkExtents);
    KernelDistribution distribution(rewriter, round.loop, Level::Block, Kind::Threads, machine,
                                    /*checkExtents=*/false);
    distribution.places = std::move(round.places);
    distribution.run();
  }
};
} // namespace
