//===- SplitInvariant.cpp -----------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitInvariant.h"
#include "KeepUsed.h"
#include "chad/IR/ChadOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Finds the values in a map or a build that depend on the iteration of a loop around it.
class Variance {
public:
  Variance(Operation *loop, Operation *op) : loop(loop), op(op) { visit(op); }

  bool isVariant(Value value) const {
    return variants.contains(value) || (!isDefinedOutside(value, loop) &&
                                        isDefinedOutside(value, op) && value.getDefiningOp() != op);
  }

private:
  void visitMap(MapOp op) {
    for (auto [array, arg] : llvm::zip_equal(op.getArrays(), op.getBody().getArguments()))
      if (isVariant(array))
        variants.insert(arg);
    visitBody(op);
    if (llvm::all_of(op.getArrays(), [&](Value array) { return isVariant(array); }))
      variants.insert_range(op.getResults());
  }

  void visitBody(Operation *op) {
    Block &body = op->getRegion(0).front();
    for (Operation &inner : body.without_terminator())
      visit(&inner);
    for (auto [result, value] :
         llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands()))
      if (isVariant(value))
        variants.insert(result);
  }

  void visit(Operation *op) {
    if (auto inner = dyn_cast<MapOp>(op))
      return visitMap(inner);
    if (auto build = dyn_cast<BuildOp>(op); build && !isVariant(build.getExtent()))
      return visitBody(op);
    bool changes = !isPure(op);
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        changes |= isDefinedOutside(operand, op) && isVariant(operand);
    });
    if (changes)
      variants.insert_range(op->getResults());
  }

  Operation *loop, *op;
  DenseSet<Value> variants;
};
} // namespace

/// Whether `op` makes sums, or has loops that do.
static bool makesSums(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isa<ReduceOp, FoldOp>(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The values in a map that sums compute, that do not depend on the iteration, and that values
/// which do depend on it use.
static SmallVector<Value> findSums(MapOp map, const Variance &variance) {
  Block &body = map.getBody().front();
  SmallVector<Value> sums;
  auto isVariant = [&](Value value) { return variance.isVariant(value); };
  auto isNeeded = [&](Operation *user) {
    user = body.findAncestorOpInBlock(*user);
    return isa<YieldOp>(user) || llvm::any_of(user->getResults(), isVariant);
  };
  if (llvm::all_of(map.getArrays(), isVariant))
    return sums;
  DenseSet<Operation *> ofSums;
  for (Operation &op : body.without_terminator()) {
    if (!makesSums(&op) && llvm::none_of(op.getOperands(), [&](Value operand) {
          return ofSums.contains(operand.getDefiningOp());
        }))
      continue;
    ofSums.insert(&op);
    for (Value result : op.getResults())
      if (!isVariant(result) && llvm::any_of(result.getUsers(), isNeeded) &&
          getArrayOf(result.getType(), ShapedType::kDynamic))
        sums.push_back(result);
  }
  return sums;
}

/// Moves the computation that does not depend on the iteration from a map or a build to a loop of
/// its own.
static bool split(ArrayLoopOpInterface op, const Variance &variance) {
  Block &body = op.getBodyBlock();
  auto map = dyn_cast<MapOp>(*op);
  SmallVector<Value> values, results;
  if (map)
    values = findSums(map, variance);
  unsigned numSums = values.size();
  for (auto [result, value] : llvm::zip_equal(op.getCollected(), op.getYieldedElements()))
    if (!result.use_empty() && !variance.isVariant(result)) {
      results.push_back(result);
      values.push_back(value);
    }
  // If nothing depends on the iteration, the whole op is hoisted from the loop.
  if (values.empty() || results.size() == op->getNumResults())
    return false;
  IRRewriter rewriter(op->getContext());
  rewriter.setInsertionPoint(op);
  auto makeBody = [&](OpBuilder &inner, Location loc, ValueRange args) {
    IRMapping mapping;
    mapping.map(body.getArguments(), args);
    cloneBody(inner, body, mapping);
    SmallVector<Value> yielded;
    for (Value value : values)
      yielded.push_back(mapping.lookupOrDefault(value));
    YieldOp::create(inner, loc, yielded);
  };
  Operation *first =
      map ? MapOp::create(rewriter, op->getLoc(), map.getArrays(), makeBody).getOperation()
          : BuildOp::create(rewriter, op->getLoc(), op->getOperand(0), makeBody).getOperation();
  for (unsigned number = 0; number < results.size(); ++number) {
    Value made = first->getResult(numSums + number), result = results[number];
    made.setType(result.getType());
    result.replaceAllUsesWith(made);
  }
  for (unsigned number = 0; number < numSums; ++number) {
    Value sum = values[number];
    rewriter.replaceAllUsesWith(sum, addElement(rewriter, op, first->getResult(number)));
  }
  // Each of the two loops keeps only the code for its own results; otherwise the first one could
  // not be hoisted, and the two would be fused again.
  keepUsed(cast<ArrayLoopOpInterface>(first));
  keepUsed(op);
  return true;
}

/// The same for the loops inside of `op`, inner ones first: a computation that is hoisted from them
/// may be hoisted from `top`, the outermost one, in the body of `loop`.
static bool splitNested(Operation *loop, Operation *top, ArrayLoopOpInterface op,
                        std::optional<Variance> &variance) {
  bool isChanged = false;
  for (Operation &each : llvm::make_early_inc_range(op.getBodyBlock()))
    if (ArrayLoopOpInterface inner = getMapOrBuild(&each); inner && isMemoryEffectFree(inner))
      isChanged |= splitNested(loop, top, inner, variance);
  if (!variance)
    variance.emplace(loop, top);
  if (!split(op, *variance))
    return isChanged;
  variance.reset();
  return true;
}

bool chad::detail::splitInvariant(Operation *root) {
  bool isChanged = false;
  root->walk([&](ArrayLoopOpInterface loop) {
    if (!getMapOrBuild(loop))
      return;
    for (Operation &op : llvm::make_early_inc_range(loop.getBodyBlock())) {
      std::optional<Variance> variance;
      if (ArrayLoopOpInterface inner = getMapOrBuild(&op); inner && isMemoryEffectFree(inner))
        isChanged |= splitNested(loop, inner, inner, variance);
    }
  });
  return isChanged;
}
