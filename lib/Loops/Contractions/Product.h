//===- Product.h ----------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Values that are sums of products of elements of arrays:
//
//   r[o₁, o₂, ...] = Σ_{s₁, s₂, ...} a[...] b[...]
//
// where each index of a and b is one of the indices of the result, of the sum, or of the loops
// around.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_PRODUCT_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_PRODUCT_H

#include "Access.h"
#include "chad/IR/ChadOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace chad::detail {

/// A value inside a loop as a product of elements, summed over `sums`.
class Product {
public:
  /// `around` is the outermost loop. Values of its body that are defined outside of the op `inside`
  /// are factors, and are not taken apart.
  Product(mlir::Operation *around, mlir::Operation *inside) : around(around), root(inside) {}

  /// Describes a result of `inside`, or of an op in it. Returns false if it is no product. Values
  /// of the body of `inside` may be factors, too: the first of their indices is that of `inside`.
  bool describe(mlir::OpResult result);
  /// The same for the elements of another value in `inside` at `indices`.
  bool describe(mlir::Value value, Symbols indices);

  llvm::SmallVector<Access> factors;
  Symbols sums;
  /// The state of a fold in which the sum starts from a value other than zero, if it does.
  std::optional<State> start;

private:
  /// Follows the elements of a value at `indices` to the factors that they are products of.
  bool follow(mlir::Value value, Symbols indices);
  /// The same by the op that makes the value, which is taken apart if `inside` contains it.
  bool followOps(mlir::Value value, Symbols indices);
  /// The symbol that the index of a loop stands for.
  Symbol getBinding(mlir::Operation *loop) const;
  /// Decides from which of its origins each factor is read.
  void chooseFactors();
  bool describeSum(FoldOp fold, unsigned state, Symbols indices);
  bool describeElement(mlir::BlockArgument arg, Symbols indices);
  /// The symbol of an index into dimension `dim` of `array`, if it takes all values from 0 to the
  /// extent, or is the same in all iterations of `around`.
  std::optional<Symbol> getIndex(mlir::OpFoldResult index, mlir::Value array, int64_t dim);
  bool bindSum(mlir::Operation *loop);

  mlir::Operation *around, *root;
  bool isFactor = false; ///< Whether the value that is being followed is multiplied.
  llvm::DenseMap<mlir::Operation *, Symbol> bindings;
  llvm::SmallVector<llvm::SmallVector<Access>> origins; ///< The arrays that each factor comes from.
};

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_PRODUCT_H
