//===- Access.cpp ---------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// Adds `factor · expr` to `index`. Returns false if `expr` is no sum of multiples of loops.
static bool addTerms(AffineExpr expr, int64_t factor, LinearIndex &index) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    index.offset += factor * constant.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    for (LinearIndex::Term &term : index.terms)
      if (term.loop == dim.getPosition()) {
        term.factor += factor;
        return true;
      }
    index.terms.push_back({dim.getPosition(), factor});
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, index) && addTerms(binary.getRHS(), factor, index);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return binary.getKind() == AffineExprKind::Mul && constant &&
         addTerms(binary.getLHS(), factor * constant.getValue(), index);
}

std::optional<LinearIndex> LinearIndex::of(AffineExpr expr) {
  LinearIndex index;
  if (!addTerms(expr, 1, index))
    return std::nullopt;
  llvm::erase_if(index.terms, [](const Term &term) { return term.factor == 0; });
  return index;
}

const LinearIndex::Term *LinearIndex::getInnermost(Levels levels) const {
  const Term *innermost = nullptr;
  for (const Term &term : terms)
    if (!innermost || levels[term.loop] > levels[innermost->loop])
      innermost = &term;
  return innermost;
}

/// The indices of all dimensions. Nothing if one is no sum of multiples of loops, if two of them
/// contain the same loop, or if a dimension would be read backwards.
static std::optional<SmallVector<LinearIndex>> getIndices(AffineMap map, Levels levels) {
  SmallVector<LinearIndex> indices;
  llvm::SmallSet<unsigned, 8> loops;
  for (AffineExpr expr : map.getResults()) {
    std::optional<LinearIndex> index = LinearIndex::of(expr);
    if (!index)
      return std::nullopt;
    for (const LinearIndex::Term &term : index->terms)
      if (!loops.insert(term.loop).second)
        return std::nullopt;
    const LinearIndex::Term *inner = index->getInnermost(levels);
    if (inner && inner->factor < 0)
      return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

/// One more than the level of the innermost loop that only shifts a slice; 0 if there is none.
static unsigned getSliceLevel(ArrayRef<LinearIndex> indices, Levels levels) {
  unsigned level = 0;
  for (const LinearIndex &index : indices) {
    const LinearIndex::Term *inner = index.getInnermost(levels);
    for (const LinearIndex::Term &term : index.terms)
      if (&term != inner)
        level = std::max(level, levels[term.loop] + 1);
  }
  return level;
}

/// The permutation that sorts dimensions by `key`; empty if they are sorted already.
static SmallVector<int64_t> sortDims(unsigned count, llvm::function_ref<unsigned(int64_t)> key) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, count));
  llvm::stable_sort(order, [&](int64_t a, int64_t b) { return key(a) < key(b); });
  if (llvm::is_sorted(order))
    order.clear();
  return order;
}

template <typename T> static void permute(SmallVectorImpl<T> &list, ArrayRef<int64_t> order) {
  if (order.empty())
    return;
  SmallVector<T> old(list.begin(), list.end());
  for (auto [i, from] : llvm::enumerate(order))
    list[i] = old[from];
}

AccessPlan AccessPlan::get(AffineMap map, Levels levels) {
  AccessPlan plan;
  std::optional<SmallVector<LinearIndex>> indices = getIndices(map, levels);
  if (!indices) {
    plan.byIndex = true;
    return plan;
  }
  plan.indices = *indices;
  auto levelOf = [&](const LinearIndex &index) { return levels[index.terms[0].loop]; };
  if (llvm::all_of(plan.indices, [](const LinearIndex &index) { return index.isPlain(); })) {
    plan.permutation =
        sortDims(plan.indices.size(), [&](int64_t dim) { return levelOf(plan.indices[dim]); });
    permute(plan.indices, plan.permutation);
    plan.numEarly = plan.indices.size();
    return plan;
  }
  plan.hasSlice = true;
  plan.sliceLevel = getSliceLevel(plan.indices, levels);
  auto isEarly = [&](const LinearIndex &index) {
    return index.isPlain() && levelOf(index) < plan.sliceLevel;
  };
  plan.numEarly = llvm::count_if(plan.indices, isEarly);
  constexpr unsigned late = ~0u;
  plan.permutation = sortDims(plan.indices.size(), [&](int64_t dim) {
    return isEarly(plan.indices[dim]) ? levelOf(plan.indices[dim]) : late;
  });
  permute(plan.indices, plan.permutation);
  SmallVector<unsigned> sliced;
  for (const LinearIndex &index : ArrayRef(plan.indices).drop_front(plan.numEarly))
    if (const LinearIndex::Term *inner = index.getInnermost(levels)) {
      if (levels[inner->loop] < plan.sliceLevel) {
        plan.byIndex = true;
        return plan;
      }
      sliced.push_back(levels[inner->loop]);
    }
  plan.slicePermutation = sortDims(sliced.size(), [&](int64_t dim) { return sliced[dim]; });
  return plan;
}

unsigned AccessPlan::getCost() const {
  return 8 * byIndex + 2 * !permutation.empty() + 3 * !slicePermutation.empty();
}

std::optional<UpdatePlan> UpdatePlan::get(AffineMap map, Levels levels) {
  std::optional<SmallVector<LinearIndex>> indices = getIndices(map, levels);
  if (!indices)
    return std::nullopt;
  UpdatePlan plan;
  plan.indices = *indices;
  for (const LinearIndex &index : plan.indices) {
    if (!index.isPlain() || levels[index.terms[0].loop] != plan.numEarly)
      break;
    ++plan.numEarly;
  }
  plan.level = std::max(plan.numEarly, getSliceLevel(plan.indices, levels));
  // No outer loop may take elements of the array that the slice is taken from.
  for (const LinearIndex &index : ArrayRef(plan.indices).drop_front(plan.numEarly))
    if (const LinearIndex::Term *inner = index.getInnermost(levels);
        inner && levels[inner->loop] < plan.level)
      return std::nullopt;
  return plan;
}
