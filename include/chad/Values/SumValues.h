//===- SumValues.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Values of sum types as the values that stand for them in code without sums (chad/IR/SumArrays.h).

#ifndef CHAD_VALUES_SUMVALUES_H
#define CHAD_VALUES_SUMVALUES_H

#include "chad/Values/RuntimeValue.h"

namespace chad {

/// A number that is zero, a tensor of zeros, whose dynamic extents are zero, or the first
/// alternative of a sum with such values.
RuntimeValue zeroValue(mlir::Type type);

/// Appends what stands for `value`, of type `type`: of a sum, the tag and the values of all
/// alternatives, which are zeros and empty arrays for those that the tag does not name. The types
/// of what is appended are those of `flattenSums`, which must succeed.
void flattenValue(const RuntimeValue &value, mlir::Type type, RuntimeValues &parts);

/// Takes the first values of `parts` as one of type `type`, the inverse of `flattenValue`.
RuntimeValue unflattenValue(mlir::Type type, llvm::ArrayRef<RuntimeValue> &parts);

/// The name of value `i` of alternative `tag` among the fields of a sum, in files and in C.
std::string sumFieldName(unsigned tag, unsigned i);

} // namespace chad

#endif // CHAD_VALUES_SUMVALUES_H
