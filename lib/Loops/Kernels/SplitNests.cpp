//===- SplitNests.cpp - Loops in loops that threads share -----------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitNests.h"
#include "../Threads/WorkEstimate.h"
#include "FlattenNests.h"
#include "Workers.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static bool isNumber(Value value) { return value.getType().isIntOrIndexOrFloat(); }

/// Whether the threads of a block divide the iterations of a loop. Where there are few, they divide
/// the loops inside of each.
static bool isShared(ArrayLoopOpInterface loop) {
  int64_t extent = getStaticExtent(loop);
  return mayRunAtOnce(loop) && (ShapedType::isDynamic(extent) || extent >= fewestDivided);
}

/// The number that each iteration adds to a state, if that is all that is done with the state; null
/// otherwise.
static Value getAddend(ArrayLoopOpInterface loop, unsigned number) {
  BlockArgument state = loop.getStateArgs()[number];
  auto add = loop.getYieldedStates()[number].getDefiningOp<arith::AddFOp>();
  if (!add || !isNumber(state) || !state.hasOneUse() || *state.user_begin() != add ||
      !add->hasOneUse() || add->getBlock() != &loop.getBodyBlock())
    return {};
  return add.getLhs() == state ? add.getRhs() : add.getLhs();
}

namespace {
/// A map, or a fold that sums, the loop inside of it that threads are to share, and what it
/// computes besides.
class Nest {
public:
  explicit Nest(ArrayLoopOpInterface outer) : outer(outer), body(outer.getBodyBlock()) {}

  /// Finds the inner loop. Returns false if there is none, or nothing is gained.
  bool analyze();
  /// Replaces the outer loop. Returns the loops before and after the one that has been made of the
  /// inner loop, as far as there are any.
  SmallVector<ArrayLoopOpInterface> split(RewriterBase &rewriter, int64_t threads,
                                          bool checkExtents);
  /// The number of elements of the arrays between the parts; null if there are none.
  Value countElements(OpBuilder &builder, WorkEstimate &estimate);
  /// The number of elements that the loop makes which threads share, if it is the first of the
  /// parts and contains loops; null otherwise.
  Value countMade(OpBuilder &builder, WorkEstimate &estimate);
  /// The values from outside of both loops from which that loop is computed.
  SmallVector<Value> findRead();

private:
  bool isRepeatable(Operation *op);
  /// Whether `op`, or an op inside of it, uses a state of the outer loop.
  bool usesStates(Operation *op);
  /// Whether the inner loop, or what is computed before it or in all parts, uses an element.
  bool isUsedBefore(BlockArgument element);
  /// Ends a part. It reads no arrays of which it uses no elements.
  void finish(RewriterBase &rewriter, ArrayLoopOpInterface part, ValueRange yielded);
  /// The op that makes a number of the inner loop, if it is a cheap one of what the loop collects.
  Operation *getRecomputed(Value number);
  bool findInner();
  /// Whether the extents of what the parts hand on to each other are known before the outer loop.
  bool knowsExtents(RewriterBase &rewriter);
  /// A type for an array of these values, one of each iteration.
  Type typeOf(Value element);
  /// Makes a loop over the elements of the outer one, and of `more`, whose values are `values`, and
  /// begins its body with the ops that all parts repeat. The states are those of the outer loop if
  /// there are any `starts`.
  ArrayLoopOpInterface createPart(RewriterBase &rewriter, ValueRange more, ValueRange values,
                                  ValueRange starts, TypeRange collected, IRMapping &mapping);
  /// Makes the loop without states, whose last results are the addends of the sums.
  ArrayLoopOpInterface createInner(RewriterBase &rewriter, IRMapping &mapping);
  /// Makes the loop that adds up the sums of the inner loop. `collected` are the arrays of `more`.
  void addUp(RewriterBase &rewriter, ValueRange collected, IRMapping &mapping);

  ArrayLoopOpInterface outer;
  Block &body;
  ArrayLoopOpInterface inner;
  SmallVector<Value> addends; ///< Of the sums of the inner loop.
  /// Values in the inner loop from which these are computed when they are added up, and those of
  /// them that are collected for that only.
  llvm::SetVector<Value> summands;
  SmallVector<Value> more;
  SmallVector<Operation *> repeated; ///< What each part does again.
  SmallVector<Operation *> before, after;
  llvm::SetVector<Value> handedOn; ///< Values of `before` that the other parts need.
};
} // namespace

bool Nest::usesStates(Operation *op) {
  return llvm::any_of(outer.getStateArgs(), [&](BlockArgument state) {
    return llvm::any_of(state.getUsers(), [&](Operation *user) { return op->isAncestor(user); });
  });
}

bool Nest::isUsedBefore(BlockArgument element) {
  auto uses = [&](Operation *op) {
    return llvm::any_of(element.getUsers(), [&](Operation *user) { return op->isAncestor(user); });
  };
  return uses(inner) || llvm::any_of(before, uses) || llvm::any_of(repeated, uses);
}

void Nest::finish(RewriterBase &rewriter, ArrayLoopOpInterface part, ValueRange yielded) {
  Location loc = part.getLoc();
  YieldOp::create(rewriter, loc, yielded);
  auto isUnused = [](BlockArgument element) { return element.use_empty(); };
  if (llvm::all_of(part.getElementArgs(), isUnused)) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(part);
    addElement(rewriter, part, createIota(rewriter, loc, getExtent(rewriter, part)));
    llvm::BitVector others(part.getArrays().size(), true);
    others.reset(others.size() - 1);
    eraseElements(rewriter, part, others);
    return;
  }
  llvm::BitVector unused(part.getArrays().size());
  for (BlockArgument element : part.getElementArgs())
    if (isUnused(element))
      unused.set(element.getArgNumber());
  if (unused.any())
    eraseElements(rewriter, part, unused);
}

bool Nest::isRepeatable(Operation *op) {
  bool areKnown = llvm::all_of(op->getOperands(), [&](Value operand) {
    Operation *def = operand.getDefiningOp();
    return !def || def->getBlock() != &body || llvm::is_contained(repeated, def);
  });
  if (!areKnown || usesStates(op))
    return false;
  if (makesOnlyIota(op))
    return true;
  OpKind kind = getOpKind(op);
  return op->getNumRegions() == 0 && isPure(op) && kind != OpKind::Function &&
         kind != OpKind::LibraryFunction && llvm::all_of(op->getResults(), isNumber);
}

bool Nest::findInner() {
  unsigned numLoops = 0, numOthers = 0;
  for (Operation &op : body.without_terminator()) {
    if (makesOnlyIota(&op) || llvm::is_contained(repeated, &op))
      continue;
    auto loop = dyn_cast<ArrayLoopOpInterface>(op);
    if (!loop) {
      ++numOthers;
      continue;
    }
    ++numLoops;
    if (!mayRunAtOnce(loop))
      continue;
    if (containsLoops(loop)) {
      inner = loop;
      return true;
    }
    inner = loop;
  }
  return numLoops == 1 && numOthers == 0 && inner && !inner.hasStates() && !outer.hasStates();
}

Operation *Nest::getRecomputed(Value number) {
  Operation *op = number.getDefiningOp();
  if (!op || op->getBlock() != &inner.getBodyBlock() || op->getNumRegions() != 0 || !isPure(op) ||
      !llvm::is_contained({OpKind::Addition, OpKind::Multiplication, OpKind::MultiplyAdd},
                          getOpKind(op)))
    return nullptr;
  bool areCollected = llvm::all_of(op->getOperands(), [&](Value operand) {
    return isDefinedOutside(operand, outer) ||
           llvm::is_contained(inner.getYieldedElements(), operand);
  });
  return areCollected ? op : nullptr;
}

bool Nest::analyze() {
  if (!isShared(outer))
    return false;
  constexpr unsigned mostCost = 4;
  unsigned cost = 0;
  for (Operation &op : body.without_terminator())
    if (isRepeatable(&op) && cost + getCost(&op) <= mostCost) {
      cost += getCost(&op);
      repeated.push_back(&op);
    }
  if (!findInner())
    return false;
  for (unsigned number : llvm::seq(inner.getNumStates())) {
    addends.push_back(getAddend(inner, number));
    if (!addends.back())
      return false;
    Operation *made = getRecomputed(addends.back());
    for (Value value : made ? ValueRange(made->getOperands()) : ValueRange(addends.back()))
      if (!isDefinedOutside(value, outer))
        summands.insert(value);
  }
  if (inner.hasStates() && summands.empty())
    return false;
  for (Value value : summands)
    if (!llvm::is_contained(inner.getYieldedElements(), value))
      more.push_back(value);
  for (Operation &op : body.without_terminator())
    if (&op != inner && !llvm::is_contained(repeated, &op))
      (op.isBeforeInBlock(inner) ? before : after).push_back(&op);
  if (usesStates(inner) || llvm::any_of(before, [&](Operation *op) { return usesStates(op); }))
    return false;
  auto isOfBefore = [&](Value value) {
    return value.getDefiningOp() && llvm::is_contained(before, value.getDefiningOp());
  };
  auto collect = [&](Operation *op) {
    op->walk([&](Operation *each) {
      for (Value operand : each->getOperands())
        if (isOfBefore(operand))
          handedOn.insert(operand);
    });
  };
  collect(inner);
  for (Operation *op : after)
    collect(op);
  collect(outer.getYield());
  return llvm::all_of(handedOn, [](Value value) {
    return isNumber(value) || isa<RankedTensorType>(value.getType());
  });
}

Value Nest::countElements(OpBuilder &builder, WorkEstimate &estimate) {
  Location loc = outer.getLoc();
  Value number;
  auto add = [&](Value size) {
    number = number ? builder.createOrFold<arith::AddIOp>(loc, number, size) : size;
  };
  // Numbers take no more than what the map makes.
  for (Value value : handedOn)
    if (!isNumber(value))
      add(estimate.getSize(value));
  for ([[maybe_unused]] Value value : more)
    add(estimate.getExtent(cast<CombinatorOpInterface>(*inner)));
  if (!number)
    return {};
  Value height = estimate.getExtent(cast<CombinatorOpInterface>(*outer));
  return builder.createOrFold<arith::MulIOp>(loc, number, height);
}

Value Nest::countMade(OpBuilder &builder, WorkEstimate &estimate) {
  size_t numMade = inner.getCollected().size() + more.size();
  if (!handedOn.empty() || !containsLoops(inner) || numMade == 0)
    return {};
  Location loc = outer.getLoc();
  Value height = estimate.getExtent(cast<CombinatorOpInterface>(*outer)),
        width = estimate.getExtent(cast<CombinatorOpInterface>(*inner));
  Value rows = builder.createOrFold<arith::MulIOp>(loc, height, width);
  return builder.createOrFold<arith::MulIOp>(loc, rows, createIndex(builder, loc, numMade));
}

SmallVector<Value> Nest::findRead() {
  SmallVector<Value> read;
  for (auto [array, element] : llvm::zip_equal(outer.getArrays(), outer.getElementArgs()))
    if (isUsedBefore(element))
      read.push_back(array);
  auto visit = [&](Operation *op) {
    op->walk([&](Operation *each) {
      for (Value operand : each->getOperands())
        if (isDefinedOutside(operand, outer))
          read.push_back(operand);
    });
  };
  visit(inner);
  for (Operation *op : repeated)
    visit(op);
  return read;
}

bool Nest::knowsExtents(RewriterBase &rewriter) {
  for (Value array : inner.getArrays())
    if (!createExtentBefore(rewriter, outer.getLoc(), Extent::of(array, 0), outer))
      return false;
  SmallVector<Value> arrays(handedOn.begin(), handedOn.end());
  llvm::append_range(arrays, inner.getCollected());
  for (Value array : arrays)
    if (auto type = dyn_cast<RankedTensorType>(array.getType()))
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (!createExtentBefore(rewriter, outer.getLoc(), Extent::of(array, dim), outer))
          return false;
  return true;
}

Type Nest::typeOf(Value element) {
  SmallVector<int64_t> shape = {getStaticExtent(outer)};
  if (auto type = dyn_cast<RankedTensorType>(element.getType()))
    llvm::append_range(shape, type.getShape());
  return RankedTensorType::get(shape, getElementTypeOrSelf(element.getType()));
}

ArrayLoopOpInterface Nest::createPart(RewriterBase &rewriter, ValueRange more, ValueRange values,
                                      ValueRange starts, TypeRange collected, IRMapping &mapping) {
  rewriter.setInsertionPoint(outer);
  Location loc = outer.getLoc();
  SmallVector<Value> arrays(outer.getArrays()), elements(outer.getElementArgs());
  if (BlockArgument index = outer.getIndexArg()) {
    arrays.push_back(createIota(rewriter, loc, getExtent(rewriter, outer)));
    elements.push_back(index);
  }
  llvm::append_range(arrays, more);
  llvm::append_range(elements, values);
  ArrayLoopOpInterface part =
      createLoop(rewriter, loc, arrays, starts, collected, outer.getDirection());
  rewriter.setInsertionPointToEnd(createBody(rewriter, part));
  if (!starts.empty())
    mapping.map(outer.getStateArgs(), part.getStateArgs());
  for (auto [element, arg] : llvm::zip(elements, part.getElementArgs()))
    mapping.map(element, arg);
  for (Operation *op : repeated)
    rewriter.clone(*op, mapping);
  return part;
}

ArrayLoopOpInterface Nest::createInner(RewriterBase &rewriter, IRMapping &mapping) {
  if (!inner.hasStates())
    return cast<ArrayLoopOpInterface>(rewriter.clone(*inner, mapping));
  Location loc = inner.getLoc();
  SmallVector<Type> types(inner.getCollected().getTypes());
  int64_t extent = getStaticExtent(inner);
  for (Value value : more)
    types.push_back(RankedTensorType::get({extent}, value.getType()));
  SmallVector<Value> arrays = llvm::map_to_vector(
      inner.getArrays(), [&](Value array) { return mapping.lookupOrDefault(array); });
  ArrayLoopOpInterface loop = createLoop(rewriter, loc, arrays, {}, types);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(createBody(rewriter, loop));
  IRMapping own = mapping;
  own.map(inner.getElementArgs(), loop.getElementArgs());
  auto isAdd = [&](Operation &op) {
    return llvm::any_of(inner.getYieldedStates(),
                        [&](Value next) { return next.getDefiningOp() == &op; });
  };
  for (Operation &op : inner.getBodyBlock().without_terminator())
    if (!isAdd(op))
      rewriter.clone(op, own);
  SmallVector<Value> yielded(inner.getYieldedElements());
  llvm::append_range(yielded, more);
  for (Value &value : yielded)
    value = own.lookupOrDefault(value);
  YieldOp::create(rewriter, loc, yielded);
  return loop;
}

void Nest::addUp(RewriterBase &rewriter, ValueRange collected, IRMapping &mapping) {
  Location loc = inner.getLoc();
  SmallVector<Value> starts = llvm::map_to_vector(
      inner.getInitialStates(), [&](Value start) { return mapping.lookupOrDefault(start); });
  SmallVector<Value> arrays;
  for (Value value : summands) {
    auto yielded = inner.getYieldedElements();
    auto place = llvm::find(yielded, value);
    arrays.push_back(place == yielded.end()
                         ? collected[llvm::find(more, value) - more.begin()]
                         : mapping.lookup(inner.getCollected()[place - yielded.begin()]));
  }
  ArrayLoopOpInterface sums = createLoop(rewriter, loc, arrays, starts, {}, inner.getDirection());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToEnd(createBody(rewriter, sums));
  IRMapping own;
  own.map(summands.getArrayRef(), sums.getElementArgs());
  own.map(inner.getStateArgs(), sums.getStateArgs());
  for (Value addend : addends)
    if (Operation *made = getRecomputed(addend); made && !own.contains(addend))
      rewriter.clone(*made, own);
  SmallVector<Value> next;
  for (Value state : inner.getYieldedStates())
    next.push_back(rewriter.clone(*state.getDefiningOp(), own)->getResult(0));
  YieldOp::create(rewriter, loc, next);
  mapping.map(inner.getFinalStates(), sums.getFinalStates());
}

SmallVector<ArrayLoopOpInterface> Nest::split(RewriterBase &rewriter, int64_t threads,
                                              bool checkExtents) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(outer);
  if (!knowsExtents(rewriter))
    return {};
  SmallVector<ArrayLoopOpInterface> made;
  if (checkExtents)
    assertOneExtent(rewriter, outer, outer.getArrays());
  auto lookup = [](const IRMapping &mapping, ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  SmallVector<Value> handed = handedOn.takeVector(), arrays;
  if (!handed.empty()) {
    IRMapping mapping;
    SmallVector<Type> types = llvm::map_to_vector(handed, [&](Value v) { return typeOf(v); });
    made.push_back(createPart(rewriter, {}, {}, {}, types, mapping));
    for (Operation *op : before)
      rewriter.clone(*op, mapping);
    finish(rewriter, made.back(), lookup(mapping, handed));
    llvm::append_range(arrays, made.back().getCollected());
  }

  IRMapping mapping;
  SmallVector<Type> types =
      llvm::map_to_vector(inner.getCollected(), [&](Value v) { return typeOf(v); });
  int64_t extent = getStaticExtent(inner);
  int64_t height = getStaticExtent(outer);
  for (Value value : more)
    types.push_back(RankedTensorType::get({height, extent}, value.getType()));
  ArrayLoopOpInterface nest = createPart(rewriter, arrays, handed, {}, types, mapping);
  ArrayLoopOpInterface loop = createInner(rewriter, mapping);
  finish(rewriter, nest, loop.getCollected());
  llvm::append_range(arrays, nest.getCollected());
  llvm::append_range(handed, inner.getCollected());

  SmallVector<Value> results, last;
  SmallVector<Type> lastTypes;
  for (auto [yielded, array] : llvm::zip_equal(outer.getYieldedElements(), outer.getCollected())) {
    auto *place = llvm::find(handed, yielded);
    Value whole = place == handed.end() ? Value() : arrays[place - handed.begin()];
    results.push_back(whole && whole.getType() == array.getType() ? whole : Value());
    if (results.back())
      continue;
    last.push_back(yielded);
    lastTypes.push_back(array.getType());
  }
  if (!last.empty() || outer.hasStates()) {
    IRMapping inLast;
    made.push_back(
        createPart(rewriter, arrays, handed, outer.getInitialStates(), lastTypes, inLast));
    if (!addends.empty())
      addUp(rewriter, made.back().getElementArgs().take_back(more.size()), inLast);
    for (Operation *op : after)
      rewriter.clone(*op, inLast);
    SmallVector<Value> yielded = lookup(inLast, outer.getYieldedStates());
    llvm::append_range(yielded, lookup(inLast, last));
    finish(rewriter, made.back(), yielded);
    unsigned next = 0;
    for (Value &result : results)
      if (!result)
        result = made.back().getCollected()[next++];
    if (outer.hasStates())
      results.insert(results.begin(), made.back().getFinalStates().begin(),
                     made.back().getFinalStates().end());
  }
  rewriter.replaceOp(outer, results);
  // Loops inside of elements may take times that differ: threads have as many elements each.
  if (containsLoops(loop) || !shareRows(rewriter, nest, loop, threads, checkExtents))
    flattenNest(rewriter, nest, loop, checkExtents);
  return made;
}

/// Whether a loop in `body` contains loops.
static bool hasNest(Block &body) {
  return llvm::any_of(body.getOps<ArrayLoopOpInterface>(),
                      [](ArrayLoopOpInterface loop) { return containsLoops(loop); });
}

/// Whether the elements of a map cost so little that they are computed again wherever one is read,
/// and each use reads one. Some loop beside the map reads all: so it checks their extents.
static bool isReadByElements(MapOp map) {
  constexpr unsigned mostCost = 8;
  if (map->getNumResults() != 1 || !isMemoryEffectFree(map) || !isElementwise(map) ||
      map.getArrays().size() > 2)
    return false;
  unsigned cost = 0;
  for (Operation &op : map.getBodyBlock().without_terminator()) {
    OpKind kind = getOpKind(&op);
    if (op.getNumRegions() != 0 || kind == OpKind::Division || kind == OpKind::Function ||
        kind == OpKind::LibraryFunction)
      return false;
    cost += getCost(&op);
  }
  bool isReadBeside = false;
  bool areReads = llvm::all_of(map->getUses(), [&](OpOperand &use) {
    if (isReadByElement(use)) {
      isReadBeside |= use.getOwner()->getBlock() == map->getBlock();
      return true;
    }
    return isa<tensor::ExtractOp, tensor::DimOp>(use.getOwner());
  });
  return areReads && isReadBeside && cost <= mostCost;
}

/// Computes the elements of a map wherever they are read.
static void inlineMap(RewriterBase &rewriter, MapOp map) {
  auto createElement = [&](ValueRange elements) {
    IRMapping mapping;
    mapping.map(map.getBody().getArguments(), elements);
    return cloneBody(rewriter, map.getBodyBlock(), mapping).front();
  };
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : map->getUses())
    uses.push_back(&use);
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    rewriter.setInsertionPoint(user);
    Location loc = user->getLoc();
    if (isa<tensor::DimOp>(user)) {
      OpFoldResult extent = getArraySize(rewriter, loc, map.getArrays().front());
      rewriter.replaceOp(user, getValueOrCreateConstantIndexOp(rewriter, loc, extent));
    } else if (auto read = dyn_cast<tensor::ExtractOp>(user)) {
      Value at = read.getIndices().front();
      SmallVector<Value> elements = llvm::map_to_vector(
          map.getArrays(), [&](Value array) { return readArray(rewriter, loc, array, at); });
      rewriter.replaceOp(read, createElement(elements));
    } else {
      auto loop = cast<ArrayLoopOpInterface>(user);
      unsigned number = use->getOperandNumber();
      SmallVector<Value> elements;
      for (Value array : map.getArrays())
        elements.push_back(addElement(rewriter, loop, array));
      rewriter.setInsertionPointToStart(&loop.getBodyBlock());
      rewriter.replaceAllUsesWith(loop.getElementArgs()[number], createElement(elements));
      llvm::BitVector unused(loop.getArrays().size());
      unused.set(number);
      eraseElements(rewriter, loop, unused);
    }
  }
  rewriter.eraseOp(map);
}

/// Computes cheap arrays again where nests read them, so that they are not handed on.
static void inlineMaps(RewriterBase &rewriter, ArrayLoopOpInterface outer) {
  OpBuilder::InsertionGuard guard(rewriter);
  Block &body = outer.getBodyBlock();
  if (!isShared(outer) || !hasNest(body))
    return;
  for (MapOp map : llvm::make_early_inc_range(body.getOps<MapOp>()))
    if (isReadByElements(map))
      inlineMap(rewriter, map);
}

/// The loops in the iterations of `loop` that are not inside of one whose iterations threads take.
static SmallVector<ArrayLoopOpInterface> findShared(Operation *loop) {
  SmallVector<ArrayLoopOpInterface> shared;
  loop->walk<WalkOrder::PreOrder>([&](ArrayLoopOpInterface inner) {
    if (inner == loop)
      return WalkResult::advance();
    shared.push_back(inner);
    return mayRunAtOnce(inner) ? WalkResult::skip() : WalkResult::advance();
  });
  return shared;
}

void chad::detail::inlineIntoNests(RewriterBase &rewriter, Operation *loop) {
  for (ArrayLoopOpInterface inner : findShared(loop))
    inlineMaps(rewriter, inner);
}

Value chad::detail::haveFewElements(RewriterBase &rewriter, Operation *loop) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  Location loc = loop->getLoc();
  WorkEstimate estimate(rewriter, loop);
  Value number;
  for (ArrayLoopOpInterface inner : findShared(loop)) {
    Nest nest(inner);
    Value own = nest.analyze() ? nest.countElements(rewriter, estimate) : Value();
    if (own)
      number = number ? rewriter.createOrFold<arith::AddIOp>(loc, number, own) : own;
  }
  if (!number)
    return {};
  // More than a thousand blocks have such arrays: 270 MB.
  constexpr int64_t most = 1 << 15;
  if (estimate.isGuess())
    return arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  return rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ule, number,
                                              createIndex(rewriter, loc, most));
}

Value chad::detail::countNestElements(OpBuilder &builder, WorkEstimate &estimate,
                                      ArrayLoopOpInterface loop, SmallVectorImpl<Value> &read) {
  Nest nest(loop);
  if (!nest.analyze())
    return {};
  read = nest.findRead();
  return nest.countMade(builder, estimate);
}

void chad::detail::splitNests(RewriterBase &rewriter, Block &block, int64_t threads,
                              bool checkExtents) {
  SmallVector<ArrayLoopOpInterface> loops(block.getOps<ArrayLoopOpInterface>());
  while (!loops.empty()) {
    Nest nest(loops.pop_back_val());
    if (nest.analyze())
      llvm::append_range(loops, nest.split(rewriter, threads, checkExtents));
  }
}
