//===- LowerSums.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What the parts of the lowering of sums share.

#ifndef CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LOWERSUMS_H
#define CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LOWERSUMS_H

#include "chad/IR/ChadOps.h"
#include "chad/IR/SumArrays.h"
#include "mlir/Transforms/DialectConversion.h"

namespace chad::detail {

/// Converts a sum to a tag and the types of all its alternatives.
struct LoweredSums : mlir::TypeConverter {
  /// With `linear`, sums of linear types are lowered, too.
  explicit LoweredSums(bool linear);

  bool lowers(SumType sum) const;

  /// The number of values that replace values of `types`.
  unsigned count(mlir::TypeRange types) const;

private:
  bool linear;
};

/// A pattern by that converter.
template <typename Op> struct Lowering : mlir::OpConversionPattern<Op> {
  Lowering(const mlir::TypeConverter &types, mlir::MLIRContext *context)
      : mlir::OpConversionPattern<Op>(types, context, /*benefit=*/3) {}
  const LoweredSums &types() const {
    return static_cast<const LoweredSums &>(*this->getTypeConverter());
  }
};

inline llvm::SmallVector<mlir::Value> flatten(llvm::ArrayRef<mlir::ValueRange> ranges) {
  llvm::SmallVector<mlir::Value> values;
  for (mlir::ValueRange range : ranges)
    llvm::append_range(values, range);
  return values;
}

/// Asserts that two tags, or the elements of two arrays of tags, are equal. Where `given` has one
/// dimension more, so are those of each of its elements.
void assertSameTags(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value given,
                    mlir::Value own);

inline bool isTangentOfSum(mlir::Type type) {
  return isSumOrArrayOfSums(type) && isLinearType(type);
}

/// Whether `type` is that of linear functions of tangents of sums, or to them.
bool isMapOfSums(mlir::Type type);

/// Fails where ops make linear functions of tangents of sums, but for those that are lowered.
llvm::LogicalResult rejectMaps(mlir::Operation *root);

/// Patterns of linear functions between tangents of sums, and of sums of tangents.
void populateMapPatterns(const LoweredSums &types, mlir::RewritePatternSet &patterns);

} // namespace chad::detail

#endif // CHAD_LIB_TRANSFORMS_DEFUNCTIONALIZE_LOWERSUMS_H
