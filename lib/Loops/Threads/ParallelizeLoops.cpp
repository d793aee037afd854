//===- ParallelizeLoops.cpp -----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Gives each thread a range of the iterations of a loop.

#include "../Schedule/Schedule.h"
#include "../Sums.h"
#include "Distribution.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Extents.h"
#include "chad/IR/Slices.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "chad/Transforms/Elementwise.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADPARALLELIZELOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static constexpr StringLiteral passName = "chad-parallelize-loops";

/// The function of the OpenMP runtime that returns the largest number of threads.
static constexpr StringLiteral maxThreadsName = "omp_get_max_threads";

namespace {
/// Divides a loop among threads, each of which has a range of the elements.
class ThreadDistribution : public Distribution {
public:
  ThreadDistribution(RewriterBase &rewriter, Operation *loop, Value maxThreads,
                     const Target &target, bool checkExtents)
      : Distribution(rewriter, loop, checkExtents), maxThreads(maxThreads), target(target) {}

private:
  Value chooseWorkers(Value extent, Value numSummed) override;
  scf::ForallOp createWorkers(Value extent, ArrayRef<Value> outputs) override;
  void setRange(Value extent) override;
  bool dividesMovingSums() override { return true; }
  void explain(StringRef what, StringRef then) override {
    remarkDone(loop, {passName, "parallelized"}, (what + " divided among threads" + then).str());
  }

  Value maxThreads;
  const Target &target;
  /// The elements of a range are a multiple of this number, of which there are so many.
  Value unit, numUnits;
};
} // namespace

Value ThreadDistribution::chooseWorkers(Value extent, Value numSummed) {
  Value threads = estimate.getThreads(loop, extent, numSummed, maxThreads, target.threadGrain);
  return isConstantIntValue(threads, 1) ? Value() : threads;
}

scf::ForallOp ThreadDistribution::createWorkers(Value extent, ArrayRef<Value> outputs) {
  // Ranges of whole vectors of f32, where there are enough of them to be divided fairly.
  int64_t lanes = target.getLanes(32);
  Value enough = rewriter.createOrFold<arith::MulIOp>(loc, numWorkers, index(4 * lanes));
  Value isLong = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::uge, extent, enough);
  unit = arith::SelectOp::create(rewriter, loc, isLong, index(lanes), index(1));
  numUnits = arith::CeilDivUIOp::create(rewriter, loc, extent, unit);
  auto threads = scf::ForallOp::create(rewriter, loc, ArrayRef<OpFoldResult>{numWorkers}, outputs,
                                       std::nullopt);
  rewriter.setInsertionPointToStart(threads.getBody());
  worker = threads.getInductionVar(0);
  setRange(extent);
  return threads;
}

void ThreadDistribution::setRange(Value extent) {
  auto boundary = [&](Value number) -> Value {
    Value product = arith::MulIOp::create(rewriter, loc, number, numUnits);
    Value units = arith::DivUIOp::create(rewriter, loc, product, numWorkers);
    Value at = arith::MulIOp::create(rewriter, loc, units, unit);
    return arith::MinUIOp::create(rewriter, loc, at, extent);
  };
  first = boundary(worker);
  Value end = boundary(arith::AddIOp::create(rewriter, loc, worker, index(1)));
  size = arith::SubIOp::create(rewriter, loc, end, first);
  stride = rewriter.getIndexAttr(1);
}

/// The outermost of the sequential loops around a loop; null if there is none.
static Operation *getSequential(Operation *op) {
  Operation *outermost = nullptr;
  while ((op = op->getParentOp()))
    if (isa<FoldOp, ScanOp, scf::ForOp, scf::WhileOp>(op))
      outermost = op;
  return outermost;
}

namespace {
struct ParallelizeLoops : chad::impl::ChadParallelizeLoopsBase<ParallelizeLoops> {
  using ChadParallelizeLoopsBase::ChadParallelizeLoopsBase;

  void runOnOperation() override {
    SmallVector<Operation *> loops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      ScheduleAttr schedule = getSchedule(op);
      if (!schedule || !schedule.getThreads())
        return WalkResult::advance();
      removeThreads(op, schedule);
      if (!mayRunInThreads(op)) {
        remarkMissed(op, {passName, "sequential"},
                     "not divided among threads: its iterations follow each other");
        return WalkResult::advance();
      }
      loops.push_back(op);
      return WalkResult::skip();
    });
    IRRewriter rewriter(&getContext());
    Target target;
    target.threadGrain = threadGrain;
    target.vectorBits = vectorBits;
    createVersions(rewriter, loops);
    // The last loops come first, since their extents are easier to derive from earlier loops that
    // are not divided yet.
    for (Operation *op : llvm::reverse(loops)) {
      rewriter.setInsertionPoint(op);
      Operation *before = op->getPrevNode();
      Value most = getMaxThreads(rewriter, op);
      ThreadDistribution distribution(rewriter, op, most, target, checkExtents);
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      auto scan = dyn_cast<ScanOp>(op);
      if (structured ? distribution.runContraction(structured)
          : scan     ? distribution.runScan(scan)
                     : distribution.run()) {
        ++numParallelized;
        continue;
      }
      remarkLeft(op, {passName, "left"}, tooLittle);
      eraseDead(rewriter, before, op);
    }
  }

private:
  /// Removes the part of a schedule that has been carried out.
  static void removeThreads(Operation *op, ScheduleAttr schedule) {
    if (schedule.getLanes() || schedule.getRowLanes() || schedule.getTailLanes())
      op->setAttr(scheduleAttr, ScheduleAttr::get(op->getContext(), /*threads=*/false,
                                                  schedule.getLanes(), schedule.getLongestRow(),
                                                  schedule.getRowLanes(), schedule.getTailLanes()));
    else
      op->removeAttr(scheduleAttr);
  }

  static constexpr StringLiteral tooLittle = "one thread: there is too little to do for more";

  /// Erases the ops that would have computed the number of threads.
  static void eraseDead(RewriterBase &rewriter, Operation *before, Operation *op) {
    while (op->getPrevNode() != before && isOpTriviallyDead(op->getPrevNode()))
      rewriter.eraseOp(op->getPrevNode());
  }

  /// Makes two versions of a sequential loop, if it can be computed before it whether a loop inside
  /// is worth more than one thread. The version without threads overwrites its states in place.
  void createVersions(RewriterBase &rewriter, SmallVectorImpl<Operation *> &loops) {
    llvm::MapVector<Operation *, SmallVector<Operation *>> groups;
    for (Operation *op : loops)
      if (Operation *outer = getSequential(op))
        groups[outer].push_back(op);
    DenseSet<Operation *> left;
    // The last ones come first, since extents are easier to derive from loops that have no versions
    // yet.
    for (auto &[outer, inner] : llvm::reverse(groups)) {
      rewriter.setInsertionPoint(outer);
      Value most = getMaxThreads(rewriter, outer), isShared;
      Operation *before = outer->getPrevNode();
      WorkEstimate estimate(rewriter, outer);
      bool isKnown = false;
      for (Operation *op : inner) {
        Value threads = getThreads(rewriter, estimate, op, most);
        std::optional<int64_t> number = getConstantIntValue(threads);
        isKnown |= number && *number > 1;
        if (number)
          continue;
        Value one = createIndex(rewriter, outer->getLoc(), 1);
        Value more = arith::CmpIOp::create(rewriter, outer->getLoc(), arith::CmpIPredicate::ugt,
                                           threads, one);
        isShared =
            isShared ? arith::OrIOp::create(rewriter, outer->getLoc(), isShared, more) : more;
      }
      if (!isKnown && !estimate.isGuess() && isShared) {
        remarkDone(outer, {passName, "versions"},
                   "has a version for threads, and one without, by how much there is to do inside");
        chad::detail::createVersions(rewriter, outer, isShared);
        continue;
      }
      if (!isKnown && !estimate.isGuess())
        for (Operation *op : inner) {
          remarkLeft(op, {passName, "left"}, tooLittle);
          left.insert(op);
        }
      eraseDead(rewriter, before, outer);
    }
    llvm::erase_if(loops, [&](Operation *op) { return left.contains(op); });
  }

  Value getThreads(RewriterBase &rewriter, WorkEstimate &estimate, Operation *op, Value most) {
    Value numSummed = createIndex(rewriter, op->getLoc(), 0);
    // A product may have any number of rows.
    if (isa<linalg::LinalgOp>(op))
      return estimate.getThreads(op, most, numSummed, most, threadGrain);
    auto loop = cast<CombinatorOpInterface>(op);
    for (auto [start, sum] : llvm::zip(loop.getInitialStates(), loop.getFinalStates()))
      numSummed =
          rewriter.createOrFold<arith::AddIOp>(op->getLoc(), numSummed, estimate.getSize(start));
    return estimate.getThreads(op, estimate.getExtent(loop), numSummed, most, threadGrain);
  }

  Value getMaxThreads(OpBuilder &builder, Operation *op) {
    if (threads != 0)
      return createIndex(builder, op->getLoc(), threads);
    auto function = op->getParentOfType<func::FuncOp>();
    Value &known = perFunction[function];
    if (known)
      return known;
    OpBuilder::InsertionGuard guard(builder);
    auto module = getOperation();
    auto declared = module.lookupSymbol<func::FuncOp>(maxThreadsName);
    if (!declared) {
      builder.setInsertionPointToStart(module.getBody());
      declared = func::FuncOp::create(builder, function.getLoc(), maxThreadsName,
                                      builder.getFunctionType({}, builder.getI32Type()));
      declared.setPrivate();
    }
    builder.setInsertionPointToStart(&function.getBody().front());
    auto call = func::CallOp::create(builder, function.getLoc(), declared, ValueRange());
    return known = arith::IndexCastOp::create(builder, function.getLoc(), builder.getIndexType(),
                                              call.getResult(0));
  }

  DenseMap<func::FuncOp, Value> perFunction;
};
} // namespace
