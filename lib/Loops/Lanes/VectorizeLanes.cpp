//===- VectorizeLanes.cpp -------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Runs several iterations of a loop at once, one in each lane of vectors. The body of the loop may
// contain loops.

#include "../Schedule/Schedule.h"
#include "../Sums.h"
#include "Profile.h"
#include "RowFolds.h"
#include "Tail.h"
#include "Vectorizer.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Analysis/Target.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADVECTORIZELANES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// The loops over blocks of lanes
//===----------------------------------------------------------------------===//

/// The gather that makes an array, if its elements can be read from the source of the gather
/// instead.
static GatherOp getGather(Value array) {
  auto gather = array.getDefiningOp<GatherOp>();
  return gather && gather.getIndices().getType().getRank() == 1 ? gather : GatherOp();
}

Value chad::detail::getReplacedState(ArrayLoopOpInterface loop, OpResult result) {
  auto fold = dyn_cast<FoldOp>(loop->getParentOp());
  if (!fold || !result.hasOneUse())
    return {};
  Operation *yield = fold.getYield();
  unsigned number = result.use_begin()->getOperandNumber();
  if (*result.user_begin() != yield || number >= fold.getNumStates())
    return {};
  Value state = fold.getStateArgs()[number];
  bool isRead = llvm::is_contained(loop.getArrays(), state);
  bool isReadHere = llvm::all_of(state.getUses(), [&](OpOperand &use) {
    return use.getOwner() == loop || isa<tensor::DimOp>(use.getOwner()) ||
           (use.getOwner() == yield && use.getOperandNumber() >= fold.getNumStates());
  });
  return isRead && isReadHere && state.getType() == result.getType() &&
                 haveEqualShapes(state, result)
             ? state
             : Value();
}

/// Whether nothing but `loop` reads elements of `array`, which an op before it made. Then
/// `convert-chad-to-scf` makes a result of the loop of the same type in the memory of the array.
static bool isOwn(Value array, Operation *loop) {
  Operation *maker = array.getDefiningOp();
  return maker && maker->getBlock() == loop->getBlock() && isReadOnce(array) &&
         isa<linalg::LinalgOp, CombinatorOpInterface>(maker);
}

/// The array that a loop reads and whose memory its result takes over: a row of a state of the
/// loops around, whose next value is the result, or a row of an array that the loop around alone
/// reads. Null if there is none.
static Value getReplaced(ArrayLoopOpInterface loop, OpResult result) {
  if (Value state = getReplacedState(loop, result))
    return state;
  for (Value array : loop.getArrays()) {
    Value whole = getArrayOfElement(array);
    auto outer = whole ? dyn_cast<ArrayLoopOpInterface>(array.getParentBlock()->getParentOp())
                       : ArrayLoopOpInterface();
    if (!outer || array.getType() != result.getType() || !haveEqualShapes(array, result) ||
        !result.hasOneUse() || *result.user_begin() != outer.getYield())
      continue;
    bool isReadOnce = llvm::all_of(array.getUses(), [&](OpOperand &use) {
      return use.getOwner() == loop || isa<tensor::DimOp>(use.getOwner());
    });
    unsigned number = result.use_begin()->getOperandNumber();
    if (isReadOnce && number >= outer.getNumStates() &&
        outer->getResult(number).getType() == whole.getType() && isOwn(whole, outer))
      return array;
    auto state = dyn_cast<BlockArgument>(whole);
    auto carrier = state ? dyn_cast<FoldOp>(state.getOwner()->getParentOp()) : FoldOp();
    if (!isReadOnce || !carrier || number < outer.getNumStates())
      continue;
    for (auto [arg, next] : llvm::zip_equal(carrier.getStateArgs(), carrier.getYieldedStates()))
      if (arg == state && next == outer->getResult(number))
        return array;
  }
  return {};
}

SmallVector<Value> Vectorizer::createOutputs(bool isFlat) {
  SmallVector<Value> outputs;
  for (OpResult result : loop.getCollected()) {
    if (Value replaced = isFlat ? getReplaced(loop, result) : Value()) {
      outputs.push_back(replaced);
      continue;
    }
    SmallVector<Operation *> remaining;
    SmallVector<OpFoldResult> shape =
        computeShape(rewriter, result, getAsOpFoldResult(extent), remaining);
    SmallVector<Value> sizes;
    auto type = cast<RankedTensorType>(result.getType());
    for (auto [dim, size] : llvm::enumerate(shape))
      if (type.isDynamicDim(dim))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    outputs.push_back(tensor::EmptyOp::create(rewriter, loc, type, sizes));
  }
  return outputs;
}

/// Whether only single elements of a row are read.
static bool isReadByScalar(Value row) {
  Block *body = row.getParentBlock();
  return llvm::all_of(row.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return isa<tensor::DimOp>(user) ||
           (isa<tensor::ExtractOp>(user) && user->getBlock() == body && row.hasOneUse()) ||
           (isa<tensor::ExtractOp>(user) &&
            cast<RankedTensorType>(row.getType()).hasStaticShape() &&
            (user->getBlock() == body || isa<scf::IfOp>(user->getParentOp())));
  });
}

SmallVector<Value> Vectorizer::writeBlock(Value first, ValueRange carried) {
  LaneBody lanes(rewriter, variation, width);
  if (numStates > 0)
    lanes.setSums(sums, sumWidth, createMasks(first));
  if (plain)
    lanes.setWindows(windows, shared, first);
  // Lanes beyond the last iteration repeat it.
  auto positionOf = [&](Value lane) -> Value {
    Value position = arith::AddIOp::create(rewriter, loc, first, lane);
    return plain ? position : arith::MinSIOp::create(rewriter, loc, position, last).getResult();
  };
  auto positions = llvm::map_to_vector(llvm::seq<int64_t>(width),
                                       [&](int64_t lane) { return positionOf(index(lane)); });
  Block &body = loop.getBodyBlock();
  ValueRange arrays = loop.getArrays();
  if (BlockArgument arg = loop.getIndexArg())
    lanes.map(arg, lanes.join(positions));
  for (unsigned number = 0; number < arrays.size(); ++number) {
    Value array = arrays[number], arg = body.getArgument(number);
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    SmallVector<Value> places = positions;
    GatherOp gather = getGather(array);
    if (gather) {
      array = gather.getSource();
      for (Value &place : places)
        place = readIndex(rewriter, loc, gather.getIndices(), place);
    }
    auto placeOf = [&](Value lane) {
      Value position = positionOf(lane);
      return gather ? readIndex(rewriter, loc, gather.getIndices(), position) : position;
    };
    if (getIota(array)) {
      lanes.map(arg, lanes.join(places));
    } else if (plain && !type && places == positions && liesAsLanes(arg.getType())) {
      lanes.map(arg, lanes.readSideBySide(loc, array, first));
    } else if (type && isReadByScalar(arg)) {
      bool isShort = type.getRank() == 1 && type.hasStaticShape() && type.getDimSize(0) >= 3 &&
                     type.getDimSize(0) <= 64 && hasSquares() && liesAsLanes(type.getElementType());
      lanes.mapRow(arg, {array, places, isShort ? readRows(array, placeOf) : SmallVector<Value>()});
    } else if (type && type.getRank() == 1 && hasSquares() && liesAsLanes(type.getElementType()) &&
               (type.isDynamicDim(0) || type.getDimSize(0) >= 3)) {
      lanes.map(arg, readLongRows(array, placeOf));
    } else {
      // Reads the elements at one position of all rows by one op.
      auto make = [&](auto &&make, ArrayRef<Value> inner) -> Value {
        if (!type || static_cast<int64_t>(inner.size()) == type.getRank()) {
          auto scalars = llvm::map_to_vector(places, [&](Value place) -> Value {
            SmallVector<Value> whole = {place};
            llvm::append_range(whole, inner);
            return tensor::ExtractOp::create(rewriter, loc, array, whole);
          });
          return lanes.join(scalars);
        }
        Value size = tensor::DimOp::create(rewriter, loc, array, inner.size() + 1);
        return BuildOp::create(rewriter, loc, size,
                               [&](OpBuilder &nested, Location at, ValueRange args) {
                                 OpBuilder::InsertionGuard guard(rewriter);
                                 rewriter.setInsertionPoint(nested.getInsertionBlock(),
                                                            nested.getInsertionPoint());
                                 SmallVector<Value> next(inner);
                                 next.push_back(args.front());
                                 Value element = make(make, next);
                                 YieldOp::create(rewriter, at, element);
                               })
            .getResult(0);
      };
      Value row = make(make, {});
      auto wanted = lanes.laneTypeOf(arg.getType());
      if (row.getType() != wanted)
        row = tensor::CastOp::create(rewriter, loc, wanted, row);
      lanes.map(arg, row);
    }
  }
  for (unsigned i = 0; i < numStates; ++i)
    lanes.map(body.getArgument(arrays.size() + i), carried[i]);
  lanes.write(body);
  SmallVector<Value> next;
  for (auto [i, yielded] : llvm::enumerate(body.getTerminator()->getOperands())) {
    if (i < numStates) {
      next.push_back(lanes.getLanes(yielded));
      continue;
    }
    Value value = lanes.getLanes(yielded);
    const bool inBounds[] = {true};
    next.push_back(plain && isa<VectorType>(value.getType()) && liesAsLanes(yielded.getType())
                       ? vector::TransferWriteOp::create(rewriter, loc, value, carried[i], first,
                                                         std::optional<ArrayRef<bool>>(inBounds))
                             .getResult()
                       : store(value, carried[i], positions, positionOf));
  }
  return next;
}

SmallVector<Value> Vectorizer::createMasks(Value first) {
  auto type = VectorType::get({static_cast<int64_t>(sumWidth)}, rewriter.getI1Type());
  if (plain)
    return SmallVector<Value>(
        width / sumWidth,
        arith::ConstantOp::create(rewriter, loc, DenseElementsAttr::get(type, true)));
  Value numLeft = arith::SubIOp::create(rewriter, loc, extent, first);
  SmallVector<Value> masks;
  for (unsigned from = 0; from < width; from += sumWidth) {
    Value left = arith::SubIOp::create(rewriter, loc, numLeft, index(from));
    masks.push_back(vector::CreateMaskOp::create(rewriter, loc, type, left));
  }
  return masks;
}

Value Vectorizer::addLanes(Value state, Value sums, Value isUsed) {
  auto add = [&](OpBuilder &nested, Location at, ValueRange values) {
    Value used = values[1];
    if (isUsed) {
      Value none = arith::ConstantOp::create(nested, at, getNeutralAttr(used.getType()));
      used = arith::SelectOp::create(nested, at, isUsed, used, none);
    }
    return SmallVector<Value>{vector::ReductionOp::create(
        nested, at, vector::CombiningKind::ADD, used, values[0], arith::FastMathFlags::reassoc)};
  };
  return mapElementwise(rewriter, loc, {state, sums}, add).front();
}

SmallVector<Value> Vectorizer::writeRest(Value begin, ArrayRef<Value> outputs) {
  SmallVector<Value> inits(loop.getInitialStates());
  llvm::append_range(inits, outputs);
  auto rest = scf::ForOp::create(rewriter, loc, begin, extent, index(1), inits);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(rest.getBody());
  Value i = rest.getInductionVar();
  SmallVector<Value> args;
  for (Value array : plain.getArrays())
    args.push_back(readArray(rewriter, loc, array, i));
  if (plain.getIndexArg())
    args.push_back(i);
  llvm::append_range(args, rest.getRegionIterArgs().take_front(numStates));
  SmallVector<Value> next = inlineBody(rewriter, plain.getBodyBlock(), args);
  for (auto [element, array] : llvm::zip_equal(MutableArrayRef(next).drop_front(numStates),
                                               rest.getRegionIterArgs().drop_front(numStates)))
    element = writeElement(rewriter, loc, element, array, i);
  scf::YieldOp::create(rewriter, loc, next);
  rewriter.eraseOp(plain);
  return rest.getResults();
}

SmallVector<Value> Vectorizer::writeBlocks(Value numBlocks, ValueRange states,
                                           ArrayRef<Value> outputs) {
  LaneBody lanes(rewriter, variation, width);
  lanes.setSums(sums, sumWidth, {});
  SmallVector<Value> inits;
  for (auto [state, arg] : llvm::zip_equal(states, loop.getStateArgs()))
    inits.push_back(
        shared.contains(arg) ? state : createNeutral(rewriter, loc, lanes.laneTypeOf(arg), state));
  llvm::append_range(inits, outputs);
  auto blocks = scf::ForOp::create(rewriter, loc, index(0), numBlocks, index(1), inits);
  OpBuilder::InsertionGuard guard(rewriter);
  if (inits.empty())
    rewriter.eraseOp(blocks.getBody()->getTerminator());
  rewriter.setInsertionPointToEnd(blocks.getBody());
  Value first = arith::MulIOp::create(rewriter, loc, blocks.getInductionVar(), index(width));
  scf::YieldOp::create(rewriter, loc, writeBlock(first, blocks.getRegionIterArgs()));
  rewriter.setInsertionPointAfter(blocks);
  SmallVector<Value> results(blocks.getResults());
  for (auto [i, arg] : llvm::enumerate(loop.getStateArgs()))
    if (!shared.contains(arg))
      results[i] = addLanes(states[i], results[i], Value());
  return results;
}

SmallVector<Value> Vectorizer::writeWholeBlocks(ArrayRef<Value> outputs) {
  Value lanesPerBlock = index(width);
  Value numBlocks = arith::DivUIOp::create(rewriter, loc, extent, lanesPerBlock);
  SmallVector<Value> rest =
      writeRest(arith::MulIOp::create(rewriter, loc, numBlocks, lanesPerBlock), outputs);
  // Sums in lanes take memory and time, even without a block.
  Value isLong =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne, numBlocks, index(0));
  auto branch = scf::IfOp::create(rewriter, loc, ValueRange(rest).getTypes(), isLong,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(rewriter, loc, rest);
  rewriter.setInsertionPointToEnd(branch.thenBlock());
  SmallVector<Value> results =
      writeBlocks(numBlocks, ArrayRef(rest).take_front(numStates),
                  SmallVector<Value>(ArrayRef(rest).drop_front(numStates)));
  for (auto [result, type] : llvm::zip_equal(results, branch.getResultTypes()))
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
  scf::YieldOp::create(rewriter, loc, results);
  return branch.getResults();
}

void Vectorizer::run(bool isFlat) {
  rewriter.setInsertionPoint(loop);
  Value lanesPerBlock = index(width);
  extent = getNumIterations(rewriter, loop);
  last = arith::SubIOp::create(rewriter, loc, extent, index(1));
  SmallVector<Value> outputs = createOutputs(isFlat);
  SmallVector<Value> results;
  if (isFlat) {
    Value numFull = arith::DivUIOp::create(rewriter, loc, extent, lanesPerBlock);
    Value rest = arith::RemUIOp::create(rewriter, loc, extent, lanesPerBlock);
    results = writeFlat(numFull, rest, outputs);
  } else if (plain) {
    results = writeWholeBlocks(outputs);
  } else {
    Value numBlocks = arith::CeilDivUIOp::create(rewriter, loc, extent, lanesPerBlock);
    results = writeBlocks(numBlocks, loop.getInitialStates(), outputs);
  }
  for (auto [old, result] : llvm::zip_equal(loop->getResults(), results)) {
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
    rewriter.replaceAllUsesWith(old, result);
  }
  llvm::SmallSetVector<Operation *, 4> gathers;
  for (Value array : loop.getArrays())
    if (GatherOp gather = getGather(array))
      gathers.insert(gather);
  rewriter.eraseOp(loop);
  for (Operation *gather : gathers)
    if (gather->use_empty())
      rewriter.eraseOp(gather);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral passName = "chad-vectorize-lanes";

namespace {
struct VectorizeLanes : chad::impl::ChadVectorizeLanesBase<VectorizeLanes> {
  using ChadVectorizeLanesBase::ChadVectorizeLanesBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    SmallVector<ArrayLoopOpInterface> loops;
    for (Region &region : getOperation()->getRegions())
      findLoops(rewriter, region, loops);
    for (ArrayLoopOpInterface op : loops)
      if (getSchedule(op).getLanes())
        runInLanes(rewriter, op);
      else
        runByRows(rewriter, cast<FoldOp>(*op));
  }

  /// Finds the loops of a region that are to run in lanes.
  void findLoops(RewriterBase &rewriter, Region &region,
                 SmallVectorImpl<ArrayLoopOpInterface> &loops) {
    SmallVector<ArrayLoopOpInterface> inSequence;
    region.walk<WalkOrder::PreOrder>([&](ArrayLoopOpInterface loop) {
      ScheduleAttr schedule = getSchedule(loop);
      if (!schedule ||
          (!schedule.getLanes() && !schedule.getRowLanes() && !schedule.getTailLanes()))
        return WalkResult::advance();
      std::string why;
      if (!obeysSchedule(loop, schedule, why)) {
        remarkMissed(loop, {passName, "not-vectorized"},
                     "not vectorized, though its schedule says so: " + why);
        return WalkResult::advance();
      }
      bool isForShortRows = schedule.getLongestRow() && getRowsOf(loop);
      if (isForShortRows || (schedule.getTailLanes() && !schedule.getLanes()))
        inSequence.push_back(loop);
      else
        loops.push_back(loop);
      return WalkResult::skip();
    });
    for (ArrayLoopOpInterface loop : inSequence) {
      ScheduleAttr schedule = getSchedule(loop);
      if (schedule.getLanes()) {
        loops.push_back(loop);
        loop = keepForLongRows(rewriter, loop, schedule.getLongestRow());
      }
      loop->removeAttr(scheduleAttr);
      Tail tail(loop);
      if (schedule.getTailLanes() && tail.pays()) {
        remarkDone(loop, {passName, "tail-vectorized"},
                   llvm::formatv("the functions behind its loops are a loop of their own: {0} "
                                 "iterations at a time, each in a lane of vectors",
                                 schedule.getTailLanes()));
        auto [first, second] = tail.distribute(rewriter);
        second->setAttr(scheduleAttr, ScheduleAttr::get(&getContext(), /*threads=*/false,
                                                        schedule.getTailLanes(), /*longestRow=*/0,
                                                        /*rowLanes=*/0, /*tailLanes=*/0));
        loops.push_back(second);
        loop = first;
      }
      findLoops(rewriter, loop->getRegion(0), loops);
    }
  }

  /// Whether a loop may run as its schedule says; if not, `why` says what prevents it.
  static bool obeysSchedule(ArrayLoopOpInterface loop, ScheduleAttr schedule, std::string &why) {
    if (schedule.getLanes())
      return mayRunInLanes(loop, Variation::ofIterations(loop), why);
    if (schedule.getRowLanes()) {
      why = "it is no fold whose states are rows that a map makes";
      return isa<FoldOp>(*loop) && mayRunByRows(cast<FoldOp>(*loop));
    }
    why = "no functions of scalars follow the loops in its body";
    return Tail(loop).pays();
  }

  /// Has a loop run only where its rows are no longer than that, and a copy of it otherwise.
  /// Returns the copy.
  static ArrayLoopOpInterface keepForLongRows(RewriterBase &rewriter, ArrayLoopOpInterface loop,
                                              int64_t longestRow) {
    rewriter.setInsertionPoint(loop);
    Location loc = loop.getLoc();
    Value length = getValueOrCreateConstantIndexOp(
        rewriter, loc, tensor::getMixedSize(rewriter, loc, getRowsOf(loop), 1));
    Value isShort = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule, length,
                                          createIndex(rewriter, loc, longestRow));
    auto branch = scf::IfOp::create(rewriter, loc, loop->getResultTypes(), isShort,
                                    /*withElseRegion=*/true);
    rewriter.replaceAllUsesWith(loop->getResults(), branch.getResults());
    rewriter.setInsertionPointToStart(branch.elseBlock());
    auto copy = cast<ArrayLoopOpInterface>(rewriter.clone(*loop));
    scf::YieldOp::create(rewriter, loc, copy->getResults());
    rewriter.setInsertionPointToStart(branch.thenBlock());
    Operation *yield = scf::YieldOp::create(rewriter, loc, loop->getResults());
    rewriter.moveOpBefore(loop, yield);
    return copy;
  }

  void runInLanes(RewriterBase &rewriter, ArrayLoopOpInterface loop) {
    Variation variation = Variation::ofIterations(loop);
    unsigned lanes = getSchedule(loop).getLanes();
    remarkDone(loop, {passName, "vectorized"},
               llvm::formatv("{0} iterations at a time, each in a lane of vectors", lanes));
    if (checkExtents)
      assertOneExtent(rewriter, loop, loop.getArrays());
    unsigned sumLanes = std::min(lanes, getLanesPerVector(loop, vectorBits));
    ++numVectorized;
    bool hasMaskedStores = Target{.vectorBits = vectorBits}.hasMaskedStores();
    if (!Windows(loop, variation).exist()) {
      Vectorizer(rewriter, loop, variation, lanes, sumLanes, hasMaskedStores)
          .run(isFlat(profileOf(loop, variation)));
      return;
    }
    rewriter.setInsertionPoint(loop);
    auto plain = cast<ArrayLoopOpInterface>(rewriter.clone(*loop));
    plain->removeAttr(scheduleAttr);
    forwardWindows(rewriter, loop, variation);
    Vectorizer(rewriter, loop, Variation::ofIterations(loop), lanes, sumLanes, hasMaskedStores,
               plain)
        .run(/*isFlat=*/false);
  }

  /// Asserts that the arrays that a fold and its rows read together have one extent.
  static void assertRowExtents(RewriterBase &rewriter, FoldOp fold) {
    assertOneExtent(rewriter, fold, fold.getArrays());
    rewriter.setInsertionPoint(fold);
    Location loc = fold.getLoc();
    MapOp map = getRowMap(fold);
    ValueRange arrays = fold.getArrays(), args = fold.getBody().getArguments();
    Value first, hasNoRows;
    for (Value array : map.getArrays()) {
      // The extent of dimension 0 of the array is known before the loop.
      int64_t dim = 0;
      if (auto arg = llvm::find(args, array); arg != args.end()) {
        size_t number = arg - args.begin();
        dim = number < arrays.size();
        array = dim ? arrays[number] : fold.getInitialStates()[number - arrays.size()];
      } else if (!isDefinedOutside(array, fold)) {
        continue;
      }
      Value extent = getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, array, dim));
      if (!first) {
        first = extent;
        Value rows = getValueOrCreateConstantIndexOp(
            rewriter, loc, tensor::getMixedSize(rewriter, loc, arrays.front(), 0));
        hasNoRows = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, rows,
                                          createIndex(rewriter, loc, 0));
        continue;
      }
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, first, extent);
      Value holds = arith::OrIOp::create(rewriter, loc, isSame, hasNoRows);
      cf::AssertOp::create(rewriter, map.getLoc(), holds,
                           "'chad.map' has arrays of several extents");
    }
  }

  void runByRows(RewriterBase &rewriter, FoldOp fold) {
    if (checkExtents)
      assertRowExtents(rewriter, fold);
    unsigned lanes = getSchedule(fold).getRowLanes();
    unsigned perVector = std::min(lanes, getLanesPerVector(fold, vectorBits));
    remarkDone(
        fold, {passName, "vectorized"},
        llvm::formatv("{0} elements of the rows at a time, which stay in vectors through all "
                      "iterations",
                      lanes));
    runRowsInLanes(rewriter, fold, perVector, /*canPair=*/lanes > perVector);
    ++numVectorized;
  }
};
} // namespace
