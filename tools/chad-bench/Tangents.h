//===- Tangents.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Reverse derivatives against forward ones.

#ifndef CHAD_TOOLS_BENCH_TANGENTS_H
#define CHAD_TOOLS_BENCH_TANGENTS_H

#include "Compiled.h"

namespace chad::bench {

/// Whether the derivative, at the arguments, agrees with the tangent of the program in
/// one direction; otherwise `why` says how it does not.
bool agreesWithTangent(const Program &program, const Source &source, const Extents &extents,
                       llvm::ArrayRef<Array> args, llvm::ArrayRef<Array> extended,
                       llvm::ArrayRef<Array> values, llvm::ArrayRef<Array> derivatives,
                       std::string &why);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_TANGENTS_H
