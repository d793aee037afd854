//===- Schedule.h - Schedules of loops ----------------------------- -*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Checks which schedules are valid for a loop. `chad-choose-schedule` chooses among the valid ones,
// and the passes that carry out a schedule check it again, as it may have been written by hand.

#ifndef CHAD_LIB_LOOPS_SCHEDULE_SCHEDULE_H
#define CHAD_LIB_LOOPS_SCHEDULE_SCHEDULE_H

#include "../Lanes/LaneBody.h"
#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// The schedule of `op`; null if it has none.
inline ScheduleAttr getSchedule(mlir::Operation *op) {
  return op->getAttrOfType<ScheduleAttr>(scheduleAttr);
}

/// Whether the iterations of `op` may be divided among threads.
bool mayRunInThreads(mlir::Operation *op);

/// Whether the iterations of `loop` are independent except for additions to sums of floats: to a
/// whole sum, to elements, or to windows (`Windows`).
bool isParallelInLanes(ArrayLoopOpInterface loop, const Variation &variation);

/// Whether iterations of `loop` may run in lanes of vectors; if not, `why` says what prevents it.
bool mayRunInLanes(ArrayLoopOpInterface loop, const Variation &variation, std::string &why);

/// Whether the states of `fold` are rows whose elements may stay in vector registers.
bool mayRunByRows(FoldOp fold);

/// The number of lanes of a vector of `bits` bits for the widest float in `loop`.
unsigned getLanesPerVector(mlir::Operation *loop, unsigned bits);

/// An array that `loop` reads whose elements are rows; null if there is none.
mlir::Value getRowsOf(ArrayLoopOpInterface loop);

/// Whether `op` adds products of elements of two tensors to a third one.
bool isContraction(mlir::Operation *op);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_SCHEDULE_SCHEDULE_H
