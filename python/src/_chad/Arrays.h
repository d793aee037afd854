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

/// Loads numpy's C interface; to be called before all else here.
void initializeArrays();
/// Says which dtype holds bf16, which numpy has not itself.
void setBFloat16(nanobind::object dtype);
/// Says which function makes an array of what is none: `convert(value, dtype, rank, what)`.
void setConverter(nanobind::object function);

/// Has `view` show a value as an argument of the type. A scalar that is no array is put in
/// `scalar`. Returns what keeps the memory alive, which is new where the value had to be
/// converted; raises ArgumentError. `isInPlace` forbids conversions of arrays.
nanobind::object readArgument(nanobind::handle value, const ValueType &type, uint64_t &scalar,
                              BufferView &view, bool isInPlace, const std::string &function,
                              size_t position);

/// Has `view` show an array that results are to be written to; raises ArgumentError.
void readDestination(nanobind::handle value, const ValueType &type, BufferView &view,
                     const std::string &function, size_t position);

/// Which values a program is for: arrays of one dtype and shape, or Python's numbers of one kind.
struct LeafPattern {
  enum class Kind { Array, Float, Int, Bool };
  Kind kind;
  int type = 0;               ///< numpy's number of the dtype.
  std::vector<int64_t> shape; ///< Negative where any extent will do.

  /// Nothing for values of other types, and for arrays that a program cannot read.
  static std::optional<LeafPattern> of(PyObject *value, bool isDynamic);
  bool fits(PyObject *value) const;
};

/// Result `i` of the last run as an array, or a scalar, of its own.
nanobind::object takeResult(PreparedCall &call, const ValueType &type, unsigned i);
/// The same, a copy, and always an array.
nanobind::object copyResult(PreparedCall &call, const ValueType &type, unsigned i);

/// Bytes that a view of the type covers.
size_t byteSize(const BufferView &view, const ValueType &type);

/// Raises an exception of chad.errors.
[[noreturn]] void raise(const char *exception, const std::string &message);

} // namespace chad::python

#endif // CHAD_PYTHON_ARRAYS_H
