//===- ShapeVariation.h - Shapes in iterations of a loop --------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_ANALYSIS_SHAPEVARIATION_H
#define CHAD_ANALYSIS_SHAPEVARIATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace chad {

/// Finds the arrays in the body of a loop whose shape may differ between iterations. The values of
/// such an array in all iterations do not fit in one array.
class ShapeVariation {
public:
  /// For each function that was analysed before: whether the shapes of its results follow from the
  /// shapes of its arguments and from its integer arguments.
  using Functions = llvm::DenseMap<mlir::Operation *, bool>;

  ShapeVariation(mlir::Region &body, Functions &functions);

  /// Whether the shape of `value` may vary from one iteration to the next.
  bool varies(mlir::Value value) const { return varying.contains(value); }

  /// Whether the number of iterations of the loop `op`, in the body, may vary.
  bool extentVaries(mlir::Operation *op) const;

  /// Whether the array of the values of all iterations of `inner`, a loop in the body, may vary in
  /// shape, whichever value it collects: because its number of iterations varies, or the shapes of
  /// its states do.
  bool reaches(mlir::Operation *inner) const;

private:
  void visitAll();
  void visit(mlir::Region &region);
  void visit(mlir::Operation *op);
  /// Notes that a state of a loop inside varies in later iterations of that loop.
  void addStates(mlir::Operation *op);
  bool isSame(mlir::Value size) const;
  /// Whether `value` is from outside of the body.
  bool isOuter(mlir::Value value) const;
  /// Whether the extent of dimension `dim` of `value`, or every extent of `value`, equals one that
  /// is defined outside of the body, or that the body computes from such extents.
  bool hasOuterExtent(mlir::Value value, int64_t dim) const;
  bool hasOuterShape(mlir::Value value) const;
  bool hasSameShape(mlir::Operation *op) const;
  bool isSameIndex(mlir::Operation *op) const;

  bool returnsSameShapes(mlir::func::CallOp call) const;

  mlir::Region &body;
  Functions &functions;
  llvm::DenseSet<mlir::Value> varying, sameIndices;
  bool isComplete = true;
};

} // namespace chad

#endif // CHAD_ANALYSIS_SHAPEVARIATION_H
