//===- Npy.h -----------------------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Values in files of NumPy's `.npy` format, versions 1 to 3.

#ifndef CHAD_VALUES_NPY_H
#define CHAD_VALUES_NPY_H

#include "chad/Values/RuntimeValue.h"

namespace chad {

/// The dtypes that hold values of `type`, the first one written: `<f8` for f64,
/// `<i8` and `<u8` for i64, `<i8` for index, `|b1` for i1; none where there is no
/// such dtype (bf16, i4, functions).
llvm::SmallVector<llvm::StringRef> npyTypesOf(mlir::Type type);

/// Whether there are files of values of `type`: of those that have a dtype, of sums of such and of
/// arrays of these sums.
bool isNpyType(mlir::Type type);

/// Reads the contents of a file as a value of `type`: the dtype must be one of
/// `npyTypesOf`, in either byte order, the shape must fit, in either order.
/// A scalar is an array of rank 0. Says what is wrong in `why`.
///
/// A sum has a structured dtype: a field `tag` of integers and, for each value of each alternative,
/// a field `sumFieldName`, for a tensor with its shape. Only those of the tag mean something.
llvm::FailureOr<RuntimeValue> readNpy(llvm::StringRef contents, mlir::Type type, std::string &why);

/// The contents of a file that holds `value`; `type` must have files.
std::string writeNpy(const RuntimeValue &value, mlir::Type type);

} // namespace chad

#endif // CHAD_VALUES_NPY_H
