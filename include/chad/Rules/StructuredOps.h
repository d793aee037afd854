//===- StructuredOps.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which structured ops (`linalg`) have a reverse rule of their own.

#ifndef CHAD_RULES_STRUCTUREDOPS_H
#define CHAD_RULES_STRUCTUREDOPS_H

#include "chad/Analysis/Activity.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace chad {

/// Whether the adjoint of `op` is made of structured ops: all results that are active are written
/// once, or are sums or extrema, and the region reads no active tensor by index. Another op is
/// reversed as the nest of loops over arrays that it is (`expandStructuredOp`).
bool hasStructuredReverse(mlir::linalg::LinalgOp op, const Activity &activity);

} // namespace chad

#endif // CHAD_RULES_STRUCTUREDOPS_H
