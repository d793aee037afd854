//===- FuseLoops.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One loop for several over the same elements, with the results of all of them.

#include "BodyShape.h"
#include "Remarks.h"
#include "Sums.h"
#include "chad/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace chad {
#define GEN_PASS_DEF_CHADFUSELOOPS
#include "chad/Conversion/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How many ops between two loops are looked at before they are left apart; this keeps the
/// pass linear.
static constexpr unsigned maxBetween = 256;

namespace {
/// A map, build, fold or reduction, taken apart.
struct Loop {
  Operation *op;
  ValueRange arrays;
  ValueRange inits;

  explicit Loop(Operation *op) : op(op) {
    if (auto map = dyn_cast<MapOp>(op))
      arrays = map.getArrays();
    else if (auto fold = dyn_cast<FoldOp>(op))
      arrays = fold.getArrays(), inits = fold.getInitialStates();
    else if (auto reduce = dyn_cast<ReduceOp>(op))
      arrays = reduce.getArrays(), inits = reduce.getUnits();
  }

  Block &body() const { return op->getRegion(0).front(); }
  BuildOp build() const { return dyn_cast<BuildOp>(op); }
  unsigned numStates() const { return inits.size(); }
  ValueRange elements() const {
    ValueRange args = body().getArguments();
    return isa<ReduceOp>(op) ? args.drop_front(inits.size()) : args.drop_back(inits.size());
  }
  ValueRange states() const {
    ValueRange args = body().getArguments();
    return isa<ReduceOp>(op) ? args.take_front(inits.size()) : args.take_back(inits.size());
  }
  ResultRange finals() const { return op->getResults().take_front(inits.size()); }
  ResultRange collected() const { return op->getResults().drop_front(inits.size()); }
};
} // namespace

/// Whether the iterations may run in any order. Iotas are never made, so they stay apart.
static bool isParallel(Operation *op) {
  if (auto build = dyn_cast<BuildOp>(op); build && makesIota(build))
    return false;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return isMemoryEffectFree(op) &&
           llvm::all_of(llvm::seq<unsigned>(0, op->getNumResults()),
                        [&](unsigned i) { return isSumReduction(reduce, i); });
  return isParallelLoop(op);
}

/// Whether a fold or map runs through rows: there is more to it than the order of its steps.
static bool readsRows(Operation *op) {
  Loop loop(op);
  return !loop.arrays.empty() && llvm::all_of(loop.arrays, [](Value array) {
    return getIota(array) || cast<RankedTensorType>(array.getType()).getRank() > 1;
  });
}

/// Whether two loops may be one: both run in any order, or one does and takes the other's,
/// which costs nothing where rows are read.
static bool mayJoin(Operation *producer, Operation *consumer) {
  bool first = isParallel(producer), second = isParallel(consumer);
  if (first && second)
    return true;
  auto isFold = [](Operation *op) { return isa<FoldOp>(op) && isMemoryEffectFree(op); };
  return (first && readsRows(producer) && isFold(consumer)) ||
         (second && readsRows(consumer) && isFold(producer));
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

/// What depends on the results of `producer` and stands before `consumer`, or nothing if the
/// consumer depends on it in another way than by elements, or there is too much of it.
static std::optional<SmallVector<Operation *>> getBetween(Operation *producer,
                                                          Operation *consumer) {
  Block *block = producer->getBlock();
  llvm::SetVector<Operation *> between;
  SmallVector<Operation *> worklist = {producer};
  Loop reader(consumer);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    for (OpOperand &use : op->getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user)
        return std::nullopt;
      if (user == consumer) {
        bool readsElements =
            op == producer && use.getOwner() == consumer &&
            use.getOperandNumber() < reader.arrays.size() &&
            cast<OpResult>(use.get()).getResultNumber() >= Loop(producer).numStates();
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

/// One loop in the place of `consumer`, with what is used of both.
static Operation *fuse(RewriterBase &rewriter, Operation *producer, Operation *consumer) {
  Location loc = consumer->getLoc();
  rewriter.setInsertionPoint(consumer);
  Loop loops[] = {Loop(producer), Loop(consumer)};
  SmallVector<Value> arrays, inits;
  SmallVector<Value> sources[2];
  for (auto [loop, read] : llvm::zip_equal(loops, sources)) {
    llvm::append_range(read, loop.arrays);
    // The index of a build is an element of an iota, which costs nothing.
    if (BuildOp build = loop.build())
      read.push_back(BuildOp::create(rewriter, loc, build.getExtent(),
                                     [](OpBuilder &nested, Location at, ValueRange args) {
                                       YieldOp::create(nested, at, args);
                                     })
                         .getResult(0));
    for (Value array : read)
      if (array.getDefiningOp() != producer && !llvm::is_contained(arrays, array))
        arrays.push_back(array);
    llvm::append_range(inits, loop.inits);
  }
  SmallVector<Type> types = llvm::to_vector(TypeRange(ValueRange(inits)));
  SmallVector<Value> kept;
  for (Value result : loops[0].collected())
    if (llvm::any_of(result.getUsers(), [&](Operation *user) { return user != consumer; })) {
      kept.push_back(result);
      types.push_back(result.getType());
    }
  llvm::append_range(types, loops[1].collected().getTypes());

  Operation *fused;
  if (inits.empty()) {
    OperationState state(loc, MapOp::getOperationName(), arrays, types);
    state.addRegion();
    fused = rewriter.create(state);
  } else {
    OperationState state(loc, FoldOp::getOperationName());
    state.addOperands(arrays);
    state.addOperands(inits);
    state.addTypes(types);
    state.addRegion();
    auto &properties = state.getOrAddProperties<FoldOp::Properties>();
    Direction direction = Direction::Left;
    for (Loop &loop : loops)
      if (auto fold = dyn_cast<FoldOp>(loop.op); fold && !isParallel(fold))
        direction = fold.getDirection();
    properties.direction = DirectionAttr::get(rewriter.getContext(), direction);
    properties.operandSegmentSizes = {static_cast<int32_t>(arrays.size()),
                                      static_cast<int32_t>(inits.size())};
    fused = rewriter.create(state);
  }
  Block *body = rewriter.createBlock(&fused->getRegion(0));
  for (Value array : arrays)
    body->addArgument(getArrayElement(array.getType()), loc);
  for (Value init : inits)
    body->addArgument(init.getType(), loc);

  SmallVector<Value> yielded[2];
  ValueRange states = body->getArguments().drop_front(arrays.size());
  auto elementOf = [&](Value array) -> Value {
    if (array.getDefiningOp() == producer)
      return yielded[0][cast<OpResult>(array).getResultNumber()];
    return body->getArgument(llvm::find(arrays, array) - arrays.begin());
  };
  for (auto [i, loop] : llvm::enumerate(loops)) {
    auto elements = llvm::map_to_vector(sources[i], elementOf);
    SmallVector<Value> args;
    ValueRange own = states.take_front(loop.numStates());
    states = states.drop_front(loop.numStates());
    if (isa<ReduceOp>(loop.op)) {
      llvm::append_range(args, own);
      llvm::append_range(args, elements);
    } else {
      llvm::append_range(args, elements);
      llvm::append_range(args, own);
    }
    Operation *yield = loop.body().getTerminator();
    rewriter.inlineBlockBefore(&loop.body(), body, body->end(), args);
    yielded[i] = llvm::to_vector(yield->getOperands());
    rewriter.eraseOp(yield);
  }
  SmallVector<Value> all;
  for (auto [loop, values] : llvm::zip_equal(loops, yielded))
    llvm::append_range(all, ArrayRef(values).take_front(loop.numStates()));
  for (Value result : kept)
    all.push_back(yielded[0][cast<OpResult>(result).getResultNumber()]);
  llvm::append_range(all, ArrayRef(yielded[1]).drop_front(loops[1].numStates()));
  rewriter.setInsertionPointToEnd(body);
  YieldOp::create(rewriter, loc, all);

  ResultRange results = fused->getResults();
  auto take = [&](ValueRange olds) {
    for (auto [old, result] : llvm::zip(olds, results))
      rewriter.replaceAllUsesWith(old, result);
    results = results.drop_front(olds.size());
  };
  take(loops[0].finals());
  take(loops[1].finals());
  take(kept);
  take(loops[1].collected());
  rewriter.eraseOp(consumer);
  rewriter.eraseOp(producer);
  return fused;
}

static constexpr llvm::StringLiteral passName = "chad-fuse-loops";

namespace {
struct FuseLoops : chad::impl::ChadFuseLoopsBase<FuseLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    resolveExtents(rewriter, getOperation());
    // Bodies after the loops around them: what is fused there has more in one block.
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

  /// Says of loops that read the same elements, or what the other makes, why they are two.
  static void explainApart(Block &block) {
    for (Operation &op : block) {
      auto build = dyn_cast<BuildOp>(op);
      if (!isa<MapOp, FoldOp, BuildOp, ReduceOp>(op) || (build && makesIota(build)))
        continue;
      for (Operation *reader : getReaders(&op)) {
        if (!isAligned(&op, reader))
          continue;
        StringRef why = mayJoin(&op, reader) ? "it also needs results of that as a whole"
                        : isParallel(reader) ? "the iterations of that follow each other"
                                             : "its iterations follow each other";
        remarkMissed(reader, {passName, "not-fused"},
                     "not fused with the loop at " + describePlace(op.getLoc()) + ": " + why);
      }
    }
  }

  /// The loops that might be fused with `op`.
  static SmallVector<Operation *> getCandidates(Operation *op) {
    SmallVector<Operation *> candidates = getReaders(op);
    llvm::erase_if(candidates, [&](Operation *reader) { return !mayJoin(op, reader); });
    return candidates;
  }

  /// The loops after `op` that read what it makes, or also what it reads, in the order in which
  /// they stand.
  static SmallVector<Operation *> getReaders(Operation *op) {
    llvm::SetVector<Operation *> found;
    auto addUsers = [&](Value array) {
      unsigned seen = 0;
      for (Operation *user : array.getUsers())
        if (++seen <= maxBetween && user != op && user->getBlock() == op->getBlock() &&
            op->isBeforeInBlock(user) && isa<MapOp, FoldOp, ReduceOp>(user))
          found.insert(user);
    };
    for (Value result : Loop(op).collected())
      addUsers(result);
    for (Value array : Loop(op).arrays)
      if (!getIota(array))
        addUsers(array);
    SmallVector<Operation *> candidates = found.takeVector();
    llvm::sort(candidates, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return candidates;
  }

  /// Whether the candidate reads an element of an array where `op` does, or makes it.
  static bool isAligned(Operation *op, Operation *candidate) {
    ValueRange arrays = Loop(op).arrays;
    return llvm::any_of(Loop(candidate).arrays, [&](Value array) {
      return array.getDefiningOp() == op || (!getIota(array) && llvm::is_contained(arrays, array));
    });
  }

  void run(RewriterBase &rewriter, Block &block) {
    SmallVector<Operation *> loops;
    for (Operation &op : block)
      if (isParallel(&op) || isa<FoldOp>(op))
        loops.push_back(&op);
    DenseSet<Operation *> erased;
    for (size_t i = 0; i < loops.size(); ++i) {
      Operation *producer = loops[i];
      if (erased.contains(producer))
        continue;
      for (Operation *consumer : getCandidates(producer)) {
        if (!isAligned(producer, consumer))
          continue;
        std::optional<SmallVector<Operation *>> between = getBetween(producer, consumer);
        if (!between)
          continue;
        remarkDone(consumer, {passName, "fused"},
                   "fused with the loop at " + describePlace(producer->getLoc()));
        Operation *after = consumer;
        for (Operation *op : *between) {
          op->moveAfter(after);
          after = op;
        }
        erased.insert(consumer);
        erased.insert(producer);
        Operation *fused = fuse(rewriter, producer, consumer);
        erased.erase(fused);
        ++numFused;
        loops.push_back(fused);
        break;
      }
    }
  }
};
} // namespace
