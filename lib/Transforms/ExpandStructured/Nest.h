//===- Nest.h ---------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_NEST_H
#define CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_NEST_H

#include "Access.h"
#include "chad/Analysis/Accumulators.h"
#include "chad/Transforms/ExpandStructured.h"

namespace chad::detail {

/// `value` with its dimensions in the order `permutation`; an empty one is the identity.
mlir::Value permuteDims(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
                        llvm::ArrayRef<int64_t> permutation, Permutation how);

/// The values of the region that the results `outs` are computed from.
llvm::DenseSet<mlir::Value> findUsed(mlir::linalg::LinalgOp op, llvm::ArrayRef<unsigned> outs);

/// Makes the code of a structured op at one point.
class PointCode {
public:
  PointCode(mlir::linalg::LinalgOp op) : op(op) {}

  /// Clones the ops of the region that `outs` need to the insertion point. `mapping` has values for
  /// arguments of the region; ops that depend on other arguments are not cloned. `indices` are the
  /// indices of the loops.
  void clone(mlir::OpBuilder &builder, mlir::IRMapping &mapping,
             llvm::ArrayRef<mlir::Value> indices);

  /// The value that a point adds to the result `out`, a sum; null if it adds nothing. Precondition:
  /// `clone` was called.
  mlir::Value cloneAddend(mlir::OpBuilder &builder, unsigned out, const mlir::IRMapping &mapping);

  /// Erases cloned ops without uses.
  void eraseDead();

private:
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<mlir::Operation *> cloned;
};

/// The extents of the loops of a structured op, at the insertion point.
llvm::SmallVector<mlir::Value> createLoopExtents(mlir::OpBuilder &builder,
                                                 mlir::linalg::LinalgOp op);

/// Makes the nest of loops over arrays for results of a structured op that have the same map.
class StructuredNest {
public:
  StructuredNest(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op, llvm::ArrayRef<unsigned> outs,
                 AccumulatorKind kind, Permutation permutation);

  /// Makes the nest at the insertion point, and returns the results; nothing if there is no nest.
  std::optional<llvm::SmallVector<mlir::Value>> build();

private:
  /// An operand that the loops read.
  struct Operand {
    mlir::Value value;
    mlir::BlockArgument arg;
    mlir::AffineMap map;
    AccessPlan plan;
    /// The loops over the slice, in the order of its dimensions.
    llvm::SmallVector<unsigned> sliceLoops;
  };
  /// The part of an operand that an iteration of the outer loops works on.
  struct Cursor {
    mlir::Value value;
    unsigned next = 0;
    bool isSliced = false;
  };
  using Cursors = llvm::SmallVector<Cursor>;
  using Values = llvm::SmallVector<mlir::Value>;
  /// A part of the nest: the whole, or the reduction inside of the outer loops.
  enum class Part { Whole, Reduction };

  void findOperands();
  /// The init of the result `out`, without the dimensions that the nest drops.
  mlir::Value getInit(unsigned out);
  bool chooseOrder();
  /// Looks for a better order of more loops than have orders that can all be tried. `best` is the
  /// cost of the order `preferred`. Returns whether there is a nest.
  bool improveOrder(llvm::ArrayRef<unsigned> preferred, std::optional<unsigned> best);
  /// An order in which the loops of each array come as its dimensions, as far as arrays agree.
  llvm::SmallVector<unsigned> getCommonOrder(llvm::ArrayRef<unsigned> preferred);
  std::optional<unsigned> getCost();
  void setOrder(llvm::ArrayRef<unsigned> loops);
  void finishPlans();

  bool isOut(unsigned loop) const { return outMap.isFunctionOfDim(loop); }
  /// Whether the loops may run in any order. Products and extrema are made as reductions, whose
  /// loops are innermost, since reductions have derivative rules.
  bool isSimple() const {
    return kind == AccumulatorKind::Element || kind == AccumulatorKind::Sum ||
           kind == AccumulatorKind::Integer ||
           (permutation == Permutation::Builds && kind != AccumulatorKind::Other);
  }
  bool isExtremumOrProduct() const {
    return kind == AccumulatorKind::Product || kind == AccumulatorKind::Maximum ||
           kind == AccumulatorKind::Minimum;
  }
  bool hasOutAfter(unsigned level) const;
  bool needsIndex(unsigned loop);
  std::optional<unsigned> getNextLoop(const Operand &operand, const Cursor &cursor) const;

  Values makeLevel(mlir::OpBuilder &builder, unsigned level, Cursors cursors, Values accs,
                   Part part);
  Values makePoint(mlir::OpBuilder &builder, const Cursors &cursors, const Values &accs);
  /// A loop at `level` that carries `states`; a map or a build where there are none.
  using Body = llvm::function_ref<Values(mlir::OpBuilder &, Cursors, Values)>;
  Values makeLoop(mlir::OpBuilder &builder, unsigned level, const Cursors &cursors,
                  const Values &states, bool isFold, Body body);
  void takeSlices(mlir::OpBuilder &builder, unsigned level, Cursors &cursors);
  Values addToSlices(mlir::OpBuilder &builder, const Values &accs, const Values &addends);
  mlir::Value makeUnits(mlir::OpBuilder &builder, unsigned out, unsigned level);
  bool isUnit(mlir::Value init, unsigned out);
  mlir::TypedAttr getUnit(unsigned out);
  /// Combines accumulators, scalars or tensors, as the region does.
  mlir::Value combine(mlir::OpBuilder &builder, unsigned out, mlir::Value a, mlir::Value b);
  mlir::Value computeOffset(mlir::OpBuilder &builder, const LinearIndex &index,
                            const LinearIndex::Term *inner);
  mlir::Value finish(mlir::OpBuilder &builder, mlir::Value value, unsigned out);
  Values initialAccs(const Cursors &cursors) const;
  /// The type of an array of the results' elements over the loops `loops`.
  mlir::RankedTensorType getType(unsigned out, llvm::ArrayRef<unsigned> loops);

  mlir::OpBuilder &builder;
  mlir::linalg::LinalgOp op;
  mlir::Location loc;
  llvm::SmallVector<unsigned> outs;
  AccumulatorKind kind;
  Permutation permutation;
  /// The dimensions of extent one of the results at which each point has the same index, and the
  /// map of the others.
  llvm::SmallBitVector droppedOut;
  mlir::AffineMap outMap;
  unsigned numLoops;

  std::vector<Operand> operands;
  /// The position of the first operand that is an init of `outs`; the others follow it.
  std::optional<unsigned> firstInit;
  llvm::SmallVector<unsigned> order, levels;
  std::optional<UpdatePlan> update;
  llvm::SmallVector<int64_t> staticExtents;
  Values extents, indices;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_EXPANDSTRUCTURED_NEST_H
