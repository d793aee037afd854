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
// is a second version, the fold itself, which runs if the part of the whole fold is not finite. The
// host asks for that after the kernels. A fold that reads what another one collects, as in a
// reverse sweep, belongs to it: both are run by kernels, or neither, so that the host asks once.
//
// Source: Blelloch, "Prefix sums and their applications", 1990, §1.4.

#include "Recurrences.h"
#include "../Schedule/Schedule.h"
#include "../Threads/Distribution.h"
#include "Scans.h"
#include "chad/Analysis/Remarks.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
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
      : ScanSteps(fold.getDirection(), fold.getArrays(), fold.getInitialStates()), fold(fold),
        reused(fold.getCollected().size()) {
    // Which members the parts have is that of the map of a step.
    Region scratch;
    OpBuilder::InsertionGuard guard(rewriter);
    SmallVector<Type> types;
    for (Value array : fold.getArrays())
      types.push_back(getArrayElement(array.getType()));
    Block *block = rewriter.createBlock(&scratch, {}, types,
                                        SmallVector<Location>(types.size(), fold.getLoc()));
    SmallVector<Value> worklist;
    for (AffineStep map : createAffineSteps(rewriter, fold, block->getArguments())) {
      members.push_back({map.scale != nullptr, map.offset != nullptr});
      for (Value number : {map.scale, map.offset})
        if (number)
          worklist.push_back(number);
    }
    llvm::fill(areCombined, false);
    for (DenseSet<Value> visited; !worklist.empty();) {
      Value value = worklist.pop_back_val();
      if (!visited.insert(value).second || value.getParentRegion() != &scratch)
        continue;
      if (auto arg = dyn_cast<BlockArgument>(value))
        areCombined[arg.getArgNumber()] = true;
      else
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    }
    // An array of numbers of iterations says how many there are.
    if (llvm::none_of(areCombined, [](bool is) { return is; }))
      areCombined.front() = true;
  }

  Value getReused(unsigned number) override { return reused[number]; }
  /// Lets what the fold collects take over the memory of arrays that it alone reads, if `made` has
  /// them: kernels that follow each other have made these.
  void reuse(const DenseMap<Value, Value> &made) {
    for (auto [array, place] : llvm::zip_equal(fold.getCollected(), reused))
      for (auto [read, isCombined] : llvm::zip_equal(fold.getArrays(), areCombined))
        if (Value own = made.lookup(read); own && !isCombined && isReadOnce(read) &&
                                           read.getType() == array.getType() &&
                                           !llvm::is_contained(reused, own)) {
          place = own;
          break;
        }
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
  SmallVector<Value> reused; ///< For each collected array; null if it takes over none.
};
} // namespace

/// A fold that collects nothing.
static void divideAlone(RewriterBase &rewriter, FoldOp fold, const Machine &machine,
                        bool checkExtents) {
  rewriter.setInsertionPoint(fold);
  if (checkExtents)
    assertOneExtent(rewriter, fold, fold.getArrays());
  StepsOfFold steps(rewriter, fold);
  ScanKernels kernels(rewriter, fold.getLoc(), machine, steps, getExtent(rewriter, fold));
  kernels.createParts();
  kernels.createStates();
  createVersions(rewriter, fold, kernels.areFinite());
  rewriter.setInsertionPoint(fold);
  rewriter.replaceOp(fold, kernels.createLastStates());
}

/// Folds of one block of which each but the first one reads what one before collects.
using Chain = SmallVector<FoldOp>;

static void divide(RewriterBase &rewriter, MutableArrayRef<FoldOp> chain, const Machine &machine,
                   bool checkExtents) {
  for (FoldOp fold : chain)
    remarkDone(fold, {"chad-distribute-kernels", "recurrence"},
               "an affine recurrence: becomes a scan that composes its steps; where products of "
               "their factors overflow, its iterations follow each other");
  if (chain.front().getCollected().empty())
    return divideAlone(rewriter, chain.front(), machine, checkExtents);
  rewriter.setInsertionPoint(chain.front());
  Value extent = getExtent(rewriter, chain.front());
  for (FoldOp fold : chain)
    for (Value array : fold.getCollected())
      for (Operation *user : llvm::make_early_inc_range(array.getUsers()))
        if (isa<tensor::DimOp>(user))
          rewriter.replaceOp(user, extent);

  rewriter.setInsertionPoint(chain.back());
  auto isMade = [&](Value array) { return llvm::is_contained(chain, array.getDefiningOp()); };
  // What the folds collect has the extent of what they read.
  if (checkExtents)
    for (FoldOp fold : chain) {
      SmallVector<Value> arrays = {chain.front().getArrays().front()};
      llvm::copy_if(fold.getArrays(), std::back_inserter(arrays),
                    [&](Value array) { return !isMade(array); });
      assertOneExtent(rewriter, fold, arrays);
    }
  SmallVector<std::unique_ptr<StepsOfFold>> steps;
  SmallVector<std::unique_ptr<ScanKernels>> kernels;
  DenseMap<Value, Value> made; ///< What the folds collect, made by kernels.
  // Parts are made as early as possible, so that one launch makes those of several folds.
  SmallVector<bool> haveParts;
  for (FoldOp fold : chain) {
    steps.push_back(std::make_unique<StepsOfFold>(rewriter, fold));
    kernels.push_back(
        std::make_unique<ScanKernels>(rewriter, fold.getLoc(), machine, *steps.back(), extent));
    haveParts.push_back(llvm::none_of(
        llvm::zip_equal(fold.getArrays(), steps.back()->areCombined),
        [&](auto array) { return std::get<1>(array) && isMade(std::get<0>(array)); }));
    if (haveParts.back())
      kernels.back()->createParts();
  }
  for (auto [fold, ownSteps, own, hasParts] : llvm::zip_equal(chain, steps, kernels, haveParts)) {
    for (Value &array : ownSteps->arrays)
      if (Value known = made.lookup(array))
        array = known;
    if (!hasParts)
      own->createParts();
    ownSteps->reuse(made);
    for (auto [array, value] :
         llvm::zip_equal(fold.getCollected(), own->createCollected(/*checked=*/true)))
      made[array] = value;
  }

  // The results that others than the folds read.
  SmallVector<Value> results;
  SmallVector<Type> types;
  for (FoldOp fold : chain)
    for (Value result : fold->getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return !llvm::is_contained(chain, user); })) {
        results.push_back(result);
        types.push_back(result.getType());
      }
  Location loc = chain.back().getLoc();
  Value areFinite;
  for (auto &own : kernels) {
    Value each = own->areFinite();
    areFinite =
        areFinite ? arith::AndIOp::create(rewriter, loc, areFinite, each).getResult() : each;
  }
  auto versions = scf::IfOp::create(rewriter, loc, types, areFinite, /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(versions.elseBlock());
  IRMapping mapping;
  for (FoldOp fold : chain)
    rewriter.clone(*fold, mapping);
  scf::YieldOp::create(rewriter, loc, llvm::map_to_vector(results, [&](Value result) {
                         return mapping.lookup(result);
                       }));
  rewriter.setInsertionPointToStart(versions.thenBlock());
  SmallVector<Value> yielded;
  for (Value result : results) {
    Value value = made.lookup(result);
    if (!value) {
      auto *place = llvm::find(chain, result.getDefiningOp());
      value = kernels[place - chain.begin()]
                  ->createLastStates()[cast<OpResult>(result).getResultNumber()];
    }
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(rewriter, loc, result.getType(), value);
    yielded.push_back(value);
  }
  scf::YieldOp::create(rewriter, loc, yielded);
  rewriter.replaceAllUsesWith(results, versions.getResults());
  for (FoldOp fold : llvm::reverse(chain))
    rewriter.eraseOp(fold);
}

/// Whether `fold` belongs to the folds of a chain: it reads arrays that these collect, one element
/// in each iteration, and no op before it reads anything else of theirs.
static bool belongsTo(MutableArrayRef<FoldOp> chain, FoldOp fold) {
  if (chain.empty() || chain.back()->getBlock() != fold->getBlock() ||
      chain.back().getCollected().empty() || fold.getCollected().empty())
    return false;
  bool isRead = false;
  for (FoldOp other : chain)
    for (OpResult result : other->getResults())
      for (OpOperand &use : result.getUses()) {
        Operation *user = use.getOwner();
        if (isa<tensor::DimOp>(user) || llvm::is_contained(chain, user))
          continue;
        if (user == fold) {
          if (use.getOperandNumber() >= fold.getArrays().size())
            return false;
          isRead = true;
          continue;
        }
        Operation *around = fold->getBlock()->findAncestorOpInBlock(*user);
        if (!fold->isBeforeInBlock(around))
          return false;
      }
  return isRead;
}

void chad::detail::divideRecurrences(RewriterBase &rewriter, Operation *root,
                                     const Machine &machine, bool checkExtents) {
  SmallVector<Chain> chains;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto fold = dyn_cast<FoldOp>(op);
    if (!isa<CombinatorOpInterface>(op))
      return WalkResult::advance();
    if (fold && !mayRunInThreads(fold) && hasAffineSteps(fold) && isMemoryEffectFree(fold)) {
      int64_t extent = getStaticExtent(fold);
      if (ShapedType::isDynamic(extent) || extent >= leastIterations) {
        if (chains.empty() || !belongsTo(chains.back(), fold))
          chains.emplace_back();
        chains.back().push_back(fold);
      }
    }
    return WalkResult::skip();
  });
  for (Chain &chain : chains)
    divide(rewriter, chain, machine, checkExtents);
}
