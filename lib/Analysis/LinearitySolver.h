//===- LinearitySolver.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The two flows behind `LinearityAnalysis`: dependence on linear arguments, a
// least fixed point for each scope, and structural zeros, a greatest one.

#ifndef CHAD_LIB_ANALYSIS_LINEARITYSOLVER_H
#define CHAD_LIB_ANALYSIS_LINEARITYSOLVER_H

#include "chad/IR/Linearity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <queue>

namespace chad::detail {

/// The ops under roots in program order, each before the ops in its regions.
struct ProgramOrder {
  explicit ProgramOrder(llvm::ArrayRef<mlir::Operation *> roots);
  std::vector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
};

/// A set of ops that is emptied in program order.
class OrderedWorklist {
public:
  explicit OrderedWorklist(const ProgramOrder &order) : order(order) {}
  void push(mlir::Operation *op);
  /// Pushes the users of `value`, and the op that a terminator among them ends.
  void pushUsers(mlir::Value value);
  /// Null when there is none left.
  mlir::Operation *pop();

private:
  const ProgramOrder &order;
  llvm::DenseSet<unsigned> pending;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> queue;
};

/// Asks `op` how linearity propagates through it; fails if it has no interface for that.
llvm::LogicalResult describe(mlir::Operation *op, LinearityPropagator &propagator);

/// Whether `op` is a terminator that leaves its region.
bool isExit(mlir::Operation *op);

/// The terminators of `region` that leave it.
llvm::SmallVector<mlir::Operation *> getExits(mlir::Region &region);

/// The linear arguments of a region.
llvm::SmallVector<mlir::BlockArgument> getLinearArguments(mlir::Region &region);

/// Structural zeros. All values start as zero and stay so until an op says
/// otherwise, so that a zero which a loop carries around is one.
class ZeroSolver {
public:
  explicit ZeroSolver(const ProgramOrder &order);
  bool isZero(mlir::Value value) const;

private:
  const ProgramOrder &order;
  llvm::DenseSet<mlir::Value> nonZero;
};

class CallSolver;

/// The values that depend on the given arguments of one scope.
class DependenceSolver {
public:
  DependenceSolver(const ProgramOrder &order, mlir::Region &scope,
                   llvm::ArrayRef<mlir::BlockArgument> linear, CallSolver &calls);

  bool isLinear(mlir::Value value) const { return causes.count(value); }
  /// The operand through which `value` depends on a linear argument; null for
  /// the argument itself.
  mlir::OpOperand *getCause(mlir::Value value) const { return causes.lookup(value); }
  /// The ops with linear operands or results, in program order.
  llvm::ArrayRef<mlir::Operation *> getTouched() const { return touched; }

private:
  llvm::DenseMap<mlir::Value, mlir::OpOperand *> causes;
  std::vector<mlir::Operation *> touched;
};

/// Whether `type` has zero as its only value.
bool isUnitMonoid(mlir::Type type);

} // namespace chad::detail

#endif // CHAD_LIB_ANALYSIS_LINEARITYSOLVER_H
