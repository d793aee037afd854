//===- InterchangeSums.h ----------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_LOOPS_INTERCHANGESUMS_H
#define CHAD_LIB_LOOPS_INTERCHANGESUMS_H

#include "chad/IR/ChadOps.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Interchanges a loop over rows with the loop over columns in it, if these only add to elements of
/// arrays, and if elements that are used one after another are neighbours in memory only after the
/// interchange. The row may have all columns, or those before its own number, with or without the
/// diagonal. Returns whether it has done so; `rows` is erased then.
bool interchangeSums(mlir::RewriterBase &rewriter, FoldOp rows);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_INTERCHANGESUMS_H
