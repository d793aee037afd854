//===- SumArrays.h ----------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_IR_SUMARRAYS_H
#define CHAD_IR_SUMARRAYS_H

#include "mlir/IR/Types.h"

namespace chad {

/// Whether `type` is a sum of which there are arrays: its alternatives hold scalars, boxes, tensors
/// of known extents, and such sums, and it is not the sum with one value. An array of sums is an
/// array of tags with an array for each value in an alternative.
bool isElementSum(mlir::Type type);

} // namespace chad

#endif // CHAD_IR_SUMARRAYS_H
