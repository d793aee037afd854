//===- CollapseProduct.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

/// An order of the loops of a product that begins with two which are next to each other in all its
/// matrices, if there are two such loops.
static std::optional<SmallVector<unsigned>> findAdjacentLoops(linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned first = 0; first < iterators.size(); ++first)
    for (unsigned second = 0; second < iterators.size(); ++second) {
      if (first == second || iterators[first] != iterators[second] ||
          !linalg::areDimSequencesPreserved(maps, {ReassociationIndices{first, second}}))
        continue;
      SmallVector<unsigned> order = {first, second};
      for (unsigned dim = 0; dim < iterators.size(); ++dim)
        if (dim != first && dim != second)
          order.push_back(dim);
      return order;
    }
  return std::nullopt;
}

linalg::LinalgOp chad::detail::collapseProduct(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!isa<linalg::GenericOp>(op) || !linalg::isaContractionOpInterface(op) ||
      !op.hasPureBufferSemantics() || !llvm::all_of(op->getOperandTypes(), [](Type type) {
        auto buffer = dyn_cast<MemRefType>(type);
        return buffer && buffer.getLayout().isIdentity();
      }))
    return op;
  while (std::optional<SmallVector<unsigned>> order = findAdjacentLoops(op)) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> ordered =
        linalg::interchangeGenericOp(rewriter, cast<linalg::GenericOp>(op), *order);
    if (failed(ordered))
      break;
    op = cast<linalg::LinalgOp>(ordered->getOperation());
    FailureOr<linalg::CollapseResult> made =
        linalg::collapseOpIterationDims(op, {ReassociationIndices{0, 1}}, rewriter);
    if (failed(made))
      break;
    rewriter.eraseOp(op);
    op = made->collapsedOp;
  }
  return op;
}
