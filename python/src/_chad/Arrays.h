//===- Arrays.h ----------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// numpy's arrays as the memory of programs.

#ifndef CHAD_PYTHON_ARRAYS_H
#define CHAD_PYTHON_ARRAYS_H

#include "Program.h"
#include <nanobind/nanobind.h>
#include <optional>

namespace chad::python {

/// Loads numpy's C interface. Must be called before the other functions of this header.
void initializeArrays();
/// Sets the dtype for bf16, which numpy itself does not have.
void setBFloat16(nanobind::object dtype);
/// Sets the function that converts values to arrays: `convert(value, dtype, rank, what)`.
void setConverter(nanobind::object function);

/// Makes `view` describe a value as an argument of the type. A scalar that is not an array is
/// stored in `scalar`. Returns the object that keeps the memory alive, a new one if the value was
/// converted. An array on the device of the program becomes a DeviceArray. Raises ArgumentError.
/// With `isInPlace`, arrays are not converted.
nanobind::object readArgument(nanobind::handle value, const ValueType &type, uint64_t &scalar,
                              BufferView &view, bool isInPlace, const Function &function,
                              size_t position);

/// Makes `view` describe an array to which results will be written. Returns what keeps its memory
/// alive. Raises ArgumentError.
nanobind::object readDestination(nanobind::handle value, const ValueType &type, BufferView &view,
                                 const Function &function, size_t position);

/// The values for which a program was compiled: arrays of one dtype and shape, or Python numbers of
/// one kind.
struct LeafPattern {
  enum class Kind { Array, Float, Int, Bool };
  Kind kind;
  int type = 0;               ///< numpy's number of the dtype.
  std::vector<int64_t> shape; ///< Negative where any extent will do.

  /// The pattern of a value; nothing for values of other types, and for arrays that a program
  /// cannot read.
  static std::optional<LeafPattern> of(PyObject *value, bool isDynamic);
  bool fits(PyObject *value) const;
};

/// Returns result `i` of the last run as a new array, which takes its memory, or as a scalar. An
/// array on a device stays there.
nanobind::object takeResult(PreparedCall &call, const ValueType &type, unsigned i);
/// Returns a copy of result `i` of the last run, always as an array.
nanobind::object copyResult(PreparedCall &call, const ValueType &type, unsigned i);

/// The number of bytes of the elements of a view.
size_t byteSize(const BufferView &view, const ValueType &type);

/// Raises an exception of chad.errors.
[[noreturn]] void raise(const char *exception, const std::string &message);

} // namespace chad::python

#endif // CHAD_PYTHON_ARRAYS_H
