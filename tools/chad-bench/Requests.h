//===- Requests.h -------------------------------------------------------===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Functions that are added to a program in order to be measured.

#ifndef CHAD_TOOLS_BENCH_REQUESTS_H
#define CHAD_TOOLS_BENCH_REQUESTS_H

#include "Compiled.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad::bench {

/// Finds or adds the function of `module` that `entry` names; null, with `why`, where
/// the program has not what its description says. A Vjp takes cotangents after the
/// program's arguments, a tangent tangents.
mlir::FunctionOpInterface addEntry(mlir::ModuleOp module, const Program &program, Entry entry,
                                   std::string &why);

/// Adds a function that does as `function` does on arrays whose extents it knows: those
/// of `args`.
mlir::FunctionOpInterface specialize(mlir::ModuleOp module, mlir::FunctionOpInterface function,
                                     llvm::ArrayRef<Array> args);

} // namespace chad::bench

#endif // CHAD_TOOLS_BENCH_REQUESTS_H
