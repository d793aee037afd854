//===- ChooseSchedule.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Decides how the iterations of each loop run, and writes the schedule as an attribute.

#include "../Lanes/Profile.h"
#include "../Lanes/RowFolds.h"
#include "../Lanes/Tail.h"
#include "../Lanes/Windows.h"
#include "../Sums.h"
#include "Schedule.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADCHOOSESCHEDULE
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr llvm::StringLiteral passName = "chad-choose-schedule";

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Whether a map does so little that it is best fused with the loop that makes the array it reads.
static bool doesLittle(MapOp map) {
  return llvm::all_of(map.getBody().front(), [](Operation &inner) {
    OpKind kind = getOpKind(&inner);
    return inner.getNumRegions() == 0 && kind != OpKind::Function &&
           kind != OpKind::LibraryFunction;
  });
}

/// Whether a loop does little with the results of a sequential loop. The two can be fused later,
/// which saves more than threads do.
static bool belongsToScan(Operation *op) {
  auto map = dyn_cast<MapOp>(op);
  return map && doesLittle(map) && llvm::any_of(map.getArrays(), [](Value array) {
           Operation *maker = array.getDefiningOp();
           return isa_and_nonnull<ScanOp>(maker) ||
                  (isa_and_nonnull<FoldOp>(maker) && !isParallelLoop(maker));
         });
}

/// Whether a map reads the elements of a scan. The two can be fused, which saves more than threads
/// do.
static bool feedsMap(Operation *op) {
  return isa<ScanOp>(op) && llvm::any_of(op->getUsers(), [](Operation *user) {
           auto map = dyn_cast<MapOp>(user);
           return map && doesLittle(map);
         });
}

/// The number of vectors of iterations that add to windows at once. The addresses of the next
/// additions overlap those that were just stored, so that loads wait for stores. Of 2, 4, 8 and 16
/// vectors, 8 took the least time on Zen 5.
static constexpr unsigned vectorsPerUpdate = 8;

/// The number of vectors for each value of a loop that runs in lanes.
static unsigned getVectorsPerValue(const Profile &profile, bool updatesWindows,
                                   unsigned numRegisters) {
  // Two vectors share the work on indices, and hide latencies. Long bodies have enough of both, and
  // too few registers.
  constexpr unsigned longBody = 150;
  if (isFlat(profile) || profile.numValues > longBody)
    return 1;
  if (updatesWindows)
    return vectorsPerUpdate;
  if (profile.loopDepth < 2)
    return 2;
  // In nested loops most of the time goes into elements that all iterations have in common: into
  // loads of what they read, and loads and stores of the sums that they add to. These are done once
  // for as many iterations as the innermost loop has registers for.
  for (unsigned numVectors : {4, 2})
    if (numVectors * profile.arithmetic <= numRegisters)
      return numVectors;
  return 1;
}

/// The bytes of the arrays that an iteration of a loop makes and keeps until its end; those whose
/// extents are not known count as none.
static int64_t getBytesKept(ArrayLoopOpInterface loop) {
  int64_t bytes = 0;
  for (Operation &op : loop.getBody().front())
    for (Type type : op.getResultTypes())
      if (auto array = dyn_cast<RankedTensorType>(type);
          array && array.hasStaticShape() && isa<ArrayLoopOpInterface>(op))
        bytes += array.getNumElements() * bytesOf(array);
  return bytes;
}

static bool isSingle(Operation *op) {
  auto loop = dyn_cast<ArrayLoopOpInterface>(op);
  return loop && getStaticExtent(loop) == 1;
}

/// Whether the body adds up floats, in a loop. Without lanes each addition would wait for the one
/// before.
static bool holdsSum(ArrayLoopOpInterface loop) {
  return loop.getBodyBlock()
      .walk([](FoldOp fold) {
        return isParallelLoop(fold) && fold.getNumStates() != 0 ? WalkResult::interrupt()
                                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct ChooseSchedule : chad::impl::ChadChooseScheduleBase<ChooseSchedule> {
  using Base::Base;

  void runOnOperation() override {
    // An extent of a value that differs between iterations is often the extent of an array that
    // does not.
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    if (threads)
      chooseThreads();
    chooseLanes();
    for (auto &[op, choice] : choices) {
      op->setAttr(scheduleAttr,
                  ScheduleAttr::get(&getContext(), choice.threads, choice.lanes, choice.longestRow,
                                    choice.rowLanes, choice.tailLanes));
      ++numChosen;
    }
    choices.clear();
  }

private:
  struct Choice {
    bool threads = false;
    int64_t lanes = 0, longestRow = 0, rowLanes = 0, tailLanes = 0;
  };

  /// Divides the outermost loops that can be divided among threads; the loops inside of them run in
  /// one thread.
  void chooseThreads() {
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<scf::ForallOp>(op) || hasLinearArrays(op) || getSchedule(op))
        return WalkResult::skip();
      // A loop of one iteration is not divided itself, but loops inside of it can be.
      if (isSingle(op))
        return WalkResult::advance();
      bool isPossible = mayRunInThreads(op) && !feedsMap(op);
      if (isa<FoldOp, ScanOp>(op) && !isPossible)
        remarkMissed(op, {passName, "sequential"},
                     "each iteration waits for the one before: only what is inside is divided");
      if (!isPossible)
        return WalkResult::advance();
      if (belongsToScan(op))
        remarkLeft(op, {passName, "left"},
                   "one thread: it goes with the sequential loop before it");
      else
        choices[op].threads = true;
      return WalkResult::skip();
    });
  }

  /// Chooses the loops whose iterations run in lanes, or whose states are in vectors.
  void chooseLanes() {
    getOperation()->walk<WalkOrder::PreOrder>([&](ArrayLoopOpInterface loop) {
      if (ScheduleAttr given = getSchedule(loop);
          inOrder && given && given.getLanes() && loop.getNumStates() != 0)
        loop->removeAttr(scheduleAttr);
      if (getSchedule(loop))
        return WalkResult::skip();
      Variation variation = Variation::ofIterations(loop);
      return isParallelInLanes(loop, variation) ? chooseLanes(loop, variation)
                                                : chooseRowLanes(loop);
    });
  }

  WalkResult chooseRowLanes(ArrayLoopOpInterface loop) {
    auto fold = dyn_cast<FoldOp>(*loop);
    // Rows whose elements go through all iterations in vectors take more memory than checkpoints
    // may.
    if (!fold || inOrder || !mayRunByRows(fold))
      return chooseTailLanes(loop);
    MapOp map = getRowMap(fold);
    if (!everywhere && !isProfitable(profileOf(map, Variation::ofIterations(map))))
      return WalkResult::advance();
    // Two vectors hide each other's latency, and read a line of the cache once, if registers hold
    // the states of both and half as many other values.
    unsigned registers = Target{.vectorBits = vectorBits}.getVectorRegisters();
    bool canPair = 3 * fold.getInitialStates().size() <= registers;
    choices[loop].rowLanes = (canPair ? 2 : 1) * getLanesPerVector(fold, vectorBits);
    return WalkResult::skip();
  }

  WalkResult chooseLanes(ArrayLoopOpInterface loop, const Variation &variation) {
    // Lanes without an iteration compute, and take memory, too.
    int64_t extent = getStaticExtent(loop), lanes = getLanesPerVector(loop, vectorBits);
    bool isKnown = !ShapedType::isDynamic(extent);
    if (!everywhere && isKnown && 2 * extent < lanes) {
      remarkLeft(loop, {passName, "left"},
                 "its iterations are less than half of the lanes of a vector");
      return WalkResult::advance();
    }
    Profile profile = profileOf(loop, variation);
    bool pays = everywhere || isProfitable(profile) || (inOrder && holdsSum(loop));
    std::optional<int64_t> longestRow = pays ? std::nullopt : getLongestRow(profile);
    Value rows = longestRow ? getRowsOf(loop) : Value();
    int64_t length = rows ? cast<RankedTensorType>(rows.getType()).getDimSize(1) : 0;
    bool isLengthKnown = rows && !ShapedType::isDynamic(length);
    if (!pays && (!rows || (isLengthKnown && length > *longestRow))) {
      remarkLeft(loop, {passName, "left"}, "little to compute for what it reads: left to LLVM");
      return chooseTailLanes(loop);
    }
    std::string why = "its sums are added in the order of the program";
    bool keepsOrder = !inOrder || loop.getNumStates() == 0;
    if (!keepsOrder || !mayRunInLanes(loop, variation, why)) {
      remarkMissed(loop, {passName, "not-vectorized"},
                   "not vectorized over its iterations: " + why);
      return chooseTailLanes(loop);
    }
    Choice &choice = choices[loop];
    unsigned numVectors = getVectorsPerValue(profile, Windows(loop, variation).haveUpdates(),
                                             Target{.vectorBits = vectorBits}.getVectorRegisters());
    if (!everywhere && isKnown)
      numVectors = std::min<int64_t>(numVectors, llvm::divideCeil(extent, lanes));
    while (numVectors > 1 && 2 * getBytesKept(loop) * numVectors * lanes > l2Bytes)
      numVectors /= 2;
    choice.lanes = numVectors * lanes;
    if (!rows || isLengthKnown)
      return WalkResult::skip();
    // If the rows are long, the inner loops have schedules of their own.
    choice.longestRow = *longestRow;
    return chooseTailLanes(loop);
  }

  /// Chooses lanes for the functions behind the loops in a body. The loops inside have schedules of
  /// their own.
  WalkResult chooseTailLanes(ArrayLoopOpInterface loop) {
    // The numbers that the functions need are stored, so a few iterations do not pay.
    constexpr int64_t leastVectors = 4;
    int64_t lanes = getLanesPerVector(loop, vectorBits), extent = getStaticExtent(loop);
    bool isShort = !ShapedType::isDynamic(extent) && extent < leastVectors * lanes;
    if (!inOrder && !isShort && Tail(loop).pays())
      choices[loop].tailLanes = lanes;
    return WalkResult::advance();
  }

  llvm::MapVector<Operation *, Choice> choices;
};
} // namespace
