//===- TransposeProducts.h ------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Products of matrices whose elements are added one by one to zeros at transposed positions:
//
//   r = Σᵢⱼ pᵢⱼ eⱼᵢ = pᵀ
//
// which the adjoint of reading a column does.

#ifndef CHAD_LIB_LOOPS_CONTRACTIONS_TRANSPOSEPRODUCTS_H
#define CHAD_LIB_LOOPS_CONTRACTIONS_TRANSPOSEPRODUCTS_H

#include "mlir/IR/PatternMatch.h"

namespace chad::detail {

/// Computes such products directly at their transposed positions. Returns the number of products.
unsigned transposeProducts(mlir::RewriterBase &rewriter, mlir::Operation *root);

} // namespace chad::detail

#endif // CHAD_LIB_LOOPS_CONTRACTIONS_TRANSPOSEPRODUCTS_H
