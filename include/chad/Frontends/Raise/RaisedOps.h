//===- RaisedOps.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_FRONTENDS_RAISE_RAISEDOPS_H
#define CHAD_FRONTENDS_RAISE_RAISEDOPS_H

#include "mlir/IR/OperationSupport.h"

namespace chad {

/// What becomes of an op before a function is differentiated.
struct RaisedOp {
  /// What it becomes; null where it is refused.
  const char *becomes = nullptr;
  /// Why it is refused, and what to do; null where it is not.
  const char *why = nullptr, *remedy = nullptr;
  /// Whether it only computes integers, or nothing.
  bool hasZeroDerivative = false;
};

/// What becomes of the ops of this name; nothing where they stay as they are, and have rules.
std::optional<RaisedOp> getRaisedOp(mlir::OperationName name);

} // namespace chad

#endif // CHAD_FRONTENDS_RAISE_RAISEDOPS_H
