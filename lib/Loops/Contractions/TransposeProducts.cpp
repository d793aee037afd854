//===- TransposeProducts.cpp ----------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeProducts.h"
#include "../Sums.h"
#include "chad/IR/Extents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

namespace {
/// Nested folds that add the elements of an array, one by one, to `start`.
struct Scatter {
  Value start;
  /// The indices of the loops, and the numbers of their iterations.
  SmallVector<Value> positions;
  SmallVector<Extent> extents;
  AccumulateOp accumulate;
};
} // namespace

/// Adds one fold of the nest to `scatter`. `element` is the element of the array that the outer
/// loops have read.
static bool enter(FoldOp fold, Value element, Value state, Scatter &scatter) {
  if (fold.getNumResults() != 1 || fold.getInitialStates().size() != 1 ||
      fold.getInitialStates()[0] != state || fold.getArrays().size() != 2)
    return false;
  unsigned number = fold.getArrays()[0] == element ? 0 : 1;
  BuildOp iota = getIota(fold.getArrays()[1 - number]);
  if (fold.getArrays()[number] != element || !iota)
    return false;
  scatter.positions.push_back(fold.getElementArgs()[1 - number]);
  scatter.extents.push_back(Extent::of(getAsOpFoldResult(iota.getExtent())));
  Value inner = fold.getElementArgs()[number], innerState = fold.getStateArgs()[0];
  Value yielded = fold.getBody().front().getTerminator()->getOperand(0);
  // None of these values has another use.
  if (!inner.hasOneUse() || !innerState.hasOneUse() || !yielded.hasOneUse())
    return false;
  if (auto next = yielded.getDefiningOp<FoldOp>())
    return enter(next, inner, innerState, scatter);
  scatter.accumulate = yielded.getDefiningOp<AccumulateOp>();
  return scatter.accumulate && scatter.accumulate.getValue() == inner &&
         scatter.accumulate.getAcc() == innerState && isa<FloatType>(inner.getType());
}

/// For each dimension of the target, the dimension of the array whose index it has; nothing if two
/// elements may be added to one place, or if a place may get none.
static std::optional<SmallVector<unsigned>> getPermutation(Scatter &scatter) {
  SmallVector<unsigned> permutation;
  OperandRange indices = scatter.accumulate.getIndices();
  if (indices.size() != scatter.positions.size())
    return std::nullopt;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    auto *found = llvm::find(scatter.positions, index);
    unsigned from = found - scatter.positions.begin();
    if (found == scatter.positions.end() || llvm::is_contained(permutation, from))
      return std::nullopt;
    if (!areEqual(Extent::of(scatter.start, dim), scatter.extents[from]))
      return std::nullopt;
    permutation.push_back(from);
  }
  return permutation;
}

/// The contraction, added to zeros, that makes an array whose only user is `user`, except for uses
/// of its shape.
static linalg::GenericOp getProduct(Value array, Operation *user) {
  auto product = array.getDefiningOp<linalg::GenericOp>();
  if (!product || !linalg::isaContractionOpInterface(product) ||
      !isZeros(product.getOutputs()[0]) || !llvm::all_of(array.getUsers(), [&](Operation *op) {
        return op == user || isa<tensor::DimOp>(op);
      }))
    return {};
  return product;
}

unsigned chad::detail::transposeProducts(RewriterBase &rewriter, Operation *root) {
  SmallVector<FoldOp> folds;
  root->walk([&](FoldOp fold) { folds.push_back(fold); });
  unsigned numTransposed = 0;
  for (FoldOp fold : folds) {
    if (fold.getInitialStates().size() != 1 || !isMemoryEffectFree(fold))
      continue;
    for (Value array : fold.getArrays()) {
      linalg::GenericOp product = getProduct(array, fold);
      Scatter scatter;
      scatter.start = fold.getInitialStates()[0];
      if (!product || !enter(fold, array, scatter.start, scatter))
        continue;
      std::optional<SmallVector<unsigned>> permutation = getPermutation(scatter);
      if (!permutation)
        continue;
      rewriter.setInsertionPoint(fold);
      SmallVector<AffineMap> maps = product.getIndexingMapsArray();
      SmallVector<AffineExpr> places;
      for (unsigned from : *permutation)
        places.push_back(maps.back().getResult(from));
      maps.back() = AffineMap::get(maps.back().getNumDims(), 0, places, rewriter.getContext());
      auto transposed = cast<linalg::GenericOp>(rewriter.clone(*product.getOperation()));
      rewriter.modifyOpInPlace(transposed, [&] {
        transposed.getOutputsMutable().assign(scatter.start);
        transposed.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
        transposed->getResult(0).setType(cast<RankedTensorType>(scatter.start.getType()));
      });
      rewriter.replaceOp(fold, transposed.getResults());
      ++numTransposed;
      break;
    }
  }
  return numTransposed;
}
