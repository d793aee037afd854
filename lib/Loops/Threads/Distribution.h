//===- Distribution.h --------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Divides the iterations of one loop among workers that run at once.

#ifndef CHAD_LIB_LOOPS_THREADS_DISTRIBUTION_H
#define CHAD_LIB_LOOPS_THREADS_DISTRIBUTION_H

#include "WorkEstimate.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Replaces a loop by a `scf.forall` over workers, each of which runs the same loop over a part of
/// the elements and writes its part of what is collected. A worker sums in a copy of its own; the
/// copies are added up afterwards. What the workers are, and which elements each has, a derived
/// class says.
class Distribution {
public:
  Distribution(mlir::RewriterBase &rewriter, mlir::Operation *loop, bool checkExtents)
      : rewriter(rewriter), loop(loop), loc(loop->getLoc()), checkExtents(checkExtents),
        estimate(rewriter, loop) {}
  virtual ~Distribution();

  /// Each returns false, and changes nothing, if one worker is enough whatever the extents are.
  bool run();
  bool runContraction(mlir::linalg::LinalgOp op);
  bool runScan(ScanOp scan);

protected:
  /// How many workers it pays to have, each with `numSummed` numbers in its copies of sums; null if
  /// one.
  virtual mlir::Value chooseWorkers(mlir::Value extent, mlir::Value numSummed) = 0;
  /// The loop over the workers, who write into `outputs`. Sets `worker`, `first`, `size` and
  /// `stride`; the rewriter is left inside.
  virtual mlir::scf::ForallOp createWorkers(mlir::Value extent,
                                            mlir::ArrayRef<mlir::Value> outputs) = 0;
  /// Makes the results of the copies of sums, each of which has the workers as its first dimension.
  virtual void combine(mlir::MutableArrayRef<mlir::Value> copies);
  /// The op by which a worker scans its elements, given the totals of what comes before them: its
  /// last results are the elements of the scan.
  virtual mlir::Operation *createPart(ScanOp scan, mlir::ValueRange ranges,
                                      mlir::ValueRange starts);
  /// Says in a remark what is divided among the workers, and what `then` happens.
  virtual void explain(mlir::StringRef what, mlir::StringRef then) = 0;
  /// Whether a worker keeps a reduction of positions as one, and makes an array of them.
  virtual bool makesPositions() { return false; }
  /// An array that the loop reads, and nothing else any more, for the elements of `result` to take
  /// the place of; null if there is none.
  virtual mlir::Value getReusable(mlir::OpResult result) { return {}; }
  /// Called with each loop that has been made, of a worker or for what workers have made, when all
  /// is complete.
  virtual void finish(mlir::Operation *made) {}

  mlir::Value index(int64_t value);
  /// The element of `copies` at `position`, as a slice of one element, with `number` in it.
  mlir::Value asPart(mlir::Value number, mlir::Value copies, mlir::Value position);
  /// `state` and the sum of its copies.
  mlir::Value addCopies(mlir::Value state, mlir::Value copies);

  mlir::RewriterBase &rewriter;
  mlir::Operation *loop;
  mlir::Location loc;
  bool checkExtents;
  WorkEstimate estimate;
  mlir::ValueRange arrays, starts;
  mlir::Value numWorkers;
  /// The number of the worker, the position of its first element, how many it has, and how far they
  /// are apart.
  mlir::Value worker, first, size;
  mlir::OpFoldResult stride;

private:
  /// The part of `array` that a worker reads in dimension `dim`.
  mlir::Value slice(mlir::Value array, int64_t dim);
  /// The extents of a value of the given type, one like `like`.
  mlir::SmallVector<mlir::OpFoldResult> sizesOf(mlir::Type type, mlir::Value like);
  /// What all workers write into: copies of the sums, and arrays. False if one is empty.
  bool createOutputs(mlir::Value extent);
  /// What of an output a worker writes.
  struct Part {
    mlir::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  };
  Part partOf(unsigned number, mlir::Value own);
  /// What a worker starts a sum from; `own` is where the copies are.
  mlir::Value createStart(unsigned number, mlir::Value own);
  /// The elements of an array that a worker reads.
  mlir::Value createRange(mlir::Value array);
  /// The loop over the elements of a worker.
  mlir::Operation *createBody(mlir::ValueRange ranges, mlir::ValueRange zeros);

  mlir::SmallVector<mlir::Value> outputs;
  /// For each collected array, what it takes the place of.
  mlir::SmallVector<mlir::Value> reused;
};

/// Has a loop and a copy of it take turns: the copy, which is returned, runs where `condition` does
/// not hold.
mlir::Operation *createVersions(mlir::RewriterBase &rewriter, mlir::Operation *loop,
                                mlir::Value condition);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_THREADS_DISTRIBUTION_H
