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

/// Whether the adjoint of `op` consists of structured ops. This is so if each element of an active
/// result is written once, or is a sum or an extremum, and if the region reads no active tensor at
/// indices of its own. Any other op is first replaced by a nest of loops over arrays
/// (`expandStructuredOp`), which is then differentiated.
bool hasStructuredReverse(mlir::linalg::LinalgOp op, const Activity &activity);

} // namespace chad

#endif // CHAD_RULES_STRUCTUREDOPS_H
