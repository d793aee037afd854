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

/// The number of entries in values of `types`, if it is known.
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

  /// For each element of the basis what `apply` makes of it, values of `types`: tensors with
  /// the dimensions of the basis first. A few short rows are written out, so that each is
  /// simplified by the zeros in its seed.
  llvm::SmallVector<mlir::Value> build(mlir::TypeRange types, Apply apply);

private:
  /// A one among zeros.
  mlir::Value seed(llvm::ArrayRef<mlir::Value> indices);
  /// Rows of static shape as one tensor, with the dimensions of the basis first.
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
