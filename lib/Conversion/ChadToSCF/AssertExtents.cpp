//===- AssertExtents.cpp ------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssertExtents.h"
#include "chad/Loops/Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

void chad::detail::assertEqual(RewriterBase &rewriter, Operation *op, Extent a, Extent b,
                               const Twine &message, ArrayRef<Extent> outer) {
  auto isZero = [](const Extent &extent) { return !extent.value && extent.plus == 0; };
  if (areEqual(a, b) || llvm::any_of(outer, isZero))
    return;
  Location loc = op->getLoc();
  Value holds =
      arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, createExtent(rewriter, loc, a),
                            createExtent(rewriter, loc, b));
  for (const Extent &extent : outer) {
    if (!extent.value)
      continue;
    Value isEmpty =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                              createExtent(rewriter, loc, extent), createIndex(rewriter, loc, 0));
    holds = arith::OrIOp::create(rewriter, loc, holds, isEmpty);
  }
  cf::AssertOp::create(rewriter, loc, holds,
                       ("'" + op->getName().getStringRef() + "' " + message).str());
}

/// Whether the extents that `op` makes of dimension `dim` of its source are those that the source
/// was collapsed from.
static bool undoesCollapse(tensor::ExpandShapeOp op, int64_t dim) {
  ReassociationIndices group = op.getReassociationIndices()[dim];
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  return llvm::any_of(getEqualExtents(Extent::of(op.getSrc(), dim)), [&](const Extent &extent) {
    auto collapse = extent.value && extent.plus == 0 && extent.dim != Extent::isIndex
                        ? extent.value.getDefiningOp<tensor::CollapseShapeOp>()
                        : tensor::CollapseShapeOp();
    if (!collapse)
      return false;
    ReassociationIndices from = collapse.getReassociationIndices()[extent.dim];
    return from.size() == group.size() &&
           llvm::all_of(llvm::zip_equal(from, group), [&](auto pair) {
             return areEqual(Extent::of(collapse.getSrc(), std::get<0>(pair)),
                             Extent::of(sizes[std::get<1>(pair)]));
           });
  });
}

/// Asserts that reshapes have as many elements as their sources, if several extents are dynamic. (A
/// single dynamic extent is computed from the others.)
static void assertReshapes(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::ExpandShapeOp op) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
      if (llvm::count_if(group, [&](int64_t part) { return isa<Value>(sizes[part]); }) < 2 ||
          undoesCollapse(op, dim))
        continue;
      Value count;
      for (int64_t part : group) {
        Value size = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[part]);
        count = count ? arith::MulIOp::create(rewriter, loc, count, size) : size;
      }
      Value own = getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, op.getSrc(), dim));
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, count, own);
      cf::AssertOp::create(rewriter, loc, isSame,
                           "'tensor.expand_shape' has another number of elements than its source");
    }
  });
}

/// Asserts for each loop of a structured op that the dimensions of operands that the loop runs over
/// have one extent. The loops form a nest, from the outermost one in; inside of a loop without
/// iterations nothing is asserted.
static void assertOperands(RewriterBase &rewriter, Operation *root) {
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    SmallVector<SmallVector<Extent>> extents(op.getNumLoops());
    for (OpOperand &operand : op->getOpOperands())
      for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(expr))
          extents[loop.getPosition()].push_back(Extent::of(operand.get(), dim));
    rewriter.setInsertionPoint(op);
    SmallVector<Extent> outer;
    for (ArrayRef<Extent> operands : extents) {
      if (operands.empty())
        continue;
      for (const Extent &other : operands.drop_front())
        assertEqual(rewriter, op, operands.front(), other, "has operands of several extents",
                    outer);
      outer.push_back(operands.front());
    }
  });
}

/// Asserts that the next state of a loop has the static extents of the type that it is cast to.
/// Upstream's `canonicalize` casts a state that starts as a static tensor, also where iterations
/// change its extents (`getUnsoundPatterns`).
static void assertStates(RewriterBase &rewriter, Operation *root) {
  root->walk([&](tensor::CastOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    bool isState = llvm::any_of(op->getUsers(), [](Operation *user) {
      return isa<scf::YieldOp>(user) && isa<scf::ForOp, scf::WhileOp>(user->getParentOp());
    });
    if (!type || !source || !isState)
      return;
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (type.isDynamicDim(dim) || !source.isDynamicDim(dim) ||
          areEqual(Extent::of(op.getSource(), dim),
                   Extent::of(rewriter.getIndexAttr(type.getDimSize(dim)))))
        continue;
      Value own = tensor::DimOp::create(rewriter, loc, op.getSource(), dim);
      Value isSame = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, own,
                                           createIndex(rewriter, loc, type.getDimSize(dim)));
      cf::AssertOp::create(rewriter, loc, isSame,
                           "'tensor.cast' says that a state of a loop keeps its extents, which it "
                           "does not; canonicalize without 'ForOpTensorCastFolder'");
    }
  });
}

void chad::detail::assertExtents(RewriterBase &rewriter, Operation *root) {
  assertReshapes(rewriter, root);
  assertOperands(rewriter, root);
  assertStates(rewriter, root);
}
