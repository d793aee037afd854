//===- Extents.h - Equal extents of arrays ----------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Finds extents of arrays that are equal for all inputs of the program, and makes extents as
// values.

#ifndef CHAD_IR_EXTENTS_H
#define CHAD_IR_EXTENTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tensor {
class DimOp;
} // namespace mlir::tensor

namespace chad {

/// The sum of `plus` and the extent of dimension `dim` of the tensor `value`, or of `plus` and the
/// index `value`, which has no `dim`. Without `value` it is `plus`.
struct Extent {
  static constexpr int64_t isIndex = -1;

  mlir::Value value;
  int64_t dim = 0;
  int64_t plus = 0;

  static Extent of(mlir::Value tensor, int64_t dim) { return {tensor, dim, 0}; }
  /// An index or attribute that counts elements.
  static Extent of(mlir::OpFoldResult size);

  bool operator==(const Extent &other) const {
    return value == other.value && dim == other.dim && plus == other.plus;
  }
  /// Whether this differs from `other` by a constant only.
  bool isNear(const Extent &other) const { return value == other.value && dim == other.dim; }
};

/// The extents that are known to equal `extent`: itself, then the extents that it is derived from
/// directly, then those that these are derived from, and so on. Equal are the extents of the arrays
/// of one combinator, of an array and its elements, of the values that all regions of a branch
/// yield, of arguments and parameters of a call, and of the initial value and the values of a state
/// that keeps them (`keepsDim`). The number of steps is bounded.
llvm::SmallVector<Extent> getEqualExtents(Extent extent);

/// Dimension `dim` of `tensor`, if it is known to be constant; `ShapedType::kDynamic` otherwise. At
/// most `steps` extents are followed.
int64_t getConstantExtent(mlir::Value tensor, int64_t dim, unsigned steps);

/// Whether two extents are known to be equal.
bool areEqual(Extent a, Extent b);

/// Whether two tensors are known to have the same extents.
bool haveEqualShapes(mlir::Value a, mlir::Value b);

/// Whether each iteration of a loop (`chad.fold`, `chad.reduce`, `scf.for`, `scf.while`) is known
/// to leave dimension `dim` of a state as it was. The proof is by induction, for all states
/// that depend on each other at once.
bool keepsDim(mlir::Operation *loop, unsigned state, int64_t dim);

/// An extent that is known to equal dimension `dim` of `tensor`: the one to which the derivations
/// lead that `getEqualExtents` follows, outwards as far as possible. It can be used wherever
/// `tensor` can.
Extent nameExtent(mlir::Value tensor, int64_t dim);
/// The same for the extent `size`, an index or an attribute.
Extent nameSize(mlir::OpFoldResult size);

/// An extent that equals `extent` and is defined before `before`: a constant, an index, or a
/// dimension of a tensor; the index that the tensor is made with rather than its dimension.
std::optional<Extent> findExtent(Extent extent, mlir::Operation *before);

/// `extent`, which is defined at the insertion point, as an index.
mlir::Value createExtent(mlir::OpBuilder &builder, mlir::Location loc, Extent extent);

/// `extent` as an index at the insertion point, made from values that are defined before `before`:
/// an equal extent if there is one; otherwise the ops that compute it are copied. Null if that is
/// not possible; ops without uses may then remain.
mlir::Value createExtentBefore(mlir::OpBuilder &builder, mlir::Location loc, Extent extent,
                               mlir::Operation *before);

/// The dimension whose extent `op` reads, if it is a constant, and a dimension of its ranked
/// tensor. (An op with a dimension that the tensor does not have is valid, but running it is
/// undefined behaviour.)
std::optional<int64_t> getConstantDim(mlir::tensor::DimOp op);

/// Replaces extents of constant dimensions that ranked tensors do not have. Such an op is valid,
/// but running it is undefined behaviour: any number may replace it. Patterns of MLIR take the
/// index for a dimension.
void replaceMissingExtents(mlir::RewriterBase &rewriter, mlir::Operation *root);

/// Whether `op` chooses, by one condition, between arrays that may have several shapes:
/// `arith.select` of a scalar condition. It is then not elementwise.
bool choosesBetweenShapes(mlir::Operation *op);

} // namespace chad

#endif // CHAD_IR_EXTENTS_H
