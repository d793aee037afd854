//===- Order.cpp ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Chooses the order of the loops of a nest, and how the nest reads the operands in this order.

#include "Nest.h"
#include "chad/IR/Slices.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The dimensions of extent one whose index is a constant, which is 0.
static llvm::SmallBitVector findUnitDims(Value value, AffineMap map) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  llvm::SmallBitVector found(map.getNumResults());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (isa<AffineConstantExpr>(expr) && type.getDimSize(dim) == 1)
      found.set(dim);
  return found;
}

static Value collapse(OpBuilder &builder, Location loc, Value value,
                      const llvm::SmallBitVector &dropped) {
  if (dropped.none())
    return value;
  return tensor::CollapseShapeOp::create(builder, loc, value, groupDroppedDims(dropped));
}

StructuredNest::StructuredNest(OpBuilder &builder, linalg::LinalgOp op, ArrayRef<unsigned> outs,
                               AccumulatorKind kind, Permutation permutation)
    : builder(builder), op(op), loc(op.getLoc()), outs(outs.begin(), outs.end()), kind(kind),
      permutation(permutation), numLoops(op.getNumLoops()),
      staticExtents(op.getStaticLoopRanges()) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(outs[0]));
  droppedOut = findUnitDims(op->getResult(outs[0]), map);
  outMap = map.dropResults(droppedOut);
}

DenseSet<Value> chad::detail::findUsed(linalg::LinalgOp op, ArrayRef<unsigned> outs) {
  DenseSet<Value> used;
  for (unsigned out : outs)
    used.insert(getYieldedElement(op, out));
  for (Operation &nested : llvm::reverse(op.getBlock()->without_terminator()))
    if (llvm::any_of(nested.getResults(), [&](Value result) { return used.contains(result); }))
      nested.walk([&](Operation *inner) { used.insert_range(inner->getOperands()); });
  return used;
}

bool StructuredNest::needsIndex(unsigned loop) {
  bool isUsed = false;
  DenseSet<Value> used = findUsed(op, outs);
  for (Operation &nested : op.getBlock()->without_terminator())
    if (llvm::any_of(nested.getResults(), [&](Value result) { return used.contains(result); }))
      nested.walk([&](linalg::IndexOp index) { isUsed |= index.getDim() == loop; });
  auto shifts = [&](const LinearIndex &index) {
    const LinearIndex::Term *inner = index.getInnermost(levels);
    return llvm::any_of(index.terms, [&](const LinearIndex::Term &term) {
      return &term != inner && term.loop == loop;
    });
  };
  for (const Operand &operand : operands)
    isUsed |= operand.plan.byIndex ? operand.map.isFunctionOfDim(loop)
                                   : llvm::any_of(operand.plan.indices, shifts);
  return isUsed || (update && llvm::any_of(update->indices, shifts));
}

void StructuredNest::findOperands() {
  SmallVector<AccumulatorKind> kinds = getAccumulatorKinds(op);
  DenseSet<Value> used = findUsed(op, outs);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (number >= op.getBlock()->getNumArguments())
      continue;
    BlockArgument arg = op.getBlock()->getArgument(number);
    bool isElement =
        !op.isDpsInit(&operand) || kinds[number - op.getNumDpsInputs()] == AccumulatorKind::Element;
    if (!isElement || !used.contains(arg))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    llvm::SmallBitVector dropped = findUnitDims(operand.get(), map);
    operands.push_back(
        {collapse(builder, loc, operand.get(), dropped), arg, map.dropResults(dropped), {}, {}});
  }
  // A sum is added to its init after the loops, unless each iteration adds to a part of the init.
  if (isSimple() && !(kind == AccumulatorKind::Sum && !outMap.isProjectedPermutation()))
    return;
  firstInit = operands.size();
  for (unsigned out : outs)
    operands.push_back({getInit(out), {}, outMap, {}, {}});
}

Value StructuredNest::getInit(unsigned out) {
  return collapse(builder, loc, op.getDpsInits()[out], droppedOut);
}

void StructuredNest::setOrder(ArrayRef<unsigned> loops) {
  order.assign(loops.begin(), loops.end());
  levels.assign(numLoops, 0);
  for (auto [level, loop] : llvm::enumerate(order))
    levels[loop] = level;
}

/// The cost of the order: permutations of arrays, and sums of arrays instead of scalars. Nothing if
/// there is no nest in this order.
std::optional<unsigned> StructuredNest::getCost() {
  unsigned cost = 0, sumLevel = 0;
  if (kind == AccumulatorKind::Sum && !outMap.isProjectedPermutation()) {
    std::optional<UpdatePlan> plan = UpdatePlan::get(outMap, levels);
    if (!plan)
      return std::nullopt;
    sumLevel = plan->level;
    SmallVector<unsigned> sliced;
    for (const LinearIndex &index : ArrayRef(plan->indices).drop_front(plan->numEarly))
      if (const LinearIndex::Term *inner = index.getInnermost(levels))
        sliced.push_back(levels[inner->loop]);
    cost += 3 * !llvm::is_sorted(sliced);
  } else {
    cost += AccessPlan::get(outMap, levels).getCost();
  }
  for (auto [i, operand] : llvm::enumerate(operands))
    if (!firstInit || i < *firstInit)
      cost += AccessPlan::get(operand.map, levels).getCost();
  unsigned lastOut = 0;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (isOut(loop))
      lastOut = std::max(lastOut, levels[loop]);
  bool sumsArrays = llvm::any_of(llvm::seq(numLoops), [&](unsigned loop) {
    return !isOut(loop) && levels[loop] >= sumLevel && levels[loop] < lastOut;
  });
  return cost + sumsArrays;
}

SmallVector<unsigned> StructuredNest::getCommonOrder(ArrayRef<unsigned> preferred) {
  // For each loop, the loops that stand before it in an array. Of the loops of a sum, the first one
  // comes first.
  SmallVector<llvm::SmallBitVector> before(numLoops, llvm::SmallBitVector(numLoops));
  auto addMap = [&](AffineMap map) {
    SmallVector<unsigned> earlier;
    for (AffineExpr index : map.getResults())
      for (unsigned loop = 0; loop < numLoops; ++loop)
        if (index.isFunctionOfDim(loop)) {
          for (unsigned other : earlier)
            if (other != loop)
              before[loop].set(other);
          earlier.push_back(loop);
        }
  };
  addMap(outMap);
  for (const Operand &operand : operands)
    addMap(operand.map);
  SmallVector<unsigned> loops, left(preferred);
  llvm::SmallBitVector done(numLoops);
  while (!left.empty()) {
    // `test` says whether some of them are not done.
    auto *next = llvm::find_if(left, [&](unsigned loop) { return !before[loop].test(done); });
    if (next == left.end())
      next = left.begin();
    done.set(*next);
    loops.push_back(*next);
    left.erase(next);
  }
  return loops;
}

bool StructuredNest::improveOrder(ArrayRef<unsigned> preferred, std::optional<unsigned> best) {
  SmallVector<unsigned> chosen(preferred);
  auto attempt = [&](ArrayRef<unsigned> loops) {
    setOrder(loops);
    std::optional<unsigned> cost = getCost();
    if (!cost || (best && *cost >= *best))
      return false;
    best = cost;
    chosen.assign(loops.begin(), loops.end());
    return true;
  };
  attempt(getCommonOrder(preferred));
  // One loop after the other is moved, as long as that makes the order better.
  for (bool hasImproved = true; hasImproved && best != 0u;) {
    hasImproved = false;
    for (unsigned from = 0; from < numLoops; ++from)
      for (unsigned to = 0; to < numLoops; ++to) {
        SmallVector<unsigned> loops = chosen;
        unsigned loop = loops[from];
        loops.erase(loops.begin() + from);
        loops.insert(loops.begin() + to, loop);
        hasImproved |= attempt(loops);
      }
  }
  setOrder(chosen);
  return best.has_value();
}

bool StructuredNest::chooseOrder() {
  SmallVector<unsigned> preferred;
  for (AffineExpr expr : outMap.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(expr);
        dim && !llvm::is_contained(preferred, dim.getPosition()))
      preferred.push_back(dim.getPosition());
  for (unsigned loop = 0; loop < numLoops; ++loop)
    if (!llvm::is_contained(preferred, loop))
      preferred.push_back(loop);
  setOrder(preferred);
  if (!isSimple())
    return true;
  std::optional<unsigned> best = getCost();
  if (best && *best == 0)
    return true;
  constexpr unsigned maxLoops = 7;
  if (numLoops > maxLoops)
    return improveOrder(preferred, best);
  // Of orders with the same cost the one is chosen that is closest to the preferred one.
  auto distance = [&](ArrayRef<unsigned> positions) {
    unsigned inversions = 0;
    for (size_t i = 0; i < positions.size(); ++i)
      for (size_t j = i + 1; j < positions.size(); ++j)
        inversions += positions[i] > positions[j];
    return inversions;
  };
  SmallVector<unsigned> positions = llvm::to_vector(llvm::seq(numLoops)), chosen = preferred;
  unsigned bestDistance = 0;
  while (std::next_permutation(positions.begin(), positions.end())) {
    auto loops = llvm::map_to_vector(positions, [&](unsigned i) { return preferred[i]; });
    setOrder(loops);
    std::optional<unsigned> cost = getCost();
    if (!cost || (best && *cost > *best))
      continue;
    unsigned inversions = distance(positions);
    if (best && *cost == *best && inversions >= bestDistance)
      continue;
    best = cost;
    bestDistance = inversions;
    chosen = loops;
  }
  setOrder(chosen);
  return best.has_value();
}

void StructuredNest::finishPlans() {
  if (kind == AccumulatorKind::Sum && !outMap.isProjectedPermutation())
    update = UpdatePlan::get(outMap, levels);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (update && firstInit && i >= *firstInit) {
      operand.plan.indices.assign(update->indices.begin(),
                                  update->indices.begin() + update->numEarly);
      operand.plan.numEarly = update->numEarly;
      continue;
    }
    operand.plan = AccessPlan::get(operand.map, levels);
    if (!operand.plan.hasSlice || operand.plan.byIndex)
      continue;
    SmallVector<unsigned> loops;
    for (const LinearIndex &index :
         ArrayRef(operand.plan.indices).drop_front(operand.plan.numEarly))
      if (const LinearIndex::Term *inner = index.getInnermost(levels))
        loops.push_back(inner->loop);
    operand.sliceLoops = loops;
    for (auto [i, from] : llvm::enumerate(operand.plan.slicePermutation))
      operand.sliceLoops[i] = loops[from];
  }
}
