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

/// Which values of a body differ between iterations of the loop around it.
class Variation {
public:
  /// `seeds` differ. Everything that depends on them does, through loops and branches.
  Variation(mlir::Region &body, llvm::ArrayRef<mlir::Value> seeds);
  /// What differs between the iterations of `loop`.
  static Variation ofIterations(ArrayLoopOpInterface loop) {
    return Variation(loop.getBody(),
                     llvm::to_vector_of<mlir::Value>(loop.getBody().getArguments()));
  }

  bool contains(mlir::Value value) const { return varying.contains(value); }
  bool contains(mlir::Operation *op) const;

  /// An op that has no form for lanes, and for which `isElsewhere` does not hold; null if there is
  /// none. `why` says what it is.
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

/// A branch that does no more than to add one value into an array.
bool isGuardedAccumulate(mlir::scf::IfOp op);

class Windows;

/// A row of an array, of which each lane has its own: read where its elements are.
struct LaneRow {
  mlir::Value array;
  llvm::SmallVector<mlir::Value> positions; ///< One for each lane.
  llvm::SmallVector<mlir::Value> elements;  ///< Those of a short row, if they have been read.
};

/// The sums of a loop of which each lane has its own, through loops, branches and arrays.
class LaneSums {
public:
  /// Those that are in `shared` are left out.
  LaneSums(ArrayLoopOpInterface loop, const Variation &variation,
           const llvm::DenseSet<mlir::Value> &shared);

  bool contains(mlir::Value value) const { return sums.contains(value); }
  /// Whether several lanes of a value may be added to one of a sum: no sum is chosen by lane.
  bool canShare() const { return isShareable; }

private:
  void add(mlir::Value value);
  void follow(mlir::OpOperand &use, mlir::Operation *loop, const Variation &variation);

  llvm::DenseSet<mlir::Value> sums;
  llvm::SmallVector<mlir::Value> worklist;
  bool isShareable = true;
};

/// The columns of eight vectors of eight elements, in 24 shuffles.
llvm::SmallVector<mlir::Value> transpose8x8(mlir::OpBuilder &builder, mlir::Location loc,
                                            llvm::ArrayRef<mlir::Value> rows);

/// Writes a body for lanes.
class LaneBody {
public:
  LaneBody(mlir::OpBuilder &builder, const Variation &variation, unsigned width)
      : builder(builder), variation(variation), width(width) {}

  /// Sums have `sumWidth` lanes, which divides the number of the others. Those of a value that
  /// `masks` name are added, in parts of as many.
  void setSums(const LaneSums &lanes, unsigned numLanes, llvm::ArrayRef<mlir::Value> added) {
    sums = &lanes;
    sumWidth = numLanes;
    masks.assign(added.begin(), added.end());
  }

  /// The lanes are iterations side by side, from `iteration` on: what lies at consecutive indices
  /// is read at once, and added at once to what is in `sharedSums`.
  void setWindows(const Windows &neighbours, const llvm::DenseSet<mlir::Value> &sharedSums,
                  mlir::Value iteration) {
    windows = &neighbours;
    shared = &sharedSums;
    first = iteration;
  }

  void map(mlir::Value from, mlir::Value to) { mapping.map(from, to); }
  /// Only elements of `from` are read, where they are used.
  void mapRow(mlir::Value from, LaneRow row) { rows[from] = std::move(row); }

  /// Writes all ops of the block but the last.
  void write(mlir::Block &block);
  void write(mlir::Operation *op);

  /// The value as it is: a vector, or an array of vectors, where it varies.
  mlir::Value get(mlir::Value value) { return mapping.lookupOrDefault(value); }
  /// The value for lanes, copied to all of them where it does not vary.
  mlir::Value getLanes(mlir::Value value);

  /// `vector<WxT>`, or the array of such vectors.
  mlir::Type laneTypeOf(mlir::Type type) const { return laneTypeOf(type, width); }
  /// That of a value, which may be a sum.
  mlir::Type laneTypeOf(mlir::Value value) const {
    return isShared(value) ? value.getType()
                           : laneTypeOf(value.getType(), isSum(value) ? sumWidth : width);
  }
  mlir::Value broadcast(mlir::Value value);
  /// Elements of an array that lie side by side, from that at `indices` on.
  mlir::Value readSideBySide(mlir::Location loc, mlir::Value array, mlir::ValueRange indices);
  /// The scalars in the lanes of a vector.
  llvm::SmallVector<mlir::Value> split(mlir::Value vector);
  mlir::Value join(llvm::ArrayRef<mlir::Value> scalars);

private:
  static mlir::Type laneTypeOf(mlir::Type type, unsigned lanes);
  bool isSum(mlir::Value value) const { return sums && sums->contains(value); }
  bool isShared(mlir::Value value) const { return shared && shared->contains(value); }
  /// The indices of the first lane, of which the last is consecutive.
  llvm::SmallVector<mlir::Value> getFirst(mlir::ValueRange indices);
  mlir::Value getFirst(mlir::Value index);
  /// `sum` and the lanes of `value` that count, or minus them.
  mlir::Value addToSum(mlir::Location loc, mlir::Value sum, mlir::Value value, bool isMinus);
  /// The lanes of an addend as those of a sum.
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
  /// Moves on in a region of an op that is written.
  void writeBody(mlir::Region &from, mlir::Region &to, mlir::TypeRange args,
                 llvm::ArrayRef<mlir::Type> yielded);
  mlir::Value select(mlir::Location loc, mlir::Value condition, mlir::Value a, mlir::Value b);
  /// Adds lanes of `value` into lanes of `acc`, each at an index of its own, where
  /// `condition`, if there is one, holds.
  mlir::Value scatter(mlir::Location loc, mlir::Value value, mlir::Value acc, bool isToSum,
                      mlir::ValueRange indices, mlir::Value condition);

  /// Whether a value of the program is read from an array that is given to it, or computed of such,
  /// so that nothing folds it to a constant. Gives up on what more than `depth` ops compute.
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
