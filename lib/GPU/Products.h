//===- Products.h - Products of matrices on a GPU ---------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_LIB_GPU_PRODUCTS_H
#define CHAD_LIB_GPU_PRODUCTS_H

#include "Epilogues.h"
#include "LibraryCalls.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

struct ProductOptions {
  int64_t blockThreads; ///< The number of threads of other blocks than those of tiles.
  int64_t sharedBytes;  ///< The most memory of a block that tiles may fill.
  bool tensorCores;     ///< Whether those of NVIDIA's GPUs multiply.
  /// The least number of multiplications for which a library is asked; negative if none is.
  int64_t libraryVolume;
  ProductRounding rounding;
};

/// Makes one loop of loops of a product that are next to each other in all its matrices, such as
/// those over the rows of a batch whose other factor is the same: contiguous matrices are read as
/// those of fewer dimensions. Returns the op, or what replaces it.
mlir::linalg::LinalgOp collapseProduct(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op);

/// The attribute of a loop over blocks that compute tiles of products: the extents of a tile. Such
/// blocks have `productThreads` threads, which wait for each other inside of their loop.
constexpr llvm::StringLiteral tileAttr = "chad.tile";
constexpr int64_t productThreads = 256;

/// Replaces a product of matrices, c[i, j] += a[i, k] b[k, j], in memory of the device by kernels
/// that compute tiles of the result: each block has the tiles of `a` and `b` that it works on in
/// its memory, each thread several elements of the result in registers. A factor may be computed
/// from elements of several arrays. A further index of `c`, `a` or `b` is that of a batch of
/// products. When it runs, the program chooses among a library, if there is one, for large
/// products, three shapes of tiles, and sums of a thread for each element for extents smaller than
/// a tile: of several kernels all but one have no blocks. Sums begin with the elements of `c`, or
/// with `start` if that is given. The kernels also compute `epilogue`, which is erased. Returns
/// false if `op` is no such product, or one that is known to be small.
bool createProduct(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op, mlir::Value start,
                   const std::optional<Epilogue> &epilogue, const ProductOptions &options);

} // namespace chad::detail

#endif // CHAD_LIB_GPU_PRODUCTS_H
