//===- LaneBody.h ---------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The body of a loop for several iterations at once: each value that differs between
// iterations becomes a vector with one lane for each.

#ifndef CHAD_LIB_LOOPS_LANES_LANEBODY_H
#define CHAD_LIB_LOOPS_LANES_LANEBODY_H

#include "chad/Loops/Elements.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace chad::detail {

/// Finds the values of a body that differ between iterations of the loop around it.
class Variation {
public:
  /// `seeds` differ, and so do all values that depend on them, also through loops and branches.
  Variation(mlir::Region &body, llvm::ArrayRef<mlir::Value> seeds);
  /// The values that differ between the iterations of `loop`.
  static Variation ofIterations(ArrayLoopOpInterface loop) {
    return Variation(loop.getBody(),
                     llvm::to_vector_of<mlir::Value>(loop.getBody().getArguments()));
  }

  bool contains(mlir::Value value) const { return varying.contains(value); }
  bool contains(mlir::Operation *op) const;

  /// An op that cannot run in lanes, and for which `isElsewhere` does not hold; null if there is
  /// none. `why` describes it.
  mlir::Operation *
  findUnsupported(mlir::Region &body, llvm::StringRef &why,
                  llvm::function_ref<bool(mlir::Operation *)> isElsewhere = nullptr) const;

private:
  bool add(mlir::Value value) { return varying.insert(value).second; }
  bool addAll(mlir::ValueRange values);
  /// One step towards the fixed point.
  bool propagate(mlir::Operation *op);
  bool propagateLoop(mlir::ValueRange arrays, mlir::ValueRange elements, mlir::ValueRange inits,
                     mlir::ValueRange states, mlir::Operation *yield, mlir::ValueRange results);

  llvm::DenseSet<mlir::Value> varying;
};

/// Whether a branch only adds one value to an element of an array.
bool isGuardedAccumulate(mlir::scf::IfOp op);

class Windows;

/// A row of an array, a different one for each lane. Its elements are read from the array when they
/// are needed.
struct LaneRow {
  mlir::Value array;
  llvm::SmallVector<mlir::Value> positions; ///< One for each lane.
  llvm::SmallVector<mlir::Value> elements;  ///< Those of a short row, if they have been read.
};

/// The sums of a loop that are kept apart for each lane, followed through loops, branches and
/// arrays.
class LaneSums {
public:
  /// Sums in `shared` are left out.
  LaneSums(ArrayLoopOpInterface loop, const Variation &variation,
           const llvm::DenseSet<mlir::Value> &shared);

  bool contains(mlir::Value value) const { return sums.contains(value); }
  /// Whether several lanes of a value may be added to the same lane of a sum: this is so if no lane
  /// chooses between sums.
  bool canShare() const { return isShareable; }

private:
  void add(mlir::Value value);
  void follow(mlir::OpOperand &use, mlir::Operation *loop, const Variation &variation);

  llvm::DenseSet<mlir::Value> sums;
  llvm::SmallVector<mlir::Value> worklist;
  bool isShareable = true;
};

/// The columns of n vectors of n elements, where n is a power of two, in n log n shuffles.
llvm::SmallVector<mlir::Value> transposeSquare(mlir::OpBuilder &builder, mlir::Location loc,
                                               llvm::ArrayRef<mlir::Value> rows);

/// Makes the code of a body for several lanes.
class LaneBody {
public:
  LaneBody(mlir::OpBuilder &builder, const Variation &variation, unsigned width)
      : builder(builder), variation(variation), width(width) {}

  /// Sums have `sumWidth` lanes, which divides the number of lanes of other values. To a sum the
  /// lanes of a value are added for which `masks` are set, `sumWidth` at a time.
  void setSums(const LaneSums &lanes, unsigned numLanes, llvm::ArrayRef<mlir::Value> added) {
    sums = &lanes;
    sumWidth = numLanes;
    masks.assign(added.begin(), added.end());
  }

  /// The lanes are successive iterations, from `iteration` on. Elements at consecutive indices are
  /// read by one op, and added by one op to the arrays in `sharedSums`.
  void setWindows(const Windows &neighbours, const llvm::DenseSet<mlir::Value> &sharedSums,
                  mlir::Value iteration) {
    windows = &neighbours;
    shared = &sharedSums;
    first = iteration;
  }

  void map(mlir::Value from, mlir::Value to) { mapping.map(from, to); }
  /// The row `from`, of which only elements are used, is read element by element where they are
  /// used.
  void mapRow(mlir::Value from, LaneRow row) { rows[from] = std::move(row); }

  /// Makes the code of all ops of the block but the last.
  void write(mlir::Block &block);
  void write(mlir::Operation *op);

  /// The value in the new code: a vector, or an array of vectors, if it varies.
  mlir::Value get(mlir::Value value) { return mapping.lookupOrDefault(value); }
  /// The value for all lanes. A value that does not vary is broadcast.
  mlir::Value getLanes(mlir::Value value);

  /// `vector<WxT>`, or the array of such vectors.
  mlir::Type laneTypeOf(mlir::Type type) const { return laneTypeOf(type, width); }
  /// The lane type of a value, which may be a sum.
  mlir::Type laneTypeOf(mlir::Value value) const {
    return isShared(value) ? value.getType()
                           : laneTypeOf(value.getType(), isSum(value) ? sumWidth : width);
  }
  mlir::Value broadcast(mlir::Value value);
  /// Reads adjacent elements of an array, from the one at `indices` on.
  mlir::Value readSideBySide(mlir::Location loc, mlir::Value array, mlir::ValueRange indices);
  /// The scalars in the lanes of a vector.
  llvm::SmallVector<mlir::Value> split(mlir::Value vector);
  mlir::Value join(llvm::ArrayRef<mlir::Value> scalars);

private:
  static mlir::Type laneTypeOf(mlir::Type type, unsigned lanes);
  bool isSum(mlir::Value value) const { return sums && sums->contains(value); }
  bool isShared(mlir::Value value) const { return shared && shared->contains(value); }
  /// The indices of the first lane. The last index increases by 1 from lane to lane.
  llvm::SmallVector<mlir::Value> getFirst(mlir::ValueRange indices);
  mlir::Value getFirst(mlir::Value index);
  /// `sum` plus, or with `isMinus` minus, the lanes of `value` that are not masked.
  mlir::Value addToSum(mlir::Location loc, mlir::Value sum, mlir::Value value, bool isMinus);
  /// Adds up the lanes of an addend until it has as many lanes as a sum.
  mlir::Value addParts(mlir::Location loc, mlir::Value value);

  void writeCopy(mlir::Operation *op);
  void writeElementwise(mlir::Operation *op);
  void writeExtract(mlir::tensor::ExtractOp op);
  void writeInsert(mlir::tensor::InsertOp op);
  void writeFromElements(mlir::tensor::FromElementsOp op);
  void writeAccumulate(AccumulateOp op);
  void writeBranch(mlir::scf::IfOp op);
  void writeCombinator(CombinatorOpInterface op);
  void writeFor(mlir::scf::ForOp op);
  /// Makes the code of a region of an op.
  void writeBody(mlir::Region &from, mlir::Region &to, mlir::TypeRange args,
                 llvm::ArrayRef<mlir::Type> yielded);
  mlir::Value select(mlir::Location loc, mlir::Value condition, mlir::Value a, mlir::Value b);
  /// Appends to the position of each lane its lane of an index, which may be the same for all.
  void appendIndex(llvm::MutableArrayRef<llvm::SmallVector<mlir::Value>> positions,
                   mlir::Value index);
  /// `scatter` of numbers, by a loop over lanes that only moves the number itself.
  mlir::Value scatterNumbers(mlir::Location loc, mlir::Value value, mlir::Value acc, bool isToSum,
                             mlir::ValueRange indices, mlir::Value condition);
  /// Adds the lanes of `value`, numbers or arrays, to elements of `acc`, each at its own position,
  /// if `condition` is null or holds for the lane.
  mlir::Value scatter(mlir::Location loc, mlir::Value value, mlir::Value acc, bool isToSum,
                      mlir::ValueRange indices, mlir::Value condition);

  /// Whether a value is read from an array that the caller of the program passes, or is computed
  /// from such a value, so that no pass folds it to a constant. A value that more than `depth` ops
  /// compute counts as not given.
  bool isGiven(mlir::Value value, unsigned depth = 256);
  bool computeIsGiven(mlir::Value value, unsigned depth);

  mlir::OpBuilder &builder;
  const Variation &variation;
  unsigned width;
  const LaneSums *sums = nullptr;
  unsigned sumWidth = 0;
  llvm::SmallVector<mlir::Value> masks;
  const Windows *windows = nullptr;
  const llvm::DenseSet<mlir::Value> *shared = nullptr;
  mlir::Value first;
  mlir::IRMapping mapping;
  llvm::DenseMap<mlir::Value, LaneRow> rows;
  llvm::DenseMap<mlir::Value, bool> givenValues;
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_LANES_LANEBODY_H
