//===- ForwardSlices.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Elements of padded and shifted arrays are read where they stand.

#include "ElementReader.h"
#include "chad/Loops/Elements.h"
#include "chad/Loops/LoopUtils.h"
#include "chad/Loops/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Matchers.h"

namespace chad {
#define GEN_PASS_DEF_CHADFORWARDSLICES
#include "chad/Loops/Passes.h.inc"
} // namespace chad

using namespace mlir;
using namespace chad;
using namespace chad::detail;

/// How many moves after each other are looked at; this keeps the pass linear.
static constexpr unsigned maxMoves = 16;

/// How many uses an array may have, with those of what is made of it.
static constexpr unsigned maxUses = 64;

static bool isMove(Operation *op) {
  return isa_and_nonnull<tensor::ExtractSliceOp, tensor::PadOp, tensor::InsertSliceOp>(op);
}

/// Whether an array is made only to have something inserted into it, or slices taken.
static bool isFresh(Value array) {
  for (unsigned step = 0; step < maxMoves; ++step) {
    Operation *def = array.getDefiningOp();
    if (!def)
      return false;
    if (isa<tensor::SplatOp, tensor::PadOp>(def) || matchPattern(def, m_Constant()))
      return true;
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(def))
      array = insert.getDest();
    else if (isa<tensor::ExtractSliceOp, tensor::CastOp>(def))
      array = def->getOperand(0);
    else
      return false;
  }
  return false;
}

/// Whether a loop reads an element of an array in each iteration, by this use.
static bool readsElements(OpOperand &use) {
  auto reduce = dyn_cast<ReduceOp>(use.getOwner());
  return isReadByElement(use) || (reduce && use.getOperandNumber() < reduce.getArrays().size());
}

/// Whether nothing would need the array once its elements are read elsewhere.
static bool isOnlyRead(Value array) {
  SmallVector<Value> worklist = {array};
  DenseSet<Value> visited;
  unsigned numUses = 0;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    for (OpOperand &use : next.getUses()) {
      if (++numUses > maxUses)
        return false;
      if (isMove(use.getOwner()) || isa<tensor::CastOp>(use.getOwner()))
        worklist.push_back(use.getOwner()->getResult(0));
      else if (!readsElements(use) && !isa<tensor::DimOp>(use.getOwner()))
        return false;
    }
  }
  return true;
}

/// Whether memory is written for `array` but to put elements at another place, and for nothing
/// else.
static bool isMoved(Value array) {
  for (unsigned step = 0; step < maxMoves; ++step) {
    Operation *def = array.getDefiningOp();
    if (!def)
      return false;
    if (auto pad = dyn_cast<tensor::PadOp>(def))
      return pad.getConstantPaddingValue() && isOnlyRead(array);
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(def))
      return isFresh(insert.getDest()) && isOnlyRead(array);
    if (!isa<tensor::ExtractSliceOp, tensor::CastOp>(def))
      return false;
    array = def->getOperand(0);
  }
  return false;
}

namespace {
struct ForwardSlices : chad::impl::ChadForwardSlicesBase<ForwardSlices> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<Value> moved;
    getOperation()->walk([&](Operation *op) {
      if (isMove(op) && llvm::any_of(op->getUses(), readsElements) && isMoved(op->getResult(0)))
        moved.push_back(op->getResult(0));
    });
    // The moves are looked at as they were until all are read.
    SmallVector<std::pair<Value, Value>> found;
    for (Value array : moved)
      if (Value made = makeElements(rewriter, array))
        found.emplace_back(array, made);
    for (auto [array, made] : found) {
      rewriter.replaceUsesWithIf(array, made, [](OpOperand &use) {
        return readsElements(use) || isa<tensor::DimOp>(use.getOwner());
      });
      ++numRead;
    }
    eraseDead(rewriter, getOperation(), [](Operation *op) {
      return isMove(op) || getMapOrBuild(op) || isa<tensor::SplatOp, tensor::CastOp>(op);
    });
  }

  /// Builds the array from its elements; null where they are better left as they are.
  static Value makeElements(RewriterBase &rewriter, Value array) {
    auto type = cast<RankedTensorType>(array.getType());
    rewriter.setInsertionPointAfter(array.getDefiningOp());
    ElementReader reader(rewriter);
    SmallVector<Value> extents;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      extents.push_back(createExtentBefore(rewriter, array.getLoc(), Extent::of(array, dim),
                                           array.getDefiningOp()));
      if (!extents.back())
        return {};
    }
    SmallVector<int64_t> shape;
    for (Value extent : extents)
      shape.push_back(getConstantIntValue(extent).value_or(ShapedType::kDynamic));
    // Builds inside of each other, with the element innermost.
    SmallVector<BuildOp> builds;
    SmallVector<Value> position;
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      auto row = RankedTensorType::get(ArrayRef(shape).drop_front(dim), type.getElementType());
      OperationState state(array.getLoc(), BuildOp::getOperationName(), extent, row);
      state.addRegion();
      builds.push_back(cast<BuildOp>(rewriter.create(state)));
      Block *body = rewriter.createBlock(&builds.back().getBody());
      position.push_back(body->addArgument(rewriter.getIndexType(), array.getLoc()));
      reader.addBound(position.back(), nameExtent(array, dim));
      if (dim == 0)
        addBoundsOfReaders(array, position.back(), reader);
    }
    Value made = reader.read(array, position);
    if (!made) {
      rewriter.eraseOp(builds.front());
      return {};
    }
    for (BuildOp build : llvm::reverse(builds)) {
      YieldOp::create(rewriter, array.getLoc(), made);
      made = build.getResult(0);
      rewriter.setInsertionPointAfter(build);
    }
    if (made.getType() == type)
      return made;
    return tensor::CastOp::create(rewriter, array.getLoc(), type, made);
  }

  /// What is read together has one extent.
  static void addBoundsOfReaders(Value array, Value index, ElementReader &reader) {
    for (OpOperand &use : array.getUses())
      if (readsElements(use))
        for (Value other : cast<CombinatorOpInterface>(use.getOwner()).getArrays())
          if (other != array)
            reader.addBound(index, nameExtent(other, 0));
  }
};
} // namespace
