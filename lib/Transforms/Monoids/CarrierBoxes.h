//===- CarrierBoxes.h -------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The values of a monoid that represent tangents: carriers, arrays of carriers, and boxes of these.
// Tangents of boxes of record `@R` are boxes of a record `@R.m`, where `m` is the name of the
// monoid. An empty box is zero. Boxes are added field by field (BoxSums.h).

#ifndef CHAD_LIB_TRANSFORMS_MONOIDS_CARRIERBOXES_H
#define CHAD_LIB_TRANSFORMS_MONOIDS_CARRIERBOXES_H

#include "chad/IR/ChadOps.h"
#include "chad/Transforms/Monoid.h"

namespace chad::detail {

class CarrierBoxes {
public:
  CarrierBoxes(const Monoid &monoid, mlir::SymbolTable &symbols)
      : monoid(monoid), symbols(symbols) {}

  /// The type that represents tangents at values of type `type`, or tangents of type `type`; null
  /// if there is none.
  mlir::Type convert(mlir::Type type);

  /// The zero of a type that `convert` has returned. `sizes` are its dynamic extents.
  mlir::Value makeZero(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
                       mlir::ValueRange sizes);
  mlir::Value add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value a, mlir::Value b);

private:
  RecordOp getRecord(RecordOp primal);
  mlir::func::FuncOp getSum(BoxType box);

  const Monoid &monoid;
  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Operation *, RecordOp> records;
  llvm::DenseMap<mlir::Type, mlir::func::FuncOp> sums;
};

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_MONOIDS_CARRIERBOXES_H
