//===- ZeroWhere.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_TRANSFORMS_SKIPZEROS_ZEROWHERE_H
#define CHAD_LIB_TRANSFORMS_SKIPZEROS_ZEROWHERE_H

#include "chad/IR/ChadOps.h"

namespace chad::detail {

/// Finds the values that are zero if given values are: f(0) = 0 for linear f. Ops of the tensor
/// dialect on the representations of linear values are linear, too.
class ZeroWhere {
public:
  /// Assumes that `value` is zero.
  void suppose(mlir::Value value) { zeros.insert(value); }

  /// Follows zeros through the ops of a block, and those inside of them.
  void propagate(mlir::Block &block);

  /// Whether `value`, defined in a block that was visited or around it, is zero.
  bool isZero(mlir::Value value) const;

private:
  void visit(mlir::Operation *op);
  void visitLoop(CombinatorOpInterface loop);

  llvm::DenseSet<mlir::Value> zeros;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_SKIPZEROS_ZEROWHERE_H
