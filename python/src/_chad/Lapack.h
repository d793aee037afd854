//===- Lapack.h ------------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The functions of a LAPACK that this process has loaded, such as numpy's, as libraries of programs
// (chad/IR/Libraries.h). Programs store matrices by rows, and LAPACK by columns: it is given the
// transposes.

#ifndef CHAD_PYTHON_LAPACK_H
#define CHAD_PYTHON_LAPACK_H

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace chad::python {

/// Takes the addresses of the functions of a LAPACK, by the names of the standard, such as
/// "dpotrf"; of integers of 64 bits, or of 32; and, if the library has threads of its own, of the
/// functions that get and set their number, "get_threads" and "set_threads". Programs that are
/// compiled later use them.
void setLapack(const std::unordered_map<std::string, uintptr_t> &addresses, bool isWide);

/// The functions for programs, of which LAPACK has what they call.
const std::vector<std::pair<std::string, void *>> &getLapack();

} // namespace chad::python

#endif // CHAD_PYTHON_LAPACK_H
