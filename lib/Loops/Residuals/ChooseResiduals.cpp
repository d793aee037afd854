//===- ChooseResiduals.cpp ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lets later loops compute values again if this is cheaper than to keep them.

#include "../Sums.h"
#include "Choice.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Passes.h"
#include "mlir/IR/PatternMatch.h"

namespace chad {
#define GEN_PASS_DEF_CHADCHOOSERESIDUALS
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

//===----------------------------------------------------------------------===//
// Keeping
//===----------------------------------------------------------------------===//

namespace {
/// Finds the arrays with the values of all iterations of the nest's loop, or makes them.
class Collector {
public:
  Collector(RewriterBase &rewriter, const Nest &nest, ArrayRef<Value> values);
  /// Loops that were replaced are erased at the end, so that no new value gets the address of an
  /// old result that a map has as key.
  ~Collector() {
    for (Operation *op : llvm::reverse(replaced))
      rewriter.eraseOp(op);
  }

  DenseMap<Value, Value> arrays;

private:
  Value latest(Value value) const {
    auto found = renamed.find(value);
    return found == renamed.end() ? value : found->second;
  }
  void wait(Block *block, Value value);
  Operation *makeLarger(Block *block, ArrayRef<Value> values);

  RewriterBase &rewriter;
  const Nest &nest;
  DenseMap<Value, Value> renamed;
  SmallVector<Operation *> replaced;
  /// The values that each body is to yield, by the depth of the body.
  SmallVector<llvm::MapVector<Block *, SmallVector<Value>>> waiting;
};
} // namespace

void Collector::wait(Block *block, Value value) {
  unsigned depth = 0;
  for (Operation *op = block->getParentOp(); op != nest.loop(); op = op->getParentOp())
    ++depth;
  waiting.resize(std::max<size_t>(waiting.size(), depth + 1));
  waiting[depth][block].push_back(value);
}

/// The loop of a body, where it yields what stands for the values so far.
Operation *Collector::makeLarger(Block *block, ArrayRef<Value> values) {
  Operation *loop = block->getParentOp();
  DenseMap<Value, unsigned> positions;
  ValueRange yielded = block->getTerminator()->getOperands();
  for (unsigned i = numStatesOf(loop); i < yielded.size(); ++i)
    positions.try_emplace(yielded[i], i);
  SmallVector<Value> more;
  unsigned numResults = loop->getNumResults();
  for (Value value : values)
    if (Value next = latest(arrays[value]);
        positions.try_emplace(next, numResults + more.size()).second)
      more.push_back(next);
  Operation *larger = loop;
  if (!more.empty()) {
    larger = addCollected(rewriter, cast<ArrayLoopOpInterface>(loop), more);
    replaced.push_back(loop);
    for (auto [old, result] : llvm::zip(loop->getResults(), larger->getResults()))
      renamed[old] = result;
  }
  for (Value value : values) {
    Value &array = arrays[value];
    array = larger->getResult(positions[latest(array)]);
  }
  return larger;
}

Collector::Collector(RewriterBase &rewriter, const Nest &nest, ArrayRef<Value> values)
    : rewriter(rewriter), nest(nest) {
  // A value from outside of the nest is used directly, and never collected.
  for (Value value : values)
    if (!nest.isOutside(value) && arrays.try_emplace(value, value).second)
      wait(value.getParentBlock(), value);
  for (unsigned depth = waiting.size(); depth-- > 0;) {
    for (auto &[block, yielded] : waiting[depth]) {
      Operation *loop = makeLarger(block, yielded);
      if (depth == 0)
        continue;
      for (Value value : yielded)
        wait(loop->getBlock(), value);
    }
  }
  // The values are also looked up as the values of the new loop.
  for (Value value : values)
    if (Value name = latest(value); name != value && arrays.contains(value))
      arrays[name] = Value(arrays[value]);
}

//===----------------------------------------------------------------------===//
// Reading and computing again
//===----------------------------------------------------------------------===//

namespace {
/// Makes values of the nest's bodies available in the bodies that read them.
struct Reader {
  Reader(RewriterBase &rewriter, const Nest &nest, const DenseMap<Value, Value> &arrays)
      : rewriter(rewriter), nest(nest), arrays(arrays) {}

  Value get(BodyPair *pair, Value value);

private:
  using Want = std::pair<BodyPair *, Value>;
  static BodyPair *ownerOf(BodyPair *pair, Value value) {
    while (pair->made != value.getParentBlock())
      pair = pair->outer;
    return pair;
  }
  Value find(BodyPair *pair, Value value) {
    return nest.isOutside(value) ? value : ownerOf(pair, value)->values.lookup(value);
  }
  Value elementOf(BodyPair *pair, Value array);
  Value indexOf(BodyPair *pair, BuildOp iota);
  Value readKept(BodyPair *pair, Value value);

  RewriterBase &rewriter;
  const Nest &nest;
  const DenseMap<Value, Value> &arrays;
};
} // namespace

static MutableOperandRange mutableArraysOf(Operation *loop) {
  return isa<MapOp>(loop) ? cast<MapOp>(loop).getArraysMutable()
                          : cast<FoldOp>(loop).getArraysMutable();
}

/// The element of an array in the reading body. If the body does not read this array yet, it is
/// added to its arrays.
Value Reader::elementOf(BodyPair *pair, Value array) {
  Operation *loop = pair->reader();
  ValueRange operands = arraysOf(loop);
  if (auto found = llvm::find(operands, array); found != operands.end())
    return pair->read->getArgument(std::distance(operands.begin(), found));
  unsigned number = operands.size();
  rewriter.modifyOpInPlace(loop, [&] { mutableArraysOf(loop).append(array); });
  return pair->read->insertArgument(number, getArrayElement(array.getType()), loop->getLoc());
}

Value Reader::indexOf(BodyPair *pair, BuildOp iota) {
  Operation *loop = pair->reader();
  for (auto [i, array] : llvm::enumerate(arraysOf(loop)))
    if (getIota(array))
      return pair->read->getArgument(i);
  rewriter.setInsertionPoint(loop);
  auto indices = BuildOp::create(
      rewriter, loop->getLoc(), iota.getExtent(),
      [](OpBuilder &nested, Location at, ValueRange args) { YieldOp::create(nested, at, args); });
  return elementOf(pair, indices.getResult(0));
}

Value Reader::readKept(BodyPair *pair, Value value) {
  SmallVector<BodyPair *> around;
  for (BodyPair *outer = pair; outer; outer = outer->outer)
    around.push_back(outer);
  Value array = arrays.lookup(value);
  for (BodyPair *outer : llvm::reverse(around))
    array = elementOf(outer, array);
  return array;
}

Value Reader::get(BodyPair *pair, Value wanted) {
  SmallVector<Want> worklist = {{pair, wanted}};
  while (!worklist.empty()) {
    auto [from, value] = worklist.back();
    if (find(from, value)) {
      worklist.pop_back();
      continue;
    }
    BodyPair *owner = ownerOf(from, value);
    Value &made = owner->values[value];
    if (arrays.contains(value)) {
      made = readKept(owner, value);
      continue;
    }
    Origin origin = originOf(nest, value);
    bool isWaiting = false;
    for (Value operand : origin.from)
      if (!find(owner, operand)) {
        worklist.push_back({owner, operand});
        isWaiting = true;
      }
    if (isWaiting)
      continue;
    if (Operation *op = value.getDefiningOp()) {
      IRMapping mapping;
      for (Value from : origin.from)
        mapping.map(from, find(owner, from));
      rewriter.setInsertionPoint(owner->first);
      Value again = rewriter.clone(*op, mapping)->getResult(0);
      owner->values[value] = again;
    } else if (!origin.from.empty()) {
      Value element = elementOf(owner, find(owner, origin.from[0]));
      owner->values[value] = element;
    } else {
      Operation *loop = value.getParentBlock()->getParentOp();
      auto build = dyn_cast<BuildOp>(loop);
      if (!build)
        build = getIota(arraysOf(loop)[cast<BlockArgument>(value).getArgNumber()]);
      Value index = indexOf(owner, build);
      owner->values[value] = index;
    }
  }
  return find(pair, wanted);
}

/// Removes arrays whose elements have no uses from the reading loop; one stays for the number of
/// iterations.
static void dropUnread(RewriterBase &rewriter, BodyPair &pair) {
  Operation *loop = pair.reader();
  for (unsigned i = arraysOf(loop).size(); i-- > 0 && arraysOf(loop).size() > 1;) {
    if (!pair.read->getArgument(i).use_empty())
      continue;
    pair.read->eraseArgument(i);
    rewriter.modifyOpInPlace(loop, [&] { mutableArraysOf(loop).erase(i); });
  }
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ChooseResiduals : chad::impl::ChadChooseResidualsBase<ChooseResiduals> {
  using ChadChooseResidualsBase::ChadChooseResidualsBase;

  void runOnOperation() override {
    if (maxFlopsPerByte <= 0)
      return;
    IRRewriter rewriter(&getContext());
    SmallVector<Block *> bodies;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Indices are never kept.
      if (isa<MapOp, BuildOp, FoldOp>(op) && !makesOnlyIota(op) &&
          op->getNumResults() > numStatesOf(op))
        bodies.push_back(&op->getRegion(0).front());
    });
    // Loops inside of others are handled with the outer loop, if that keeps their arrays.
    for (Block *body : bodies)
      run(rewriter, body->getParentOp());
  }

  void run(RewriterBase &rewriter, Operation *loop) {
    Nest nest(loop);
    if (nest.residuals.empty())
      return;
    // An array that is made and read within one iteration stays in the cache.
    bool isInside = isa<MapOp, BuildOp, FoldOp>(loop->getParentOp());
    Choice choice = chooseResiduals(nest, isInside ? maxFlopsPerByte / 4 : maxFlopsPerByte);
    if (wantsRemarks(loop))
      describeChoice(nest, choice);
    // A value that is the same in all iterations of an inner loop is kept once, not once for each
    // iteration.
    auto mayStay = [&](const Residual &residual) {
      return nest.isThere(residual.made) ||
             (choice.isKept(residual.made) &&
              Value(residual.made).getParentBlock() == residual.pair->made);
    };
    if (llvm::all_of(nest.residuals, mayStay))
      return;
    SmallVector<Value> needed(choice.kept);
    for (auto [value, flops] : choice.redone)
      for (Value from : originOf(nest, value).from)
        if (nest.isThere(from))
          needed.push_back(from);
    Collector collector(rewriter, nest, needed);
    Reader reader(rewriter, nest, collector.arrays);
    for (const Residual &residual : nest.residuals) {
      if (mayStay(residual))
        continue;
      rewriter.replaceAllUsesWith(residual.read, reader.get(residual.pair, residual.made));
      ++numRecomputed;
    }
    for (const std::unique_ptr<BodyPair> &pair : llvm::reverse(nest.pairs))
      dropUnread(rewriter, *pair);
  }
};
} // namespace
