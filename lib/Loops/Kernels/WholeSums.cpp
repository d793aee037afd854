//===- WholeSums.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each iteration of a block adds to all D elements of a sum, and what it adds is computed from a
// few numbers of the iteration and from elements of arrays, such as a row of its own:
//
//     for i < n:
//       c = f(x[i, :])
//       for j < D: s[j] += g(c, x[i, j], w[j])
//
// If the threads of the block share an iteration, only D of them have something to do. In rounds
// of R iterations (see Rounds.cpp) each thread computes the numbers of an iteration; then the T
// threads divide the elements of all rows of the round, as they follow each other: thread t has
// column t mod D of the rows t / D, t / D + P, ... for P = T / D, rounded down. Each thread has a
// sum of its own for all rounds, and these are added up in a tree at the end:
//
//     for t < T: part[t] = 0                                       (threads)
//     for i < n in steps of R:
//       for r < R: c[r] = f(x[i + r, :])                           (threads)
//       for t < P D:                                               (threads)
//         for r = t / D, t / D + P, ... < R:
//           part[t] += g(c[r], x[i + r, t mod D], w[t mod D])
//     for j < D: s[j] += Σ_p part[p D + j]                         (threads, in a tree)
//
// Threads that follow each other read elements that follow each other. The order of additions
// depends on D and T only.

#include "WholeSums.h"
#include "../Sums.h"
#include "Workers.h"
#include "chad/Analysis/OpCost.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Whether `value` is a state of the fold.
static bool isState(Value value, FoldOp fold) {
  return llvm::is_contained(cast<ArrayLoopOpInterface>(*fold).getStateArgs(), value);
}

/// The array of the fold of which `value` is an element; null if it is none.
static Value getRowsArray(Value value, FoldOp fold) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || arg.getOwner() != &fold.getBodyBlock() || isState(value, fold))
    return {};
  return getArrayOfElement(value);
}

/// Whether `value`, which the addend is computed from, is a number of an iteration of the fold.
static bool isNumberOf(Value value, const WholeSum &sum, FoldOp fold) {
  return isDefinedOutside(value, sum.loop) && !isDefinedOutside(value, fold);
}

/// Enters the ops that compute the addend. Returns false if threads cannot compute it from
/// elements and numbers, or if it takes too long to do so twice.
static bool findOps(WholeSum &sum, FoldOp fold) {
  constexpr unsigned most = 32;
  Block &body = sum.loop->getRegion(0).front();
  llvm::SmallPtrSet<Operation *, 8> ops;
  SmallVector<Value> left = {sum.addend};
  unsigned cost = 0;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (isDefinedOutside(value, fold))
      continue;
    if (isa<ShapedType>(value.getType()))
      return false;
    if (isDefinedOutside(value, sum.loop)) {
      bool isSmall = value.getType().isInteger() && value.getType().getIntOrFloatBitWidth() < 8;
      if (!value.getType().isIntOrIndexOrFloat() || isSmall || isState(value, fold))
        return false;
      continue;
    }
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      auto *found = llvm::find(sum.loop.getElementArgs(), arg);
      if (arg.getOwner() != &body || found == sum.loop.getElementArgs().end() ||
          isState(sum.loop.getArrays()[found - sum.loop.getElementArgs().begin()], fold))
        return false;
      continue;
    }
    Operation *op = value.getDefiningOp();
    OpKind kind = getOpKind(op);
    if (op->getBlock() != &body || op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
        kind == OpKind::Function || kind == OpKind::LibraryFunction)
      return false;
    if (!ops.insert(op).second)
      continue;
    cost += getCost(op);
    llvm::append_range(left, op->getOperands());
  }
  for (Operation &op : body)
    if (ops.contains(&op))
      sum.ops.push_back(&op);
  return cost <= most;
}

std::optional<WholeSum> chad::detail::getWholeSum(FoldOp fold, unsigned number) {
  BlockArgument state = cast<ArrayLoopOpInterface>(*fold).getStateArgs()[number];
  auto type = dyn_cast<RankedTensorType>(state.getType());
  if (!type || type.getRank() != 1 || !isa<FloatType>(type.getElementType()) || !state.hasOneUse())
    return std::nullopt;
  WholeSum sum;
  sum.loop = getLoopOverArrays(*state.user_begin());
  if (!sum.loop || sum.loop->getBlock() != &fold.getBodyBlock() || !isMemoryEffectFree(sum.loop))
    return std::nullopt;
  auto arrays = sum.loop.getArrays();
  auto position = llvm::find(arrays, state) - arrays.begin();
  auto next = dyn_cast<OpResult>(fold.getBodyBlock().getTerminator()->getOperand(number));
  if (position == static_cast<int64_t>(arrays.size()) || !next || next.getOwner() != sum.loop ||
      !next.hasOneUse() || next.getResultNumber() < sum.loop.getNumStates())
    return std::nullopt;
  // The arrays have extents that are known outside of the fold.
  bool readsOther = false;
  for (Value array : arrays) {
    if (isState(array, fold))
      continue;
    Value rows = getRowsArray(array, fold);
    if (!(rows && cast<RankedTensorType>(array.getType()).getRank() == 1) &&
        !isDefinedOutside(array, fold))
      return std::nullopt;
    readsOther = true;
  }
  Value element = sum.loop.getElementArgs()[position];
  sum.result = next.getResultNumber();
  sum.add = sum.loop->getRegion(0)
                .front()
                .getTerminator()
                ->getOperand(sum.result)
                .getDefiningOp<arith::AddFOp>();
  if (!readsOther || !sum.add || !sum.add->hasOneUse() || !element.hasOneUse() ||
      (sum.add.getLhs() != element && sum.add.getRhs() != element))
    return std::nullopt;
  sum.addend = sum.add.getLhs() == element ? sum.add.getRhs() : sum.add.getLhs();
  if (!findOps(sum, fold))
    return std::nullopt;
  return sum;
}

WholeSums::WholeSums(RewriterBase &rewriter, FoldOp fold, int64_t blockThreads,
                     ArrayRef<WholeSum> sums)
    : rewriter(rewriter), fold(fold), outer(cast<ArrayLoopOpInterface>(*fold)), loc(fold.getLoc()),
      blockThreads(blockThreads), sums(sums) {
  for (const WholeSum &sum : sums) {
    if (isNumberOf(sum.addend, sum, fold))
      numbers.insert(sum.addend);
    for (Operation *op : sum.ops)
      for (Value operand : op->getOperands())
        if (isNumberOf(operand, sum, fold))
          numbers.insert(operand);
  }
  for (unsigned number : llvm::seq<unsigned>(0, sums.size())) {
    auto *group = llvm::find_if(
        groups, [&](ArrayRef<unsigned> each) { return getKey(each.front()) == getKey(number); });
    if (group == groups.end())
      group = &groups.emplace_back();
    group->push_back(number);
  }
}

bool WholeSums::isLoop(Operation *op) const {
  return llvm::any_of(sums, [&](const WholeSum &sum) { return sum.loop == op; });
}

bool WholeSums::keepsLoop(Operation *op) const {
  return llvm::count_if(sums, [&](const WholeSum &sum) { return sum.loop == op; }) <
         static_cast<int64_t>(op->getNumResults());
}

Value WholeSums::getKey(unsigned number) const {
  Value key;
  for (Value array : ArrayLoopOpInterface(sums[number].loop).getArrays())
    if (!isState(array, fold) && (!key || (getRowsArray(array, fold) && !getRowsArray(key, fold))))
      key = array;
  return key;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Value WholeSums::index(int64_t value) { return createIndex(rewriter, loc, value); }

Value WholeSums::createExtent(Value array) {
  if (Value rows = getRowsArray(array, fold))
    return rewriter.createOrFold<tensor::DimOp>(loc, rows, 1);
  return getValueOrCreateConstantIndexOp(rewriter, loc, getArraySize(rewriter, loc, array));
}

Value WholeSums::createLength(unsigned number) { return createExtent(getKey(number)); }

void WholeSums::assertExtents(Value numIterations, ValueRange starts) {
  Value isEmpty;
  for (auto [number, sum] : llvm::enumerate(sums)) {
    Value length = createLength(number);
    SmallVector<Value> extents = {rewriter.createOrFold<tensor::DimOp>(loc, starts[number], 0)};
    for (Value array : sum.loop.getArrays())
      if (!isState(array, fold) && array != getKey(number))
        extents.push_back(createExtent(array));
    for (Value extent : extents) {
      Value isSame =
          rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, extent, length);
      if (isConstantIntValue(isSame, 1))
        continue;
      if (!isEmpty)
        isEmpty = rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, numIterations,
                                                       index(0));
      cf::AssertOp::create(
          rewriter, loc, rewriter.createOrFold<arith::OrIOp>(loc, isSame, isEmpty),
          ("'" + sum.loop->getName().getStringRef() + "' has arrays of several extents").str());
    }
  }
}

void WholeSums::cloneLoop(Operation *op, IRMapping &mapping) {
  auto old = cast<ArrayLoopOpInterface>(op);
  llvm::SmallPtrSet<Operation *, 2> adds;
  SmallVector<bool> isKept(old->getNumResults(), true);
  for (const WholeSum &sum : sums)
    if (sum.loop == op) {
      adds.insert(sum.add);
      isKept[sum.result] = false;
    }
  if (!keepsLoop(op))
    return;
  auto look = [&](Value value) { return mapping.lookupOrDefault(value); };
  SmallVector<Value> arrays, inits = llvm::map_to_vector(old.getInitialStates(), look);
  for (Value array : old.getArrays())
    if (!isState(array, fold))
      arrays.push_back(look(array));
  SmallVector<Type> types;
  for (Value result : old.getCollected())
    if (isKept[cast<OpResult>(result).getResultNumber()])
      types.push_back(result.getType());
  auto inner = dyn_cast<FoldOp>(op);
  ArrayLoopOpInterface made = createLoop(rewriter, op->getLoc(), arrays, inits, types,
                                         inner ? inner.getDirection() : Direction::Left);
  made->setDiscardableAttrs(llvm::to_vector(op->getDiscardableAttrs()));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToEnd(createBody(rewriter, made));
    IRMapping own(mapping);
    unsigned kept = 0;
    for (auto [arg, array] : llvm::zip_equal(old.getElementArgs(), old.getArrays()))
      if (!isState(array, fold))
        own.map(arg, made.getElementArgs()[kept++]);
    own.map(old.getStateArgs(), made.getStateArgs());
    Block &body = op->getRegion(0).front();
    SmallVector<Operation *> cloned;
    for (Operation &each : body.without_terminator())
      if (!adds.contains(&each))
        cloned.push_back(rewriter.clone(each, own));
    SmallVector<Value> yielded;
    for (auto [value, keeps] : llvm::zip_equal(body.getTerminator()->getOperands(), isKept))
      if (keeps)
        yielded.push_back(own.lookupOrDefault(value));
    YieldOp::create(rewriter, op->getLoc(), yielded);
    for (Operation *each : llvm::reverse(cloned))
      if (isOpTriviallyDead(each))
        rewriter.eraseOp(each);
  }
  unsigned next = 0;
  for (auto [result, keeps] : llvm::zip_equal(op->getResults(), isKept))
    if (keeps)
      mapping.map(result, made->getResult(next++));
}

Value WholeSums::readElement(Value array, Value i, Value j) {
  if (Value rows = getRowsArray(array, fold))
    return tensor::ExtractOp::create(rewriter, loc, rows, ValueRange{i, j});
  return readArray(rewriter, loc, array, j);
}

/// A loop over threads that change the elements of their numbers in `arrays`. `getNext` makes the
/// elements from those at the position of the thread.
static SmallVector<Value>
changeElements(RewriterBase &rewriter, Location loc, OpFoldResult numThreads, ValueRange arrays,
               function_ref<SmallVector<Value>(Value, ValueRange)> getNext) {
  OpFoldResult one = rewriter.getIndexAttr(1);
  auto threads = createWorkerLoop(rewriter, loc, Level::Block, numThreads, arrays);
  rewriter.setInsertionPointToStart(threads.getBody());
  Value thread = threads.getInductionVar(0), zero = createIndex(rewriter, loc, 0);
  SmallVector<Value> parts;
  for (auto [next, array] :
       llvm::zip_equal(getNext(thread, threads.getRegionIterArgs()), threads.getRegionIterArgs())) {
    auto type = RankedTensorType::get({1}, next.getType());
    Value part = extractSlice(rewriter, loc, type, array, {OpFoldResult(thread)}, {one}, {one});
    parts.push_back(tensor::InsertOp::create(rewriter, loc, next, part, zero));
  }
  rewriter.setInsertionPointToStart(threads.getTerminator().getBody());
  for (auto [part, array] : llvm::zip_equal(parts, threads.getRegionIterArgs()))
    tensor::ParallelInsertSliceOp::create(rewriter, loc, part, array,
                                          ArrayRef<OpFoldResult>{OpFoldResult(thread)},
                                          ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
  rewriter.setInsertionPointAfter(threads);
  return SmallVector<Value>(threads.getResults());
}

SmallVector<Value> WholeSums::createParts() {
  SmallVector<Value> parts;
  for (const WholeSum &sum : sums)
    parts.push_back(bufferization::AllocTensorOp::create(
        rewriter, loc, RankedTensorType::get({blockThreads}, sum.addend.getType()), ValueRange()));
  return changeElements(rewriter, loc, rewriter.getIndexAttr(blockThreads), parts,
                        [&](Value, ValueRange arrays) {
                          return llvm::map_to_vector(arrays, [&](Value array) -> Value {
                            Type type = getElementTypeOrSelf(array.getType());
                            return arith::ConstantOp::create(rewriter, loc, getNeutralAttr(type));
                          });
                        });
}

SmallVector<Value> WholeSums::addRound(ValueRange parts, Value start, Value count,
                                       ValueRange collected) {
  SmallVector<Value> results(parts);
  for (ArrayRef<unsigned> group : groups) {
    Value length = createLength(group.front());
    SmallVector<Value> before =
        llvm::map_to_vector(group, [&](unsigned number) { return results[number]; });
    SmallVector<Value> after = changeElements(
        rewriter, loc, rewriter.getIndexAttr(blockThreads), before,
        [&](Value thread, ValueRange arrays) {
          // Threads that are left over, and all for an empty sum, have no rows.
          Value columns = rewriter.createOrFold<arith::MaxUIOp>(loc, length, index(1));
          Value step = rewriter.createOrFold<arith::DivUIOp>(loc, index(blockThreads), columns);
          Value first = rewriter.createOrFold<arith::DivUIOp>(loc, thread, columns);
          Value j = rewriter.createOrFold<arith::RemUIOp>(loc, thread, columns);
          Value isPart =
              rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, first, step);
          Value isColumn =
              rewriter.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, j, length);
          Value takesPart = rewriter.createOrFold<arith::AndIOp>(loc, isPart, isColumn);
          Value stride = rewriter.createOrFold<arith::MaxUIOp>(loc, step, index(1));
          SmallVector<Value> own;
          for (Value array : arrays)
            own.push_back(tensor::ExtractOp::create(rewriter, loc, array, thread));
          // What does not depend on the row may be read before the loop, so the loop is in a
          // branch.
          auto branch = scf::IfOp::create(rewriter, loc, TypeRange(ValueRange(own)), takesPart,
                                          /*withElseRegion=*/true);
          rewriter.setInsertionPointToEnd(branch.elseBlock());
          scf::YieldOp::create(rewriter, loc, own);
          rewriter.setInsertionPointToEnd(branch.thenBlock());
          auto rows = scf::ForOp::create(rewriter, loc, first, count, stride, own);
          rewriter.setInsertionPointToEnd(rows.getBody());
          Value row = rows.getInductionVar();
          Value i = rewriter.createOrFold<arith::AddIOp>(loc, start, row);
          // Elements and numbers that several sums read are read once.
          IRMapping common;
          llvm::DenseMap<Value, Value> elements;
          SmallVector<Value> next;
          for (auto [number, state] : llvm::zip_equal(group, rows.getRegionIterArgs())) {
            const WholeSum &sum = sums[number];
            ArrayLoopOpInterface loop = sum.loop;
            auto isRead = [&](Value value) {
              return value == sum.addend || llvm::any_of(sum.ops, [&](Operation *op) {
                       return llvm::is_contained(op->getOperands(), value);
                     });
            };
            for (auto [value, array] : llvm::zip_equal(getNumbers(), collected))
              if (isRead(value) && !common.contains(value))
                common.map(value, tensor::ExtractOp::create(rewriter, loc, array, row).getResult());
            IRMapping mapping(common);
            for (auto [arg, array] : llvm::zip_equal(loop.getElementArgs(), loop.getArrays())) {
              if (!isRead(arg))
                continue;
              Value &element = elements[array];
              if (!element)
                element = readElement(array, i, j);
              mapping.map(arg, element);
            }
            for (Operation *op : sum.ops)
              rewriter.clone(*op, mapping);
            next.push_back(
                arith::AddFOp::create(rewriter, loc, state, mapping.lookupOrDefault(sum.addend)));
          }
          scf::YieldOp::create(rewriter, loc, next);
          rewriter.setInsertionPointAfter(rows);
          scf::YieldOp::create(rewriter, loc, rows.getResults());
          rewriter.setInsertionPointAfter(branch);
          return SmallVector<Value>(branch.getResults());
        });
    for (auto [number, part] : llvm::zip_equal(group, after))
      results[number] = part;
  }
  return results;
}

SmallVector<Value> WholeSums::addParts(ValueRange starts, ValueRange parts) {
  SmallVector<Value> results(starts);
  for (ArrayRef<unsigned> group : groups) {
    Value length = createLength(group.front());
    Value columns = rewriter.createOrFold<arith::MaxUIOp>(loc, length, index(1));
    Value most = rewriter.createOrFold<arith::DivUIOp>(loc, index(blockThreads), columns);
    SmallVector<Value> carried = {most};
    for (unsigned number : group)
      carried.push_back(parts[number]);
    // The parts of the upper half of the rows that are left are added to those of the lower half.
    auto steps = scf::ForOp::create(rewriter, loc, index(0), index(llvm::Log2_64(blockThreads)),
                                    index(1), carried);
    rewriter.setInsertionPointToEnd(steps.getBody());
    Value count = steps.getRegionIterArg(0);
    Value half = rewriter.createOrFold<arith::CeilDivUIOp>(loc, count, index(2));
    Value upper = rewriter.createOrFold<arith::SubIOp>(loc, count, half);
    Value numPairs = rewriter.createOrFold<arith::MulIOp>(loc, upper, columns);
    Value distance = rewriter.createOrFold<arith::MulIOp>(loc, half, columns);
    SmallVector<Value> next = {half};
    llvm::append_range(
        next, changeElements(rewriter, loc, numPairs, steps.getRegionIterArgs().drop_front(),
                             [&](Value thread, ValueRange arrays) {
                               Value other =
                                   rewriter.createOrFold<arith::AddIOp>(loc, thread, distance);
                               return llvm::map_to_vector(arrays, [&](Value array) -> Value {
                                 Value a = tensor::ExtractOp::create(rewriter, loc, array, thread);
                                 Value b = tensor::ExtractOp::create(rewriter, loc, array, other);
                                 return arith::AddFOp::create(rewriter, loc, a, b);
                               });
                             }));
    scf::YieldOp::create(rewriter, loc, next);
    rewriter.setInsertionPointAfter(steps);
    SmallVector<Value> before =
        llvm::map_to_vector(group, [&](unsigned number) { return results[number]; });
    SmallVector<Value> after =
        changeElements(rewriter, loc, length, before, [&](Value thread, ValueRange arrays) {
          SmallVector<Value> added;
          for (auto [array, part] : llvm::zip_equal(arrays, steps.getResults().drop_front())) {
            Value a = tensor::ExtractOp::create(rewriter, loc, array, thread);
            Value b = tensor::ExtractOp::create(rewriter, loc, part, thread);
            added.push_back(arith::AddFOp::create(rewriter, loc, a, b));
          }
          return added;
        });
    for (auto [number, sum] : llvm::zip_equal(group, after))
      results[number] = sum;
  }
  return results;
}
