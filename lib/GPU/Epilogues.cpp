//===- Epilogues.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogues.h"
#include "Accesses.h"
#include "MemorySpaces.h"
#include "StructuredOps.h"
#include "WorkerLoops.h"
#include "chad/Analysis/OpCost.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// The most instructions of an epilogue: the code of a kernel has a copy for each element of the
/// product that a thread has.
static constexpr unsigned mostInstructions = 24;

/// Whether the indices of an operand are different loops; all of them if `isWhole`.
static bool hasOwnLoops(linalg::GenericOp op, OpOperand &operand, bool isWhole) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return map.isProjectedPermutation() && (!isWhole || map.getNumResults() == op.getNumLoops());
}

/// Whether each position of the loops reads and writes elements of its own: an array that is
/// written is read at the same positions only.
static bool isElementwise(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumParallelLoops() != op.getNumLoops() ||
      op.hasIndexSemantics())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<MemRefType>(operand.get().getType()) || !isOnDevice(operand.get()) ||
        !hasOwnLoops(op, operand, op.isDpsInit(&operand)))
      return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    for (OpOperand &other : op->getOpOperands()) {
      if (&init == &other || getWhole(init.get()) != getWhole(other.get()))
        continue;
      if (op.isDpsInit(&other) || init.get() != other.get() ||
          op.getMatchingIndexingMap(&init) != op.getMatchingIndexingMap(&other))
        return false;
    }
  unsigned length = 0;
  for (Operation &each : op.getBody()->without_terminator()) {
    if (each.getNumRegions() != 0 || !isPure(&each))
      return false;
    length += getCodeLength(&each);
  }
  return length <= mostInstructions;
}

std::optional<Epilogue> Epilogue::find(RewriterBase &rewriter, linalg::LinalgOp product) {
  if (!product.hasPureBufferSemantics() || product.getNumDpsInits() != 1 ||
      product.getNumReductionLoops() == 0)
    return std::nullopt;
  Value result = product.getDpsInits().front();
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  auto op = alloc ? dyn_cast_or_null<linalg::GenericOp>(findNextUse(product, alloc))
                  : linalg::GenericOp();
  if (!op || !isElementwise(op))
    return std::nullopt;
  bool isRead = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (getWhole(input->get()) != result)
      continue;
    if (input->get() != result || !hasOwnLoops(op, *input, /*isWhole=*/true))
      return std::nullopt;
    isRead = true;
  }
  for (Value written : op.getDpsInits()) {
    // What has not been allocated may be part of any other buffer.
    if (!getWhole(written).getDefiningOp<memref::AllocOp>())
      return std::nullopt;
    for (Value read : product.getDpsInputs())
      if (getWhole(written) == getWhole(read))
        return std::nullopt;
  }
  Accesses own(product);
  for (Operation *between = product->getNextNode(); between != op; between = between->getNextNode())
    if (!isMemoryEffectFree(between) && !isa<memref::AllocOp>(between) &&
        own.conflictsWith(Accesses(between)))
      return std::nullopt;
  if (!isRead)
    return std::nullopt;
  bool isKept = llvm::any_of(alloc->getUsers(), [&](Operation *user) {
    return user != product && user != op && !isa<memref::DimOp, memref::DeallocOp>(user);
  });
  rewriter.moveOpBefore(product, op);
  return Epilogue(op, result, isKept);
}

/// The position in the buffer of which `buffer` is a view of fewer dimensions.
static SmallVector<Value> expandPosition(RewriterBase &rewriter, Location loc, Value buffer,
                                         ArrayRef<Value> position) {
  SmallVector<Value> expanded(position);
  auto view = buffer.getDefiningOp<memref::CollapseShapeOp>();
  if (!view)
    return expanded;
  expanded.clear();
  for (auto [dims, number] : llvm::zip_equal(view.getReassociationIndices(), position)) {
    SmallVector<Value> extents = llvm::map_to_vector(dims, [&](int64_t dim) {
      return rewriter.createOrFold<memref::DimOp>(loc, view.getSrc(), dim);
    });
    llvm::append_range(expanded, delinearize(rewriter, loc, number, extents));
  }
  return expandPosition(rewriter, loc, view.getSrc(), expanded);
}

void Epilogue::create(RewriterBase &rewriter, Value value, Value view,
                      ArrayRef<Value> positionInView) const {
  linalg::GenericOp op = this->op;
  Location loc = op.getLoc();
  SmallVector<Value> position = expandPosition(rewriter, loc, view, positionInView);
  SmallVector<Value> at(op.getNumLoops());
  auto positionOf = [&](OpOperand &operand) {
    return llvm::map_to_vector(
        op.getMatchingIndexingMap(&operand).getResults(),
        [&](AffineExpr expr) { return at[cast<AffineDimExpr>(expr).getPosition()]; });
  };
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get() == product)
      for (auto [expr, index] :
           llvm::zip_equal(op.getMatchingIndexingMap(input).getResults(), position))
        at[cast<AffineDimExpr>(expr).getPosition()] = index;
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    if (arg.use_empty())
      continue;
    bool isProduct = operand.get() == product && !op.isDpsInit(&operand);
    mapping.map(Value(arg), isProduct ? value
                                      : memref::LoadOp::create(rewriter, loc, operand.get(),
                                                               positionOf(operand))
                                            .getResult());
  }
  for (Operation &each : op.getBody()->without_terminator())
    rewriter.clone(each, mapping);
  for (auto [init, yielded] :
       llvm::zip_equal(op.getDpsInitsMutable(), op.getBody()->getTerminator()->getOperands()))
    memref::StoreOp::create(rewriter, loc, mapping.lookupOrDefault(yielded), init.get(),
                            positionOf(init));
}
