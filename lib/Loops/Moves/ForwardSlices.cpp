//===- ForwardSlices.cpp -------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Lets loops read elements of padded and shifted arrays from the original arrays.

#include "ElementReader.h"
#include "chad/Analysis/OpCost.h"
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

/// The largest number of moves in a chain that are examined; this keeps the pass linear.
static constexpr unsigned maxMoves = 16;

/// The largest number of uses of an array, with the uses of slices and copies of it.
static constexpr unsigned maxUses = 64;

static bool isMove(Operation *op) {
  return isa_and_nonnull<tensor::ExtractSliceOp, tensor::PadOp, tensor::InsertSliceOp>(op);
}

/// Whether an array exists only for insertions into it, or for slices of it.
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

/// Whether the array has no other use than reads of its elements.
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

/// Whether `array` is written to memory only in order to move elements to other positions.
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

/// Whether a slice covers an array except for a few elements at the ends: at most as many as code
/// may be made for one by one.
static bool isAlmostAll(tensor::InsertSliceOp op) {
  constexpr int64_t maxRim = 16;
  return op.getSourceType().getRank() == op.getDestType().getRank() && op.hasUnitStride() &&
         llvm::all_of(llvm::enumerate(op.getMixedSizes(), op.getMixedOffsets()), [&](auto each) {
           auto [dim, size, offset] = each;
           Extent part = nameSize(size), whole = nameExtent(op.getDest(), dim);
           bool isLarge = part.value || 2 * part.plus > whole.plus;
           return getConstantIntValue(offset) && part.isNear(whole) && isLarge &&
                  whole.plus - part.plus <= maxRim;
         });
}

/// Whether an array is a sum, or a union, of slices at several offsets: they are inserted into
/// zeros, one after the other, and each covers almost the whole array. The cotangents of slices of
/// one array are added in this way. An inserted slice may depend on elements of the array before
/// the insertion.
static bool isSumOfSlices(tensor::InsertSliceOp last) {
  unsigned numSlices = 0;
  for (tensor::InsertSliceOp op = last; op;) {
    if (!isAlmostAll(op) || ++numSlices > maxMoves)
      return false;
    Value before = op.getDest();
    auto next = before.getDefiningOp<tensor::InsertSliceOp>();
    if (!next)
      return numSlices > 1 && isFresh(before) && !before.getDefiningOp<tensor::PadOp>();
    bool isOnlyHere = llvm::all_of(before.getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (isa<tensor::ExtractSliceOp, tensor::CastOp>(user))
        return isOnlyRead(user->getResult(0));
      return (user == op && use.get() != op.getSource()) || readsElements(use) ||
             isa<tensor::DimOp>(user);
    });
    if (!isOnlyHere)
      return false;
    op = next;
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
    SmallVector<Value> sums;
    getOperation()->walk([&](tensor::InsertSliceOp op) {
      auto isInserted = [](Operation *user) { return isMove(user); };
      if (llvm::none_of(op->getUsers(), isInserted) && isSumOfSlices(op))
        sums.push_back(op.getResult());
    });
    // All moves are examined before any is replaced.
    SmallVector<std::pair<Value, Value>> found, foundSums;
    for (Value array : moved)
      if (Value made = makeElements(rewriter, array, costOfReading))
        found.emplace_back(array, made);
    // An array that one loop makes need neither be filled before nor read again.
    for (Value array : sums)
      if (Value made = makeElements(rewriter, array, costOfKeeping))
        foundSums.emplace_back(array, made);
    for (auto [array, made] : foundSums) {
      rewriter.replaceAllUsesWith(array, made);
      ++numRead;
    }
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

  /// Makes the array by a loop over its elements; null if that does not pay.
  static Value makeElements(RewriterBase &rewriter, Value array, unsigned maxCost) {
    auto type = cast<RankedTensorType>(array.getType());
    rewriter.setInsertionPointAfter(array.getDefiningOp());
    ElementReader reader(rewriter, maxCost);
    SmallVector<Value> extents;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      // The array that is inserted into has these extents, but must not be kept for them.
      Extent extent = array.getDefiningOp<tensor::InsertSliceOp>() ? nameExtent(array, dim)
                                                                   : Extent::of(array, dim);
      extents.push_back(
          createExtentBefore(rewriter, array.getLoc(), extent, array.getDefiningOp()));
      if (!extents.back())
        return {};
    }
    SmallVector<int64_t> shape;
    for (Value extent : extents)
      shape.push_back(getConstantIntValue(extent).value_or(ShapedType::kDynamic));
    // Makes nested builds, with the element in the innermost one.
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

  /// Records that arrays which are read by one loop have one extent.
  static void addBoundsOfReaders(Value array, Value index, ElementReader &reader) {
    for (OpOperand &use : array.getUses())
      if (readsElements(use))
        for (Value other : cast<CombinatorOpInterface>(use.getOwner()).getArrays())
          if (other != array)
            reader.addBound(index, nameExtent(other, 0));
  }
};
} // namespace
