//===- FuseLoops.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Fuses loops over the same elements to one loop with the results of all of them.

#include "chad/Loops/FuseLoops.h"
#include "Sums.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Analysis/Remarks.h"
#include "chad/IR/Fusion.h"
#include "chad/Loops/BodyShape.h"
#include "chad/Loops/Generalize.h"
#include "chad/Loops/Passes.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADFUSELOOPS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The largest number of ops between two loops that are examined; this keeps the pass linear.
static constexpr unsigned maxBetween = 256;

/// Whether the iterations may run in any order. An iota is not stored in memory, so it is not
/// fused.
static bool isParallel(Operation *op) {
  if (makesIota(op))
    return false;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return isMemoryEffectFree(op) &&
           llvm::all_of(llvm::seq<unsigned>(0, op->getNumResults()),
                        [&](unsigned i) { return isSumReduction(reduce, i); });
  return isParallelLoop(op);
}

/// Whether a loop reads rows, or makes rows from indices, so that an iteration is more than a few
/// ops on scalars.
static bool handlesRows(Operation *op) {
  auto loop = cast<CombinatorOpInterface>(op);
  SmallVector<Value> arrays(loop.getArrays());
  if (!loop.hasArrays())
    llvm::append_range(arrays, loop.getCollected());
  return !arrays.empty() && llvm::all_of(arrays, [](Value array) {
    return getIota(array) || cast<RankedTensorType>(array.getType()).getRank() > 1;
  });
}

/// Whether a body with the code of both would take LLVM too long: the time of its register
/// allocation grows with the square of a loop's length.
static bool isTooLong(Operation *a, Operation *b) {
  constexpr unsigned longest = 2000;
  unsigned length = 0;
  auto add = [&](Operation *op) {
    length += getCodeLength(op);
    return length > longest ? WalkResult::interrupt() : WalkResult::advance();
  };
  return a->walk(add).wasInterrupted() || b->walk(add).wasInterrupted();
}

/// Whether two loops may be fused: the iterations of both may run in any order, or those of one of
/// them may, which then runs in the order of the other one. The latter costs nothing if rows are
/// read or made.
static bool mayJoin(CombinatorOpInterface producer, CombinatorOpInterface consumer) {
  if (!mayHaveOneExtent(producer, consumer))
    return false;
  bool first = isParallel(producer), second = isParallel(consumer);
  if (first && second)
    return true;
  auto isFold = [](Operation *op) { return isa<FoldOp>(op) && isMemoryEffectFree(op); };
  return (first && handlesRows(producer) && isFold(consumer)) ||
         (second && handlesRows(consumer) && isFold(producer));
}

/// Whether the order of an op among others with effects matters. Assertions may fail in any.
static bool isOrdered(Operation *op) { return !isMemoryEffectFree(op) && !isa<cf::AssertOp>(op); }

/// Whether ops may move behind `consumer`, which is pure: those with effects stay in order.
static bool mayMove(ArrayRef<Operation *> ops, Operation *consumer) {
  auto *first = llvm::find_if(ops, isOrdered);
  if (first == ops.end())
    return true;
  unsigned seen = 0;
  for (Operation *op = *first; op != consumer; op = op->getNextNode())
    if (++seen > maxBetween || (isOrdered(op) && !llvm::is_contained(ops, op)))
      return false;
  return true;
}

/// The ops before `consumer` that depend on the results of `producer`. Nothing if the consumer
/// depends on them in another way than by elements, or if there are too many.
static std::optional<SmallVector<Operation *>> getBetween(CombinatorOpInterface producer,
                                                          CombinatorOpInterface consumer) {
  Block *block = producer->getBlock();
  llvm::SetVector<Operation *> between;
  SmallVector<Operation *> worklist = {producer};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    for (OpOperand &use : op->getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user)
        return std::nullopt;
      if (user == consumer) {
        bool readsElements = op == producer && use.getOwner() == consumer &&
                             use.getOperandNumber() < consumer.getArrays().size() &&
                             llvm::is_contained(producer.getCollected(), use.get());
        if (!readsElements)
          return std::nullopt;
      } else if (user->isBeforeInBlock(consumer) && between.insert(user)) {
        if (between.size() > maxBetween)
          return std::nullopt;
        worklist.push_back(user);
      }
    }
  }
  SmallVector<Operation *> ops = between.takeVector();
  llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  if (!mayMove(ops, consumer))
    return std::nullopt;
  return ops;
}

ArrayLoopOpInterface chad::detail::tryFuse(RewriterBase &rewriter, CombinatorOpInterface producer,
                                           CombinatorOpInterface consumer) {
  if (!mayHaveOneExtent(producer, consumer) || readsState(producer, consumer.getInitialStates()))
    return {};
  std::optional<SmallVector<Operation *>> between = getBetween(producer, consumer);
  if (!between)
    return {};
  Operation *after = consumer;
  for (Operation *op : *between) {
    op->moveAfter(after);
    after = op;
  }
  Direction direction = (isParallel(producer) ? consumer : producer).getDirection();
  return fuseLoops(rewriter, generalizeToLoop(rewriter, producer),
                   generalizeToLoop(rewriter, consumer), direction);
}

static constexpr llvm::StringLiteral passName = "chad-fuse-loops";

namespace {
struct FuseLoops : chad::impl::ChadFuseLoopsBase<FuseLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    // Bodies are handled after the loops around them, since fused outer loops have more inner loops
    // in one block.
    SmallVector<Block *> blocks;
    auto addBlocks = [&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
    };
    addBlocks(getOperation());
    while (!blocks.empty()) {
      Block *block = blocks.pop_back_val();
      run(rewriter, *block);
      if (wantsRemarks(getOperation()))
        explainApart(*block);
      for (Operation &op : *block)
        addBlocks(&op);
    }
  }

  /// Emits remarks about loops that read the same elements, or one the results of the other, that
  /// say why they were not fused.
  static void explainApart(Block &block) {
    for (Operation &op : block) {
      auto loop = dyn_cast<CombinatorOpInterface>(op);
      if (!loop || isa<ScanOp, HistOp>(op) || makesIota(&op))
        continue;
      for (CombinatorOpInterface reader : getReaders(loop)) {
        if (!isAligned(loop, reader))
          continue;
        StringRef why = isTooLong(&op, reader)  ? "one loop would be too long"
                        : mayJoin(loop, reader) ? "it also needs results of that as a whole"
                        : isParallel(reader)    ? "the iterations of that follow each other"
                                                : "its iterations follow each other";
        remarkMissed(reader, {passName, "not-fused"},
                     "not fused with the loop at " + describePlace(op.getLoc()) + ": " + why);
      }
    }
  }

  /// The loops that might be fused with `op`.
  static SmallVector<CombinatorOpInterface> getCandidates(CombinatorOpInterface op) {
    SmallVector<CombinatorOpInterface> candidates = getReaders(op);
    llvm::erase_if(candidates, [&](CombinatorOpInterface reader) {
      return !mayJoin(op, reader) || isTooLong(op, reader);
    });
    return candidates;
  }

  /// The loops after `op` that read its results, or an array that `op` reads, too, in program
  /// order.
  static SmallVector<CombinatorOpInterface> getReaders(CombinatorOpInterface op) {
    llvm::SetVector<Operation *> found;
    auto addUsers = [&](Value array) {
      unsigned seen = 0;
      for (Operation *user : array.getUsers())
        if (++seen <= maxBetween && user != op && user->getBlock() == op->getBlock() &&
            op->isBeforeInBlock(user) && (getLoopOverArrays(user) || isa<ReduceOp>(user)))
          found.insert(user);
    };
    for (Value result : op.getCollected())
      addUsers(result);
    for (Value array : op.getArrays())
      if (!getIota(array))
        addUsers(array);
    SmallVector<Operation *> candidates = found.takeVector();
    llvm::sort(candidates, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return llvm::map_to_vector(candidates, llvm::CastTo<CombinatorOpInterface>);
  }

  /// Whether the candidate reads an element of an array where `op` does, or makes it.
  static bool isAligned(CombinatorOpInterface op, CombinatorOpInterface candidate) {
    ValueRange arrays = op.getArrays();
    return llvm::any_of(candidate.getArrays(), [&](Value array) {
      return array.getDefiningOp() == op || (!getIota(array) && llvm::is_contained(arrays, array));
    });
  }

  void run(RewriterBase &rewriter, Block &block) {
    // A fused loop may have the address of one that was erased: erased loops leave the list at
    // once.
    SmallVector<Operation *> loops;
    DenseMap<Operation *, size_t> positions;
    auto add = [&](Operation *op) {
      positions[op] = loops.size();
      loops.push_back(op);
    };
    auto remove = [&](Operation *op) {
      if (auto found = positions.find(op); found != positions.end()) {
        loops[found->second] = nullptr;
        positions.erase(found);
      }
    };
    for (Operation &op : block)
      if (isParallel(&op) || isa<FoldOp>(op))
        add(&op);
    for (size_t i = 0; i < loops.size(); ++i) {
      if (!loops[i])
        continue;
      auto producer = cast<CombinatorOpInterface>(loops[i]);
      for (CombinatorOpInterface consumer : getCandidates(producer)) {
        if (!isAligned(producer, consumer))
          continue;
        std::string place =
            wantsRemarks(consumer) ? describePlace(producer->getLoc()) : std::string();
        Location loc = consumer->getLoc();
        ArrayLoopOpInterface fused = tryFuse(rewriter, producer, consumer);
        if (!fused)
          continue;
        remove(consumer);
        remove(producer);
        add(fused);
        remarkDone(fused, {passName, "fused"}, "fused with the loop at " + place, loc);
        ++numFused;
        break;
      }
    }
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Fusion with the only reader
//===----------------------------------------------------------------------===//

/// Whether the shape of a loop's results may depend on the elements that it reads.
static bool makesRowsOfUnknownExtents(CombinatorOpInterface loop) {
  return llvm::any_of(loop.getCollected().getTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() > 1 &&
           llvm::is_contained(tensor.getShape().drop_front(), ShapedType::kDynamic);
  });
}

static bool evaluatesFunctions(Operation *loop) {
  return loop
      ->walk([](Operation *op) {
        OpKind kind = getOpKind(op);
        return kind == OpKind::Function || kind == OpKind::LibraryFunction ? WalkResult::interrupt()
                                                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A loop whose results only `reader` uses, an element at a time; null if there is none.
static ArrayLoopOpInterface findOwnProducer(ArrayLoopOpInterface reader, bool runsInVectors) {
  bool runsInBlocks = getBlockSize(reader) > 0;
  for (Value array : reader.getArrays()) {
    ArrayLoopOpInterface producer = getMapOrBuild(array.getDefiningOp());
    if (!producer || producer->getBlock() != reader->getBlock() || makesIota(producer) ||
        !isMemoryEffectFree(producer) || !mayHaveOneExtent(producer, reader) ||
        readsState(producer, reader.getInitialStates()) ||
        (runsInBlocks && !isElementwise(producer)))
      continue;
    bool isOnlyReader = llvm::all_of(producer->getUses(), [&](OpOperand &use) {
      return use.getOwner() == reader && use.getOperandNumber() < reader.getArrays().size();
    });
    if (isOnlyReader && (runsInVectors || runsInBlocks || !evaluatesFunctions(producer)))
      return producer;
  }
  return {};
}

void chad::detail::fuseIntoReaders(RewriterBase &rewriter, Operation *root) {
  SmallVector<Block *> blocks;
  auto addBlocks = [&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        blocks.push_back(&block);
  };
  addBlocks(root);
  while (!blocks.empty()) {
    Block *block = blocks.pop_back_val();
    // Ops that are made or erased are before the next op.
    Operation *next = nullptr;
    for (Operation *op = block->empty() ? nullptr : &block->front(); op; op = next) {
      next = op->getNextNode();
      if (!isa<CombinatorOpInterface, GatherOp, ScatterAddOp>(op))
        continue;
      auto scan = dyn_cast<ScanOp>(op);
      if (scan && makesRowsOfUnknownExtents(scan))
        continue;
      bool runsInVectors = isa<MapOp, ReduceOp>(op) || isParallelLoop(op);
      ArrayLoopOpInterface loop = generalizeToLoop(rewriter, op);
      if (!loop || makesRowsOfUnknownExtents(loop))
        continue;
      while (ArrayLoopOpInterface producer = findOwnProducer(loop, runsInVectors))
        loop = fuseLoops(rewriter, producer, loop, loop.getDirection());
    }
    for (Operation &op : *block)
      addBlocks(&op);
  }
}
