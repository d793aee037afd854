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

/// How an op is raised before a function is differentiated.
struct RaisedOp {
  /// The ops that replace it; null if it is refused.
  const char *becomes = nullptr;
  /// The reason why it is refused, and the remedy; null if it is not refused.
  const char *why = nullptr, *remedy = nullptr;
  /// Whether the op has no float result, so that its derivative is zero.
  bool hasZeroDerivative = false;
};

/// Returns how ops of this name are raised; nothing for ops that have derivative rules, which stay.
std::optional<RaisedOp> getRaisedOp(mlir::OperationName name);

} // namespace chad

#endif // CHAD_FRONTENDS_RAISE_RAISEDOPS_H
