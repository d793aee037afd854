//===- GradientCheck.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H
#define CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H

#include "Requests.h"
#include "chad/ExecutionEngine/ExecutionEngine.h"

namespace chad {

/// Compares entries of the forward derivative, the reverse derivative and differences of `entry`
/// at `args`, compiled with `options`, and prints the worst entry of each comparison, with `asJson`
/// as an object. Of results and arguments with many elements some entries are chosen, and the rest
/// is compared by its weighted sum.
///
/// Where the program has floats that are narrower than f64 this is done with all of them widened,
/// so that rounding is no part of it; the derivatives as they are written are compared with those.
///
/// Fails, says so in `why`, and sets `isWrong`, where an entry is wrong: off by more than the
/// tolerance and by more than can be told of the other value, at a place where the function is
/// smooth. Fails without `isWrong` where there is nothing to compare.
llvm::LogicalResult checkGradient(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                                  llvm::ArrayRef<RuntimeValue> args, const Selection &selection,
                                  const CompilerOptions &options, bool asJson, bool &isWrong,
                                  std::string &why);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H
