//===- Products.h - Products of matrices on a GPU ---------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_PRODUCTS_H
#define CHAD_LIB_GPU_PRODUCTS_H

#include "LibraryCalls.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

struct ProductOptions {
  int64_t sharedBytes; ///< The most memory of a block that tiles may fill.
  bool tensorCores;    ///< Whether those of NVIDIA's GPUs multiply.
  /// The least number of multiplications for which a library is asked; negative if none is.
  int64_t libraryVolume;
  ProductRounding rounding;
};

/// Makes one loop of loops of a product that are next to each other in all its matrices, such as
/// those over the rows of a batch whose other factor is the same: contiguous matrices are read as
/// those of fewer dimensions. Returns the op, or what replaces it.
mlir::linalg::LinalgOp collapseProduct(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op);

/// Replaces a product of matrices, c[i, j] += a[i, k] b[k, j], in memory of the device by kernels
/// that compute tiles of the result: each block has the tiles of `a` and `b` that it works on in
/// its memory, each thread several elements of the result in registers. A factor may be computed
/// from elements of several arrays. A further index of `c`, `a` or `b` is that of a batch of
/// products. The program chooses among a library, if there is one, for large products, large tiles,
/// small tiles, and plain loops for extents smaller than a tile when it runs. `rest` becomes the op
/// that the caller lowers to these loops, or null if the extents are known to be large enough. Sums
/// begin with the elements of `c`, or with `start` if that is given. Returns false if `op` is no
/// such product.
bool createProduct(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op, mlir::Value start,
                   const ProductOptions &options, mlir::linalg::LinalgOp &rest);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_PRODUCTS_H
