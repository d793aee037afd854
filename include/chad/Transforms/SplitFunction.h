//===- SplitFunction.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What `chad-split` knows of a function whose arguments are not all known at one time.

#ifndef CHAD_TRANSFORMS_SPLITFUNCTION_H
#define CHAD_TRANSFORMS_SPLITFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace chad {

/// The ops of the body, of one block, that late arguments reach. All others are early: they can be
/// done before.
llvm::DenseSet<mlir::Operation *> findLateOps(mlir::func::FuncOp function,
                                              const llvm::BitVector &isLateArgument);

/// Makes two of each choice, `scf.if` or `scf.index_switch`, of which some results are early and
/// others late: the choice of the early results is early then.
void separateChoices(mlir::func::FuncOp function, const llvm::BitVector &isLateArgument);

} // namespace chad

#endif // CHAD_TRANSFORMS_SPLITFUNCTION_H
