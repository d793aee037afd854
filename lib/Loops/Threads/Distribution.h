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

#include "MovingSums.h"
#include "WorkEstimate.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Replaces a loop by an `scf.forall` over workers. Each worker runs the same loop over a part of
/// the elements, and writes its part of the collected arrays. It has its own copy of each sum; the
/// copies are added up afterwards. Of a moving sum it has a part instead, without a copy, if
/// `dividesMovingSums`: the last iterations of each worker, which also add to the part of the next
/// one, run after all workers, in sequence. A derived class says what the workers are, and which
/// elements each one has.
class Distribution {
public:
  Distribution(mlir::RewriterBase &rewriter, mlir::Operation *loop, bool checkExtents)
      : rewriter(rewriter), loop(loop), loc(loop->getLoc()), checkExtents(checkExtents),
        estimate(rewriter, loop) {}
  virtual ~Distribution();

  /// Divides the loop. Returns false, and changes nothing, if one worker suffices for any extents.
  bool run();
  bool runContraction(mlir::linalg::LinalgOp op);
  bool runScan(ScanOp scan);

protected:
  /// The number of workers that pays, each with `numSummed` numbers in its copies of sums; null for
  /// one worker.
  virtual mlir::Value chooseWorkers(mlir::Value extent, mlir::Value numSummed) = 0;
  /// Makes the loop over the workers, which write to `outputs`. Sets `worker`, `first`, `size` and
  /// `stride`. Afterwards the insertion point is inside of the loop.
  virtual mlir::scf::ForallOp createWorkers(mlir::Value extent,
                                            mlir::ArrayRef<mlir::Value> outputs) = 0;
  /// Makes the results from the copies of sums. The first dimension of `copies` is the number of
  /// the worker.
  virtual void combine(mlir::MutableArrayRef<mlir::Value> copies);
  /// Emits a remark that says what is divided among the workers, and what happens `then`.
  virtual void explain(mlir::StringRef what, mlir::StringRef then) = 0;
  /// Whether workers have parts of moving sums. If so, `setRange` is defined, too.
  virtual bool dividesMovingSums() { return false; }
  /// Whether workers add to one array where each iteration adds to elements of its own.
  virtual bool sharesSums() { return false; }
  /// Sets `first`, `size` and `stride` to the elements of `worker`, computed at the insertion
  /// point.
  virtual void setRange(mlir::Value extent) { llvm_unreachable("no moving sums"); }
  /// Whether a worker keeps a reduction of positions as one, and makes an array of them.
  virtual bool makesPositions() { return false; }
  /// Whether a worker computes the elements of a map that only the loop, a reduction, reads.
  virtual bool fusesMaps() { return false; }
  /// An array that only the loop reads, and whose memory the elements of `result` can take over;
  /// null if there is none.
  virtual mlir::Value getReusable(mlir::OpResult result) { return {}; }
  /// Called at the end with each loop that was made: the loop of a worker, or one that combines
  /// their results.
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
  /// The number of the worker, the position of its first element, the number of its elements, and
  /// their distance.
  mlir::Value worker, first, size;
  /// The number of elements in the range of the worker, where it leaves the last ones of them.
  mlir::Value rangeSize;
  mlir::OpFoldResult stride;
  /// For each sum, whether all workers add to it, and there are no copies.
  mlir::SmallVector<bool> shared;

private:
  /// Makes the op by which a worker scans its elements, from the totals of the elements before
  /// them. Its last results are the elements of the scan.
  mlir::Operation *createPart(ScanOp scan, mlir::ValueRange ranges, mlir::ValueRange starts);
  /// The part of `array` that a worker reads in dimension `dim`.
  mlir::Value slice(mlir::Value array, int64_t dim);
  /// The extents of a value of the given type, one like `like`.
  mlir::SmallVector<mlir::OpFoldResult> sizesOf(mlir::Type type, mlir::Value like);
  /// Makes the outputs that all workers write to: copies of the sums, and arrays. Returns false if
  /// one is empty.
  bool createOutputs(mlir::Value extent);
  /// Finds the moving sums, and the most indices to which one iteration adds. Computes the number
  /// of elements in the sums of which each worker has a copy.
  mlir::Value findMovingSums();
  /// Limits the workers so that few of their iterations run after all workers.
  void limitWorkers(mlir::Value extent);
  /// The iterations of a worker that add to its own parts of moving sums only.
  mlir::Value getNumOwn();
  /// The array of a moving sum. Where all its elements are one number at the start, the workers
  /// fill their parts.
  mlir::Value createMovingOutput(unsigned number);
  /// The position, or the nearest one from 0 to `length`.
  mlir::Value clamp(mlir::Value position, mlir::Value length);
  /// Runs the last iterations of each worker. `results` are those of the loop before and after
  /// this.
  void runBorders(mlir::Value extent, mlir::MutableArrayRef<mlir::Value> results);
  /// The part of an output that a worker writes.
  struct Part {
    mlir::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  };
  Part partOf(unsigned number, mlir::Value own);
  /// The value from which a worker starts a sum; `own` is the array of the copies, or of a moving
  /// sum, of which the worker has this part.
  mlir::Value createStart(unsigned number, mlir::Value own, const Part &part);
  /// The elements of an array that a worker reads.
  mlir::Value createRange(mlir::Value array);
  /// The elements of a map's result that a worker reads.
  mlir::Value createMapped(MapOp map);
  /// The position in the whole array of the element at `position` of the worker's range.
  mlir::Value toWhole(mlir::OpBuilder &builder, mlir::Value position);
  /// Lets an argument of a body that is a position in the worker's range be one in the whole array.
  void shiftPosition(mlir::BlockArgument arg);
  /// The loop over the elements of a worker.
  mlir::Operation *createBody(mlir::ValueRange ranges, mlir::ValueRange zeros);

  mlir::SmallVector<mlir::Value> outputs;
  /// For each sum, how it moves; and the largest span of them, at least 1.
  mlir::SmallVector<std::optional<MovingSum>> moving;
  mlir::Value span;
  /// For each moving sum, the number that fills its array at the start; null where the workers
  /// find the array filled.
  mlir::SmallVector<mlir::Value> fillers;
  /// For each collected array, the array whose memory it takes over.
  mlir::SmallVector<mlir::Value> reused;
};

/// Whether an extent is known to be zero. No slice can be inserted into an array of such an extent.
bool isKnownZero(Extent extent);

/// The elementwise map that makes an array which only `loop`, a reduction, reads; null if there is
/// none.
MapOp getOwnMap(mlir::Value array, mlir::Operation *loop);

/// Makes a second version of a loop, a copy, which runs if `condition` does not hold. Returns the
/// copy.
mlir::Operation *createVersions(mlir::RewriterBase &rewriter, mlir::Operation *loop,
                                mlir::Value condition);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_THREADS_DISTRIBUTION_H
