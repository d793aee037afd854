//===- Recurrences.cpp ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A fold with a state s and elements x whose steps are affine,
//
//   s[i+1] = a(x[i]) s[i] + b(x[i])      y[i] = f(x[i], s[i]),
//
// is run by the kernels of a scan, whose parts are pairs of a factor and an addend:
//
//   (a, b), followed by (c, d)  =  (c a, c b + d)
//
// Where a product of factors overflows, these are no numbers although the states may be. So there
// is a second version, the fold itself, which runs if the part of the whole fold is not finite.
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.4.

#include "Recurrences.h"
#include "../Schedule/Schedule.h"
#include "../Threads/Distribution.h"
#include "Scans.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/Recurrence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// With fewer iterations a fold takes less time than the launches of a scan's kernels.
static constexpr int64_t leastIterations = 64;

namespace {
class StepsOfFold : public ScanSteps {
public:
  StepsOfFold(RewriterBase &rewriter, FoldOp fold)
      : ScanSteps(fold.getDirection(), fold.getArrays(), fold.getInitialStates()), fold(fold) {
    // Which members the parts have is that of the map of a step.
    Region scratch;
    OpBuilder::InsertionGuard guard(rewriter);
    SmallVector<Type> types;
    for (Value array : fold.getArrays())
      types.push_back(getArrayElement(array.getType()));
    Block *block = rewriter.createBlock(&scratch, {}, types,
                                        SmallVector<Location>(types.size(), fold.getLoc()));
    for (AffineStep map : createAffineSteps(rewriter, fold, block->getArguments()))
      members.push_back({map.scale != nullptr, map.offset != nullptr});
  }

  SmallVector<Value> createNeutral(OpBuilder &builder) override {
    SmallVector<Value> numbers;
    for (auto [each, start] : llvm::zip_equal(members, starts))
      for (auto [isThere, value] : {std::pair(each.hasScale, 1), {each.hasOffset, 0}})
        if (isThere)
          numbers.push_back(arith::ConstantOp::create(
              builder, fold.getLoc(), builder.getFloatAttr(start.getType(), value)));
    return numbers;
  }

  SmallVector<Value> extend(OpBuilder &builder, ValueRange part, ValueRange elements) override {
    SmallVector<Value> numbers;
    for (AffineStep map : createAffineSteps(builder, fold, elements))
      for (Value number : {map.scale, map.offset})
        if (number)
          numbers.push_back(number);
    return compose(builder, part, numbers);
  }

  SmallVector<Value> compose(OpBuilder &builder, ValueRange first, ValueRange second) override {
    SmallVector<Value> made;
    for (auto [before, after] : llvm::zip_equal(split(first), split(second))) {
      if (after.scale)
        made.push_back(mul(builder, after.scale, before.scale));
      if (after.offset)
        made.push_back(apply(builder, after, before.offset));
    }
    return made;
  }

  SmallVector<Value> apply(OpBuilder &builder, ValueRange part, ValueRange states) override {
    SmallVector<Value> next;
    for (auto [map, state] : llvm::zip_equal(split(part), states))
      next.push_back(apply(builder, map, state));
    return next;
  }

  SmallVector<Value> step(OpBuilder &builder, ValueRange elements, ValueRange states) override {
    IRMapping mapping;
    mapping.map(fold.getElementArgs(), elements);
    mapping.map(fold.getStateArgs(), states);
    return cloneBody(builder, fold.getBodyBlock(), mapping);
  }

  SmallVector<Type> getCollected() override {
    return llvm::map_to_vector(cast<ArrayLoopOpInterface>(*fold).getYieldedElements(),
                               [](Value value) { return value.getType(); });
  }

private:
  Value mul(OpBuilder &builder, Value a, Value b) {
    return arith::MulFOp::create(builder, fold.getLoc(), a, b);
  }
  Value apply(OpBuilder &builder, AffineStep map, Value state) {
    if (map.scale)
      state = mul(builder, map.scale, state);
    return map.offset ? arith::AddFOp::create(builder, fold.getLoc(), state, map.offset).getResult()
                      : state;
  }
  /// The maps of all states.
  SmallVector<AffineStep> split(ValueRange part) {
    SmallVector<AffineStep> maps;
    size_t next = 0;
    for (Members each : members) {
      AffineStep &map = maps.emplace_back();
      if (each.hasScale)
        map.scale = part[next++];
      if (each.hasOffset)
        map.offset = part[next++];
    }
    return maps;
  }

  struct Members {
    bool hasScale, hasOffset;
  };
  FoldOp fold;
  SmallVector<Members> members;
};
} // namespace

static void divide(RewriterBase &rewriter, FoldOp fold, const Machine &machine, bool checkExtents) {
  remarkDone(fold, {"chad-distribute-kernels", "recurrence"},
             "an affine recurrence: becomes a scan that composes its steps; where products of "
             "their factors overflow, its iterations follow each other");
  rewriter.setInsertionPoint(fold);
  if (checkExtents)
    assertOneExtent(rewriter, fold, fold.getArrays());
  StepsOfFold steps(rewriter, fold);
  ScanKernels kernels(rewriter, fold.getLoc(), machine, steps, getExtent(rewriter, fold));
  kernels.createStates();
  createVersions(rewriter, fold, kernels.areFinite());
  rewriter.setInsertionPoint(fold);
  bool isUsed = llvm::any_of(fold.getFinalStates(), [](Value v) { return !v.use_empty(); });
  SmallVector<Value> results =
      isUsed ? kernels.createLastStates() : SmallVector<Value>(fold.getInitialStates());
  if (!fold.getCollected().empty())
    llvm::append_range(results, kernels.createCollected());
  for (auto [old, result] : llvm::zip_equal(fold.getResults(), results))
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, fold.getLoc(), old.getType(), result);
  rewriter.replaceOp(fold, results);
}

void chad::detail::divideRecurrences(RewriterBase &rewriter, Operation *root,
                                     const Machine &machine, bool checkExtents) {
  SmallVector<FoldOp> folds;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto fold = dyn_cast<FoldOp>(op);
    if (!isa<CombinatorOpInterface>(op))
      return WalkResult::advance();
    if (fold && !mayRunInThreads(fold) && hasAffineSteps(fold) && isMemoryEffectFree(fold)) {
      int64_t extent = getStaticExtent(fold);
      if (ShapedType::isDynamic(extent) || extent >= leastIterations)
        folds.push_back(fold);
    }
    return WalkResult::skip();
  });
  for (FoldOp fold : folds)
    divide(rewriter, fold, machine, checkExtents);
}
