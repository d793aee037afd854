//===- Basis.h -------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_DERIVED_BASIS_H
#define CHAD_DERIVED_BASIS_H

#include "chad/IR/ChadOps.h"

namespace chad {

/// The total number of scalars in values of `types`; nothing if an extent is not static.
std::optional<int64_t> countEntries(mlir::TypeRange types);

/// The basis of the tangents at a float or an array of floats.
class Basis {
public:
  /// The basis of the tangents at `value`.
  Basis(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);
  /// The basis of the tangents at values of `type`, whose dynamic extents are `dynamicSizes`.
  Basis(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
        mlir::ValueRange dynamicSizes);

  mlir::Value zero();

  using Apply = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value)>;

  /// Calls `apply` for each element of the basis, and stacks the values that it returns, which have
  /// the types `types`, to tensors whose first dimensions are those of the basis. If the basis has
  /// few and small elements, there is separate code for each element instead of a loop; the zeros
  /// of the element then simplify that code.
  llvm::SmallVector<mlir::Value> build(mlir::TypeRange types, Apply apply);

private:
  /// The basis vector with a one at `indices`.
  mlir::Value seed(llvm::ArrayRef<mlir::Value> indices);
  /// Stacks `rows`, of static shape, to one tensor, whose first dimensions are those of the basis.
  mlir::Value stack(llvm::ArrayRef<mlir::Value> rows);
  llvm::SmallVector<mlir::Value> build(llvm::SmallVector<mlir::Value> &indices, Apply apply);
  void addSizes(llvm::function_ref<mlir::Value(int64_t)> getDynamicSize);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type type;
  mlir::RankedTensorType tensor;
  llvm::SmallVector<mlir::Value> sizes, dynamicSizes;
};

/// Converts a linear value to its representation, a scalar or an array.
mlir::Value fromLinearEntry(mlir::OpBuilder &builder, mlir::Value value);

} // namespace chad

#endif // CHAD_DERIVED_BASIS_H
