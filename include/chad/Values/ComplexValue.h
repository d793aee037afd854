//===- ComplexValue.h --------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Complex numbers and arrays of them, as text and in files. A program that runs has two values for
// each, the real and the imaginary part.

#ifndef CHAD_VALUES_COMPLEXVALUE_H
#define CHAD_VALUES_COMPLEXVALUE_H

#include "chad/Values/RuntimeValue.h"

namespace chad {

/// The real and the imaginary part of a value: two floats, or two tensors of floats.
struct ComplexValue {
  RuntimeValue re, im;
};

/// The type of the parts of values of a complex type, or of a tensor of such; null for other types.
mlir::Type getPartType(mlir::Type type);

/// Prints `tensor<2xcomplex<f64>> [1+2i, 0-1i]`, as `printValue` does.
void printComplex(llvm::raw_ostream &os, const ComplexValue &value, mlir::Type type,
                  bool full = false);

/// Reads a literal of a complex type, `3`, `2i`, `3+2i` or `[1, 1-2j]`. Says what is wrong in
/// `why`.
llvm::FailureOr<ComplexValue> parseComplex(llvm::StringRef text, mlir::Type type, std::string &why);

/// Reads and writes files of the dtypes `<c16` and `<c8`, as `readNpy` and `writeNpy` do.
llvm::FailureOr<ComplexValue> readComplexNpy(llvm::StringRef contents, mlir::Type type,
                                             std::string &why);
std::string writeComplexNpy(const ComplexValue &value, mlir::Type type);

} // namespace chad

#endif // CHAD_VALUES_COMPLEXVALUE_H
