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

/// The number of scalars in values of `types`, if the types say it.
std::optional<int64_t> countEntries(mlir::TypeRange types);

/// The basis of the tangents at a float or an array of floats.
class Basis {
public:
  /// Tangents at `value`.
  Basis(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);
  /// Tangents at values of `type`, whose dynamic dimensions have `dynamicSizes`.
  Basis(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
        mlir::ValueRange dynamicSizes);

  mlir::Value zero();

  using Apply = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value)>;

  /// Calls `apply` for each element of the basis. Returns the values, which have the types `types`,
  /// as tensors whose first dimensions are those of the basis. If the basis has few elements, and
  /// they are short, there is code for each element instead of a loop, which the zeros in the
  /// element then simplify.
  llvm::SmallVector<mlir::Value> build(mlir::TypeRange types, Apply apply);

private:
  /// The basis vector with a one at `indices`.
  mlir::Value seed(llvm::ArrayRef<mlir::Value> indices);
  /// Joins `rows`, of static shape, to one tensor, whose first dimensions are those of the basis.
  mlir::Value stack(llvm::ArrayRef<mlir::Value> rows);
  llvm::SmallVector<mlir::Value> build(llvm::SmallVector<mlir::Value> &indices, Apply apply);
  void addSizes(llvm::function_ref<mlir::Value(int64_t)> getDynamicSize);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::Type type;
  mlir::RankedTensorType tensor;
  llvm::SmallVector<mlir::Value> sizes, dynamicSizes;
};

/// A linear value as a scalar or an array.
mlir::Value fromLinearEntry(mlir::OpBuilder &builder, mlir::Value value);

} // namespace chad

#endif // CHAD_DERIVED_BASIS_H
