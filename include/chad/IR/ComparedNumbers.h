//===- ComparedNumbers.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_COMPAREDNUMBERS_H
#define CHAD_IR_COMPAREDNUMBERS_H

#include "mlir/IR/Value.h"

namespace chad {

/// The two operands of the comparison that `condition` is, in the order in which the message of an
/// assertion names them; empty if they are no integers of at most 64 bits.
llvm::SmallVector<mlir::Value> getComparedNumbers(mlir::Value condition);

} // namespace chad

#endif // CHAD_IR_COMPAREDNUMBERS_H
