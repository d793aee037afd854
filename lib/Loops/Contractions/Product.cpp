//===- Product.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "../Sums.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

Symbol Product::getBinding(Operation *loop) const {
  auto bound = bindings.find(loop);
  return bound != bindings.end() ? bound->second : Symbol{loop, -1};
}

bool Product::bindSum(Operation *loop) {
  Symbol sum{loop, -1};
  // The square of a sum is no sum of products.
  if (llvm::is_contained(sums, sum))
    return false;
  sums.push_back(sum);
  bindings[loop] = sum;
  return true;
}

bool Product::describe(OpResult result) {
  Symbols indices;
  if (auto type = dyn_cast<RankedTensorType>(result.getType()))
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      indices.push_back({nullptr, dim});
  return describe(Value(result), indices);
}

bool Product::describe(Value value, Symbols indices) {
  if (!follow(value, std::move(indices)))
    return false;
  chooseFactors();
  return true;
}

void Product::chooseFactors() {
  auto getSum = [&](Symbol symbol) { return llvm::find(sums, symbol) - sums.begin(); };
  auto isSum = [&](Symbol symbol) { return llvm::is_contained(sums, symbol); };
  for (size_t number = 0; number < origins.size(); ++number) {
    ArrayRef<Access> own = origins[number];
    auto isShared = [&](Symbol symbol) {
      return origins.size() == 2 && llvm::is_contained(origins[1 - number].back().indices, symbol);
    };
    // Dimensions of the result, or of the sum, that only this factor has and that are next to each
    // other in order, are one dimension of a matrix. In an array where they are apart, or in
    // another order, the product would read the factor with a jump for each of their elements.
    auto continues = [&](Symbol last, Symbol next) {
      if (isSum(last) && isSum(next))
        return getSum(next) == getSum(last) + 1;
      return !last.loop && !next.loop && next.dim == last.dim + 1 && !isShared(last) &&
             !isShared(next);
    };
    auto countGroups = [&](const Access &access) {
      unsigned groups = 0;
      for (auto [dim, symbol] : llvm::enumerate(access.indices))
        groups += (isSum(symbol) || !isShared(symbol)) &&
                  (dim == 0 || !continues(access.indices[dim - 1], symbol));
      return groups;
    };
    const Access *best = &own.front();
    for (const Access &origin : own)
      if (countGroups(origin) <= countGroups(*best))
        best = &origin;
    factors.push_back(*best);
  }
}

/// Whether `arg` is an element of an array that a loop reads; sets `array` if so.
static bool isElement(BlockArgument arg, Value &array) {
  ValueRange arrays = arraysOf(arg.getOwner()->getParentOp());
  if (arg.getArgNumber() >= arrays.size())
    return false;
  array = arrays[arg.getArgNumber()];
  return true;
}

bool Product::describeElement(BlockArgument arg, Symbols indices) {
  Value array;
  if (!isElement(arg, array))
    return false;
  Operation *owner = arg.getOwner()->getParentOp();
  indices.insert(indices.begin(), getBinding(owner));
  return follow(array, indices);
}

std::optional<Symbol> Product::getIndex(OpFoldResult index, Value array, int64_t dim) {
  if (std::optional<Symbol> fixed = getFixed(index, around))
    return fixed;
  auto arg = dyn_cast<BlockArgument>(cast<Value>(index));
  BuildOp counter = arg ? getCounter(arg) : BuildOp();
  if (!counter)
    return std::nullopt;
  Operation *owner = arg.getOwner()->getParentOp();
  if (!around->isAncestor(owner))
    return std::nullopt;
  // A product runs over all elements of an array; a loop that reads only some of them is no
  // product.
  if (!areEqual(Extent::of(getAsOpFoldResult(counter.getExtent())), Extent::of(array, dim)))
    return std::nullopt;
  return getBinding(owner);
}

bool Product::describeSum(FoldOp fold, unsigned state, Symbols indices) {
  if (getStateKind(fold, state) != StateKind::Sum)
    return false;
  // b + Σ a is a sum of products after b has been taken away, unless it is a factor or a term.
  if (!isZeros(fold.getInitialStates()[state])) {
    if (isFactor || !sums.empty())
      return false;
    start = State{fold, state};
  }
  if (!bindSum(fold))
    return false;
  Value sum = fold.getBody().front().getTerminator()->getOperand(state);
  Value arg = fold.getStateArgs()[state];
  // Maps may add element by element.
  while (auto map = sum.getDefiningOp<MapOp>()) {
    auto array = llvm::find(map.getArrays(), arg);
    if (array == map.getArrays().end())
      return false;
    bindings[map] = indices.front();
    indices.erase(indices.begin());
    sum = map.getYieldedElements()[cast<OpResult>(sum).getResultNumber()];
    arg = map.getBody().getArgument(array - map.getArrays().begin());
  }
  auto add = sum.getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  if (add.getLhs() == arg)
    return follow(add.getRhs(), indices);
  return add.getRhs() == arg && follow(add.getLhs(), indices);
}

/// Whether an op computes new numbers, rather than copying parts of arrays, such as the windows of
/// a convolution, which overlap: for all iterations of the loops around they would be many copies.
static bool computes(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        bool isNew = isa_and_nonnull<arith::ArithDialect, math::MathDialect>(inner->getDialect()) &&
                     inner->getNumResults() == 1 &&
                     isa<FloatType>(getElementTypeOrSelf(inner->getResult(0).getType()));
        return isNew ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool Product::follow(Value value, Symbols indices) {
  Operation *def = value.getDefiningOp();
  bool isMadeInside = def && isa<MapOp, BuildOp, FoldOp>(root) &&
                      def->getBlock() == &root->getRegion(0).front() &&
                      isa<RankedTensorType>(value.getType()) && computes(def);
  if (!isMadeInside)
    return followOps(value, std::move(indices));
  // An array that the body of `inside` makes is read from its origin if it is a copy, or taken
  // apart if it is the product itself. Otherwise it is a factor, as what is made outside.
  Product through = *this;
  if (through.followOps(value, indices) &&
      (!isFactor || through.origins.size() == origins.size() + 1)) {
    *this = std::move(through);
    return true;
  }
  indices.insert(indices.begin(), getBinding(root));
  origins.push_back({Access{value, indices, {}}});
  return origins.size() <= 2;
}

bool Product::followOps(Value value, Symbols indices) {
  if (getIota(value))
    return false;
  Operation *def = value.getDefiningOp();
  bool isInside = root->isAncestor(value.getParentRegion()->getParentOp()) || def == root;
  if (!isInside) {
    if (!around->isAncestor(value.getParentRegion()->getParentOp()) ||
        (def && def->getBlock() == &around->getRegion(0).front())) {
      if (!isa<RankedTensorType>(value.getType()))
        return false;
      origins.push_back(findOrigins(around, value, indices));
      return origins.size() <= 2;
    }
    return !def && describeElement(cast<BlockArgument>(value), indices);
  }
  if (!def)
    return describeElement(cast<BlockArgument>(value), indices);
  unsigned number = cast<OpResult>(value).getResultNumber();
  // A scalar that the outermost loop inside computes of its elements.
  if (isa<FloatType>(value.getType()) && def->getBlock() == &root->getRegion(0).front() &&
      !isa<ReduceOp, FoldOp, tensor::ExtractOp>(def) && isa<MapOp, BuildOp, FoldOp>(root)) {
    origins.push_back({Access{value, {getBinding(root)}, {}}});
    return indices.empty() && origins.size() <= 2;
  }
  auto describeYield = [&](Symbols inner) {
    bindings[def] = inner.front();
    inner.erase(inner.begin());
    return follow(def->getRegion(0).front().getTerminator()->getOperand(number), inner);
  };
  if (auto mul = dyn_cast<arith::MulFOp>(def)) {
    isFactor = true;
    return follow(mul.getLhs(), indices) && follow(mul.getRhs(), indices);
  }
  if (auto cast = dyn_cast<tensor::CastOp>(def))
    return follow(cast.getSource(), indices);
  if (isa<MapOp, BuildOp>(def))
    return describeYield(indices);
  if (auto fold = dyn_cast<FoldOp>(def))
    return number < fold.getInitialStates().size() ? describeSum(fold, number, indices)
                                                   : describeYield(indices);
  if (auto reduce = dyn_cast<ReduceOp>(def)) {
    if (!isSumReduction(reduce, number) || !bindSum(reduce))
      return false;
    indices.insert(indices.begin(), bindings[reduce]);
    return follow(reduce.getArrays()[number], indices);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
    Symbols at;
    for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
      std::optional<Symbol> symbol = getIndex(index, extract.getTensor(), dim);
      if (!symbol)
        return false;
      at.push_back(*symbol);
    }
    return indices.empty() && follow(extract.getTensor(), at);
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def)) {
    SmallVector<OpFoldResult> given = getSliceIndices(slice);
    Symbols at;
    size_t next = 0;
    for (auto [dim, index] : llvm::enumerate(given)) {
      std::optional<Symbol> symbol =
          index ? getIndex(index, slice.getSource(), dim) : indices[next++];
      if (!symbol)
        return false;
      at.push_back(*symbol);
    }
    return !given.empty() && follow(slice.getSource(), at);
  }
  return false;
}
