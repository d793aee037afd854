//===- ValueText.h -----------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Values as text: what `chad-run` reads from its command line and prints.

#ifndef CHAD_VALUES_VALUETEXT_H
#define CHAD_VALUES_VALUETEXT_H

#include "chad/Values/RuntimeValue.h"

namespace chad {

/// Prints `tensor<2x2xf64> [[1, 2], [3, 4]]`: the type with the extents that the
/// value has, then the value. A float is printed with the fewest digits that
/// read back as the same. Tensors of more than 1,000 elements are elided to the
/// first and last three along each dimension unless `full`.
void printValue(llvm::raw_ostream &os, const RuntimeValue &value, mlir::Type type,
                bool full = false);

/// Reads a literal of a type: `3.5`, `-inf`, `nan`, `true`, `[[1, 2], [3, 4]]`, or
/// `()` at a unit monoid. Says what is wrong in `why`.
llvm::FailureOr<RuntimeValue> parseValue(llvm::StringRef text, mlir::Type type, std::string &why);

/// For a type whose values can neither be given to a program nor be returned by it: a text that
/// says which types can, and which one to use instead.
std::string describeAlternative(mlir::Type type);

} // namespace chad

#endif // CHAD_VALUES_VALUETEXT_H
