//===- Profile.cpp ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Windows.h"
#include "chad/Analysis/OpCost.h"
#include "chad/IR/ArrayLoops.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

static unsigned depthIn(Operation *op, Operation *loop) {
  unsigned depth = 0;
  for (Operation *parent = op->getParentOp(); parent != loop; parent = parent->getParentOp())
    depth += !isa<scf::IfOp>(parent);
  return depth;
}

bool chad::detail::liesAsLanes(Type element) {
  if (element.isIndex())
    return true;
  if (!element.isIntOrFloat())
    return false;
  unsigned width = element.getIntOrFloatBitWidth();
  return width >= 8 && llvm::isPowerOf2_32(width);
}

/// The number of ops that a function such as `exp` counts as. It costs more, but the same in a loop
/// along a row, which runs in vectors, too.
static constexpr unsigned functionWeight = 10;

Profile chad::detail::profileOf(ArrayLoopOpInterface loop, const Variation &variation) {
  Profile profile;
  auto addRows = [&](Value array) {
    unsigned depth = cast<RankedTensorType>(array.getType()).getRank() - 1;
    profile.rowDepth = std::max(profile.rowDepth, depth);
    profile.numRows += depth > 0;
    profile.hasBits |= !getIota(array) && !liesAsLanes(getElementTypeOrSelf(array.getType()));
  };
  Windows windows(loop, variation);
  llvm::SmallDenseMap<unsigned, unsigned> scattered;
  auto isVarying = [&](Value value) { return variation.contains(value); };
  for (Value array : loop.getArrays())
    addRows(array);
  for (Value result : loop.getCollected())
    addRows(result);
  loop.getBody().walk([&](Operation *op) {
    profile.readsElsewhere |=
        isa<CombinatorOpInterface, AccumulateOp, tensor::InsertOp, scf::ForOp>(op) ||
        (isa<tensor::ExtractOp>(op) && variation.contains(op));
    if (auto read = dyn_cast<tensor::ExtractOp>(op)) {
      profile.numElements += variation.contains(read.getResult());
      if (llvm::any_of(read.getIndices(), isVarying) &&
          !windows.areConsecutive(getAsOpFoldResult(read.getIndices())))
        ++scattered[depthIn(op, loop)];
    } else if (auto made = dyn_cast<tensor::FromElementsOp>(op))
      profile.numElements += made.getNumOperands();
    if (auto branch = dyn_cast<scf::IfOp>(op))
      profile.hasBranches |= variation.contains(branch.getCondition());
    if (op->getNumResults() == 0 || !isa<FloatType>(op->getResult(0).getType()) ||
        !variation.contains(op->getResult(0)) || isa<tensor::ExtractOp>(op))
      return;
    bool isFunction = isa_and_nonnull<math::MathDialect>(op->getDialect()) && getCost(op) > 1;
    unsigned depth = depthIn(op, loop), weight = isFunction ? functionWeight : 1;
    profile.functions += isFunction;
    ++profile.numValues;
    if (depth > profile.loopDepth) {
      profile.arithmetic = 0;
      profile.outerFunctions = profile.functions - isFunction;
    } else if (depth < profile.loopDepth) {
      profile.outerFunctions += isFunction;
    }
    if (depth >= profile.loopDepth) {
      profile.loopDepth = depth;
      profile.arithmetic += weight;
    }
  });
  profile.numScattered = scattered.lookup(profile.loopDepth);
  return profile;
}

bool chad::detail::isFlat(const Profile &profile) {
  return profile.loopDepth == 0 && profile.rowDepth == 0 && !profile.readsElsewhere &&
         !profile.hasBits;
}

/// For how many elements that are read with a stride the lanes of one function pay. Measured with
/// two functions and a dot product.
static constexpr int64_t elementsPerFunction = 32;

std::optional<int64_t> chad::detail::getLongestRow(const Profile &profile) {
  if (profile.loopDepth != 1 || profile.rowDepth != 1 || profile.outerFunctions == 0)
    return std::nullopt;
  return elementsPerFunction * profile.outerFunctions / profile.numRows;
}

/// The least number of ops for which lanes pay, by measurement: for a flat loop without functions;
/// for each element that is read or written with a stride, or wherever it lies; for loops whose
/// inner loops read elements further inside.
static constexpr unsigned minFlat = 12, minPerRow = 8, minOutside = 100;

bool chad::detail::isProfitable(const Profile &profile) {
  if (profile.loopDepth > profile.rowDepth)
    return true;
  if (isFlat(profile))
    return profile.functions > 0 || profile.arithmetic >= minFlat;
  if (profile.loopDepth == 0 && profile.functions == 0 && !profile.hasBranches)
    return false;
  // The loop along a short row may have been unrolled: its elements are read one by one.
  if (profile.loopDepth == 0 && profile.rowDepth == 1 &&
      profile.numElements <= elementsPerFunction * profile.functions)
    return true;
  return profile.loopDepth == profile.rowDepth
             ? profile.arithmetic >=
                   minPerRow * std::max(profile.numRows + profile.numScattered, 1u)
             : profile.arithmetic >= minOutside;
}
