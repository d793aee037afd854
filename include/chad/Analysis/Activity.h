//===- Activity.h -----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_ANALYSIS_ACTIVITY_H
#define CHAD_ANALYSIS_ACTIVITY_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace chad {

/// Finds the active values of a region. A value is *varied* if it depends on given arguments,
/// *useful* if given results depend on it, and *active* if it is both and its type holds floats.
class Activity {
public:
  /// `inputs` are values of `region`; `outputs` are operands of its terminators.
  Activity(mlir::Region &region, mlir::ValueRange inputs,
           llvm::ArrayRef<mlir::OpOperand *> outputs);

  bool isVaried(mlir::Value value) const { return varied.contains(value); }
  bool isActive(mlir::Value value) const {
    return varied.contains(value) && useful.contains(value);
  }

  /// Makes `copy`, a value of code made later, active.
  void setActive(mlir::Value copy) {
    varied.try_emplace(copy, nullptr);
    useful.insert(copy);
  }

  /// Makes the values in the copy of `op` active that are so in `op`.
  void copy(mlir::Operation *op, mlir::IRMapping &mapping);

  /// The operand through which `value` came to depend on the inputs; null at an input.
  mlir::OpOperand *getReason(mlir::Value value) const { return varied.lookup(value); }

private:
  llvm::DenseMap<mlir::Value, mlir::OpOperand *> varied;
  llvm::DenseSet<mlir::Value> useful;
};

} // namespace chad

#endif // CHAD_ANALYSIS_ACTIVITY_H
