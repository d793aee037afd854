//===- Extents.h ----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Names of extents: two that have one name are equal.

#ifndef CHAD_LIB_CONVERSION_MOVES_EXTENTS_H
#define CHAD_LIB_CONVERSION_MOVES_EXTENTS_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

namespace chad::detail {

/// `plus` more than an index, or than dimension `dim` of a tensor; without `value`, `plus`
/// itself.
struct Extent {
  mlir::Value value;
  int64_t dim = 0;
  int64_t plus = 0;

  /// Whether this differs from `other` by a constant only.
  bool isNear(const Extent &other) const { return value == other.value && dim == other.dim; }
};

/// The extent of dimension `dim` of a tensor, as far outside as it is known.
Extent nameExtent(mlir::Value tensor, int64_t dim);

/// An index that counts elements.
Extent nameSize(mlir::OpFoldResult size);

} // namespace chad::detail

#endif // CHAD_LIB_CONVERSION_MOVES_EXTENTS_H
