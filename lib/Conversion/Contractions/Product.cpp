//===- Product.cpp --------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "../Elements.h"
#include "../Sums.h"
#include "chad/IR/Extents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

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

/// Whether `arg` is an element of an array that a loop reads; then `array` is that.
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
  auto bound = bindings.find(owner);
  Symbol index = bound != bindings.end() ? bound->second : Symbol{owner, -1};
  indices.insert(indices.begin(), index);
  return describe(array, indices);
}

/// The `chad.build` whose index `index` is, or that makes the array `0, 1, ...` of which it is an
/// element; null if there is none.
static BuildOp getCounter(BlockArgument index) {
  Value array;
  if (auto build = dyn_cast<BuildOp>(index.getOwner()->getParentOp()))
    return build;
  return isElement(index, array) ? getIota(array) : BuildOp();
}

std::optional<Symbol> Product::getIndex(Value index, Value array, int64_t dim) {
  auto arg = dyn_cast<BlockArgument>(index);
  BuildOp counter = arg ? getCounter(arg) : BuildOp();
  if (!counter)
    return std::nullopt;
  Operation *owner = arg.getOwner()->getParentOp();
  if (!around->isAncestor(owner))
    return std::nullopt;
  // A product runs over all of an array: reading a part of it is none.
  if (!areEqual(Extent::of(getAsOpFoldResult(counter.getExtent())), Extent::of(array, dim)))
    return std::nullopt;
  auto bound = bindings.find(owner);
  return bound != bindings.end() ? bound->second : Symbol{owner, -1};
}

bool Product::describeSum(FoldOp fold, unsigned state, Symbols indices) {
  if (!isSumState(fold, state))
    return false;
  Value zero = fold.getInitialStates()[state];
  if (auto splat = zero.getDefiningOp<tensor::SplatOp>())
    zero = splat.getInput();
  if (!matchPattern(zero, m_AnyZeroFloat()))
    return false;
  if (!bindSum(fold))
    return false;
  auto add =
      fold.getBody().front().getTerminator()->getOperand(state).getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  Value arg = fold.getStateArgs()[state];
  if (add.getLhs() == arg)
    return describe(add.getRhs(), indices);
  return add.getRhs() == arg && describe(add.getLhs(), indices);
}

/// The matrix of which `value` is the transposed copy, `chad.build %j < %n { chad.map (%row in %m)
/// { %row[%j] } }` where n is the number of columns; null if it is none.
static Value getTransposed(Value value) {
  auto build = value.getDefiningOp<BuildOp>();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!build || build->getNumResults() != 1 || type.getRank() != 2)
    return {};
  auto map = build.getBody().front().getTerminator()->getOperand(0).getDefiningOp<MapOp>();
  if (!map || map->getParentOp() != build || map.getArrays().size() != 1)
    return {};
  Value matrix = map.getArrays().front();
  auto source = cast<RankedTensorType>(matrix.getType());
  auto extract =
      map.getBody().front().getTerminator()->getOperand(0).getDefiningOp<tensor::ExtractOp>();
  if (source.getRank() != 2 || build->isAncestor(matrix.getParentRegion()->getParentOp()) ||
      !extract || extract.getTensor() != map.getBody().getArgument(0) ||
      extract.getIndices().front() != build.getBody().getArgument(0))
    return {};
  auto dim = build.getExtent().getDefiningOp<tensor::DimOp>();
  bool hasAllColumns =
      (dim && dim.getSource() == matrix && getConstantDim(dim) == 1) ||
      (!source.isDynamicDim(1) && getConstantIntValue(build.getExtent()) == source.getDimSize(1));
  return hasAllColumns ? matrix : Value();
}

bool Product::describe(Value value, Symbols indices) {
  if (getIota(value))
    return false;
  Operation *def = value.getDefiningOp();
  bool isInside = root->isAncestor(value.getParentRegion()->getParentOp()) || def == root;
  if (!isInside) {
    if (!around->isAncestor(value.getParentRegion()->getParentOp()) ||
        (def && def->getBlock() == &around->getRegion(0).front())) {
      if (!isa<RankedTensorType>(value.getType()))
        return false;
      Factor factor{value, indices};
      // A transposed copy is read where the original stands.
      if (Value original = getTransposed(value);
          original && !around->isAncestor(value.getParentRegion()->getParentOp()))
        factor = {original, {indices[1], indices[0]}};
      factors.push_back(std::move(factor));
      return factors.size() <= 2;
    }
    return !def && describeElement(cast<BlockArgument>(value), indices);
  }
  if (!def)
    return describeElement(cast<BlockArgument>(value), indices);
  unsigned number = cast<OpResult>(value).getResultNumber();
  // A scalar that the outermost loop inside computes of its elements.
  if (isa<FloatType>(value.getType()) && def->getBlock() == &root->getRegion(0).front() &&
      !isa<ReduceOp, FoldOp, tensor::ExtractOp>(def) && isa<MapOp, FoldOp>(root)) {
    auto bound = bindings.find(root);
    factors.push_back({value, {bound != bindings.end() ? bound->second : Symbol{root, -1}}});
    return indices.empty() && factors.size() <= 2;
  }
  auto describeYield = [&](Symbols inner) {
    bindings[def] = inner.front();
    inner.erase(inner.begin());
    return describe(def->getRegion(0).front().getTerminator()->getOperand(number), inner);
  };
  if (auto mul = dyn_cast<arith::MulFOp>(def))
    return describe(mul.getLhs(), indices) && describe(mul.getRhs(), indices);
  if (auto cast = dyn_cast<tensor::CastOp>(def))
    return describe(cast.getSource(), indices);
  if (isa<MapOp, BuildOp>(def))
    return describeYield(indices);
  if (auto fold = dyn_cast<FoldOp>(def))
    return number < fold.getInitialStates().size() ? describeSum(fold, number, indices)
                                                   : describeYield(indices);
  if (auto reduce = dyn_cast<ReduceOp>(def)) {
    if (!isSumReduction(reduce, number) || !bindSum(reduce))
      return false;
    indices.insert(indices.begin(), bindings[reduce]);
    return describe(reduce.getArrays()[number], indices);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(def)) {
    Symbols at;
    for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
      std::optional<Symbol> symbol = getIndex(index, extract.getTensor(), dim);
      if (!symbol)
        return false;
      at.push_back(*symbol);
    }
    return indices.empty() && describe(extract.getTensor(), at);
  }
  return false;
}
