//===- IndexRanges.h - Ranges of indices ------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What is known of indices before the program runs: the index of a loop is less than its extent.

#ifndef CHAD_IR_INDEXRANGES_H
#define CHAD_IR_INDEXRANGES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace chad {

/// The numbers that an index or an integer may be: those of a constant; 0 to n - 1 for the index of
/// a loop with the constant extent n, and for an element of an iota; what the ops that compute it
/// make of the ranges of their operands; all numbers otherwise. The number of steps is bounded.
mlir::ConstantIntRanges getIndexRange(mlir::Value value);

/// Whether a comparison of two indices, or of two integers, is true, or false, in every run: by
/// their ranges, or since one is the index of a loop and the other the extent of that loop. Nothing
/// if that is not known.
std::optional<bool> compareIndices(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                                   mlir::Value b);

} // namespace chad

#endif // CHAD_IR_INDEXRANGES_H
