//===- Epilogues.h - What is computed where products are stored -------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_EPILOGUES_H
#define CHAD_LIB_GPU_EPILOGUES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// An elementwise op that each thread computes of the elements of a product that it has.
class Epilogue {
public:
  /// Finds the op behind `product`, in its block, that reads the result first, and moves `product`
  /// to it. There is none if
  ///
  /// * it is no elementwise op on memory of the device, or has more than a few instructions;
  /// * it writes what the product reads, or elements at other positions than those that it reads;
  /// * an op between the two keeps the product from moving.
  static std::optional<Epilogue> find(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp product);

  /// Whether the product itself is needed, too.
  bool keepsProduct() const { return isKept; }
  /// Computes and stores the elements for `value`, the element of the product at this position in
  /// `view`, which is the product or a view of it of fewer dimensions.
  void create(mlir::RewriterBase &rewriter, mlir::Value value, mlir::Value view,
              llvm::ArrayRef<mlir::Value> positionInView) const;
  void erase(mlir::RewriterBase &rewriter) const { rewriter.eraseOp(op); }
  mlir::Operation *getOperation() const { return op; }

private:
  Epilogue(mlir::linalg::GenericOp op, mlir::Value product, bool isKept)
      : op(op), product(product), isKept(isKept) {}

  mlir::linalg::GenericOp op;
  mlir::Value product;
  bool isKept;
};

} // namespace chad::detail

#endif // CHAD_LIB_GPU_EPILOGUES_H
