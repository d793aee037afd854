//===- Schedule.cpp ------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "../Lanes/Profile.h"
#include "../Lanes/RowFolds.h"
#include "../Lanes/Windows.h"
#include "../Sums.h"
#include "chad/Analysis/Reductions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace chad;
using namespace chad::detail;

bool chad::detail::isContraction(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && structured.hasPureTensorSemantics() &&
         linalg::isaContractionOpInterface(structured);
}

/// Whether the body of a scan is a single op for each component. Each thread reduces its elements
/// before it scans them, which then takes little time.
static bool isDivisibleScan(ScanOp scan) {
  Block &body = scan.getBody().front();
  if (llvm::any_of(scan.getUnits().getTypes(), llvm::IsaPred<ShapedType>))
    return false;
  unsigned numStates = scan.getUnits().size();
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumOperands() != 2 ||
        !isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
        !llvm::is_contained(op->getOperands(), body.getArgument(i)) ||
        !llvm::is_contained(op->getOperands(), body.getArgument(numStates + i)))
      return false;
  }
  return true;
}

bool chad::detail::mayRunInThreads(Operation *op) {
  if (!isMemoryEffectFree(op) || hasLinearArrays(op))
    return false;
  if (auto scan = dyn_cast<ScanOp>(op))
    return isDivisibleScan(scan);
  return isa<ReduceOp>(op) || isContraction(op) ||
         (isParallelLoop(op, /*general=*/true) && !makesOnlyIota(op));
}

bool chad::detail::isParallelInLanes(ArrayLoopOpInterface loop, const Variation &variation) {
  return isParallelLoop(loop) ||
         (isParallelLoop(loop, /*general=*/true) && Windows(loop, variation).areAllUpdates());
}

bool chad::detail::mayRunInLanes(ArrayLoopOpInterface loop, const Variation &variation,
                                 std::string &why) {
  if (!isParallelInLanes(loop, variation)) {
    why = "its iterations follow each other";
    return false;
  }
  Windows windows(loop, variation);
  auto isWindow = [&](Operation *op) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return windows.isRead(slice) || windows.isUpdated(slice);
    auto written = dyn_cast<tensor::InsertSliceOp>(op);
    return written && windows.isUpdate(written);
  };
  StringRef reason;
  Operation *bad = variation.findUnsupported(loop.getBody(), reason, isWindow);
  if (bad)
    why = llvm::formatv("'{0}' inside is {1}", bad->getName(), reason);
  return !bad;
}

bool chad::detail::mayRunByRows(FoldOp fold) {
  MapOp map = isParallelLoop(fold) ? MapOp() : getRowMap(fold);
  if (!map)
    return false;
  Variation variation = Variation::ofIterations(map);
  StringRef why;
  return isFlat(profileOf(map, variation)) && !variation.findUnsupported(map.getBody(), why);
}

Value chad::detail::getRowsOf(ArrayLoopOpInterface loop) {
  for (Value array : loop.getArrays())
    if (cast<RankedTensorType>(array.getType()).getRank() == 2)
      return array;
  return {};
}

unsigned chad::detail::getLanesPerVector(Operation *loop, unsigned bits) {
  unsigned widest = 32;
  loop->walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (auto type = dyn_cast<FloatType>(getElementTypeOrSelf(result.getType())))
        widest = std::max(widest, type.getWidth());
  });
  return bits / widest;
}
