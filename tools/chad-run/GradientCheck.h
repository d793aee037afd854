//===- GradientCheck.h ------------------------------------------*- C++ -*-===//
//
// Part of the CHAD project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H
#define CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H

#include "chad/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace chad {

/// Adds a function to `module` that returns the results of `entry`, then the gradient
/// of its one float result by the arguments `wrt` (all that hold floats if empty).
/// `why` says what is wrong with the request.
llvm::FailureOr<mlir::FunctionOpInterface> addGradient(mlir::ModuleOp module,
                                                       mlir::FunctionOpInterface entry,
                                                       llvm::ArrayRef<int64_t> wrt,
                                                       std::string &why);

/// Compares the forward derivative, the reverse derivative and differences of `entry`
/// at `args`, compiled with `options`, and prints the worst entry of each comparison.
/// Fails, and says so in `why`, where they disagree. Several results, and arrays, are
/// summed with weights; of an argument with many entries some are chosen.
llvm::LogicalResult checkGradient(mlir::ModuleOp module, mlir::FunctionOpInterface entry,
                                  llvm::ArrayRef<RuntimeValue> args, llvm::ArrayRef<int64_t> wrt,
                                  const CompilerOptions &options, std::string &why);

} // namespace chad

#endif // CHAD_TOOLS_CHADRUN_GRADIENTCHECK_H
